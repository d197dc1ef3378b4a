// How a table is written, read from its first records: delimiter, quotes, the names of its columns, where its rows begin.
import type { SourceText } from '@shoal/base/model/source'
import { type CsvDialect, type CsvRecord, findDialect, hasHeader, readRecords } from '../../text/csv-dialect.ts'

const HEAD_UNITS = 64 * 1024
const LONGEST_HEADER = 4 * 1024 * 1024
/** A byte that is no character of UTF-8: stands for "no quote". */
export const NEVER = 0xff

/** How a table is written and where its rows begin. The analyst reads it the same way. */
export interface Head {
  readonly delimiter: number
  readonly quote: number
  readonly header: boolean
  readonly columns: readonly string[]
  /** Records before the header: the `sep=;` line some spreadsheets write. */
  readonly skip: number
  /** Offset behind the header, and its last line. */
  readonly end: number
  readonly lastLine: number
  /** What is odd about the way it is written. */
  readonly notes: readonly string[]
}

export function readHead(source: SourceText): Head {
  for (let length = HEAD_UNITS; ; length *= 8) {
    const units = Math.min(source.size, length)
    // One character per code unit, so that positions in this text are offsets in the source.
    const text = Buffer.from(source.bytes(0, units)).toString('latin1')
    const bom = source.encoding.bom / source.encoding.unit
    const declared = /^sep=(.)\r?\n/.exec(text.slice(bom))
    const dialect = declared ? { delimiter: declared[1]!.charCodeAt(0), quote: 34 } : findDialect(text.slice(bom))
    const skip = declared ? 1 : 0
    const records = readRecords(text.slice(bom), dialect, source.eol, 3)
    const first = records[skip]
    if ((!first || bom + first.end >= units) && units < source.size && length < LONGEST_HEADER) continue
    const end = Math.min(source.size, bom + (first?.end ?? 0))
    const header = hasHeader(records.slice(skip))
    const eol = String.fromCharCode(source.eol)
    const mixed = source.eol === 10 && /[^\r\n]\r(?=[^\r\n])/.test(text)
    return {
      ...dialect,
      notes: mixed
        ? ['some lines end with a carriage return alone, which was taken as data, not as the end of a record']
        : [],
      header,
      columns: namesOf(source, bom, records, skip, header, dialect),
      skip,
      end,
      lastLine: Math.max(
        1,
        text
          .slice(0, end)
          .replace(/\r?\n?$/, '')
          .split(eol).length,
      ),
    }
  }
}

/** The header's cells as text in the file's own encoding, or `column 1 …` where there is no header. */
function namesOf(
  source: SourceText,
  bom: number,
  records: readonly CsvRecord[],
  skip: number,
  header: boolean,
  dialect: CsvDialect,
): readonly string[] {
  const first = records[skip]
  if (!first || !header) return (first?.fields ?? []).map((_, i) => `column ${i + 1}`)
  const start = bom + (records[skip - 1]?.end ?? 0)
  const decoded = source.text(start, bom + first.end).replace(/^\ufeff/, '')
  return readRecords(decoded, dialect, source.eol, 1)[0]?.fields ?? first.fields
}
