// Where bars lie between the least and the greatest value: those below zero to the left of it. Parts of a whole are drawn as
// such, all of it being the full width, so that bars of several charts can be compared.
import type { Panel } from '@shoal/base/model/finding'

export interface BarPlace {
  /** Shares of the whole width. */
  readonly left: number
  readonly width: number
  readonly isBelow: boolean
  /** All others together: no bar of one value, and no measure for them. */
  readonly isRest: boolean
}

type BarRow = Pick<Extract<Panel, { kind: 'bars' }>['rows'][number], 'label' | 'value'>

/** `total` is 0 where rows are no parts of a whole. */
export function placeBars(rows: readonly BarRow[], total = 0): BarPlace[] {
  const known = rows.map(({ value }) => (Number.isFinite(value) ? value : 0))
  const rest = isRest(rows) ? rows.length - 1 : -1
  const measured = known.filter((_, k) => k !== rest)
  const low = measured.reduce((least, value) => Math.min(least, value), 0)
  const most = measured.reduce((greatest, value) => Math.max(greatest, value), 0)
  // The most frequent of many are a small part each: they are measured by the first of them.
  const high = rest < 0 ? Math.max(most, total) : most
  const span = high - low || 1
  return known.map((value, k) =>
    k === rest
      ? { left: 0, width: 0, isBelow: false, isRest: true }
      : { left: (Math.min(0, value) - low) / span, width: Math.abs(value) / span, isBelow: value < 0, isRest: false },
  )
}

/** Its last row is `215 more`. */
function isRest(rows: readonly BarRow[]): boolean {
  return rows.length > 2 && /^[1-9][\d,]* more(?: |$)/.test(rows.at(-1)!.label)
}
