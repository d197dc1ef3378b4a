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
  /** Records before the header: the `sep=;` line some spreadsheets write, comments. */
  readonly skip: number
  /** Offset of the header, or of the first row where there is none. */
  readonly start: number
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
    const skip = declared ? 1 : commentsBefore(text.slice(bom), dialect, source.eol)
    const records = readRecords(text.slice(bom), dialect, source.eol, skip + 3)
    const first = records[skip]
    if ((!first || bom + first.end >= units) && units < source.size && length < LONGEST_HEADER) continue
    const end = Math.min(source.size, bom + (first?.end ?? 0))
    const header = hasHeader(records.slice(skip))
    const eol = String.fromCharCode(source.eol)
    const mixed = source.eol === 10 && /[^\r\n]\r(?=[^\r\n])/.test(text)
    return {
      ...dialect,
      notes: [
        ...(mixed
          ? ['some lines end with a carriage return alone, which was taken as data, not as the end of a record']
          : []),
        ...(skip > (declared ? 1 : 0)
          ? [`${skip} lines before the table begin with # and were taken as comments`]
          : []),
      ],
      header,
      columns: namesOf(source, bom, records, skip, header, dialect),
      skip,
      start: bom + (records[skip - 1]?.end ?? 0),
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

const MOST_COMMENTS = 1000

/** Lines of `#` that stand before the table; the last of them names the columns where it has as many cells as the rows. */
function commentsBefore(text: string, dialect: CsvDialect, eol: number): number {
  if (!text.startsWith('#')) return 0
  const lines = text.split(String.fromCharCode(eol), MOST_COMMENTS + 1)
  const count = lines.findIndex(line => !line.startsWith('#'))
  if (count <= 0 || lines[count]!.trim() === '') return 0
  const delimiter = String.fromCharCode(dialect.delimiter)
  // A quote opens a cell only where one begins.
  if (lines.slice(0, count).some(line => line.includes(`${delimiter}"`))) return 0
  const cells = (line: string) => line.split(delimiter).length
  const width = cells(lines[count]!)
  // Cells that begin so are no comments: `#fff,white`.
  if (width > 1 && lines.slice(0, count).every(line => cells(line) === width)) return 0
  return width > 1 && cells(lines[count - 1]!) === width ? count - 1 : count
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
