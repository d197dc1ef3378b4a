// Medians and scales that a few wild values do not move.

export function quantileOf(values: Float64Array, share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = Float64Array.from(values).sort()
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  return sorted[low]! + (sorted[Math.min(sorted.length - 1, low + 1)]! - sorted[low]!) * (at - low)
}

export function medianOf(values: Float64Array): number {
  return quantileOf(values, 0.5)
}

/** Like a standard deviation where values are normal: from the median of the distances to the median. */
export function scaleOf(values: Float64Array): number {
  const middle = medianOf(values)
  return 1.4826 * medianOf(values.map(value => Math.abs(value - middle)))
}

export function lowest(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
}
