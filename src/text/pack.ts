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
  const { count, at, offsets, costs, ideal, max, maxOffsets } = measured(candidates, end, limits)
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(count + 1)
  best[0] = 0
  for (let j = 1; j <= count; j++) {
    for (let i = j - 1; i >= 0; i--) {
      const size = at[j]! - at[i]!
      if (i < j - 1 && (size > max || offsets[j]! - offsets[i]! > maxOffsets)) break
      const distance = (size - ideal) / ideal
      const cost = best[i]! + distance * distance + costs[j]!
      if (cost < best[j]!) {
        best[j] = cost
        from[j] = i
      }
    }
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
 * The search is held near an even pace (piece k ends about k/pieces of the way), so that time and memory stay linear in
 * the number of candidates.
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
  const cost = new Float64Array(high - low + 1).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(high - low + 1)
  const last = before.low + before.cost.length - 1
  const { at, offsets, costs, ideal, max, maxOffsets } = field
  for (let j = low; j <= high; j++) {
    for (let i = Math.min(j - 1, last); i >= before.low; i--) {
      const size = at[j]! - at[i]!
      if (i < j - 1 && (size > max || offsets[j]! - offsets[i]! > maxOffsets)) break
      const distance = (size - ideal) / ideal
      const total = before.cost[i - before.low]! + distance * distance + costs[j]!
      if (total < cost[j - low]!) {
        cost[j - low] = total
        from[j - low] = i
      }
    }
  }
  return { low, cost, from }
}

type Field = ReturnType<typeof measured>

/** The candidates as plain numbers: the two loops above are where the time goes. */
function measured(candidates: readonly Candidate[], end: End, limits: PackLimits) {
  const count = candidates.length
  const byLine = limits.measure === 'lines'
  const at = new Float64Array(count + 1)
  const offsets = new Float64Array(count + 1)
  const costs = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) {
    const candidate = candidates[i]!
    at[i] = byLine ? candidate.line : candidate.offset
    offsets[i] = candidate.offset
    costs[i] = candidate.cost
  }
  at[count] = byLine ? end.line : end.offset
  offsets[count] = end.offset
  return { count, at, offsets, costs, ideal: limits.target * 0.975, max: limits.max, maxOffsets: limits.maxOffsets }
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
