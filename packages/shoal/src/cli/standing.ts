// What a report is compared with before it is written: a baseline, which may be written anew, and a commit.
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { RunReport } from '@shoal/base/model/report'
import type { Baseline } from '@shoal/base/model/standing'
import type { FaceOptions } from '../config/options.ts'
import { baselineDocument, readBaseline } from '../stages/standing/baseline-file.ts'
import { baselineOf } from '../stages/standing/baseline-of.ts'
import { compareReport } from '../stages/standing/compare.ts'
import { type Changes, narrowReport } from '../stages/standing/narrow.ts'
import { realPathOf } from '../text/open-real.ts'
import { checkOutput, writeDocument } from './document.ts'
import { changesSince, findRepository, type GitChanges } from './git-changes.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'

type Asked = Pick<FaceOptions, 'baseline' | 'writeBaseline' | 'since' | 'force'>

/** Complains before the work is done. */
export function checkStanding(io: Io, asked: Asked, inputs: readonly string[]): void {
  if (asked.since !== null) findRepository(io, asked.since, inputs)
  previousOf(io, asked)
  if (asked.writeBaseline !== null) checkOutput(io, asked.writeBaseline, { inputs: [...inputs], force: asked.force })
}

/** Writes the new baseline, too: of the whole report, not of what was changed. */
export async function withStanding(
  io: Io,
  asked: Asked,
  report: RunReport,
  inputs: readonly string[],
): Promise<RunReport> {
  const compared = await beside(io, asked, report, inputs)
  if (asked.since === null) return compared
  return narrowReport(compared, changesOf(io, await changesSince(io, asked.since, inputs)))
}

async function beside(io: Io, asked: Asked, report: RunReport, inputs: readonly string[]): Promise<RunReport> {
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

/** As the report calls the files. */
function changesOf(io: Io, { ref, commit, changed, deleted }: GitChanges): Changes {
  const real = new Map<string, string>()
  const realOf = (path: string) => {
    const known = real.get(path)
    if (known !== undefined) return known
    const found = realPathOf(resolve(io.cwd, path))
    real.set(path, found)
    return found
  }
  return {
    ref,
    commit,
    deleted: deleted.map(path => relative(realPathOf(io.cwd), path)),
    isChanged: path => changed.has(realOf(path)),
    isChangedLine: (path, first, last) => {
      const spans = changed.get(realOf(path))
      return spans === null || (spans?.some(([from, to]) => from <= last && first <= to) ?? false)
    },
  }
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
