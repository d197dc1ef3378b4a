// Sums that do not depend on the order of what is added: the exact sum is kept as a few numbers that do not overlap
// (Shewchuk 1997, as Python's fsum), and rounded once, when it is read.

export class ExactSum {
  /** Ascending in magnitude. Their exact sum is the sum. */
  readonly parts: number[] = []

  static of(parts: Iterable<number>): ExactSum {
    const sum = new ExactSum()
    for (const part of parts) sum.add(part)
    return sum
  }

  add(value: number): void {
    const { parts } = this
    let x = value
    let kept = 0
    for (let i = 0; i < parts.length; i++) {
      let y = parts[i]!
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x]
      const high = x + y
      const low = y - (high - x)
      if (low !== 0) parts[kept++] = low
      x = high
    }
    if (x !== 0) parts[kept++] = x
    // Mostly there are as many as before: a list that shrinks and grows again costs more than the adding.
    if (parts.length > kept) parts.length = kept
  }

  addAll(others: Iterable<number>): void {
    for (const part of others) this.add(part)
  }

  /** The exact sum, rounded to the nearest number. */
  get value(): number {
    const { parts } = this
    let at = parts.length - 1
    if (at < 0) return 0
    let high = parts[at]!
    let low = 0
    while (at > 0) {
      const x = high
      const y = parts[--at]!
      high = x + y
      low = y - (high - x)
      if (low !== 0) break
    }
    // Half-way cases: the part below decides which way to round.
    if (at > 0 && ((low < 0 && parts[at - 1]! < 0) || (low > 0 && parts[at - 1]! > 0))) {
      const twice = low * 2
      const x = high + twice
      if (twice === x - high) high = x
    }
    return high
  }
}
