// Follows a team: what happens to it, as it happens, until it has ended, is deleted, or nobody wants to know any more.
import { setTimeout as pause } from 'node:timers/promises'
import { ShoalError } from '@shoal/base/model/errors'
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import { expireMembers } from '@shoal/team/expire-members'
import type { FaceOptions } from '../../config/options.ts'
import { unlessGone } from '../../run/overviews.ts'
import { writeDocument } from '../document.ts'
import type { Io } from '../io.ts'
import type { VerbInput } from './verb.ts'

/** How long it waits for news before it looks for the dead, who tell of nothing themselves. */
const QUIET_MS = 2000
/** What happens within this time is told together, so that a busy ledger does not keep a reader busy. */
const GATHER_MS = 40
const BATCH = 1000

export interface Following {
  readonly team: string
  /** The number of the last event that is already known. */
  readonly after: number
  /** What to print for these events. */
  tell(events: readonly LedgerEvent[]): Promise<readonly string[]> | readonly string[]
}

/** Ctrl-C is how following is meant to end, and so no failure. */
export async function followTeam({ io, ledger, face }: VerbInput, { team, after, tell }: Following): Promise<void> {
  try {
    for await (const events of eventsOf(ledger, team, after, io.signal)) {
      const lines = await tell(events)
      await writeDocument(io, { output: [], inputs: [] }, write => write(lines.map(line => `${line}\n`).join('')))
    }
    const there = await unlessGone(ledger.team(team), null)
    if (there === null) note(io, face, `team ${team} was deleted`)
  } catch (error) {
    if (!io.signal.aborted) throw error
  }
}

export function checkFollow(face: FaceOptions): void {
  if (face.follow && face.output.length > 0)
    throw new ShoalError('bad-value', '--follow and --output do not go together', {
      detail: '--follow',
      advice: 'leave one of them out, or redirect stdout',
    })
}

export function note(io: Io, face: FaceOptions, text: string): void {
  if (!face.quiet) io.stderr.write(`${text}\n`)
}

async function* eventsOf(
  ledger: Ledger,
  team: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly LedgerEvent[]> {
  let seen = after
  while (!signal.aborted) {
    // Both are asked before the events are read: what they tell of cannot be missed then.
    const newest = await ledger.lastEvent()
    const isOver = await hasEnded(ledger, team)
    for (;;) {
      const events = await eventsAfter(ledger, team, seen)
      if (events.length === 0) break
      seen = events.at(-1)!.number
      yield events
      if (events.some(event => event.kind === 'team-deleted')) return
    }
    if (isOver) return
    await ledger.changed(newest, QUIET_MS, signal)
    await pause(GATHER_MS, undefined, { signal }).catch(() => {})
    await unlessGone(expireMembers(ledger, team), undefined)
  }
}

async function hasEnded(ledger: Ledger, team: string): Promise<boolean> {
  const there = await unlessGone(ledger.team(team), null)
  return there === null || there.ended !== null
}

async function eventsAfter(ledger: Ledger, team: string, after: number): Promise<readonly LedgerEvent[]> {
  return await unlessGone(ledger.events({ team, after, limit: BATCH }), [])
}
