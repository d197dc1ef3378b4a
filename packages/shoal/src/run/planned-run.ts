// A run comes to be before it is planned: one that is killed while it is planned is there, and is planned again when it is
// resumed. What it will do replaces what was asked for in one step.

import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import { isRecord } from '@shoal/base/model/option-values'
import type { NewTask } from '@shoal/base/model/task'
import { leadWhile } from '@shoal/team/lead-while'
import { z } from 'zod'
import type { Settings } from '../config/resolve.ts'
import { checkNotAlive, createRun, type NewRun } from './run-team.ts'
import { storedKind } from './stored-value.ts'

/** What a run is to be planned of, as it was asked for. */
export interface Asked {
  readonly paths: readonly string[]
  readonly query: string | null
  /** Where relative paths start. */
  readonly cwd: string
  readonly settings: Settings
  /** Agents of this client read; left out when nobody else does. */
  readonly readBy?: string
  /** The pattern file whose workers these are. */
  readonly team?: Json
}

/** The definition of a run that is not planned yet. */
export interface Planning {
  readonly kind: 'planning'
  readonly version: 2
  readonly pattern: 'analyze'
  readonly asked: Asked
}

const plannings = storedKind<Planning>('a run to plan', z.looseObject({ kind: z.literal('planning') }))

export function analysisToPlan(asked: Asked): Planning {
  const { settings } = asked
  // Content types and providers are functions, and an address that nobody asks may hold a password.
  const kept = { ...settings, types: [], providers: [], baseUrl: settings.model === null ? null : settings.baseUrl }
  return { kind: 'planning', version: 2, pattern: 'analyze', asked: { ...asked, settings: kept } }
}

export function isPlanning(definition: Json): boolean {
  return isRecord(definition) && definition.kind === 'planning'
}

/** Null for a run that is planned. */
export function readPlanning(run: string, definition: Json): Planning | null {
  if (!isPlanning(definition)) return null
  const stored = plannings.read(definition)!
  if (stored.version === 2) return stored
  throw new ShoalError('not-a-run', `run "${run}" was started by another version of shoal`, {
    detail: run,
    advice: 'start it again',
  })
}

/** What planning gives: the definition that the run has from then on, and its tasks. */
export interface PlannedRun {
  readonly definition: Json
  readonly tasks: readonly NewTask[]
}

export interface PlanningSteps<T extends PlannedRun> {
  readonly ledger: Ledger
  readonly signal: AbortSignal
  plan(signal: AbortSignal): Promise<T>
  /** Hears the name of the run as soon as it is there. */
  onCreate?(run: string): void
}

/** What cannot be planned leaves no run behind; what is interrupted does. */
export async function createPlanned<T extends PlannedRun>(
  planning: Planning,
  wanted: Omit<NewRun, 'definition'>,
  steps: PlanningSteps<T>,
): Promise<T & { readonly run: string }> {
  const { ledger, signal, onCreate } = steps
  const definition = plannings.toJson(planning)
  const run = await createRun(ledger, { ...wanted, definition }, { tasks: [], members: [] })
  onCreate?.(run)
  try {
    return { ...(await planRun(run, steps)), run }
  } catch (error) {
    if (!signal.aborted && !isInterruption(error)) await ledger.deleteTeam(run, { force: true }).catch(() => {})
    throw error
  }
}

/** Somebody else has asked it to stop while it was planned. */
function isInterruption(error: unknown): boolean {
  return error instanceof ShoalError && error.code === 'interrupted'
}

/** Throws `run-alive` when somebody else is at it. */
export async function planRun<T extends PlannedRun>(
  run: string,
  { ledger, signal, plan }: PlanningSteps<T>,
): Promise<T> {
  await checkNotAlive(ledger, run)
  return await leadWhile(ledger, run, signal, async either => {
    const planned = await plan(either)
    const { definition, tasks } = planned
    await ledger.planRun(run, { definition, tasks })
    return planned
  })
}
