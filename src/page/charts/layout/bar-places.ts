// Where bars lie between the least and the greatest value: those below zero to the left of it.

export interface BarPlace {
  /** Shares of the whole width. */
  readonly left: number
  readonly width: number
  readonly isBelow: boolean
}

export function placeBars(values: readonly number[]): BarPlace[] {
  const known = values.map(value => (Number.isFinite(value) ? value : 0))
  const low = known.reduce((least, value) => Math.min(least, value), 0)
  const high = known.reduce((most, value) => Math.max(most, value), 0)
  const span = high - low || 1
  return known.map(value => ({
    left: (Math.min(0, value) - low) / span,
    width: Math.abs(value) / span,
    isBelow: value < 0,
  }))
}
