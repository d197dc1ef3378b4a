// The types of columns as their first values suggest them, with SQL that fails on the first value that does not fit: what is then
// read to its end was right. It saves a pass over all rows that only counts; columns of which the first values say too little are counted.
import { largest } from '@shoal/base/model/lists'
import { castSql, presentIn, type TypeRule } from './column-type.ts'
import type { Database } from './database.ts'
import { candidate, type TextColumn, type TypedColumn, textColumn, typeColumns } from './typed-columns.ts'

/** What DuckDB says when a value is not what was presumed. */
export const ODD_VALUE = 'a value is not what was presumed'
/** Digits of a decimal number that Parquet keeps in eight bytes. */
const DIGITS = 18
/** Values may be so many digits longer than those that were seen. */
const ROOM = 4

/** Columns that one statement checks. */
const MOST_PRESUMED = 1_000

export async function presumeColumns(
  database: Database,
  from: string,
  columns: readonly TextColumn[],
): Promise<readonly TypedColumn[]> {
  // One statement that checks thousands of columns takes minutes; they are counted some at a time.
  if (columns.length > MOST_PRESUMED) return (await typeColumns(database, from, columns)).columns
  const presumed = columns.map(presume)
  const open = columns.filter((_, k) => presumed[k] === null)
  const counted = open.length === 0 ? [] : (await typeColumns(database, from, open)).columns
  let next = 0
  return presumed.map(column => column ?? counted[next++]!)
}

/** The type that all values of such a column have, once it is written: decimals with no more digits than they need. */
export function narrowed(decimals: number, values: readonly (string | null)[]): string {
  const before = values.map(value => (value ?? '').split('.')[0]!.length)
  return `DECIMAL(${largest(before, 1) + decimals}, ${decimals})`
}

/** Null where the values have to be counted. */
function presume(column: TextColumn): TypedColumn | null {
  const { rules, sample, sql, name, others = [] } = column
  const nothing = { present: 1, odd: 0, example: null, missing: 0, before: 0, behind: 0, zoned: 0 }
  if (rules.length === 0) return textColumn(column, null, nothing)
  const seen = [...sample, ...others]
  if (presentIn(sample).length === 0) return null
  const { guess, isRivalled } = candidate(column)
  if (guess === null) return textColumn(column, null, nothing)
  // Words for "no value" are counted.
  if (isRivalled || guess.note || !seen.every(text => guess.looks.test(text))) return null
  const told = typeOf(guess, seen)
  if (told === null) return null
  const { type, decimals, holds } = told
  const value = `CASE WHEN ${sql} IS NULL OR ${holds(sql)} THEN ${castSql(sql, guess, type, false)} ELSE error('${ODD_VALUE}') END`
  const known = { name, type, sql: value, note: null, almost: null, unit: null, ambiguousDate: false }
  return decimals === undefined ? known : { ...known, decimals }
}

interface PresumedType {
  readonly type: string
  readonly decimals?: number
  holds(text: string): string
}

function typeOf(rule: TypeRule, seen: readonly string[]): PresumedType | null {
  if (rule.name === 'decimal') return decimalOf(seen)
  if (rule.name !== 'timestamp') {
    const count = { present: 1, odd: 0, example: null, missing: 0, before: 0, behind: 0, zoned: 0 }
    const type = rule.type(count)
    return type === null ? null : { type, holds: text => rule.holds(text) }
  }
  const zoned = seen.filter(text => text.endsWith('Z')).length
  if (zoned !== 0 && zoned !== seen.length) return null
  const ending = (text: string) => `${zoned === 0 ? 'NOT ' : ''}suffix(${text}, 'Z')`
  return { type: 'TIMESTAMP', holds: text => `(${rule.holds(text)} AND ${ending(text)})` }
}

function decimalOf(seen: readonly string[]): PresumedType | null {
  const parts = seen.map(text => text.split('.'))
  const before = largest(parts.map(([whole]) => whole!.length))
  const decimals = largest(parts.map(([, part = '']) => part.length))
  if (before + decimals + ROOM > DIGITS) return null
  const written = `[-+]?((0|[1-9][0-9]*)([.][0-9]{0,${decimals}})?|[.][0-9]{1,${Math.max(1, decimals)}})`
  return {
    type: `DECIMAL(${DIGITS}, ${decimals})`,
    decimals,
    holds: text => `regexp_full_match(${text}, '${written}')`,
  }
}
