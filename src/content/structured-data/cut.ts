// Cuts a table between records, each piece headed by the header row.
import type { Cutting, Flag, Piece } from '../../model/chunk.ts'
import type { CutRequest, Sizing } from '../../model/content-type.ts'
import type { SourceText } from '../../model/source.ts'
import { type CsvDialect, type CsvRecord, findDialect, hasHeader, readRecords } from '../../text/csv-dialect.ts'
import { endsOpen, evenCuts, lineTotal } from '../../text/even-cuts.ts'
import { roughTokens } from '../../text/sample.ts'
import { type BlockIndex, indexBlocks } from '../../text/scan/block-index.ts'
import { pieceCount } from '../../text/sizing.ts'

/** From this many columns on a table is wide and its rows are worth fewer to a piece. */
const WIDE = 20
const HEAD_UNITS = 64 * 1024
const LONGEST_HEADER = 4 * 1024 * 1024
const QUOTED = 2
/** A byte that is no character of UTF-8: stands for "no quote". */
export const NEVER = 0xff

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: 'records' }
  const head = readHead(source)
  const { index, notes } = await walkRecords(source, head, request.signal)
  const records = index.events + (endsOpen(source) ? 1 : 0)
  const headers = head.header ? head.skip + 1 : 0
  const rows = Math.max(0, records - headers)
  const sized = { ...request, sizing: sizingFor(request.sizing, head.columns.length) }
  const cuts = evenCuts(index, headers, rows, pieceCount(rows, roughTokens(source), sized))
  const header = head.header ? { start: 0, end: head.end, first: 1, last: head.lastLine } : null
  const pieces = cuts.map((cut, k): Piece => {
    const flags = raggedRows(index, cut.offset, cuts[k + 1]?.offset ?? source.size)
    const first = headers + cut.first + 1
    return {
      start: cut.offset,
      line: cut.line,
      kind: 'rows',
      label: rows === 0 ? 'header only' : `rows ${first}-${first + cut.count - 1}`,
      ...(k > 0 && header ? { preamble: [header] } : {}),
      ...(flags ? { flags: [flags] } : {}),
    }
  })
  return {
    lineCount: lineTotal(index, source),
    pieces,
    overlap: 0,
    method: 'records',
    ...(header ? { preamble: [header] } : {}),
    unitNear: offset => index.lastEventBefore(offset),
    facts: {
      delimiter: String.fromCharCode(head.delimiter),
      header: head.header,
      columns: head.columns,
      column_count: head.columns.length,
      row_count: rows,
    },
    notes,
  }
}

function sizingFor(sizing: Sizing, columns: number): Sizing {
  if (columns < WIDE || sizing.target <= 500) return sizing
  return { ...sizing, min: 500, target: 500, max: 1500, ladder: [500, 1000, 1500] }
}

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

/** Where quotes never balance, a stray one would swallow the rest of the file: then quotes are ordinary characters. */
async function walkRecords(
  source: SourceText,
  head: Head,
  signal: AbortSignal,
): Promise<{ index: BlockIndex; notes: string[] }> {
  const walk = {
    kind: 'csv' as const,
    eol: source.eol,
    delimiter: head.delimiter,
    quote: head.quote,
    expected: Math.max(0, head.columns.length - 1),
  }
  const index = await indexBlocks(source, walk, { signal })
  if (index.end.a !== QUOTED) return { index, notes: [...head.notes] }
  const plain = await indexBlocks(source, { ...walk, quote: NEVER }, { signal })
  return { index: plain, notes: [...head.notes, 'a quoted field never closes, so every line was taken as a record'] }
}

function raggedRows(index: BlockIndex, from: number, to: number): Flag | null {
  if (!index.hasFlags) return null
  const { count, offsets } = index.flagged(from, to, 5)
  return count === 0 ? null : { kind: 'ragged-rows', count, lines: index.linesOf(offsets) }
}
