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
  const field = measured(candidates, end, limits)
  const { count } = field
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(count + 1)
  best[0] = 0
  for (let j = 1; j <= count; j++) {
    const cutCost = field.costs[j]!
    for (let i = j - 1; i >= 0; i--) {
      if (i < j - 1 && !field.fits(i, j)) break
      const cost = best[i]! + field.cost(i, j) + cutCost
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
const SLACK = 6

/**
 * As `pack`, but into exactly `pieces` pieces; `null` where no such grouping keeps the limits.
 *
 * The search is held near an even pace (piece k ends about k/pieces of the way), so its time is linear in the number of
 * candidates.
 */
export function packInto(candidates: readonly Candidate[], end: End, limits: PackLimits, pieces: number): number[] | null {
  const field = measured(candidates, end, limits)
  const { count } = field
  if (pieces > count) return null
  const pace = field.size(0, count) / pieces
  const from: Int32Array[] = []
  let best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
  best[0] = 0
  for (let k = 1; k <= pieces; k++) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
    const back = new Int32Array(count + 1)
    const low = k === pieces ? count : field.firstAt((k - SLACK) * pace)
    const high = k === pieces ? count : field.firstAt((k + SLACK) * pace)
    for (let j = Math.max(low, k); j <= high; j++) {
      for (let i = j - 1; i >= k - 1; i--) {
        if (i < j - 1 && !field.fits(i, j)) break
        const cost = best[i]! + field.cost(i, j) + field.costs[j]!
        if (cost < next[j]!) {
          next[j] = cost
          back[j] = i
        }
      }
    }
    from.push(back)
    best = next
  }
  if (best[count] === Number.POSITIVE_INFINITY) return null
  const chosen: number[] = []
  for (let k = pieces, j = count; k > 0; k--) chosen.push((j = from[k - 1]![j]!))
  return chosen.reverse()
}

/** The candidates as plain numbers, with the size and the price of a piece from candidate i to candidate j. */
function measured(candidates: readonly Candidate[], end: End, limits: PackLimits) {
  const count = candidates.length
  const byLine = limits.measure === 'lines'
  const ideal = limits.target * 0.975
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
  const size = (i: number, j: number) => at[j]! - at[i]!
  return {
    count,
    costs,
    size,
    fits: (i: number, j: number) => size(i, j) <= limits.max && offsets[j]! - offsets[i]! <= limits.maxOffsets,
    cost(i: number, j: number) {
      const distance = (size(i, j) - ideal) / ideal
      return distance * distance
    },
    /** The first candidate at least `distance` behind the start. */
    firstAt(distance: number): number {
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >> 1
        if (at[middle]! - at[0]! < distance) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}
