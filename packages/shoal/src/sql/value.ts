// Values of a result as JSON. Nothing is rounded: a number that JSON cannot carry exactly becomes a text.
import type { DuckDBValue } from '@duckdb/node-api'
import type { Json } from '@shoal/base/model/json'
import type { DuckDb } from './duckdb.ts'

/** Characters of one cell. */
export const MOST_CELL = 500

/** A list or struct as such where it is small, else the start of its text. */
export function cellJson(value: DuckDBValue, duckdb: DuckDb, most = MOST_CELL): Json {
  const json = valueJson(value, duckdb)
  if (typeof json === 'string') return clipped(json, most)
  if (typeof json !== 'object' || json === null) return json
  const text = JSON.stringify(json)
  return text.length <= most ? json : clipped(text, most)
}

/** Inside of lists and structs as outside of them. */
function valueJson(value: DuckDBValue, duckdb: DuckDb): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return wholeNumber(value)
  const { DuckDBDecimalValue, DuckDBListValue, DuckDBArrayValue, DuckDBStructValue } = duckdb
  const json = (part: DuckDBValue) => valueJson(part, duckdb)
  if (value instanceof DuckDBDecimalValue) return decimal(value.toString())
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(json)
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(Object.entries(value.entries).map(([name, part]) => [name, json(part)]))
  if (value instanceof duckdb.DuckDBMapValue)
    return value.entries.map(entry => ({ key: json(entry.key), value: json(entry.value) }))
  if (value instanceof duckdb.DuckDBUnionValue) return { tag: value.tag, value: json(value.value) }
  return String(value)
}

/** With a mark where something was left out; not between the halves of a character. */
function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  const unit = text.charCodeAt(most - 1)
  const end = unit >= 0xd800 && unit <= 0xdbff ? most - 1 : most
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
