// Moves of one process that are made alone on a team, many at once: members come and go by the dozen, and each alone would wait for the disk
// while nobody else may move.
import type { ShoalError } from '@shoal/base/model/errors'
import type { Store } from './store.ts'
import type { Turn } from './turn.ts'

export type Outcome<T> = { readonly value: T } | { readonly error: ShoalError }

interface Waiting<Item, T> {
  readonly item: Item
  done(outcome: Outcome<T>): void
  fail(error: unknown): void
}

export class Together<Item, T> {
  private readonly waiting = new Map<string, Waiting<Item, T>[]>()

  /** `makeAll` gives back what came of each; other trouble takes all of them back. */
  constructor(
    private readonly store: Store,
    private readonly makeAll: (turn: Turn, team: string, items: readonly Item[]) => Promise<readonly Outcome<T>[]>,
  ) {}

  /** What comes while others of the team are being made is made next, in order. */
  async with(team: string, item: Item): Promise<T> {
    const outcome = await new Promise<Outcome<T>>((done, fail) => {
      const line = this.waiting.get(team)
      const own = { item, done, fail }
      if (line) return void line.push(own)
      this.waiting.set(team, [own])
      // Those who ask in the same moment go together.
      setImmediate(() => void this.make(team))
    })
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  private async make(team: string): Promise<void> {
    for (let line = this.take(team); line.length > 0; line = this.take(team)) {
      const items = line.map(({ item }) => item)
      try {
        const outcomes = await this.store.alone(team, turn => this.makeAll(turn, team, items))
        for (const [k, { done }] of line.entries()) done(outcomes[k]!)
      } catch (error) {
        for (const { fail } of line) fail(error)
      }
    }
    this.waiting.delete(team)
  }

  private take(team: string): Waiting<Item, T>[] {
    return this.waiting.get(team)!.splice(0)
  }
}
