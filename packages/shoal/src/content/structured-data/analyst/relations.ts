// How the columns of a table hang together: numbers that rise and fall together, categories that go together, columns
// that decide others, dates that come before others.

import { largest, pushAll } from '@shoal/base/model/lists'
import { cramersV, type Dependency, dependency, type Meeting } from '../../../text/table/association.ts'
import type { Correlation, OrderTally } from '../../../text/table/relations.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { hasSentinels } from './sentinels.ts'
import { count, counted } from './words.ts'

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

/** How many columns were held against each other, of all there are. */
interface Compared {
  readonly columns: number
  readonly of: number
}

export interface Relations {
  readonly compared: { readonly numbers: Compared; readonly categories: Compared }
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

/**
 * `clean` knows the numbers without those that stand for "missing"; where it should and does not, columns that have such
 * values are not compared.
 */
export function relationsOf(
  { table, columns, frame }: TableProfile,
  clean: { correlations(): readonly Correlation[] } | null,
): Relations {
  const measures = columns.filter(isMeasure)
  const compared = new Set(frame.setup.numeric.filter(index => clean !== null || !hasSentinels(columns[index]!)))
  const found = [
    ...table.correlations.filter(({ a, b }) => !hasSentinels(columns[a]!) && !hasSentinels(columns[b]!)),
    ...(clean?.correlations() ?? []),
  ]
  const numbers = found
    .flatMap(({ a, b, rows, r }) =>
      r === null || !isMeasure(columns[a]!) || !isMeasure(columns[b]!)
        ? []
        : [{ a: columns[a]!, b: columns[b]!, rows, r }],
    )
    .sort((x, y) => x.a.index - y.a.index || x.b.index - y.b.index)
  const categories: CategoryRelation[] = []
  const dependencies: ColumnDependency[] = []
  for (const { a, b, meetings } of table.pairs()) {
    const [first, second] = [columns[a]!, columns[b]!]
    if (isCategory(first) && isCategory(second)) {
      const v = cramersV(meetings)
      const often = meetings.filter(meeting => meeting.a.count >= SELDOM && meeting.b.count >= SELDOM)
      if (v !== null) categories.push({ a: first, b: second, rows: sum(meetings), v, steady: cramersV(often) ?? 0 })
    }
    pushAll(dependencies, decides(first, second, meetings))
    pushAll(dependencies, decides(second, first, meetings.map(turned)))
  }
  const orders = table.orders.map(order => ({ ...order, first: columns[order.a]!, second: columns[order.b]! }))
  const words = columns.filter(isCategory)
  return {
    compared: {
      numbers: { columns: measures.filter(({ index }) => compared.has(index)).length, of: measures.length },
      categories: {
        columns: words.filter(({ index }) => frame.setup.paired.includes(index)).length,
        of: words.length,
      },
    },
    numbers,
    categories,
    dependencies,
    orders,
  }
}

function turned({ a, b, rows, first }: Meeting): Meeting {
  return { a: b, b: a, rows, first }
}

function sum(meetings: readonly Meeting[]): number {
  return meetings.reduce((total, { rows }) => total + rows, 0)
}

/** Nothing where all columns were compared. */
export function leftOut({ columns, of }: Compared, what: string): string {
  return columns === of
    ? ''
    : `${count(columns)} of ${counted(of, `column of ${what}`, `columns of ${what}`)} were compared`
}

/** The columns of the strongest pairs, as many as wanted, whatever the sign. */
export function strongestColumns<Name>(
  pairs: readonly { readonly columns: readonly [Name, Name]; readonly value: number }[],
  most: number,
): ReadonlySet<Name> {
  const names = new Set<Name>()
  for (const { columns } of pairs.toSorted((x, y) => Math.abs(y.value) - Math.abs(x.value))) {
    const added = columns.filter(name => !names.has(name))
    if (names.size + added.length > most) continue
    for (const name of added) names.add(name)
  }
  return names
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
  const open = found.rows - largest(most.values())
  const steady =
    found.sources >= LEAST_SOURCES &&
    found.rows >= found.sources * LEAST_ROWS_EACH &&
    found.repeated * 2 >= found.sources &&
    open >= LEAST_TO_EXPLAIN
  if (!steady || found.violations > found.rows * MOST_VIOLATIONS || found.violations > open * (1 - EXPLAINED)) return []
  return [{ ...found, from, to }]
}
