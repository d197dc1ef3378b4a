// Exact order statistics of any number of values that can be gone through several times: the digits of the wanted ranks
// are found 16 bits at a time, so that memory does not grow with the values.

/** Goes through all values; a weight says how often each occurs, 1 without weights. */
export type EachBlock = (visit: (values: Float64Array, weights: Float64Array | null) => void) => void

const BUCKETS = 65536
const float = new Float64Array(1)
const words = new Uint32Array(float.buffer)

/** The upper half of a number's bits, turned so that it ascends with the number. */
function upper(value: number): number {
  // Adding zero turns -0, which equals 0, into it.
  float[0] = value + 0
  const high = words[1]!
  return (high & 0x80000000) !== 0 ? ~high >>> 0 : (high | 0x80000000) >>> 0
}

/** The values of the given ranks, counted from 0, ascending. */
export function selectRanks(each: EachBlock, ranks: readonly number[]): number[] {
  const weighted: (readonly [Float64Array, Float64Array])[] = []
  let coarse: Float64Array | null = null
  each((values, weights) => {
    if (weights) weighted.push([values, weights])
    else coarse = addCoarse(coarse ?? new Float64Array(BUCKETS), values, null)
  })
  if (!coarse) return selectSorted(weighted, ranks)
  for (const [values, weights] of weighted) addCoarse(coarse, values, weights)
  const wanted = locate(coarse, ranks)
  const slots = new Int32Array(BUCKETS).fill(-1)
  const buckets = [...new Set(wanted.map(({ bucket }) => bucket))]
  buckets.forEach((bucket, k) => {
    slots[bucket] = k
  })
  const fine = new Float64Array(BUCKETS * buckets.length)
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const key = upper(values[k]!)
      const slot = slots[key >>> 16]!
      if (slot >= 0) fine[slot * BUCKETS + (key & 0xffff)]! += weights ? weights[k]! : 1
    }
  })
  const found = wanted.map(({ bucket, rest }) => {
    const slot = slots[bucket]!
    const at = locate(fine.subarray(slot * BUCKETS, (slot + 1) * BUCKETS), [rest])[0]!
    return { key: bucket * BUCKETS + at.bucket, rest: at.rest }
  })
  const gathered = new Map(found.map(({ key }) => [key, new Map<number, number>()]))
  each((values, weights) => {
    for (let k = 0; k < values.length; k++) {
      const value = values[k]! + 0
      const key = upper(value)
      if (slots[key >>> 16]! < 0) continue
      const counts = gathered.get(key)
      counts?.set(value, (counts.get(value) ?? 0) + (weights ? weights[k]! : 1))
    }
  })
  return found.map(({ key, rest }) => {
    let left = rest
    for (const [value, count] of [...gathered.get(key)!].sort((a, b) => a[0] - b[0])) {
      if (left < count) return value
      left -= count
    }
    return Number.NaN
  })
}

function addCoarse(counts: Float64Array, values: Float64Array, weights: Float64Array | null): Float64Array {
  for (let k = 0; k < values.length; k++) counts[upper(values[k]!) >>> 16]! += weights ? weights[k]! : 1
  return counts
}

/** Few distinct values, all in memory: they are sorted. */
function selectSorted(blocks: readonly (readonly [Float64Array, Float64Array])[], ranks: readonly number[]): number[] {
  const pairs = blocks.flatMap(([values, weights]) =>
    Array.from(values, (value, k) => [value + 0, weights[k]!] as const),
  )
  pairs.sort((a, b) => a[0] - b[0])
  const places = locate(
    Float64Array.from(pairs, ([, weight]) => weight),
    ranks,
  )
  return places.map(({ bucket }) => pairs[bucket]?.[0] ?? Number.NaN)
}

function locate(counts: Float64Array, ranks: readonly number[]): { bucket: number; rest: number }[] {
  const order = ranks.map((rank, k) => ({ rank, k })).sort((a, b) => a.rank - b.rank)
  const out: { bucket: number; rest: number }[] = new Array(ranks.length)
  let below = 0
  let bucket = 0
  for (const { rank, k } of order) {
    while (bucket < counts.length - 1 && below + counts[bucket]! <= rank) below += counts[bucket++]!
    out[k] = { bucket, rest: rank - below }
  }
  return out
}

/** Quantiles by linear interpolation between the two nearest ranks (type 7 of Hyndman and Fan, as numpy and DuckDB). */
export function quantilesOf(each: EachBlock, total: number, shares: readonly number[]): number[] {
  if (total === 0) return shares.map(() => Number.NaN)
  const ranks = shares.flatMap(share => {
    const at = share * (total - 1)
    return [Math.floor(at), Math.min(total - 1, Math.floor(at) + 1)]
  })
  const values = selectRanks(each, ranks)
  return shares.map((share, k) => {
    const at = share * (total - 1)
    const [low, high] = [values[2 * k]!, values[2 * k + 1]!]
    return low === high ? low : low + (high - low) * (at - Math.floor(at))
  })
}
