// Moves of one process that are made alone on a team, several in one transaction: members come and go by the dozen, and each alone would wait for
// the disk while nobody else may move.
import { ShoalError } from '@shoal/base/model/errors'
import type { Store } from './store.ts'
import type { Turn } from './turn.ts'

type Outcome = { readonly value: unknown } | { readonly error: ShoalError }

interface Waiting {
  /** Refuses before it writes anything. */
  act(turn: Turn): Promise<unknown>
  done(outcome: Outcome): void
  fail(error: unknown): void
}

export class Together {
  private readonly waiting = new Map<string, Waiting[]>()

  constructor(private readonly store: Store) {}

  /** What comes while others of the team are being made is made next, in order. */
  async alone<T>(team: string, act: (turn: Turn) => Promise<T>): Promise<T> {
    const outcome = await new Promise<Outcome>((done, fail) => {
      const line = this.waiting.get(team)
      const own = { act, done, fail }
      if (line) return void line.push(own)
      this.waiting.set(team, [own])
      // Those who ask in the same moment go together.
      setImmediate(() => void this.makeAll(team))
    })
    if ('error' in outcome) throw outcome.error
    return outcome.value as T
  }

  private async makeAll(team: string): Promise<void> {
    for (let line = this.take(team); line.length > 0; line = this.take(team)) {
      try {
        const outcomes = await this.store.alone(team, turn => each(turn, line))
        for (const [k, { done }] of line.entries()) done(outcomes[k]!)
      } catch (error) {
        for (const { fail } of line) fail(error)
      }
    }
    this.waiting.delete(team)
  }

  private take(team: string): Waiting[] {
    return this.waiting.get(team)!.splice(0)
  }
}

/** A refusal is of one alone; any other trouble takes all of them back. */
async function each(turn: Turn, line: readonly Waiting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { act } of line)
    try {
      outcomes.push({ value: await act(turn) })
    } catch (error) {
      if (!(error instanceof ShoalError)) throw error
      outcomes.push({ error })
    }
  return outcomes
}
