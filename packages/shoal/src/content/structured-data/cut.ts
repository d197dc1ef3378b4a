// Cuts a table between records, each piece headed by the header row.
import type { Cutting, Flag, Piece } from '@shoal/base/model/chunk'
import type { CutRequest, Sizing } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { roughTokens } from '../../text/sample.ts'
import { type BlockIndex, indexBlocks } from '../../text/scan/block-index.ts'
import { pieceStarts } from '../../text/sizing.ts'
import { cutsAt, endsOpen, lineTotal } from '../../text/unit-cuts.ts'
import { type Head, NEVER, readHead } from './head.ts'

/** From this many columns on a table is wide and its rows are worth fewer to a piece. */
const WIDE = 20
const QUOTED = 2

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: 'records' }
  const head = readHead(source)
  const { index, notes } = await walkRecords(source, head, request.signal)
  const records = index.events + (endsOpen(source) ? 1 : 0)
  const headers = head.header ? head.skip + 1 : 0
  const rows = Math.max(0, records - headers)
  const sized = { ...request, sizing: sizingFor(request.sizing, head.columns.length) }
  const cuts = cutsAt(index, headers, rows, pieceStarts(rows, roughTokens(source), sized))
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
