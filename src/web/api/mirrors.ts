// The mirrors of the runs that are looked at.
import { ShoalError } from '../../model/errors.ts'
import type { Json } from '../../model/json.ts'
import { type AnalysisDefinition, isAnalysis, readAnalysis } from '../../run/analysis/definition.ts'
import type { ApiContext } from '../api-context.ts'
import { ForEachRun } from './for-each-run.ts'
import { RunMirror } from './mirror.ts'
import { type Outline, outlineOf } from './outline.ts'
import { PlannedTasks } from './work.ts'

export interface RunParams {
  readonly run: string
}

export interface Mirrored {
  readonly mirror: RunMirror
  readonly outline: Outline
  readonly stamps: AnalysisDefinition['stamps']
}

const mirrors = new ForEachRun<Promise<Mirrored>>(8)

/** It may be behind until it is refreshed. Throws `not-a-run`. */
export async function mirrorOf({ ledger }: Pick<ApiContext, 'ledger'>, run: string): Promise<Mirrored> {
  try {
    const team = await ledger.team(run)
    const outline = await outlineOf(ledger, team)
    if (outline === null) throw noSuchRun(run)
    const kept = mirrors.of(ledger)
    const key = `${run} ${team.createdAt}`
    const known = kept.get(key)
    if (known) return await known
    const made = ledger.definition(run).then(definition => mirrored(ledger, run, { definition, outline }))
    made.catch(() => kept.delete(key))
    return await kept.set(key, made)
  } catch (error) {
    throw error instanceof ShoalError && error.code === 'unknown-team' ? noSuchRun(run) : error
  }
}

export function noSuchRun(run: string): ShoalError {
  return new ShoalError('not-a-run', `there is no run "${run}"`, { detail: run, advice: 'see the list of runs' })
}

function mirrored(
  ledger: ApiContext['ledger'],
  run: string,
  { definition, outline }: { readonly definition: Json; readonly outline: Outline },
): Mirrored {
  // An analysis of another version of shoal is shown as far as its tasks go.
  const isKnown = isAnalysis(definition) && outline.engine !== null
  const analysis = isKnown ? readAnalysis(run, definition) : null
  const plan = analysis && new PlannedTasks(analysis.plan)
  return { mirror: new RunMirror(ledger, run, plan), outline, stamps: analysis?.stamps ?? {} }
}
