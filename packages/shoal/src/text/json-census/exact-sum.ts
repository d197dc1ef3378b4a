// Sums to twice the precision of a double: whatever the order of adding, rounding to a double gives the same.

/** The sum is `high + low`. */
export interface ExactSum {
  high: number
  low: number
}

export function createSum(): ExactSum {
  return { high: 0, low: 0 }
}

export function addTo(sum: ExactSum, value: number): void {
  const total = sum.high + value
  const part = total - sum.high
  sum.low += sum.high - (total - part) + (value - part)
  sum.high = total
}

/** Adds the square of a value, to its last bit. */
export function addSquare(sum: ExactSum, value: number): void {
  const square = value * value
  // Dekker's product: the value in two halves of 26 bits, whose products are exact.
  const wide = 134217729 * value
  const upper = wide - (wide - value)
  const lower = value - upper
  addTo(sum, square)
  const rest = lower * lower - (square - upper * upper - 2 * upper * lower)
  if (Number.isFinite(rest)) sum.low += rest
}

export function mergeSums(into: ExactSum, from: ExactSum): void {
  addTo(into, from.high)
  into.low += from.low
}

export function totalOf({ high, low }: ExactSum): number {
  return high + low
}

/** Sum of squared distances from the mean; null where doubles do not reach. */
export function squaredDistances(squares: ExactSum, sum: ExactSum, count: number): number | null {
  const mean = (sum.high + sum.low) / count
  // Σx² − 2·mean·Σx + n·mean², each product in two parts.
  const total = createSum()
  mergeSums(total, squares)
  subtractProduct(total, mean, sum.high)
  subtractProduct(total, mean, sum.low)
  subtractProduct(total, mean, sum.high - count * mean)
  subtractProduct(total, mean, sum.low)
  const value = totalOf(total)
  return Number.isFinite(value) ? Math.max(0, value) : null
}

function subtractProduct(sum: ExactSum, a: number, b: number): void {
  const product = a * b
  const [aUpper, aLower] = halves(a)
  const [bUpper, bLower] = halves(b)
  addTo(sum, -product)
  const rest = aLower * bLower - (product - aUpper * bUpper - aLower * bUpper - aUpper * bLower)
  if (Number.isFinite(rest)) sum.low -= rest
}

function halves(value: number): [number, number] {
  const wide = 134217729 * value
  const upper = wide - (wide - value)
  return [upper, value - upper]
}
