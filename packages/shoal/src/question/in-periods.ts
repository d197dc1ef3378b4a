// Periods that a question names become conditions on the times, the years or the files that are meant.
import { identifier, literal } from '../text/sql-text.ts'
import type { Binding } from './bind.ts'
import type { Hypothesis } from './hypothesis.ts'
import type { Period } from './periods.ts'
import { type Field, isTime, isYear } from './schema.ts'
import { columnSql } from './sql-names.ts'
import type { Span } from './tokens.ts'

/** Several of one kind are alternatives: "in 2023 and 2024". */
export function periods(own: Hypothesis, used: Set<Binding>): void {
  const groups = new Map<string, { field: Field; parts: { period: Period; sql: string }[]; span: Span; not: boolean }>()
  for (const { period, span } of own.marks.periods) {
    if (ofRelated(own, period, span)) continue
    const near = own.before(span.from, 3)
    const named = near?.kind === 'column' && near.fields.some(one => isTime(one) || isYear(one)) ? near : null
    const ofYear = named?.kind === 'column' && period.years !== null ? named.fields.find(isYear) : undefined
    const meant = ofYear ? null : own.timeField(named?.kind === 'column' ? named.fields : [])
    const field = meant && !named && !isWithin(period, meant) ? elsewhere(own, period, meant) : meant
    const isTimed = field && !(period.needsClock && field.column.kind === 'date')
    const year = isTimed || period.years === null ? null : (ofYear ?? yearField(own))
    if (!isTimed && !year && inFiles(own, span)) continue
    const unsure = isTimed || year ? undefined : own.table.relation.columns.find(({ ambiguousDate }) => ambiguousDate)
    if (unsure && period.years) {
      const text = `${identifier(own.table.relation.name)}.${identifier(unsure.name)}`
      const sql = yearSql(
        `TRY_CAST(regexp_extract(${text}, '(?:^|[^0-9])([0-9]{4})(?:[^0-9]|$)', 1) AS INTEGER)`,
        period.years,
      )
      own.add(span, {
        kind: 'period',
        field: own.table.fields.find(({ column }) => column === unsure)!,
        parts: [{ sql, text: period.text }],
      })
      continue
    }
    if (unsure) own.blocked = `\`${unsure.name}\` has dates of which nobody can tell the day from the month`
    if (!isTimed && !year) {
      own.reading.release(span)
      continue
    }
    if (named) used.add(named)
    if (period.isYearly && field?.years && field.years.from !== field.years.to)
      own.ambiguous.push(`${period.text} of one year, and not of each`)
    const sql = isTimed ? period.sql(columnSql(field)) : yearSql(columnSql(year!), period.years!)
    const not = own.isNegated(span)
    const key = period.kind === 'side' ? `${groups.size}` : `${period.kind} ${not}`
    const group = groups.get(key) ?? { field: isTimed ? field : own.use(year!), parts: [], span, not }
    group.parts.push({ period, sql })
    groups.set(key, group)
  }
  for (const { field, parts, span, not } of groups.values())
    own.add(span, {
      kind: 'period',
      field,
      ...(not && { not }),
      parts: parts.map(({ period, sql }) => ({ sql, text: periodText(period, field) })),
    })
}

/** "did not borrow in March": the rows that are not there would stand in it. */
function ofRelated(own: Hypothesis, period: Period, span: Span): boolean {
  const at = own.conditions.findIndex(({ what, span: { to } }) => what.kind === 'related' && to <= span.from)
  const related = own.conditions[at]
  if (related?.what.kind !== 'related' || related.what.where) return false
  const { table } = related.what.join
  const times = table.fields.filter(isTime)
  const named = own.before(span.from, 3)
  const isOwn = named?.kind === 'column' && named.fields.some(one => one.relation === own.table.relation)
  const full = times.filter(({ present }) => present === table.relation.rows)
  const time = times.length === 1 ? times[0] : full.length === 1 ? full[0] : undefined
  if (isOwn || !time || (period.needsClock && time.column.kind === 'date')) return false
  const where = {
    kind: 'period',
    field: time,
    parts: [{ sql: period.sql(columnSql(time)), text: periodText(period, time) }],
  } as const
  own.conditions[at] = { ...related, what: { ...related.what, where } }
  return true
}

/** Whether times of a column can fall into a period. */
function isWithin({ years }: Period, field: Field): boolean {
  if (!years || !field.years) return true
  return (years.from ?? -Infinity) <= field.years.to && (years.to ?? Infinity) >= field.years.from
}

/** "made between 1800 and 1899" is not asked of `acquired`, which begins in 1990: another column has such times or years. */
function elsewhere(own: Hypothesis, period: Period, meant: Field): Field | null {
  const others = own.table.fields.filter(field => field !== meant && isWithin(period, field))
  const time = others.filter(isTime)
  if (time.length === 1) return time[0]!
  return others.some(field => isYear(field) && field === yearField(own)) ? null : meant
}

/** "in February" of stock-february.csv. */
function inFiles(own: Hypothesis, span: Span): boolean {
  const { file } = own.table
  if (!file) return false
  const words = own.reading.tokens.slice(span.from, span.to).map(({ lower }) => lower)
  const names = words.flatMap(word => file.aliases!.get(word) ?? [])
  if (names.length === 0) return false
  if (isEveryFile(file, names)) return true
  const parts = words.flatMap(word => {
    const of = file.aliases!.get(word)
    return of ? [{ sql: `${columnSql(file)} IN (${of.map(literal).join(', ')})`, text: `in ${word}` }] : []
  })
  const not = own.isNegated(span)
  const before = own.conditions.find(
    ({ what }) => what.kind === 'period' && what.field === file && (what.not ?? false) === not,
  )
  if (before) own.conditions.splice(own.conditions.indexOf(before), 1)
  own.add(span, {
    kind: 'period',
    field: file,
    ...(not && { not }),
    parts: [...(before?.what.kind === 'period' ? before.what.parts : []), ...parts],
  })
  return true
}

/** Of times in one year a day is a date; of several years it is one of each. */
function periodText({ text, day, kind }: Period, { years }: Field): string {
  if (kind !== 'month' || !years) return text
  if (years.from !== years.to) return `${text} of any year`
  // A log that writes no year.
  if (years.from < 1000) return text
  const two = (number: number) => String(number).padStart(2, '0')
  return day ? `on ${years.from}-${two(day.month)}-${two(day.day)}` : text
}

function yearField(own: Hypothesis): Field | null {
  const fields = own.tables.flatMap(table => table.fields).filter(isYear)
  const named = fields.find(({ parts }) => parts.includes('year'))
  return named ?? (fields.length === 1 ? fields[0]! : null)
}

function yearSql(column: string, { from, to }: NonNullable<Period['years']>): string {
  if (from !== null && to !== null) return from === to ? `${column} = ${from}` : `${column} BETWEEN ${from} AND ${to}`
  return from === null ? `${column} <= ${to}` : `${column} >= ${from}`
}

/** The rows are of these files alone, or tell of both. */
export function isEveryFile({ relation, values: all }: Field, texts: readonly string[]): boolean {
  return relation.versions !== undefined || all!.every(({ text }) => texts.includes(text) && all!.length === 1)
}
