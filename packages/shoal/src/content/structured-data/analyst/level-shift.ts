// Finds the stretch of parts in which a column lies on another level: at the end of the file, at its start, or between.

export interface Part {
  readonly mean: number
  readonly n: number
}

export interface LevelShift {
  /** Parts [from, to). */
  readonly from: number
  readonly to: number
  readonly inside: number
  readonly outside: number
}

const LEAST_PARTS = 5
const LEAST_VALUES = 20
/** How far apart the levels must lie, against the scatter of the parts around them and that of the values. */
const AGAINST_PARTS = 6
const AGAINST_VALUES = 0.5

export function levelShift(parts: readonly Part[], stddev: number): LevelShift | null {
  if (parts.length < LEAST_PARTS || parts.some(({ n }) => n < LEAST_VALUES) || !(stddev > 0)) return null
  const n = prefix(parts.map(part => part.n))
  const sums = prefix(parts.map(part => part.n * part.mean))
  const squares = prefix(parts.map(part => part.n * part.mean * part.mean))
  const last = parts.length
  const total = { n: n[last]!, sum: sums[last]!, squares: squares[last]! }
  let best: LevelShift | null = null
  let least = Number.POSITIVE_INFINITY
  for (let from = 0; from < last; from++)
    for (let to = from + 1; to <= last; to++) {
      if ((from === 0 && to === last) || (from > 0 && to < last && to - from > last / 2)) continue
      if (from === 0 && to > last / 2) continue
      const inner = { n: n[to]! - n[from]!, sum: sums[to]! - sums[from]!, squares: squares[to]! - squares[from]! }
      const outer = { n: total.n - inner.n, sum: total.sum - inner.sum, squares: total.squares - inner.squares }
      const scatter = residue(inner) + residue(outer)
      if (scatter >= least) continue
      least = scatter
      best = { from, to, inside: inner.sum / inner.n, outside: outer.sum / outer.n }
    }
  if (!best) return null
  const distance = Math.abs(best.inside - best.outside)
  const noise = Math.sqrt(Math.max(0, least) / total.n)
  // Means of parts scatter by chance as well, the less the more values they have.
  const chance = stddev / Math.sqrt(total.n / last)
  return distance > AGAINST_PARTS * Math.max(noise, chance) && distance > AGAINST_VALUES * stddev ? best : null
}

function prefix(values: readonly number[]): number[] {
  const out = [0]
  for (const value of values) out.push(out.at(-1)! + value)
  return out
}

function residue({ n, sum, squares }: { n: number; sum: number; squares: number }): number {
  return squares - (sum * sum) / n
}
