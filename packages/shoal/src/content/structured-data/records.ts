// The rows of a table, one by one, and the cells of a row.
import type { Chunk } from '@shoal/base/model/chunk'
import type { RecordSpan } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { readRecords } from '../../text/csv-dialect.ts'
import { bodyRange } from '../../text/line-spans.ts'
import type { TextRange } from '../../text/text-lines.ts'
import { type Head, NEVER, readHead } from './head.ts'

/** Where in a record a character stands. */
const FIELD_START = 0
const PLAIN = 1
const QUOTED = 2
const AFTER_QUOTE = 3

/** Headers are no records, nor are blank lines. A row that began in the chunk before belongs to that. */
export function records(
  source: SourceText,
  { body, continuation }: Pick<Chunk, 'body' | 'continuation'>,
): RecordSpan[] {
  const head = readHead(source)
  const range = bodyRange(source, body)
  const { start, end, line } = behindHead(source, head, range)
  const isInside = continuation && start === range.start
  const walk = { bytes: source.bytes(start, Math.max(start, end)), eol: source.eol, delimiter: head.delimiter }
  const quoted = rowsOf({ ...walk, quote: head.quote, isInside })
  // A quote that never closes would swallow all rows behind it: then quotes are ordinary characters.
  const { rows } = quoted.isOpen && !closes(source, end, head) ? rowsOf({ ...walk, quote: NEVER, isInside }) : quoted
  const isHeader = headerTest(source, head)
  return rows.flatMap(row => {
    if (isHeader(walk.bytes, row)) return []
    return [
      {
        start: start + row.start,
        end: start + row.end,
        line: line + row.line,
        endLine: line + row.endLine,
      },
    ]
  })
}

/** A header that stands once more between the rows, as where files were put together, is no record. */
function headerTest(
  source: SourceText,
  { header, columns, end }: Head,
): (bytes: Uint8Array, row: RecordSpan) => boolean {
  if (!header || columns.length < 2) return () => false
  const text = source
    .text(0, end)
    .replace(/^\ufeff/, '')
    .trimEnd()
  const written = Buffer.from(text.slice(text.lastIndexOf('\n') + 1))
  return (bytes, row) => row.end - row.start === written.length && written.equals(bytes.subarray(row.start, row.end))
}

/** A cell that is open here is looked at so far. */
const FARTHEST_CLOSE = 4 * 1024 * 1024

/** The quoted cell that an offset stands in ends as a cell does. */
function closes(source: SourceText, offset: number, { quote, delimiter }: Head): boolean {
  const bytes = source.bytes(offset, Math.min(source.size, offset + FARTHEST_CLOSE))
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 2)) {
    const next = bytes[at + 1]
    if (next !== quote) return next === undefined || next === delimiter || next === 10 || next === 13
  }
  return false
}

function behindHead(source: SourceText, { header, skip, end, lastLine }: Head, range: TextRange): TextRange {
  if (header && range.start < end) return { ...range, start: end, line: lastLine + 1 }
  if (range.start > 0) return range
  const start = source.encoding.bom / source.encoding.unit
  const declared = source.bytes(start, end).indexOf(source.eol) + 1
  return { ...range, start: start + (skip > 0 ? declared : 0), line: 1 + skip }
}

interface RowWalk {
  readonly bytes: Uint8Array
  readonly eol: number
  readonly delimiter: number
  readonly quote: number
  /** It starts inside a row: in a quoted cell, since only there does a row go over lines. */
  readonly isInside: boolean
}

/** By position and line from 0. `isOpen`: the last one goes on behind the end. */
function rowsOf({ bytes, eol, delimiter, quote, isInside }: RowWalk): { rows: RecordSpan[]; isOpen: boolean } {
  const rows: RecordSpan[] = []
  let state = isInside && quote !== NEVER ? QUOTED : FIELD_START
  let isOwn = !isInside
  let start = 0
  let first = 0
  let line = 0
  const close = (stop: number) => {
    const end = eol === 10 && stop > start && bytes[stop - 1] === 13 ? stop - 1 : stop
    if (isOwn && !isBlank(bytes, start, end)) rows.push({ start, end, line: first, endLine: line })
    isOwn = true
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const isOpen = state === QUOTED
    if (byte === quote) state = state === PLAIN ? PLAIN : isOpen ? AFTER_QUOTE : QUOTED
    else if (isOpen) {
      if (byte === eol) line++
    } else if (byte === eol) {
      close(at)
      start = at + 1
      first = ++line
      state = FIELD_START
    } else state = byte === delimiter ? FIELD_START : PLAIN
  }
  if (start < bytes.length) close(bytes.length)
  return { rows, isOpen: state === QUOTED }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 32 && bytes[at] !== 9) return false
  return true
}

/** `review: late again | stars: 2`. */
export function pickFields(
  record: string,
  fields: readonly string[],
  { columns, delimiter }: Readonly<Record<string, unknown>>,
): string | null {
  if (!Array.isArray(columns) || typeof delimiter !== 'string') return null
  const dialect = { delimiter: delimiter.charCodeAt(0), quote: 34 }
  const cells = readRecords(`${record}\n`, dialect, 10, 1)[0]?.fields ?? []
  const picked = fields.flatMap(field => {
    const index = columns.indexOf(field)
    return index < 0 ? [] : [`${field}: ${cells[index] ?? ''}`]
  })
  return picked.length > 0 ? picked.join(' | ') : null
}
