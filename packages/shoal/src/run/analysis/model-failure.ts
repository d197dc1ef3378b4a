// A model call that failed, on its way from where it was made to where the task or the run is ended for it.
import { ShoalError } from '@shoal/base/model/errors'
import type { FailureKind, ModelFailure } from '@shoal/base/model/language-model'
import { LONGEST_WAIT_MS } from '../../models/clock.ts'
import { reachedLimit } from '../../models/reached-limit.ts'
import type { Together } from '../../stages/model-synthesis/across-types.ts'

export class CallFailed extends Error {
  /** `soFar`: what the task had made by then, for the report of a run that ends there. */
  constructor(
    readonly failure: ModelFailure,
    readonly soFar: Together | null = null,
  ) {
    super(failure.message)
    this.name = 'CallFailed'
  }
}

/** After these no other call of the run would fare better: it stops where it is, and can be resumed. */
const ENDS_RUN: readonly FailureKind[] = ['budget', 'credentials', 'down']

/** What fails so, after all patience, before any call has succeeded: there is nobody who would answer the others. */
const ENDS_BEGINNING: readonly FailureKind[] = ['refused', 'connection', 'timeout', 'server', 'overloaded']

/** `isFirst`: no call of the run has succeeded yet. */
export function endsRun({ kind, retryAfterMs }: ModelFailure, isFirst: boolean): boolean {
  // A quota that is used up: the provider asks to be left alone for longer than anybody waits.
  if (kind === 'rate-limited') return (retryAfterMs ?? 0) > LONGEST_WAIT_MS
  return ENDS_RUN.includes(kind) || (isFirst && ENDS_BEGINNING.includes(kind))
}

/** What the user is told when a run stops for it. */
export function stopError({ kind, message }: ModelFailure, run: string): ShoalError {
  const resume = `\`shoal resume ${run}\``
  switch (kind) {
    case 'budget':
      return new ShoalError('budget-reached', message, {
        detail: run,
        advice: `go on with ${resume} and a higher ${flagsFor(message)}`,
      })
    case 'credentials':
      return new ShoalError('no-credentials', message, { detail: run, advice: `check the key, then ${resume}` })
    case 'refused':
      return new ShoalError('model-refused', message, {
        detail: run,
        advice: 'check the name of the model and `--base-url`; `shoal models` lists what is known',
      })
    default:
      return new ShoalError('model-failed', message, { detail: run, advice: `go on with ${resume} later` })
  }
}

function flagsFor(reason: string): string {
  const limit = reachedLimit(reason)
  if (limit === null) return '`--max-cost` or `--max-tokens`'
  return limit.unit === 'micro_usd' ? '`--max-cost`' : '`--max-tokens`'
}
