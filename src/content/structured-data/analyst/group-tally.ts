// Rows and numbers by group, gathered row by row: sums are exact, and the values themselves are kept for medians as
// long as they are not too many.
import { ExactSum } from '../../../text/table/exact-sum.ts'
import { quantilesOf } from '../../../text/table/quantiles.ts'
import type { RowView } from '../../../text/table/scan-rows.ts'
import type { Group, Grouping } from './groups.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { bytesOf } from './question/filters.ts'
import type { Grain, GroupBy } from './question/plan.ts'

export interface TallySpec {
  readonly group: GroupBy | null
  readonly measure: ColumnProfile | null
  /** Quantiles are wanted. */
  readonly values: boolean
}

/** Groups beyond this cannot be kept: no figures. */
const MOST_GROUPS = 262_144
/** Numbers that are kept for quantiles, over all groups. */
export const MOST_VALUES = 4_194_304

class Gathered {
  rows = 0
  n = 0
  readonly sum = new ExactSum()
  min = Number.POSITIVE_INFINITY
  max = Number.NEGATIVE_INFINITY
  values: Float64Array | null

  constructor(
    readonly first: number,
    keeps: boolean,
  ) {
    this.values = keeps ? new Float64Array(8) : null
  }

  add(x: number): void {
    if (this.values) {
      if (this.n === this.values.length) {
        const more = new Float64Array(this.n * 2)
        more.set(this.values)
        this.values = more
      }
      this.values[this.n] = x
    }
    this.n++
    this.sum.add(x)
    if (x < this.min) this.min = x
    if (x > this.max) this.max = x
  }
}

export class GroupTally {
  private readonly groups = new Map<string, Gathered>()
  private readonly missing: ReadonlySet<string>
  private kept = 0
  private tooMany = false
  private keeps: boolean

  constructor(readonly spec: TallySpec) {
    this.keeps = spec.values
    this.missing = new Set(spec.group?.column.missing.map(({ start }) => Buffer.from(start).toString('latin1')) ?? [])
  }

  add(row: RowView): void {
    const key = this.keyOf(row)
    if (key === null || this.tooMany) return
    let group = this.groups.get(key)
    if (!group) {
      if (this.groups.size === MOST_GROUPS) {
        this.tooMany = true
        this.groups.clear()
        return
      }
      group = new Gathered(row.row, this.keeps)
      this.groups.set(key, group)
    }
    group.rows++
    if (!this.spec.measure) return
    const x = row.number(this.spec.measure.index)
    if (Number.isNaN(x)) return
    group.add(x)
    if (this.keeps && ++this.kept > MOST_VALUES) {
      this.keeps = false
      for (const each of this.groups.values()) each.values = null
    }
  }

  /** Null where there are too many groups. */
  result(profile: TableProfile): Grouping | null {
    if (this.tooMany) return null
    const { group, measure } = this.spec
    const groups = [...this.groups].map(([key, gathered]): Group => {
      const { rows, n, sum, min, max, first, values } = gathered
      return {
        value: group ? (group.grain ? key : profile.frame.decode(bytesOf(key)).slice(0, LONGEST_VALUE)) : null,
        rows,
        n,
        sum: sum.value,
        mean: sum.value / n,
        min,
        max,
        first,
        quantile: values && this.keeps ? share => quantileOf(values.subarray(0, n), share) : null,
      }
    })
    return {
      group: group?.column ?? null,
      grain: group?.grain ?? null,
      measure,
      groups: groups.sort((a, b) => b.rows - a.rows || a.first - b.first),
    }
  }

  private keyOf(row: RowView): string | null {
    const { group } = this.spec
    if (!group) return ''
    if (group.grain) return periodOf(row.seconds(group.column.index), group.grain)
    const key = row.key(group.column.index)
    return key === null || this.missing.has(key) ? null : key
  }
}

const LONGEST_VALUE = 120

function quantileOf(values: Float64Array, share: number): number {
  return quantilesOf(visit => visit(values, new Float64Array(values.length).fill(1)), values.length, [share])[0]!
}

/** `2026-01` for a month; null where there is no date. */
function periodOf(seconds: number, grain: Grain): string | null {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return null
  if (grain === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  const text = date.toISOString()
  const day = text.slice(0, text.indexOf('T'))
  if (grain === 'hour') return `${text.slice(0, text.indexOf('T') + 3).replace('T', ' ')}:00`
  if (grain === 'day') return day
  if (grain === 'week') return `week of ${day}`
  if (grain === 'month') return day.slice(0, -3)
  if (grain === 'year') return day.slice(0, -6)
  return `${day.slice(0, -6)} Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}
