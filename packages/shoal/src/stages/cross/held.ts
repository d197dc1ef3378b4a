// What two columns or fields hold, side by side. What is said of it is counted on values that both are known to have or
// not to have.
import type { Held } from '@shoal/base/model/anchor'
import { placeInSample, valueKey } from '../../text/held-values.ts'

export interface Overlap {
  /** Different values that could be looked up in both, of the one that has fewer of them, and how many the other has. */
  readonly compared: number
  readonly shared: number
}

/** Of a sample only those are compared that it would hold if its file had them: those up to its largest hash. */
export function overlapOf(a: Held, b: Held): Overlap {
  const cut = [a, b].flatMap(held => (isWhole(held) ? [] : [lastPlace(held)])).sort()[0]
  const [left, right] = [a, b].map(
    held => new Set(held.values.map(valueKey).filter(key => cut === undefined || placeInSample(key) <= cut)),
  ) as [Set<string>, Set<string>]
  const [few, many] = left.size <= right.size ? [left, right] : [right, left]
  return { compared: few.size, shared: [...few].filter(key => many.has(key)).length }
}

/** Up to here a sample holds all that its file has. */
export function lastPlace({ values }: Held): string {
  return values
    .map(value => placeInSample(valueKey(value)))
    .sort()
    .at(-1)!
}

/** All different values are there. */
export function isWhole({ distinct, values }: Held): boolean {
  return values.length === distinct
}

/** Few values that come again and again: another one is not expected. */
export function isClosed(held: Held): boolean {
  return isWhole(held) && held.distinct <= 30 && held.count >= 5 * held.distinct
}

export function isNumeric({ forms }: Held): boolean {
  return forms?.length === 1 && forms[0] === 'number'
}
