// How the columns of a table hang together: numbers that rise and fall together, categories that go together, columns
// that decide others, dates that come before others.
import { cramersV, type Dependency, dependency, type Meeting } from '../../../text/table/association.ts'
import type { OrderTally } from '../../../text/table/relations.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'

export interface NumberRelation {
  readonly a: ColumnProfile
  readonly b: ColumnProfile
  readonly rows: number
  readonly r: number
}

export interface CategoryRelation {
  readonly a: ColumnProfile
  readonly b: ColumnProfile
  readonly rows: number
  readonly v: number
  /** The same without values that hardly ever occur: one odd row must not make a relation. */
  readonly steady: number
}

export interface ColumnDependency extends Dependency {
  readonly from: ColumnProfile
  readonly to: ColumnProfile
}

export interface Relations {
  readonly numbers: readonly NumberRelation[]
  readonly categories: readonly CategoryRelation[]
  readonly dependencies: readonly ColumnDependency[]
  readonly orders: readonly (OrderTally & { readonly first: ColumnProfile; readonly second: ColumnProfile })[]
}

/** A dependency is worth telling when it explains nearly all that there is to explain. */
const EXPLAINED = 0.9
const MOST_VIOLATIONS = 0.02
const LEAST_SOURCES = 3
const LEAST_ROWS_EACH = 4
const LEAST_TO_EXPLAIN = 20
const SELDOM = 5

export function relationsOf({ table, columns }: TableProfile): Relations {
  const numbers = table.correlations.flatMap(({ a, b, rows, r }) =>
    r === null || !isMeasure(columns[a]!) || !isMeasure(columns[b]!)
      ? []
      : [{ a: columns[a]!, b: columns[b]!, rows, r }],
  )
  const categories: CategoryRelation[] = []
  const dependencies: ColumnDependency[] = []
  for (const { a, b, meetings } of table.pairs()) {
    const [first, second] = [columns[a]!, columns[b]!]
    if (isCategory(first) && isCategory(second)) {
      const v = cramersV(meetings)
      const often = meetings.filter(meeting => meeting.a.count >= SELDOM && meeting.b.count >= SELDOM)
      if (v !== null) categories.push({ a: first, b: second, rows: sum(meetings), v, steady: cramersV(often) ?? 0 })
    }
    dependencies.push(...decides(first, second, meetings))
    dependencies.push(...decides(second, first, meetings.map(turned)))
  }
  const orders = table.orders.map(order => ({ ...order, first: columns[order.a]!, second: columns[order.b]! }))
  return { numbers, categories, dependencies, orders }
}

function turned({ a, b, rows, first }: Meeting): Meeting {
  return { a: b, b: a, rows, first }
}

function sum(meetings: readonly Meeting[]): number {
  return meetings.reduce((total, { rows }) => total + rows, 0)
}

export function isMeasure({ type }: ColumnProfile): boolean {
  return type === 'integer' || type === 'number'
}

export function isCategory({ type, distinct }: ColumnProfile): boolean {
  return (type === 'category' || type === 'boolean') && distinct > 1
}

/** Nothing, or the dependency if it holds (nearly) and is not a matter of course. */
function decides(from: ColumnProfile, to: ColumnProfile, meetings: readonly Meeting[]): ColumnDependency[] {
  if (to.distinct < 2 || from.distinct < LEAST_SOURCES || to.type === 'text' || isMeasure(from)) return []
  const found = dependency(meetings)
  const most = new Map<unknown, number>()
  for (const { b, rows } of meetings) most.set(b, (most.get(b) ?? 0) + rows)
  const open = found.rows - Math.max(...most.values())
  const steady =
    found.sources >= LEAST_SOURCES &&
    found.rows >= found.sources * LEAST_ROWS_EACH &&
    found.repeated * 2 >= found.sources &&
    open >= LEAST_TO_EXPLAIN
  if (!steady || found.violations > found.rows * MOST_VIOLATIONS || found.violations > open * (1 - EXPLAINED)) return []
  return [{ ...found, from, to }]
}
