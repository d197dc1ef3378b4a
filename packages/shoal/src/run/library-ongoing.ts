// Work that can be awaited for its result and iterated for what happens on the way.

/**
 * A promise that also tells what happens. The work goes on whether or not anybody listens: iterating drives nothing, and
 * leaving the loop stops nothing. Every iteration starts at the first event, however late it begins, and ends after the
 * last one; if the work fails, it throws the same error as the promise, once. An error counts as unhandled only when the
 * work is neither awaited nor iterated.
 */
export type Ongoing<Result, Event> = Promise<Result> & AsyncIterable<Event>

export interface Teller<Event> {
  /** Kept until the work is forgotten: few for each task. */
  tell(event: Event): void
  /** Replaces the last one that was told so; each reader hears at most the newest, in its place among the others. */
  tellLatest(event: Event): void
}

/** Starts the work at once. */
export function ongoing<Result, Event>(work: (teller: Teller<Event>) => Promise<Result>): Ongoing<Result, Event> {
  const log = new EventLog<Event>()
  const result = logged(work, log)
  return Object.assign(result, {
    [Symbol.asyncIterator]: () => {
      // Whoever iterates hears of the error there.
      result.catch(() => {})
      return log.read()
    },
  })
}

async function logged<Result, Event>(
  work: (teller: Teller<Event>) => Promise<Result>,
  log: EventLog<Event>,
): Promise<Result> {
  try {
    const result = await work(log)
    log.end(null)
    return result
  } catch (error) {
    log.end({ error })
    throw error
  }
}

class EventLog<Event> implements Teller<Event> {
  private readonly events: Event[] = []
  /** The newest of those that replace each other, with how many others came before it. */
  private latest: { readonly event: Event; readonly number: number; readonly behind: number } | null = null
  private ended: { readonly failure: { readonly error: unknown } | null } | null = null
  /** Readers who have heard everything so far. */
  private readonly waiting: (() => void)[] = []

  tell(event: Event): void {
    this.events.push(event)
    this.wake()
  }

  tellLatest(event: Event): void {
    this.latest = { event, number: (this.latest?.number ?? 0) + 1, behind: this.events.length }
    this.wake()
  }

  end(failure: { readonly error: unknown } | null): void {
    this.ended = { failure }
    this.wake()
  }

  async *read(): AsyncGenerator<Event, void, void> {
    let position = 0
    let seen = 0
    for (;;) {
      const { latest } = this
      if (latest !== null && latest.number > seen && latest.behind <= position) {
        seen = latest.number
        yield latest.event
      } else if (position < this.events.length) yield this.events[position++]!
      else if (this.ended === null) await new Promise<void>(heard => this.waiting.push(heard))
      else if (this.ended.failure !== null) throw this.ended.failure.error
      else return
    }
  }

  private wake(): void {
    for (const heard of this.waiting.splice(0)) heard()
  }
}
