// Runs a function that may never end, such as a regular expression of somebody else's: after its time it is stopped.
import { type Context, createContext, Script } from 'node:vm'

/** It took longer than it may. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** Made when it is first needed, and kept: a context takes a millisecond to make. */
let kept: { readonly script: Script; readonly context: Context } | null = null

/** The result of `job`, a synchronous function; throws `OutOfTime` when it takes longer than `ms`. */
export function withinTime<T>(job: () => T, ms: number): T {
  kept ??= { script: new Script('job()'), context: createContext({}) }
  const { script, context } = kept
  context.job = job
  try {
    return script.runInContext(context, { timeout: ms })
  } catch (error) {
    const isOver = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw isOver ? new OutOfTime(`it takes longer than ${ms} ms`, { cause: error }) : error
  } finally {
    context.job = undefined
  }
}
