// What all calls to one provider pass, in the order they come: requests and tokens a minute, calls at a time, and the
// pauses the provider asks for. It adapts: calls at a time halve when the provider is crowded and grow back one by one.
import type { ModelOutcome, RateHeaders } from '@shoal/base/model/language-model'
import { type Clock, LONGEST_WAIT_MS, systemClock } from './clock.ts'
import { type Passed, SlidingWindow } from './sliding-window.ts'

const MINUTE_MS = 60_000
/** Requests go out in spurts of a tenth of what a minute allows: providers enforce their limits on seconds too. */
const SPURT = 0.1
/** How long everybody waits after a 429 that does not say how long. */
const BREATH_MS = 1000

export interface RateLimits {
  /** Null: only what the provider announces. */
  readonly requestsPerMinute: number | null
  readonly tokensPerMinute: number | null
  /** Calls at a time, at most. */
  readonly maxInFlight: number
}

/** `refused`: the provider wants to be left alone for longer than anybody waits. */
export type Entrance =
  | { readonly status: 'in'; leave(outcome: ModelOutcome | null): void }
  | { readonly status: 'aborted' }
  | { readonly status: 'refused'; readonly retryAfterMs: number }

interface Waiter {
  readonly tokens: number
  answer(entrance: Entrance): void
}

/** What the provider says is left until `end`; nothing is known after that. */
interface Allowance {
  left: number
  readonly end: number
}

/** One for each provider and process. */
export class RateGate {
  private readonly line: Waiter[] = []
  private readonly requests: SlidingWindow | null
  private readonly tokens: SlidingWindow | null
  private requestsLeft: Allowance | null = null
  private tokensLeft: Allowance | null = null
  private heldUntil = Number.NEGATIVE_INFINITY
  private inFlight = 0
  private width: number
  private halvedAt = Number.NEGATIVE_INFINITY
  private successes = 0
  private callOff: () => void = () => {}

  constructor(
    private readonly limits: RateLimits,
    private readonly clock: Clock = systemClock,
  ) {
    const { requestsPerMinute, tokensPerMinute, maxInFlight } = limits
    this.requests = requestsPerMinute === null ? null : inSpurts(requestsPerMinute)
    this.tokens = tokensPerMinute === null ? null : new SlidingWindow(tokensPerMinute, MINUTE_MS)
    this.width = maxInFlight
  }

  /** First come, first served. Who is let in must leave. */
  enter(tokens: number, signal: AbortSignal): Promise<Entrance> {
    if (signal.aborted) return Promise.resolve({ status: 'aborted' })
    return new Promise(resolve => {
      const waiter: Waiter = {
        tokens,
        answer(entrance) {
          signal.removeEventListener('abort', goAway)
          resolve(entrance)
        },
      }
      const goAway = () => {
        this.line.splice(this.line.indexOf(waiter), 1)
        resolve({ status: 'aborted' })
        this.serve()
      }
      signal.addEventListener('abort', goAway, { once: true })
      this.line.push(waiter)
      if (this.line.length === 1) this.serve()
    })
  }

  /** What the provider announces with its answers. */
  hear(news: RateHeaders): void {
    const now = this.clock.now()
    this.requestsLeft = allowance(news.requestsLeft, news.requestsResetMs, now) ?? this.requestsLeft
    this.tokensLeft = allowance(news.tokensLeft, news.tokensResetMs, now) ?? this.tokensLeft
    this.serve()
  }

  /** Answers as many of the line as can be, and comes back when the next can. */
  private serve(): void {
    this.callOff()
    for (let next = this.line[0]; next !== undefined; next = this.line[0]) {
      const now = this.clock.now()
      const waitMs = this.waitFor(next, now)
      if (waitMs > LONGEST_WAIT_MS) {
        this.line.shift()
        next.answer({ status: 'refused', retryAfterMs: waitMs })
        continue
      }
      // Whoever leaves serves the line.
      if (this.inFlight >= this.width) return
      if (waitMs > 0) {
        this.callOff = this.clock.after(waitMs, () => this.serve())
        return
      }
      this.line.shift()
      next.answer(this.letIn(next, now))
    }
  }

  private waitFor({ tokens }: Waiter, now: number): number {
    return Math.max(
      0,
      this.heldUntil - now,
      this.requests?.waitFor(1, now) ?? 0,
      this.tokens?.waitFor(tokens, now) ?? 0,
      shortage(this.requestsLeft, 1, now),
      shortage(this.tokensLeft, tokens, now),
    )
  }

  private letIn({ tokens }: Waiter, now: number): Entrance {
    this.inFlight++
    this.requests?.add(1, now)
    const passed = this.tokens?.add(tokens, now) ?? null
    if (this.requestsLeft) this.requestsLeft.left -= 1
    if (this.tokensLeft) this.tokensLeft.left -= tokens
    let hasLeft = false
    const leave = (outcome: ModelOutcome | null) => {
      if (hasLeft) return
      hasLeft = true
      this.inFlight--
      if (outcome) this.learn(outcome, now, passed)
      this.serve()
    }
    return { status: 'in', leave }
  }

  /** `since`: when the call was let in. */
  private learn(outcome: ModelOutcome, since: number, passed: Passed | null): void {
    const now = this.clock.now()
    if (outcome.ok) {
      if (passed && outcome.reply.usage.input > 0) this.tokens?.correct(passed, outcome.reply.usage.input, now)
      this.widen()
      return
    }
    const { kind, retryAfterMs } = outcome.failure
    if (kind !== 'rate-limited' && kind !== 'overloaded') return
    const waitMs = retryAfterMs ?? (kind === 'rate-limited' ? BREATH_MS : 0)
    this.heldUntil = Math.max(this.heldUntil, now + waitMs)
    // Calls that were under way together hear of the same crowd: it counts once.
    if (since < this.halvedAt) return
    this.halvedAt = now
    this.width = Math.max(1, Math.floor(this.width / 2))
    this.successes = 0
  }

  /** One more after as many successes as there are calls at a time. */
  private widen(): void {
    if (this.width >= this.limits.maxInFlight || ++this.successes < this.width) return
    this.width++
    this.successes = 0
  }
}

/** No more than `perMinute` in any minute, since no more than a spurt in any of the shorter times that make it up. */
function inSpurts(perMinute: number): SlidingWindow {
  const spurt = Math.max(1, Math.floor(perMinute * SPURT))
  return new SlidingWindow(spurt, (MINUTE_MS * spurt) / perMinute)
}

function allowance(left: number | null, resetMs: number | null, now: number): Allowance | null {
  return left === null || resetMs === null ? null : { left, end: now + resetMs }
}

/** Milliseconds until the provider has enough again. What it never has enough for waits once and is then sent. */
function shortage(allowed: Allowance | null, needed: number, now: number): number {
  return allowed === null || allowed.left >= needed ? 0 : allowed.end - now
}
