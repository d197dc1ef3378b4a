// Cuts JSON lines between lines. Lines that are no JSON value stay where they are and are flagged.
import type { Cutting, Flag, Piece } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { roughTokens } from '../../text/sample.ts'
import { type BlockIndex, indexBlocks } from '../../text/scan/block-index.ts'
import { pieceStarts } from '../../text/sizing.ts'
import { cutsAt, lineTotal } from '../../text/unit-cuts.ts'
import { describeLines } from './schema.ts'

/** A suspicious line is parsed to be sure; of a longer one only the ends are judged. */
const LONGEST_PARSED = 4 * 1024 * 1024

export async function cut(source: SourceText, request: CutRequest): Promise<Cutting> {
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: 'lines' }
  const index = await indexBlocks(source, { kind: 'jsonl', eol: source.eol }, { signal: request.signal })
  const lineCount = lineTotal(index, source)
  const cuts = cutsAt(index, 0, lineCount, pieceStarts(lineCount, roughTokens(source), request))
  const pieces = cuts.map((cut, k): Piece => {
    const bad = badLines(source, index, cut.offset, cuts[k + 1]?.offset ?? source.size)
    return {
      start: cut.offset,
      line: cut.line,
      kind: 'lines',
      label: `lines ${cut.first + 1}-${cut.first + cut.count}`,
      ...(bad ? { flags: [bad] } : {}),
    }
  })
  const unitNear = (offset: number) => index.lastEventBefore(offset)
  return { lineCount, pieces, overlap: 0, method: 'lines', unitNear, facts: describeLines(source, lineCount) }
}

/** The walk marks lines whose first or last character is no bracket; each is parsed before it is called bad. */
function badLines(source: SourceText, index: BlockIndex, from: number, to: number): Flag | null {
  const open = to === source.size && to > from && source.bytes(to - 1, to)[0] !== source.eol
  if (!index.hasFlags && !open) return null
  const marked = index.hasFlags ? index.flagged(from, to, Number.POSITIVE_INFINITY).offsets : []
  if (open) marked.push(to - 1)
  const lines = new Set<number>()
  let checkedTo = from
  for (const offset of marked) {
    if (offset < checkedTo) continue
    const start = lineStart(source, offset, from)
    const end = lineEnd(source, offset, to)
    checkedTo = end
    if (!isJson(source, start, end)) lines.add(start)
  }
  if (lines.size === 0) return null
  return { kind: 'bad-lines', count: lines.size, lines: index.linesOf([...lines].slice(0, 5)) }
}

function isJson(source: SourceText, start: number, end: number): boolean {
  if (end - start > LONGEST_PARSED) return false
  const text = source.text(start, end).trim()
  if (text === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const STEP = 4096

/** The start of the line that `offset` stands on; a line end belongs to the line it ends. */
function lineStart(source: SourceText, offset: number, lowest: number): number {
  for (let end = offset; end > lowest; end -= STEP) {
    const start = Math.max(lowest, end - STEP)
    const found = source.bytes(start, end).lastIndexOf(source.eol)
    if (found >= 0) return start + found + 1
  }
  return lowest
}

function lineEnd(source: SourceText, offset: number, highest: number): number {
  for (let start = offset; start < highest; start += STEP) {
    const found = source.bytes(start, Math.min(highest, start + STEP)).indexOf(source.eol)
    if (found >= 0) return start + found + 1
  }
  return highest
}
