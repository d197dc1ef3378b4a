// The lines that a task reads, as they stand in the file, secrets masked: a page at a time, from files of any size.

import { ShoalError, toShoalError } from '../../model/errors.ts'
import type { LiveFinding, LiveText } from '../../model/live.ts'
import { lookup } from '../../model/lookup.ts'
import type { SourceText } from '../../model/source.ts'
import { openPlanned } from '../../run/file-stamp.ts'
import { registryFor } from '../../run/registry.ts'
import { SecretMemory, secretsNear } from '../../run/search/near-secrets.ts'
import { type Hiding, shownLines } from '../../text/gate/shown-lines.ts'
import { bodyRange } from '../../text/line-spans.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import type { ApiContext } from '../api-context.ts'
import { hiddenQuotes } from './hidden-quotes.ts'
import { type Mirrored, mirrorOf, type RunParams } from './mirrors.ts'
import { findingsOf } from './task.ts'
import { type FoundLine, linesFrom } from './text-lines.ts'
import type { Piece } from './work.ts'

const PAGE = 500
/** Code units of a line that are shown. */
const LONGEST = 4000
/** And of a page. */
const MOST_UNITS = 400_000

export interface TextParams extends RunParams {
  readonly task: string
  readonly path: string
  /** The first of its piece when it is null. */
  readonly line: number | null
}

const memory = new SecretMemory()

/** Throws `bad-value` for what the task does not read. */
export async function readText(context: ApiContext, { run, task, path, line }: TextParams): Promise<LiveText> {
  const mirrored = await mirrorOf(context, run)
  const piece = pieceWith(mirrored, { run, task, path, line })
  const first = line ?? piece.startLine
  const stamp = lookup(mirrored.stamps, path)
  try {
    if (!stamp) throw new ShoalError('not-found', `${path} is not in the run's definition`, { detail: path })
    const source = openPlanned(path, stamp)
    try {
      return await page(context, source, { mirrored, piece, first, findings: await findingsOf(context, run, task) })
    } finally {
      source.close()
    }
  } catch (error) {
    if (context.signal.aborted) throw error
    return { path, line: first, lines: [], next: null, problem: toShoalError(error, path).message }
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

interface Wanted {
  readonly mirrored: Mirrored
  readonly piece: Piece
  readonly first: number
  /** Of the task. */
  readonly findings: readonly LiveFinding[]
}

async function page(context: ApiContext, source: SourceText, wanted: Wanted): Promise<LiveText> {
  const { mirrored, piece, first, findings } = wanted
  const { signal } = context
  const range = bodyRange(source, piece)
  const found = await linesFrom(source, range, { first, lines: PAGE, units: MOST_UNITS, longest: LONGEST, signal })
  const isTable = await isTabled(context, mirrored.mirror.plan?.typeOf(piece.path) ?? null)
  const { path, file } = source
  const places = found.map(({ start, end }) => ({ start, end, at: start }))
  const { known, spans } = await secretsNear({ path, file, isTable }, places, memory, signal)
  const columns = isTable ? ColumnWatch.of(source) : null
  const milestones = [{ line: range.line, offset: range.start }]
  const hidden = await hiddenQuotes(source, findings, { milestones, hiding: { known, spans, columns }, signal })
  for (const values of hidden.quoted.values()) for (const value of values) known.add(value)
  const lines = pageLines(source, found, { quoted: hidden.quoted, closed: hidden.closed, known, spans, columns })
  const next = first + found.length
  return { path, line: first, lines, next: found.length > 0 && next <= piece.endLine ? next : null, problem: null }
}

/** Lines in a row are masked together: what opens a secret may stand on the line before. */
function pageLines(source: SourceText, found: readonly FoundLine[], hiding: Hiding): string[] {
  const lines: string[] = []
  for (let from = 0; from < found.length; ) {
    let to = from
    while (to < found.length - 1 && !found[to]!.isCut) to++
    const [head, last] = [found[from]!, found[to]!]
    const region = {
      start: head.start,
      end: last.end,
      line: head.line,
      isCutBefore: !head.isStart,
      isCutBehind: last.isCut,
    }
    const shown = shownLines(source, region, hiding)
    // What is hidden may take its line end with it: no line may shift.
    for (let k = from; k <= to; k++) lines.push(shown[k - from] ?? '')
    if (last.isCut) lines.push(`${lines.pop()}…`)
    from = to + 1
  }
  return lines
}

async function isTabled({ settings }: ApiContext, type: string | null): Promise<boolean> {
  const registry = registryFor(settings)
  const analyst = await (registry.get(type ?? '') ?? registry.get('unknown')!).builtIn()
  return analyst.secrets === 'tabled'
}
