// What the commands over the ledger touch of the world beside their streams. Tests bring their own.
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { stateDir } from '../../config/state-dir.ts'
import type { Io } from '../io.ts'
import { ownStdin } from '../program.ts'

export interface World {
  /** Null when there is no ledger yet and none is to be made: reading leaves no trace. */
  openLedger(io: Io, options: { readonly create: boolean }): Promise<Ledger | null>
  /** What the commands of a run may share; goes with the team. */
  runDirectory(io: Io, run: string): string
  readStdin(signal: AbortSignal): Promise<string>
  /** Milliseconds since 1970. */
  now(): number
}

export const realWorld: World = {
  async openLedger(io, { create }) {
    const directory = stateOf(io)
    const { hasLedger, openLedger } = await import('../../run/ledger.ts')
    if (!create && !hasLedger(directory, io.env)) return null
    return await openLedger(directory, io.env)
  },
  runDirectory: (io, run) => join(stateOf(io), 'runs', run),
  async readStdin(signal) {
    const { untilStopped } = await import('../../run/unpacking/until-stopped.ts')
    return await text(untilStopped(ownStdin(), signal))
  },
  now: Date.now,
}

function stateOf(io: Io): string {
  return stateDir(io.env, process.platform, io.cwd)
}

/** Runs `body` with the ledger and closes it, whatever happens; `none` when there is none and none is to be made. */
export async function withLedger<T>(
  { io, world, none }: { readonly io: Io; readonly world: World; readonly none?: () => Promise<T> },
  body: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const ledger = await world.openLedger(io, { create: none === undefined })
  if (ledger === null) return await none!()
  try {
    return await body(ledger)
  } finally {
    await ledger.close()
  }
}

/** What is true of every team while there is no ledger. */
export async function noTeam(team: string): Promise<never> {
  throw new ShoalError('unknown-team', `there is no team "${team}"`, {
    detail: team,
    advice: 'there are none yet; `shoal run` and `shoal team create` make them',
  })
}
