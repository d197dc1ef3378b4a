// At most so much in any stretch of time of one length, exactly: what was let through counts until it is past. A token
// bucket lets nearly twice its rate through in its first minute, or must be set too low when requests differ in size.

export interface Passed {
  readonly at: number
  amount: number
}

export class SlidingWindow {
  /** In order of time; all before `head` are past. */
  private readonly passed: Passed[] = []
  private head = 0
  private sum = 0

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /**
   * Milliseconds until `amount` fits; 0 for now. More than the limit would never fit: it passes alone, when nothing
   * else counts any more.
   */
  waitFor(amount: number, now: number): number {
    this.forget(now)
    let sum = this.sum + amount
    let end = now
    for (let k = this.head; k < this.passed.length && sum > this.limit; k++) {
      sum -= this.passed[k]!.amount
      end = this.endOf(this.passed[k]!)
    }
    return end - now
  }

  add(amount: number, now: number): Passed {
    const passed = { at: now, amount }
    this.passed.push(passed)
    this.sum += amount
    return passed
  }

  /** Once the provider has counted what was estimated. */
  correct(passed: Passed, amount: number, now: number): void {
    this.forget(now)
    if (this.endOf(passed) <= now) return
    this.sum += amount - passed.amount
    passed.amount = amount
  }

  private endOf({ at }: Passed): number {
    return at + this.windowMs
  }

  private forget(now: number): void {
    while (this.head < this.passed.length && this.endOf(this.passed[this.head]!) <= now)
      this.sum -= this.passed[this.head++]!.amount
    if (this.head < 1024 || this.head * 2 < this.passed.length) return
    this.passed.splice(0, this.head)
    this.head = 0
  }
}
