// BM25: how well a passage answers to some terms, given how rare each term is among all passages.

/** What has to be known of all passages; sums over several files make the statistics of them together. */
export interface TermStatistics {
  readonly terms: readonly string[]
  /** In how many passages each term stands. */
  readonly df: readonly number[]
  /** Terms that stand nowhere as they are: words that begin alike count for them. */
  readonly soft: readonly boolean[]
  readonly passages: number
  /** Terms in all passages together. */
  readonly length: number
}

const K1 = 1.2
const B = 0.75

/** The more passages hold a term, the less it tells; never below zero. */
export function rarity(df: number, passages: number): number {
  return Math.log(1 + (passages - df + 0.5) / (df + 0.5))
}

/** `counts` are by term, in the order of the statistics. */
export function bm25(counts: readonly number[], length: number, { df, passages, length: all }: TermStatistics): number {
  const norm = K1 * (1 - B + (B * length) / Math.max(1, all / Math.max(1, passages)))
  let score = 0
  for (let i = 0; i < counts.length; i++) {
    const tf = counts[i]!
    if (tf > 0) score += rarity(df[i]!, passages) * ((tf * (K1 + 1)) / (tf + norm))
  }
  return score
}

/** The share of the terms' weight that a passage holds: 1 when it has them all. */
export function coverage(counts: readonly number[], { df, passages }: TermStatistics): number {
  let held = 0
  let all = 0
  let present = 0
  for (let i = 0; i < counts.length; i++) {
    const weight = rarity(df[i]!, passages)
    all += weight
    if (counts[i]! > 0) {
      held += weight
      present++
    }
  }
  return counts.length === 0 ? 0 : 0.5 * (present / counts.length) + 0.5 * (all === 0 ? 0 : held / all)
}

/** The statistics of several files together; they were asked for the same terms. */
export function unitedStatistics(all: Iterable<TermStatistics>): TermStatistics | null {
  let united: TermStatistics | null = null
  for (const one of all) united = united === null ? one : together(united, one)
  return united
}

/** The terms are those of the first. */
function together(a: TermStatistics, b: TermStatistics): TermStatistics {
  const { terms } = a
  return {
    terms,
    df: terms.map((_, i) => (a.df[i] ?? 0) + (b.df[i] ?? 0)),
    soft: terms.map((_, i) => (a.soft[i] ?? false) && (b.soft[i] ?? false)),
    passages: a.passages + b.passages,
    length: a.length + b.length,
  }
}
