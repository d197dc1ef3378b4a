// Groups the units between cut candidates into pieces near a target size: the cheapest path over all candidates.

/** A place where a source may be cut. */
export interface Candidate {
  readonly offset: number
  readonly line: number
  /** What a cut here costs: 0 at a top-level boundary, about 1 where one piece of ideal size is worth avoiding it. */
  readonly cost: number
}

export interface PackLimits {
  /** Sizes count lines, or offsets. */
  readonly measure: 'lines' | 'offsets'
  readonly target: number
  readonly max: number
  /** A second hard limit, in offsets: what fits the token budget. */
  readonly maxOffsets: number
  /** Lines that do not count: the others borrow them, and theirs are not counted either. */
  readonly uncounted?: { readonly first: number; readonly last: number } | null
}

interface End {
  readonly offset: number
  readonly line: number
}

/**
 * Picks the candidates to cut at; returns their indices, the first always 0. `candidates` ascend and start at offset 0;
 * `end` closes the last unit. A piece exceeds a limit only where a single unit does.
 *
 * The cost of a piece grows with the square of its distance from just under the target, so that a file of n × target
 * lines gives n pieces and one line more does not disturb cuts far away.
 */
export function pack(candidates: readonly Candidate[], end: End, limits: PackLimits): number[] {
  const field = measured(candidates, end, limits)
  const { count } = field
  const best = new Float64Array(count + 1)
  const from = new Int32Array(count + 1)
  const starts = new Starts(field, best, 0, count)
  for (let j = 1; j <= count; j++) {
    starts.add(j - 1, j)
    from[j] = starts.bestFor(j)!
    best[j] = starts.cost(from[j]!, j)
  }
  const chosen: number[] = []
  for (let j = count; j > 0; j = from[j]!) chosen.push(from[j]!)
  return chosen.reverse()
}

/** Pieces by which a path may run ahead of an even pace or lag behind it. */
const SLACK = 3

/**
 * As `pack`, but into exactly `pieces` pieces; `null` where no such grouping keeps the limits.
 *
 * The search is held near an even pace (piece k ends about k/pieces of the way), so that time and memory stay in
 * proportion to the number of candidates.
 */
export function packInto(
  candidates: readonly Candidate[],
  end: End,
  limits: PackLimits,
  pieces: number,
): number[] | null {
  const field = measured(candidates, end, limits)
  const { count } = field
  if (pieces > count) return null
  const pace = (field.at[count]! - field.at[0]!) / pieces
  const bands: Band[] = []
  let before: Band = { low: 0, cost: Float64Array.of(0), from: Int32Array.of(0) }
  for (let k = 1; k <= pieces; k++) {
    const low = k === pieces ? count : Math.max(k, firstAt(field, (k - SLACK) * pace))
    const high = k === pieces ? count : Math.max(low, firstAt(field, (k + SLACK) * pace))
    before = nextBand(field, before, low, high)
    bands.push(before)
  }
  if (before.cost[0] === Number.POSITIVE_INFINITY) return null
  const chosen: number[] = []
  for (let k = pieces - 1, j = count; k >= 0; k--) chosen.push((j = bands[k]!.from[j - bands[k]!.low]!))
  return chosen.reverse()
}

/** For each candidate from `low` on: the least cost of ending piece k there, and where that piece starts. */
interface Band {
  readonly low: number
  readonly cost: Float64Array
  readonly from: Int32Array
}

function nextBand(field: Field, before: Band, low: number, high: number): Band {
  const cost = new Float64Array(high - low + 1)
  const from = new Int32Array(high - low + 1)
  const last = before.low + before.cost.length - 1
  const starts = new Starts(field, before.cost, before.low, high)
  let next = before.low
  for (let j = low; j <= high; j++) {
    for (; next <= last && next < j; next++) starts.add(next, j)
    const i = starts.bestFor(j)
    from[j - low] = i ?? 0
    cost[j - low] = i === null ? Number.POSITIVE_INFINITY : starts.cost(i, j)
  }
  return { low, cost, from }
}

/**
 * Where the piece that ends at j had best start. The cost of a piece is convex in its size, so once a start is better than
 * an earlier one it stays so: each is kept with the first end for which it is the best, and none is looked at for every end.
 */
class Starts {
  private readonly kept: number[] = []
  /** For each that is kept: the first end for which it is the best. */
  private readonly since: number[] = []
  private head = 0

  /** `before[i - low]` is the cost of all pieces before one that starts at i; ends go up to `last`. */
  constructor(
    private readonly field: Field,
    private readonly before: Float64Array,
    private readonly low: number,
    private readonly last: number,
  ) {}

  /** Starts come in ascending order; `now` is the first end that is asked for from here on. */
  add(i: number, now: number): void {
    const { kept, since } = this
    while (kept.length > this.head && this.isBetter(i, kept.at(-1)!, Math.max(now, since.at(-1)!))) {
      kept.pop()
      since.pop()
    }
    const from = kept.length === this.head ? now : this.firstBetter(i, kept.at(-1)!, Math.max(now, since.at(-1)!))
    if (from > this.last) return
    kept.push(i)
    since.push(from)
  }

  /** Ends are asked for in ascending order; null when there is no start before it. */
  bestFor(j: number): number | null {
    while (this.head + 1 < this.kept.length && this.since[this.head + 1]! <= j) this.head++
    return this.kept[this.head] ?? null
  }

  /** Infinite where the piece would exceed a limit and is more than one unit. */
  cost(i: number, j: number): number {
    const { at, offsets, costs, ideal, max, maxOffsets } = this.field
    const size = at[j]! - at[i]!
    if (i < j - 1 && (size > max || offsets[j]! - offsets[i]! > maxOffsets)) return Number.POSITIVE_INFINITY
    const distance = (size - ideal) / ideal
    return this.before[i - this.low]! + distance * distance + costs[j]!
  }

  private isBetter(i: number, than: number, j: number): boolean {
    return this.cost(i, j) <= this.cost(than, j)
  }

  /** The first end behind `not` for which `i` is better; beyond the last when there is none. */
  private firstBetter(i: number, than: number, not: number): number {
    let low = not + 1
    let high = this.last + 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.isBetter(i, than, middle)) high = middle
      else low = middle + 1
    }
    return low
  }
}

type Field = ReturnType<typeof measured>

/** The candidates as plain numbers. */
function measured(candidates: readonly Candidate[], end: End, limits: PackLimits) {
  const count = candidates.length
  const byLine = limits.measure === 'lines'
  const at = new Float64Array(count + 1)
  const offsets = new Float64Array(count + 1)
  const costs = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) {
    const candidate = candidates[i]!
    at[i] = byLine ? counted(candidate.line, limits) : candidate.offset
    offsets[i] = candidate.offset
    costs[i] = candidate.cost
  }
  at[count] = byLine ? counted(end.line, limits) : end.offset
  offsets[count] = end.offset
  return { count, at, offsets, costs, ideal: limits.target * 0.975, max: limits.max, maxOffsets: limits.maxOffsets }
}

/** A line as it counts. */
function counted(line: number, { uncounted }: PackLimits): number {
  return uncounted && line > uncounted.first ? line - Math.min(line, uncounted.last + 1) + uncounted.first : line
}

/** The first candidate at least `distance` behind the start. */
function firstAt({ at, count }: Field, distance: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (at[middle]! - at[0]! < distance) low = middle + 1
    else high = middle
  }
  return low
}
