// Cuts a log between entries: even line counts, each cut moved to where the next entry begins.
import type { Cutting, Piece } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { linesBack } from '../../text/lines-back.ts'
import { type EntryStart, learnEntryStart } from '../../text/log-entries.ts'
import { roughTokens } from '../../text/sample.ts'
import { indexBlocks, type Place } from '../../text/scan/block-index.ts'
import { pieceStarts } from '../../text/sizing.ts'
import { cutsAt, lineTotal } from '../../text/unit-cuts.ts'

const HEAD_UNITS = 64 * 1024
/** How far an entry may reach beyond the even cut; twice a step, each step four times the last. */
const FIRST_LOOK = 2 * 1024
const FARTHEST_LOOK = 2 * 1024 * 1024
/** How many lines are searched backwards for the start of an entry. */
const LINES_BACK = 500
/** Of a long line only its beginning matters. */
const LINE_HEAD = 256

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: 'entries' }
  const index = await indexBlocks(source, { kind: 'lines', eol: source.eol }, { signal: request.signal })
  const lineCount = lineTotal(index, source)
  const starts = pieceStarts(lineCount, roughTokens(source), request)
  const begins = learnEntryStart(linesAt(source, 0, Math.min(source.size, HEAD_UNITS)).map(line => line.text))
  const places: Place[] = [{ offset: 0, line: 1 }]
  for (const even of cutsAt(index, 0, lineCount, starts).slice(1)) {
    const place = nextEntry(source, even, begins)
    if (place && place.offset > places.at(-1)!.offset) places.push(place)
  }
  const pieces = places.map((place, k): Piece => {
    const last = (places[k + 1]?.line ?? lineCount + 1) - 1
    return { start: place.offset, line: place.line, kind: 'entries', label: `lines ${place.line}-${last}` }
  })
  return {
    lineCount,
    pieces,
    overlap: request.sizing.overlap(starts[1] ?? lineCount),
    method: 'entries',
    unitNear: offset => {
      const line = index.lastEventBefore(offset)
      return line && (entryBefore(source, line, begins) ?? nextEntry(source, line, begins))
    },
  }
}

/** The first entry that begins at or behind a line; null where one entry goes on out of sight. */
function nextEntry(source: SourceText, from: Place, begins: EntryStart): Place | null {
  for (let look = FIRST_LOOK; ; look *= 4) {
    const end = Math.min(source.size, from.offset + look)
    const lines = linesAt(source, from.offset, end)
    let before = lineBefore(source, from.offset)
    for (const [k, line] of lines.entries()) {
      if (begins(line.text, before)) return { offset: line.start, line: from.line + k }
      before = line.text
    }
    if (end === source.size || look >= FARTHEST_LOOK) return null
  }
}

/** The last entry that begins before a line, if one does so in sight. */
function entryBefore(source: SourceText, from: Place, begins: EntryStart): Place | null {
  const { offset, lines: count } = linesBack(source, from.offset, LINES_BACK)
  const lines = linesAt(source, offset, from.offset)
  for (let k = lines.length - 1; k > 0; k--) {
    if (begins(lines[k]!.text, lines[k - 1]!.text)) return { offset: lines[k]!.start, line: from.line - count + k }
  }
  return null
}

/** The complete lines of a stretch that starts at a line, each with its first characters. */
function linesAt(source: SourceText, start: number, end: number): { start: number; text: string }[] {
  const bytes = source.bytes(start, end)
  const lines: { start: number; text: string }[] = []
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(source.eol, at)
    if (found < 0 && end < source.size) break
    const stop = found < 0 ? bytes.length : found
    lines.push({
      start: start + at,
      text: Buffer.from(bytes.subarray(at, Math.min(stop, at + LINE_HEAD))).toString('latin1'),
    })
    at = stop + 1
  }
  return lines
}

function lineBefore(source: SourceText, offset: number): string {
  const start = Math.max(0, offset - 1024)
  const text = Buffer.from(source.bytes(start, Math.max(0, offset - 1))).toString('latin1')
  return text.slice(text.lastIndexOf(String.fromCharCode(source.eol)) + 1)
}
