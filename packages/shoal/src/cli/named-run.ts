// The RUN that a command is about: named, there, and spoken of as a run.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Io } from './io.ts'
import { type World, withLedger } from './team/world.ts'

/** The one argument of a command that takes a RUN. */
export function runArgument(command: string, args: readonly string[]): string {
  const [name, second] = args
  if (name === undefined) throw new ShoalError('missing-argument', `shoal ${command} needs a RUN`, { advice: SEE_RUNS })
  if (second === undefined) return name
  throw new ShoalError('bad-value', `shoal ${command} takes one RUN; it got ${args.length}`, {
    detail: second,
    advice: `${command} each by itself`,
  })
}

/** Runs `body` with the ledger that has the run. */
export async function withRun<T>(
  { io, world, name }: { readonly io: Io; readonly world: World; readonly name: string },
  body: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const none = async (): Promise<never> => {
    throw new ShoalError('not-a-run', `there is no run "${name}"`, { detail: name, advice: SEE_RUNS })
  }
  return await withLedger<T>({ io, world, none }, async ledger => {
    await ledger.team(name).catch(error => {
      if (error instanceof ShoalError && error.code === 'unknown-team') return none()
      throw error
    })
    return await body(ledger)
  })
}

const SEE_RUNS = 'run `shoal runs` for the runs'
