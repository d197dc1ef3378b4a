// How long a row lasted: of a table whose rows begin and end, the days between are a figure like any other.
import type { Relation, RelationColumn } from '@shoal/base/model/relation'
import { stem } from '@shoal/base/text/stem'
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import { plainColumn } from './lists.ts'

/** What times are called that are not when something happened. */
export const LATER: ReadonlySet<string> = new Set(
  'due deadline expires expiry expected estimated planned promised updated modified birth born'.split(' ').map(stem),
)

/** Columns that say how long already. */
const TOLD = new Set('duration elapsed length stay nights days took runtime latency'.split(' ').map(stem))
const CALLED = [
  'night',
  'length',
  'length stay',
  'duration',
  'time taken',
  'turnaround',
  'turnaround time',
  'lead time',
  'transit time',
]

/** "delivery time", where `delivery_date` ends it. */
const CALLED_AFTER = ['time', 'duration', 'days']
const WRITTEN = new Set(['date', 'time', 'at', 'on', 'day', 'dai'])

function eventOf({ parts }: Named): string {
  return parts.filter(part => !WRITTEN.has(part)).join(' ')
}

const stems = (name: string) => name.split(' ').map(stem).join(' ')

interface Named {
  readonly column: RelationColumn
  readonly parts: readonly string[]
  readonly present: number
}

export interface Span<T> {
  readonly column: RelationColumn
  readonly parts: readonly string[]
  readonly sql: string
  readonly also: readonly string[]
  readonly present: number
  readonly ends: { readonly begin: T; readonly end: T }
}

const BORN = new Set('birth born birthday birthdate dob'.split(' ').map(stem))
const AGE = stem('age')

/** How old somebody is today, where a column tells when they were born and none how old they are. */
export function ageOf<T extends Named>(
  relation: Relation,
  fields: readonly T[],
): (Pick<Span<T>, 'column' | 'parts' | 'sql' | 'present'> & { readonly born: T }) | null {
  const born = fields.filter(
    ({ column, parts }) => ['date', 'time'].includes(column.kind) && parts.some(part => BORN.has(part)),
  )
  if (born.length !== 1 || fields.some(({ parts }) => parts.includes(AGE))) return null
  const { name } = born[0]!.column
  const today = new Date().toISOString().slice(0, 10)
  const own = `${identifier(relation.name)}.${identifier(name)}`
  return {
    column: plainColumn(`age on ${today} by ${name}`, 'whole', 'BIGINT'),
    parts: [AGE],
    sql: `date_part('year', age(TIMESTAMP '${today}', ${own}::TIMESTAMP))`,
    present: born[0]!.present,
    born: born[0]!,
  }
}

/** Null where it is not plain which time begins a row and which ends it. */
export async function spanOf<T extends Named>(
  relation: Relation,
  fields: readonly T[],
  asked: Asked,
): Promise<Span<T> | null> {
  const times = fields.filter(
    ({ column, parts, present }) =>
      (column.kind === 'date' || column.kind === 'time') && present > 0 && !parts.some(part => LATER.has(part)),
  )
  if (relation.kind !== 'table' || relation.versions || times.length !== 2) return null
  if (fields.some(({ column, parts }) => column.kind !== 'text' && parts.some(part => TOLD.has(part)))) return null
  const [a, b] = times.map(({ column }) => `${identifier(relation.name)}.${identifier(column.name)}`) as [
    string,
    string,
  ]
  const days = (from: string, to: string) => `((epoch(${to}::TIMESTAMP) - epoch(${from}::TIMESTAMP)) / 86400)`
  const [row = []] = await asked.rows(
    `SELECT count(*) FILTER (${days(a, b)} >= 0), count(*) FILTER (${days(a, b)} <= 0), count(${days(a, b)}) FROM ${identifier(relation.name)}`,
  )
  const [forth, back, both] = row.map(Number) as [number, number, number]
  if (both === 0 || (forth !== both && back !== both)) return null
  const [begin, end] = forth === both ? times : times.toReversed()
  return {
    column: plainColumn(`days from ${begin!.column.name} to ${end!.column.name}`, 'number', 'DOUBLE'),
    parts: ['duration', 'day'].map(stem),
    sql: forth === both ? days(a, b) : days(b, a),
    also: [...CALLED, ...CALLED_AFTER.map(word => `${eventOf(end!)} ${word}`)].map(stems),
    present: both,
    ends: { begin: begin!, end: end! },
  }
}
