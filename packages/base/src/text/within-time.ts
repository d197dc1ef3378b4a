// Runs a function that may never end, such as a regular expression of somebody else's: after its time it is stopped.
import { type Context, createContext, Script } from 'node:vm'
import { workWatch } from './worked-time.ts'

/** It took longer than it may. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** A stop is not exact to the millisecond. */
const NEARLY = 0.9
/** However busy the machine is, it is given no more than so many times the time. */
const PATIENCE = 64
const ONCE = 4

/** Made when it is first needed, and kept: a context takes a millisecond to make. */
let kept: { readonly script: Script; readonly context: Context } | null = null

/**
 * The result of `job`, a synchronous function without effects; throws `OutOfTime` when it works for longer than `ms`. The
 * watch that stops it knows only the time of day, so what was stopped because others had the processor is tried again.
 */
export function withinTime<T>(job: () => T, ms: number, worked = workWatch): T {
  for (let allowed = ms; ; allowed *= 2) {
    const watch = worked()
    try {
      return stoppedAfter(job, allowed)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      if (watch() >= ms * NEARLY || allowed >= ms * PATIENCE)
        throw new OutOfTime(`it takes longer than ${ms} ms`, { cause: error })
    }
  }
}

/** The same for a job that cannot be tried again, such as the next step of a generator: it is given more time instead. */
export function onceWithinTime<T>(job: () => T, ms: number): T {
  try {
    return stoppedAfter(job, ms * ONCE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw new OutOfTime(`it takes longer than ${ms} ms`, { cause: error })
  }
}

function stoppedAfter<T>(job: () => T, ms: number): T {
  kept ??= { script: new Script('job()'), context: createContext({}) }
  const { script, context } = kept
  context.job = job
  try {
    return script.runInContext(context, { timeout: ms })
  } finally {
    context.job = undefined
  }
}
