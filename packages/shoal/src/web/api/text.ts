// The lines that a task reads, as they stand in the file, secrets masked: a page at a time, from files of any size.
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { LiveText } from '@shoal/base/model/live'
import { lookup } from '@shoal/base/model/lookup'
import { registryFor } from '../../run/registry.ts'
import { GaveUp, NO_TYPE, workOn } from '../../run/threads/work-on.ts'
import type { ApiContext } from '../api-context.ts'
import { type Mirrored, mirrorOf, type RunParams } from './mirrors.ts'
import { findingsOf } from './task.ts'
import type { Piece } from './work.ts'

export interface TextParams extends RunParams {
  readonly task: string
  readonly path: string
  /** The first of its piece when it is null. */
  readonly line: number | null
}

/** Throws `bad-value` for what the task does not read. */
export async function readText(context: ApiContext, { run, task, path, line }: TextParams): Promise<LiveText> {
  const { settings, signal } = context
  const mirrored = await mirrorOf(context, run)
  const piece = pieceWith(mirrored, { run, task, path, line })
  const first = line ?? piece.startLine
  const stamp = lookup(mirrored.stamps, path)
  try {
    if (!stamp) throw new ShoalError('not-found', `${path} is not in the run's definition`, { detail: path })
    const { startLine, endLine, startByte, endByte } = piece
    const isTable = await isTabled(context, mirrored.mirror.plan?.typeOf(path) ?? null)
    const findings = (await findingsOf(context, run, task)).filter(finding => finding.path === path)
    const lines = await workOn(
      'textPage',
      {
        path,
        stamp,
        body: { startLine, startByte, endByte },
        first,
        isTable,
        findings: findings.map(({ line: at, evidence }) => ({ path, line: at, evidence })),
      },
      { settings, signal, type: NO_TYPE, bytes: stamp.sizeBytes },
    )
    const next = first + lines.length
    return { path, line: first, lines, next: lines.length > 0 && next <= endLine ? next : null, problem: null }
  } catch (error) {
    if (signal.aborted) throw error
    const { message } = toShoalError(error instanceof GaveUp ? error.about(path) : error, path)
    return { path, line: first, lines: [], next: null, problem: message }
  }
}

function pieceWith({ mirror }: Mirrored, { task, path, line }: TextParams): Piece {
  const pieces = mirror.plan?.pieces(task).filter(piece => piece.path === path) ?? []
  const piece = pieces.find(({ startLine, endLine }) => line === null || (line >= startLine && line <= endLine))
  if (piece) return piece
  const what = pieces.length === 0 ? path : `line ${line} of ${path}`
  throw new ShoalError('bad-value', `task "${task}" does not read ${what}`, {
    detail: path,
    advice: 'open the task for what it reads',
  })
}

async function isTabled({ settings }: ApiContext, type: string | null): Promise<boolean> {
  const analyst = await registryFor(settings)
    .typeOf(type ?? '')
    .builtIn()
  return analyst.secrets === 'tabled'
}
