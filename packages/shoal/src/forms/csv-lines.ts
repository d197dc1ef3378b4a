// Rows as lines of CSV: one writing for every table that does not stand in its file as text.
import type { Bytes } from './form.ts'

/** Rows that are put together before they are handed on. */
const AT_ONCE = 500

/** Null and undefined are nothing; an empty text is two quotes. */
export async function* csvLines(rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>): Bytes {
  let lines: string[] = []
  for await (const row of rows) {
    lines.push(row.map(cell).join(','))
    if (lines.length < AT_ONCE) continue
    yield Buffer.from(`${lines.join('\n')}\n`)
    lines = []
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
}

function cell(value: unknown): string {
  const text = textOf(value)
  if (text === null) return ''
  return text === '' || /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return dateText(value)
  if (value instanceof Uint8Array) return `(${value.length} bytes)`
  if (typeof value === 'object')
    return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? wholeNumber(inner) : inner))
  return String(value)
}

/** As text where a number of JSON would round it. */
function wholeNumber(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** A day where there is no time of day. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace(/\.000Z$/, 'Z')
}
