// Turns a file into chunks: the content type says where to cut, this stage sizes, splits what exceeds the budget,
// hashes, and adds the overlap. It knows no content type.
import type { Chunk, Cutting, Partition, Piece, Span } from '../model/chunk.ts'
import type { ContentType, CutRequest } from '../model/content-type.ts'
import type { Extent, SourceText } from '../model/source.ts'
import { digestRanges } from '../text/digest.ts'
import { combineHashes, hashText } from '../text/hash.ts'
import { linesBack } from '../text/lines-back.ts'
import { splitRange } from '../text/split-range.ts'
import { estimateTokens } from '../text/tokens.ts'

export async function partition(source: SourceText, type: ContentType, request: CutRequest): Promise<Partition> {
  const cutting = await type.cut(source, request)
  assertTiles(cutting, source, type)
  const pieces = await fitBudget(source, await digest(source, cutting.pieces, request), request)
  return {
    path: source.path,
    contentType: type.name,
    language: request.language,
    lineCount: cutting.lineCount,
    sizeBytes: source.sizeBytes,
    method: cutting.method,
    facts: cutting.facts ?? {},
    notes: cutting.notes ?? [],
    chunks: toChunks(source, cutting, pieces),
  }
}

interface Digested {
  readonly piece: Piece
  readonly end: number
  readonly hash: string
  readonly tokens: number
}

/** A type that leaves a gap or cuts backwards is a defect, not bad input. */
function assertTiles(cutting: Cutting, source: SourceText, type: ContentType): void {
  const { pieces } = cutting
  if (source.size === 0 && pieces.length === 0) return
  const ascends = pieces.every((piece, k) => piece.start < (pieces[k + 1]?.start ?? source.size))
  if (pieces[0]?.start !== 0 || !ascends) throw new Error(`content type ${type.name} did not tile ${source.path}`)
}

async function digest(source: SourceText, pieces: readonly Piece[], request: CutRequest): Promise<Digested[]> {
  const ends = pieces.map((_, k) => pieces[k + 1]?.start ?? source.size)
  const digests = await digestRanges(
    source,
    pieces.map((piece, k) => ({ start: piece.start, end: ends[k]! })),
    request.signal,
  )
  return pieces.map((piece, k) => ({ piece, end: ends[k]!, ...digests[k]! }))
}

/** Splits every piece that is too large for one analyst, and marks what follows as its continuation. */
async function fitBudget(source: SourceText, pieces: Digested[], request: CutRequest): Promise<Digested[]> {
  const out: Digested[] = []
  for (const digested of pieces) {
    if (digested.tokens <= request.maxTokens) {
      out.push(digested)
      continue
    }
    const { piece, end, tokens } = digested
    const cuts = await splitRange(
      source,
      { offset: piece.start, line: piece.line },
      end,
      Math.ceil(tokens / (request.maxTokens * 0.9)),
      request.signal,
    )
    const parts = cuts.map((cut, k): Piece => {
      if (k === 0) return withoutWrap(piece)
      const { flags: _, ...rest } = withoutWrap(piece)
      return {
        ...rest,
        start: cut.offset,
        line: cut.line,
        label: `${piece.label} (part ${k + 1} of ${cuts.length})`,
        continuation: true,
      }
    })
    const ends = parts.map((_, k) => parts[k + 1]?.start ?? end)
    const digests = await digestRanges(
      source,
      parts.map((part, k) => ({ start: part.start, end: ends[k]! })),
      request.signal,
    )
    out.push(...parts.map((part, k) => ({ piece: part, end: ends[k]!, ...digests[k]! })))
  }
  return out
}

/** A part of an element is no document of its own any more. */
function withoutWrap(piece: Piece): Piece {
  const { wrap: _, ...rest } = piece
  return rest
}

function toChunks(source: SourceText, cutting: Cutting, pieces: readonly Digested[]): Chunk[] {
  const extents = new Map<string, { hash: string; tokens: number }>()
  return pieces.map(({ piece, end, hash, tokens }, k): Chunk => {
    const next = pieces[k + 1]?.piece
    const endLine = next ? (startsLine(source, next.start) ? next.line - 1 : next.line) : cutting.lineCount
    const preamble = piece.preamble ?? []
    const known = preamble.map(extent => measure(source, extent, extents))
    const overlap = k > 0 && !piece.continuation ? overlapSpan(source, piece, cutting.overlap) : null
    const borrowed = overlap ? estimateTokens(source.bytes(overlap.start, piece.start)) : 0
    return {
      id: known.length === 0 ? hash : combineHashes([...known.map(part => part.hash), hash]),
      path: source.path,
      index: k + 1,
      of: pieces.length,
      body: { startLine: piece.line, endLine, startByte: source.byteAt(piece.start), endByte: source.byteAt(end) },
      preamble: preamble.map(extent => toSpan(source, extent)),
      overlap: overlap && toSpan(source, overlap),
      lines: endLine - piece.line + 1,
      bytes: source.byteAt(end) - source.byteAt(piece.start),
      tokens: Math.ceil(tokens) + borrowed + known.reduce((sum, part) => sum + part.tokens, 0),
      kind: piece.kind,
      label: piece.label,
      continuation: piece.continuation ?? false,
      tail: piece.tail ?? '',
      wrap: piece.wrap ?? null,
      flags: piece.flags ?? [],
    }
  })
}

/** Hash and tokens of borrowed text; the same header stands before many pieces. */
function measure(source: SourceText, extent: Extent, known: Map<string, { hash: string; tokens: number }>) {
  const key = `${extent.start}-${extent.end}`
  let measured = known.get(key)
  if (!measured) {
    const bytes = source.bytes(extent.start, extent.end)
    measured = { hash: hashText(source.text(extent.start, extent.end)), tokens: estimateTokens(bytes) }
    known.set(key, measured)
  }
  return measured
}

function overlapSpan(source: SourceText, piece: Piece, lines: number): Extent | null {
  const wanted = Math.min(lines, piece.line - 1)
  if (wanted <= 0 || !startsLine(source, piece.start)) return null
  const { offset, lines: found } = linesBack(source, piece.start, wanted)
  return found === 0 ? null : { start: offset, end: piece.start, first: piece.line - found, last: piece.line - 1 }
}

function startsLine(source: SourceText, offset: number): boolean {
  return offset === 0 || source.bytes(offset - 1, offset)[0] === source.eol
}

function toSpan(source: SourceText, extent: Extent): Span {
  return {
    startLine: extent.first,
    endLine: extent.last,
    startByte: source.byteAt(extent.start),
    endByte: source.byteAt(extent.end),
  }
}
