// Values of a result as JSON. Nothing is rounded: a number that JSON cannot carry exactly becomes a text.
import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { Json } from '../model/json.ts'
import type { DuckDb } from './duckdb.ts'

/** Characters of one cell. */
export const MOST_CELL = 500

export function cellJson(value: DuckDBValue, type: DuckDBType, duckdb: DuckDb): Json {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return clipped(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return wholeNumber(value)
  if (value instanceof duckdb.DuckDBDecimalValue) return decimal(value.toString())
  if (isNested(value, duckdb)) return nested(value, type, duckdb)
  return clipped(String(value))
}

/** With a mark where something was left out; not between the halves of a character. */
export function clipped(text: string): string {
  if (text.length <= MOST_CELL) return text
  const unit = text.charCodeAt(MOST_CELL - 1)
  const end = unit >= 0xd800 && unit <= 0xdbff ? MOST_CELL - 1 : MOST_CELL
  return `${text.slice(0, end)}…[+${text.length - end} characters]`
}

function wholeNumber(value: bigint): Json {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

/** Fifteen digits always survive the way through a double. */
function decimal(text: string): Json {
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15 ? Number(text) : text
}

function isNested(value: DuckDBValue, duckdb: DuckDb): boolean {
  const { DuckDBListValue, DuckDBArrayValue, DuckDBStructValue, DuckDBMapValue, DuckDBUnionValue } = duckdb
  return [DuckDBListValue, DuckDBArrayValue, DuckDBStructValue, DuckDBMapValue, DuckDBUnionValue].some(
    kind => value instanceof kind,
  )
}

/** A list or struct as such where it is small, else the start of its text. */
function nested(value: DuckDBValue, type: DuckDBType, { JsonDuckDBValueConverter }: DuckDb): Json {
  const json = JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter) as Json
  const text = JSON.stringify(json)
  return text.length <= MOST_CELL ? json : clipped(text)
}
