// A worker that is a function of this process.
import { inspect } from 'node:util'
import type { Json } from '@shoal/base/model/json'
import type { Ending, NewTask } from '@shoal/base/model/task'
import type { Assignment, Worker } from '@shoal/base/model/worker'
import { oneLine } from './rules.ts'

/**
 * Returns the result, or in phase `plan` the plan; nothing counts as null. To say more it returns what `done`, `plan` or
 * `fail` make. What it throws is a failure. It must end soon after `signal` is aborted: what goes on for two seconds more
 * is no longer waited for.
 */
export type WorkFunction = (
  assignment: Assignment,
  signal: AbortSignal,
) => Json | Outcome | undefined | Promise<Json | Outcome | undefined>

const GRACE_MS = 2000

const STOPPED: Ending = { status: 'released', reason: 'stopped' }

/** A worker that calls a function of this process. @public */
export function functionWorker(fn: WorkFunction): Worker {
  return {
    kind: 'function',
    async work(assignment, signal) {
      if (signal.aborted) return STOPPED
      const deserted = desertedAfter(signal, GRACE_MS)
      const ending = await Promise.race([callFunction(fn, assignment, signal), deserted.promise])
      deserted.cancel()
      return ending
    },
  }
}

/** An ending that a function asks for by name, so that no result is mistaken for one. */
export class Outcome {
  readonly ending: Ending

  constructor(ending: Ending) {
    this.ending = ending
  }
}

/** `follow` are tasks that the result asks for; they come to be together with the completion. */
export function done(
  result: Json,
  more: { readonly summary?: string; readonly log?: string; readonly follow?: readonly NewTask[] } = {},
): Outcome {
  return new Outcome({ status: 'completed', result, ...more })
}

export function planned(plan: Json, more: { readonly summary?: string; readonly log?: string } = {}): Outcome {
  return new Outcome({ status: 'planned', plan, ...more })
}

/** `final`: not tried again, whatever retries are left. */
export function fail(reason: string, more: { readonly log?: string; readonly final?: boolean } = {}): Outcome {
  return new Outcome({ status: 'failed', reason, ...more })
}

async function callFunction(fn: WorkFunction, assignment: Assignment, signal: AbortSignal): Promise<Ending> {
  try {
    return endingOf((await fn(assignment, signal)) ?? null, assignment.phase)
  } catch (thrown) {
    return signal.aborted ? STOPPED : failure(thrown)
  }
}

function endingOf(returned: Json | Outcome, phase: Assignment['phase']): Ending {
  const ending =
    returned instanceof Outcome ? returned.ending : (phase === 'plan' ? planned(returned) : done(returned)).ending
  if (ending.status !== 'completed' && ending.status !== 'planned') return ending
  const isPlan = ending.status === 'planned'
  if (isPlan !== (phase === 'plan'))
    return fail(isPlan ? 'handed in a plan where the work was wanted' : 'did the work where a plan was wanted').ending
  const value = isPlan ? ending.plan : ending.result
  if (isPlan && value === null) return fail('handed in no plan').ending
  checkJson(value)
  return ending
}

/** The ledger keeps JSON. What cannot be written as such fails here, where the function is known that gave it. */
function checkJson(value: unknown): void {
  if (JSON.stringify(value) === undefined) throw new TypeError(`a ${typeof value} is not JSON`)
}

function failure(thrown: unknown): Ending {
  if (!(thrown instanceof Error)) return fail(oneLine(typeof thrown === 'string' ? thrown : inspect(thrown))).ending
  const { message, name, stack } = thrown
  return fail(oneLine(`${message}`) || name, stack === undefined ? {} : { log: stack }).ending
}

/** Resolves when the signal was aborted and the grace has passed. */
function desertedAfter(signal: AbortSignal, graceMs: number) {
  let timer: NodeJS.Timeout | undefined
  let onAbort = () => {}
  const promise = new Promise<Ending>(resolve => {
    onAbort = () => {
      timer = setTimeout(resolve, graceMs, STOPPED)
    }
  })
  signal.addEventListener('abort', onAbort, { once: true })
  const cancel = () => {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  }
  return { promise, cancel }
}
