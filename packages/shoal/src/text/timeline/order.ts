// The order of entries in time: the longest silences, and where the clock went back. Tallies of consecutive parts unite
// into exactly the tally of the whole.

/** An entry, by its time in milliseconds and where it stands. */
export interface Moment {
  readonly time: number
  readonly line: number
  readonly offset: number
}

/** Two entries that follow each other in the file. */
export interface Step {
  readonly before: Moment
  readonly after: Moment
}

export interface OrderTally {
  first: Moment | null
  last: Moment | null
  steps: number
  /** The longest ways forward, the longest first. */
  forward: Step[]
  /** The longest ways back, the longest first. */
  back: Step[]
  backCount: number
  /** How many steps were so long: bucket k holds those under 2^(k/2) milliseconds that no earlier bucket holds. */
  lengths: Float64Array<ArrayBuffer>
}

const KEPT = 16
const LENGTHS = 96
/** Threads write a little out of order; only a way back of more than this is one. */
const TOLERANCE = 1000

export function emptyOrder(): OrderTally {
  const lengths = new Float64Array(LENGTHS)
  return { first: null, last: null, steps: 0, forward: [], back: [], backCount: 0, lengths }
}

export class OrderReader {
  private time = Number.NaN
  private line = 0
  private offset = 0
  private shortestKept = -1

  constructor(readonly tally: OrderTally = emptyOrder()) {}

  add(time: number, line: number, offset: number): void {
    const { tally } = this
    const length = time - this.time
    if (tally.first === null) tally.first = { time, line, offset }
    else {
      tally.steps++
      tally.lengths[lengthClass(length)]!++
      if (length > this.shortestKept || length < -TOLERANCE) {
        const before = { time: this.time, line: this.line, offset: this.offset }
        noteStep(tally, { before, after: { time, line, offset } })
        if (tally.forward.length === KEPT) this.shortestKept = lengthOf(tally.forward.at(-1)!)
      }
    }
    this.time = time
    this.line = line
    this.offset = offset
  }

  /** The tally with all that was added. */
  done(): OrderTally {
    const { tally, time, line, offset } = this
    if (tally.first !== null) tally.last = { time, line, offset }
    return tally
  }
}

/** The tally of two parts, the second following the first in the file. */
export function joinOrders(a: OrderTally, b: OrderTally): OrderTally {
  if (a.last === null || b.first === null) return a.last === null ? b : a
  const lengths = a.lengths.map((count, k) => count + b.lengths[k]!)
  const joined: OrderTally = {
    first: a.first,
    last: b.last,
    steps: a.steps + b.steps + 1,
    forward: [],
    back: [],
    backCount: a.backCount + b.backCount,
    lengths,
  }
  const seam = { before: a.last, after: b.first }
  lengths[lengthClass(lengthOf(seam))]!++
  if (lengthOf(seam) < -TOLERANCE) joined.backCount++
  for (const step of [...a.forward, ...b.forward, seam]) if (lengthOf(step) > 0) insert(joined.forward, step)
  for (const step of [...a.back, ...b.back, seam]) if (lengthOf(step) < -TOLERANCE) insert(joined.back, step)
  return joined
}

/** A length that `share` of all steps do not exceed, to the next half power of two; milliseconds. */
export function usualStep({ steps, lengths }: OrderTally, share: number): number {
  let seen = 0
  for (let k = 0; k < lengths.length; k++) {
    seen += lengths[k]!
    if (seen >= steps * share) return 2 ** (k / 2)
  }
  return 0
}

/**
 * Silences far longer than any that are usual here: several times the longest of the others, many times what 99 of 100
 * steps take, and long enough for `least` entries at the usual pace.
 */
export function findSilences(order: OrderTally, least = 10): Step[] {
  const { forward, steps, first, last } = order
  if (first === null || last === null) return []
  const times = forward.map(lengthOf)
  const all = { steps, total: last.time - first.time, usual: usualStep(order, 0.99), least }
  return forward.slice(0, countSilences(times, all))
}

/** How many of the longest steps are silences; `usual`: what 99 of 100 steps take at most. */
export function countSilences(
  longest: readonly number[],
  of: { readonly steps: number; readonly total: number; readonly usual: number; readonly least?: number },
): number {
  const { steps, total, usual, least = 10 } = of
  if (steps < 20) return 0
  for (let k = Math.min(5, longest.length - 1); k > 0; k--) {
    const odd = longest.slice(0, k)
    const shortest = odd.at(-1)!
    const pace = (Math.max(1, total) - odd.reduce((a, b) => a + b, 0)) / steps
    if (shortest >= 4 * longest[k]! && shortest >= 8 * usual && shortest >= least * pace && shortest >= 1000) return k
  }
  return 0
}

export function lengthOf({ before, after }: Step): number {
  return after.time - before.time
}

function noteStep(tally: OrderTally, step: Step): void {
  const length = lengthOf(step)
  if (length > 0) insert(tally.forward, step)
  else if (length < -TOLERANCE) {
    tally.backCount++
    insert(tally.back, step)
  }
}

/** Keeps the longest, and of equals those that stand first. */
function insert(steps: Step[], step: Step): void {
  const length = Math.abs(lengthOf(step))
  let at = steps.length
  while (at > 0 && ranksBefore(step, length, steps[at - 1]!)) at--
  if (at >= KEPT) return
  steps.splice(at, 0, step)
  if (steps.length > KEPT) steps.pop()
}

function ranksBefore(step: Step, length: number, other: Step): boolean {
  const theirs = Math.abs(lengthOf(other))
  return length > theirs || (length === theirs && step.after.line < other.after.line)
}

function lengthClass(length: number): number {
  if (length < 1) return 0
  return Math.min(LENGTHS - 1, Math.floor(2 * Math.log2(length)) + 1)
}
