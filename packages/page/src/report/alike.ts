// Findings across files that say nearly the same of other files: one of them is shown, the others when they are asked for.
import { addTo } from '@shoal/base/model/lists'
import type { CrossFinding } from '@shoal/base/model/report'

/** Places in the list, the first of which stands for all. */
export type Alike = readonly [first: number, ...others: number[]]

/** Fewer are shown as they are. */
const LEAST = 3

/** In the order of the first of each. What a model says is its own words, like no other's. */
export function alikeOf(crossFile: readonly CrossFinding[]): Alike[] {
  const groups = new Map<string, [number, ...number[]]>()
  for (const [index, { kind, nature, severity, by }] of crossFile.entries()) {
    const key = by === undefined ? `${kind} ${nature} ${severity}` : `model ${index}`
    addTo(groups, key, index)
  }
  return [...groups.values()]
    .flatMap(group => (group.length < LEAST ? group.map((index): Alike => [index]) : [group]))
    .sort((a, b) => a[0] - b[0])
}
