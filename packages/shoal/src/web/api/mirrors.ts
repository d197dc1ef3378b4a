// The mirrors of the runs that are looked at.
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { CallWatch } from '../../models/call-watch.ts'
import { type AnalysisDefinition, isAnalysis, readAnalysis } from '../../run/analysis/definition.ts'
import type { ModelWork } from '../../run/analysis/rest.ts'
import { openRunPlace } from '../../run/run-place.ts'
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
  /** What models are to do; null where none is asked. */
  readonly work: ModelWork | null
  /** What it asks models. */
  readonly calls: CallWatch
  /** A run that is deleted and made again under its name is another. */
  readonly createdAt: number
}

/** Beside those that are held. */
const MOST_UNWATCHED = 8

const mirrors = new ForEachRun<Promise<Mirrored>>(MOST_UNWATCHED)

type Place = Pick<ApiContext, 'ledger' | 'runDirectory'>

/** It may be behind until it is refreshed. Throws `not-a-run`. */
export async function mirrorOf({ ledger, runDirectory }: Place, run: string): Promise<Mirrored> {
  try {
    const team = await ledger.team(run)
    const outline = await outlineOf(ledger, team)
    if (outline === null) throw noSuchRun(run)
    const kept = mirrors.of(ledger)
    const key = keyOf(run, team, outline)
    const known = kept.get(key)
    if (known) return await known
    const made = Promise.all([ledger.definition(run), openRunPlace(ledger, run, runDirectory)]).then(
      ([definition, place]) => ({
        ...mirrored(ledger, run, { definition, outline }),
        calls: new CallWatch(place.directory!, place.refresh),
        createdAt: team.createdAt,
      }),
    )
    made.catch(() => kept.delete(key))
    return await kept.set(key, made)
  } catch (error) {
    throw asNoSuchRun(error, run)
  }
}

/** The same, which stays until it is let go, however many others are looked at. */
export async function holdMirror(place: Place, run: string): Promise<{ mirrored: Mirrored; release(): void }> {
  const { ledger } = place
  const team = await ledger.team(run).catch(error => {
    throw asNoSuchRun(error, run)
  })
  const release = mirrors.of(ledger).hold(keyOf(run, team, await outlineOf(ledger, team)))
  try {
    return { mirrored: await mirrorOf(place, run), release }
  } catch (error) {
    release()
    throw error
  }
}

/** A run is another once it is planned. */
function keyOf(run: string, { createdAt }: { readonly createdAt: number }, outline: Outline | null): string {
  return `${run} ${createdAt} ${outline?.reporter ?? ''}`
}

/** In the words of whoever looks for a run; other errors as they are. */
export function asNoSuchRun(error: unknown, run: string): unknown {
  return error instanceof ShoalError && error.code === 'unknown-team' ? noSuchRun(run) : error
}

function noSuchRun(run: string): ShoalError {
  return new ShoalError('not-a-run', `there is no run "${run}"`, { detail: run, advice: 'see the list of runs' })
}

function mirrored(
  ledger: ApiContext['ledger'],
  run: string,
  { definition, outline }: { readonly definition: Json; readonly outline: Outline },
): Pick<Mirrored, 'mirror' | 'outline' | 'stamps' | 'work'> {
  // An analysis of another version of shoal is shown as far as its tasks go.
  const isKnown = isAnalysis(definition) && outline.engine !== null
  const analysis = isKnown ? readAnalysis(run, definition) : null
  const plan = analysis && new PlannedTasks(analysis.plan)
  const work = analysis?.models ? { tasks: analysis.plan.tasks, models: analysis.models } : null
  return { mirror: new RunMirror(ledger, run, plan), outline, stamps: analysis?.stamps ?? {}, work }
}
