// Counts of labels: made of single records, added up, and put in order.
import type { LabelCount, LabelTally } from '@shoal/base/model/label'
import { compareText } from '../rank.ts'
import { OTHER, UNCLEAR, UNLABELLED } from './label-set.ts'

/** What says nothing of the question comes last. */
const LAST: readonly string[] = [OTHER.name, UNCLEAR.name, UNLABELLED]

/** How many records there are of one kind, and of each value that is grouped by; no value where nothing is. */
export interface Counted {
  readonly count: number
  readonly byGroup: ReadonlyMap<string, number>
}

export class Tallying {
  private readonly counts = new Map<string, number>()
  private readonly groups = new Map<string, Map<string, number>>()

  addEqual(label: string, { count, byGroup }: Counted): void {
    addTo(this.counts, label, count)
    for (const [group, some] of byGroup) this.addToGroup(group, label, some)
  }

  addAll({ counts, groups }: LabelTally): void {
    for (const { label, count } of counts) addTo(this.counts, label, count)
    for (const { group, counts: own } of groups)
      for (const { label, count } of own) this.addToGroup(group, label, count)
  }

  private addToGroup(group: string, label: string, count: number): void {
    const own = this.groups.get(group) ?? new Map<string, number>()
    this.groups.set(group, own)
    addTo(own, label, count)
  }

  /** The largest first, in groups and among them. */
  done(): LabelTally {
    const counts = ordered(this.counts)
    const groups = [...this.groups]
      .map(([group, own]) => ({ group, counts: ordered(own) }))
      .sort((a, b) => totalOf(b.counts) - totalOf(a.counts) || compareText(a.group, b.group))
    return { total: totalOf(counts), counts, groups }
  }
}

export function totalOf(counts: readonly LabelCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

export function countOf(counts: readonly LabelCount[], labels: readonly string[]): number {
  return totalOf(counts.filter(({ label }) => labels.includes(label)))
}

function ordered(counts: ReadonlyMap<string, number>): LabelCount[] {
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => LAST.indexOf(a.label) - LAST.indexOf(b.label) || b.count - a.count || compareText(a.label, b.label))
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
