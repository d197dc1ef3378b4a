// Whether the run of a name is the analysis that is asked for: nobody gets the answer to another question.
import { resolve } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { goalsOf } from '@shoal/base/model/goal'
import type { Ledger } from '@shoal/base/model/ledger'
import { standsIn } from '@shoal/base/model/origin'
import type { Settings } from '../config/resolve.ts'
import { isWithin } from '../text/is-within.ts'
import { realPathOf } from '../text/open-real.ts'
import { briefOf } from '../text/question.ts'
import { type AnalysisDefinition, readAnalysis } from './analysis/definition.ts'
import { isUntouched } from './file-stamp.ts'
import { findFiles } from './files.ts'
import { type Planning, readPlanning } from './planned-run.ts'
import { outerPath } from './unpacking/member-root.ts'

export interface Asked {
  readonly paths: readonly string[]
  readonly query: string | null
  readonly settings: Settings
}

export interface AskedWhere {
  readonly ledger: Ledger
  readonly cwd: string
  readonly signal: AbortSignal
}

/** Throws `team-exists`, and what differs: paths, question, goal or, of a run that is completed, the files themselves. */
export async function checkSameAnalysis(run: string, asked: Asked, { ledger, cwd, signal }: AskedWhere): Promise<void> {
  const stored = await ledger.definition(run)
  const planning = readPlanning(run, stored)
  if (planning) {
    if (!isSameRequest(planning, asked, cwd)) throw taken(run, 'has other paths or another query')
    return
  }
  const definition = readAnalysis(run, stored)
  const { plan } = definition
  const differences = [
    ...(isOf(definition, asked.paths, cwd) ? [] : ['other paths']),
    ...(asked.query === plan.query ? [] : ['another query']),
    ...(goalsOf(plan).join() === briefOf(plan.query, asked.settings.goal).goals.join() ? [] : ['another goal']),
  ]
  if (differences.length > 0) throw taken(run, `has ${differences.join(' and ')}`)
  // One that is at work finds out by itself what has changed under it.
  if ((await ledger.result(run, plan.tasks.at(-1)!.id)) === null) return
  const changes = await changesOf(definition, asked.settings, cwd, signal)
  if (changes.length === 0) return
  const rest = changes.length > MOST_NAMED ? ` and ${changes.length - MOST_NAMED} more` : ''
  throw taken(run, `read other files: ${changes.slice(0, MOST_NAMED).join(', ')}${rest}`)
}

/** It was killed while it was planned. */
function isSameRequest(planning: Planning, { paths, query }: Asked, cwd: string): boolean {
  if (planning.pattern !== 'analyze' || planning.asked.query !== query) return false
  const of = (given: readonly string[], from: string) =>
    [...new Set(given.map(path => resolve(from, path)))].sort().join('\n')
  return of(planning.asked.paths, planning.asked.cwd) === of(paths, cwd)
}

const MOST_NAMED = 3

/** The paths mean the same, and the files of the run lie there: relative ones may have been named elsewhere. */
function isOf({ paths, stamps }: AnalysisDefinition, asked: readonly string[], cwd: string): boolean {
  const places = (given: readonly string[]) => new Set(given.map(path => resolve(cwd, outerPath(path, cwd))))
  const [stored, now] = [places(paths), places(asked)]
  if (stored.size !== now.size || [...stored].some(place => !now.has(place))) return false
  const real = [...now].map(realPathOf)
  return Object.values(stamps).every(stamp => real.some(place => isWithin(place, standsIn(stamp))))
}

/** Only looks at names, sizes and times; nothing is read. */
async function changesOf(
  { paths, plan, stamps }: AnalysisDefinition,
  settings: Settings,
  cwd: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { files } = await findFiles(paths, settings, signal, cwd)
  const found = new Map(files.map(file => [file.path, file]))
  const leftOut = new Set(plan.skipped.map(({ path }) => path))
  const old = Object.entries(stamps).flatMap(([path, stamp]) => {
    const now = found.get(path)
    if (!now) return [`${path} is gone`]
    return isUntouched(stamp, now) ? [] : [`${path} has changed`]
  })
  const added = files.filter(({ path }) => !Object.hasOwn(stamps, path) && !leftOut.has(path))
  return [...old, ...added.map(({ path }) => `${path} is new`)]
}

function taken(run: string, how: string): ShoalError {
  return new ShoalError('team-exists', `run "${run}" ${how}`, {
    detail: run,
    advice: `choose another name; \`report('${run}')\` reads the report of that run, \`resume('${run}')\` goes on with it`,
  })
}
