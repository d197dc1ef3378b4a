// What has to be said of figures over logs: times that stand in no year, and a field that several kinds of messages tell.
import { identifier } from '../text/sql-text.ts'
import type { Asked } from './asked.ts'
import type { Query } from './query.ts'
import type { Field } from './schema.ts'
import { fromSql, whereSql } from './sql-conditions.ts'

/** Where times without a year stand, and times without a day. */
const NO_YEAR = /\b000[2-9]-(?=\d\d-\d\d|\d\d\b)/g
const FIRST_DAY = /\b0001-01-01[ T](?=\d)/g
/** SQL that only a known year can answer. */
const NEEDS_YEAR = /\b(?:isodow|dayofweek|dayname|weekday|week|year|isoyear)\b/i
/** What relations say of a column that is empty. */
const NO_VALUES = 'has no values'
const SAID = new Set(['took_ms', 'message_ms'])

export interface ToldOfLogs {
  readonly notes: readonly string[]
  readonly isDoubtful: boolean
}

export async function toldOfLogs(query: Query, sql: string, asked: Asked): Promise<ToldOfLogs> {
  if (query.table.relation.kind !== 'entries') return { notes: [], isDoubtful: false }
  const { columns } = query.table.relation
  const has = (name: string) => columns.find(column => column.name === name && column.note !== NO_VALUES)
  const isTimed = /"?\btime\b"?/.test(sql)
  const [day, clock] = [has('day'), has('clock')]
  const notes: string[] = []
  if (isTimed && day) notes.push('the log writes no year: its times stand in the year 0004, and weekdays are unknown')
  else if (isTimed && clock) notes.push('the log writes no date: its first day stands as 0001-01-01')
  const isDoubtful = isTimed && (day ?? clock) !== undefined && NEEDS_YEAR.test(sql)
  const said = query.measures.flatMap(one =>
    'field' in one && one.field && SAID.has(one.field.column.name) ? [one.field] : [],
  )
  const kinds = said[0] ? await kindsOf(query, said[0], asked) : []
  if (kinds.length > 1)
    notes.push(
      `\`${said[0]!.column.name}\` is told by ${kinds.length} kinds of messages: ${kinds.slice(0, 3).join('; ')}`,
    )
  // What nearly every entry tells is a field of the log, and not something that some messages say.
  const isOwn = said[0] !== undefined && said[0].present >= query.table.relation.rows * 0.9
  return { notes, isDoubtful: isDoubtful || (kinds.length > 1 && !isOwn) }
}

/** A year that no log has written is not shown. */
export function withoutYear(text: string): string {
  return text.replace(FIRST_DAY, '').replace(NO_YEAR, '')
}

/** The templates of messages that tell a field, with how often each does. */
async function kindsOf(query: Query, { relation, column }: Field, asked: Asked): Promise<string[]> {
  const own = (name: string) => `${identifier(relation.name)}.${identifier(name)}`
  const where = whereSql(query.where).join('\n')
  const present = `${own(column.name)} IS NOT NULL`
  const rows = await asked.rows(
    `SELECT ${own('template')}, count(*) AS n\n${fromSql(query)}\n${where === '' ? `WHERE ${present}` : `${where} AND ${present}`}\nGROUP BY 1 ORDER BY n DESC, 1 LIMIT 20`,
  )
  return rows.map(([template, count]) => `“${String(template)}” (${String(count)})`)
}
