// Random programs on any ledger: the laws hold after every move, and two ledgers never disagree.

import type { LedgerEvent } from '@shoal/base/model/event'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Claim } from '@shoal/base/model/task'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryLedger } from '../src/memory-ledger.ts'
import { clocked, type Fresh, snapshot } from './conformance/ledger/world.ts'
import { claimViolations, type Snapshot, stateViolations, stepViolations } from './ledger-laws.ts'
import { Actor, type Move, type Outcome, programs } from './ledger-moves.ts'

export interface ProgramOptions {
  /** How many programs, and of how many moves. */
  readonly runs?: number
  readonly moves?: number
}

/** A failure is made smaller before it is shown, which takes its time. */
const PATIENCE_MS = 300_000

export function ledgerProperties(name: string, open: Fresh, { runs = 60, moves = 100 }: ProgramOptions = {}): void {
  describe(`${name}, whatever is done to it`, () => {
    it(
      'keeps the laws after every move, and a refused move changes nothing',
      async () => {
        await fc.assert(
          fc.asyncProperty(programs(moves), async program => {
            const { ledger, clock } = await open()
            try {
              await runLawfully(new Actor(ledger, clock), program)
            } finally {
              await ledger.close()
            }
          }),
          { numRuns: runs },
        )
      },
      PATIENCE_MS,
    )
  })
}

async function runLawfully(actor: Actor, program: readonly Move[]): Promise<void> {
  let before = await snapshot(actor.ledger)
  for (const [at, move] of program.entries()) {
    const outcome = await actor.make(move)
    const after = await snapshot(actor.ledger)
    const where = `move ${at}: ${JSON.stringify(move)}`
    if ('done' in outcome) {
      const answered = answerViolations(actor, move, outcome.done, after)
      expect([...stateViolations(after), ...stepViolations(before, after), ...answered], where).toEqual([])
    } else if (JSON.stringify(after) !== JSON.stringify(before)) {
      expect(after, `${where} was refused as ${outcome.refused}, but changed something`).toEqual(before)
    }
    before = after
  }
}

function answerViolations(actor: Actor, move: Move, answer: unknown, after: Snapshot): readonly string[] {
  const claim = answer as Claim | null
  if (move.kind === 'claim') return claimViolations(after, actor.session(move.pick), claim)
  if (move.kind === 'claimTask') return claimViolations(after, actor.session(move.pick), claim, move.task)
  return move.kind === 'finish' && claim ? claimViolations(after, claim, claim) : []
}

/** The same programs on the in-memory ledger and on another: equal answers, equal events, equal in the end. */
export function ledgersAgree(name: string, open: Fresh, { runs = 60, moves = 100 }: ProgramOptions = {}): void {
  describe(`${name} and the in-memory ledger`, () => {
    it(
      'agree on every answer, on every event and in the end',
      async () => {
        await fc.assert(
          fc.asyncProperty(programs(moves), async program => {
            const [model, real] = [await acting(inMemory), await acting(open)]
            try {
              for (const [at, move] of program.entries()) {
                const seen = await model.ledger.lastEvent()
                const expected = comparable(move, await model.make(move))
                const where = `move ${at}: ${JSON.stringify(move)}`
                expect(comparable(move, await real.make(move)), where).toEqual(expected)
                expect(await newsAfter(real.ledger, seen), where).toEqual(await newsAfter(model.ledger, seen))
              }
              expect(await lastingPart(real.ledger)).toEqual(await lastingPart(model.ledger))
            } finally {
              await real.ledger.close()
            }
          }),
          { numRuns: runs },
        )
      },
      PATIENCE_MS,
    )
  })
}

const inMemory = clocked(memoryLedger)

async function acting(open: Fresh): Promise<Actor> {
  const { ledger, clock } = await open()
  return new Actor(ledger, clock)
}

/** Without the numbers by which a store tells sessions, claims and reservations apart. */
function comparable({ kind }: Move, outcome: Outcome): unknown {
  if ('refused' in outcome || !outcome.done) return outcome
  if (['join', 'claim', 'claimTask', 'inHand', 'finish'].includes(kind))
    return { done: { ...outcome.done, session: null, fence: null } }
  return kind === 'reserve' ? { done: { ...outcome.done, number: null } } : outcome
}

/** In which order one move tells of its parts is up to the store. */
async function newsAfter(ledger: Ledger, seen: number): Promise<readonly string[]> {
  const events = await ledger.events({ after: seen, limit: 1000 })
  return events.map(({ number, ...event }: LedgerEvent) => JSON.stringify(event)).sort()
}

async function lastingPart(ledger: Ledger): Promise<unknown> {
  const { teams, last } = await snapshot(ledger)
  return {
    last,
    teams: teams.map(team => ({ ...team, members: team.members.map(member => ({ ...member, session: null })) })),
  }
}
