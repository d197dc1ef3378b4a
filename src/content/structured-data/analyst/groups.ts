// Rows and numbers by group, restricted to the rows that hold the values the question names.
import type { Json } from '../../../model/json.ts'
import { ExactSum } from '../../../text/table/exact-sum.ts'
import type { MergedCube } from '../../../text/table/merged-table.ts'
import type { Mark, MergedMarks } from './marks.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import type { Grain, Plan } from './question/plan.ts'
import { finite } from './words.ts'

export interface Group {
  /** Null where there is one group only. */
  readonly value: string | null
  readonly rows: number
  /** Numbers among them. */
  readonly n: number
  readonly sum: number
  readonly mean: number
  readonly min: number
  readonly max: number
  /** The first row of the group. */
  readonly first: number
  /** Null where the values are not kept. */
  readonly quantile: ((share: number) => number) | null
}

export interface Grouping {
  readonly group: ColumnProfile | null
  readonly grain: Grain | null
  readonly measure: ColumnProfile | null
  readonly groups: readonly Group[]
}

/** The rows a question is about: those that hold one value of every clause. */
export interface RowFilter {
  readonly clauses: readonly (readonly number[])[]
  readonly marks: readonly Mark[]
  holds(mask: number): boolean
}

/** Values of one column are alternatives, those of several columns conditions; a word found in two columns is either. */
export function filterOf({ marks }: MergedMarks): RowFilter {
  const clauses: number[][] = []
  marks.forEach((mark, bit) => {
    const clause = clauses.find(bits =>
      bits.some(other => marks[other]!.column === mark.column || marks[other]!.term === mark.term),
    )
    if (clause) clause.push(bit)
    else clauses.push([bit])
  })
  return {
    clauses,
    marks,
    holds: mask => clauses.every(bits => bits.some(bit => (mask & (1 << bit)) !== 0)),
  }
}

/** Every cube, over the rows that the filter lets through; the group's rows the most first. */
export function groupingsOf(
  profile: TableProfile,
  cubes: readonly (MergedCube | null)[],
  pivots: readonly number[],
  filter: RowFilter,
): Grouping[] {
  return cubes.flatMap(cube => {
    if (!cube) return []
    const groups = new Map<
      string,
      { value: string | null; rows: number; n: number; sum: ExactSum; min: number; max: number; first: number }
    >()
    for (const cell of cube.cells) {
      if (!filter.holds(cell.mask)) continue
      const value = cell.value === null ? null : profile.textOf(cell.value, cube.group)
      const key = value ?? ''
      let group = groups.get(key)
      if (!group) {
        group = {
          value,
          rows: 0,
          n: 0,
          sum: new ExactSum(),
          min: Number.POSITIVE_INFINITY,
          max: Number.NEGATIVE_INFINITY,
          first: cell.first,
        }
        groups.set(key, group)
      }
      group.rows += cell.rows
      group.n += cell.n
      group.sum.addAll(cell.sum.parts)
      group.min = Math.min(group.min, cell.least)
      group.max = Math.max(group.max, cell.most)
      group.first = Math.min(group.first, cell.first)
    }
    const pivot = cube.measure < 0 ? 0 : pivots[cube.measure]!
    const list = [...groups.values()].map(({ sum, ...group }) => ({
      ...group,
      sum: pivot * group.n + sum.value + 0,
      mean: pivot + sum.value / group.n + 0,
      quantile: null,
    }))
    return [
      {
        group: cube.group < 0 ? null : profile.columns[cube.group]!,
        grain: null,
        measure: cube.measure < 0 ? null : profile.columns[cube.measure]!,
        groups: list.sort((a, b) => b.rows - a.rows || a.first - b.first),
      },
    ]
  })
}

const MOST_GROUPS = 200

/** What was asked, in figures. */
export function askedFigures(
  { clauses, unapplied, statistics }: Plan,
  groupings: readonly Grouping[],
  matched: number | null,
): Json {
  const shares = statistics.flatMap(statistic => (statistic.kind === 'quantile' ? [statistic] : []))
  return {
    filter: clauses.map(({ text }) => text),
    not_applied: [...unapplied],
    rows: matched,
    group_by: groupings.map(({ group, grain, measure, groups }) => ({
      group: group?.name ?? null,
      ...(grain ? { by: grain } : {}),
      measure: measure?.name ?? null,
      groups: groups.slice(0, MOST_GROUPS).map(({ value, rows, n, sum, mean, min, max, quantile }) => ({
        value,
        rows,
        ...(measure && n > 0 ? { count: n, sum: finite(sum), mean: finite(mean), min, max } : {}),
        ...(n > 0 && quantile ? Object.fromEntries(shares.map(({ word, share }) => [word, quantile(share)])) : {}),
      })),
    })),
  }
}
