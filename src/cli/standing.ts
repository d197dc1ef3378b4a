// What a report is compared with before it is written: a baseline, which may be written anew, and a commit.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FaceOptions } from '../config/options.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { RunReport } from '../model/report.ts'
import type { Baseline } from '../model/standing.ts'
import { baselineDocument, readBaseline } from '../stages/standing/baseline-file.ts'
import { baselineOf } from '../stages/standing/baseline-of.ts'
import { compareReport } from '../stages/standing/compare.ts'
import { checkOutput, writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'

type Asked = Pick<FaceOptions, 'baseline' | 'writeBaseline' | 'force'>

/** Complains before the work is done. */
export function checkStanding(io: Io, asked: Asked, inputs: readonly string[]): void {
  previousOf(io, asked)
  if (asked.writeBaseline !== null) checkOutput(io, asked.writeBaseline, { inputs: [...inputs], force: asked.force })
}

/** Writes the new baseline, too. */
export async function withStanding(
  io: Io,
  asked: Asked,
  report: RunReport,
  inputs: readonly string[],
): Promise<RunReport> {
  const previous = previousOf(io, asked)
  const { baseline, writeBaseline } = asked
  if (previous === null && writeBaseline === null) return report
  const { report: compared, kept } = compareReport(report, previous ?? NOTHING, {
    name: baseline ?? writeBaseline!,
    isThere: path => existsSync(resolve(io.cwd, path)),
  })
  if (writeBaseline !== null) {
    const today = new Date().toISOString().slice(0, 10)
    const next = baselineOf(compared, { today, previous: previous ?? NOTHING, kept })
    const to = { output: [writeBaseline], inputs, force: asked.force }
    await writeDocument(io, to, write => writeJsonObject(write, baselineDocument(next)))
  }
  return baseline === null ? report : compared
}

const NOTHING: Baseline = { findings: [], links: [] }

/** A baseline that is written again keeps the days of the one that it replaces. */
function previousOf(io: Io, { baseline, writeBaseline }: Asked): Baseline | null {
  if (baseline !== null) return baselineAt(io, '--baseline', baseline)
  if (writeBaseline === null || !existsSync(resolve(io.cwd, writeBaseline))) return null
  return baselineAt(io, '--write-baseline', writeBaseline)
}

function baselineAt(io: Io, flag: string, given: string): Baseline {
  const name = `${flag} ${given}`
  try {
    return readBaseline(readFileSync(resolve(io.cwd, given), 'utf8'), name)
  } catch (error) {
    if (error instanceof ShoalError) throw error
    const known = toShoalError(Object.assign(error as object, { path: name }), name)
    if (known.code !== 'not-found') throw known
    const advice = 'check the path, or write it first with `--write-baseline`'
    throw new ShoalError('not-found', known.message, { detail: given, advice })
  }
}
