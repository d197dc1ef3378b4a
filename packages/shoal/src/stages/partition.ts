// Turns a file into chunks: the content type says where to cut, this stage sizes, splits what exceeds the budget,
// hashes, and adds the overlap. It knows no content type.
import type { Chunk, Cutting, Partition, Piece, Span } from '@shoal/base/model/chunk'
import type { ContentType, CutRequest } from '@shoal/base/model/content-type'
import type { Extent, SourceText } from '@shoal/base/model/source'
import { combineHashes } from '../text/hash.ts'
import { linesBack } from '../text/lines-back.ts'
import { estimateTokens } from '../text/tokens.ts'
import { BorrowedText } from './borrowed-text.ts'
import { type FittedPiece, fitBudget } from './fit-budget.ts'

/** A preamble may take up this share of the budget; a longer one is left out. */
const PREAMBLE_SHARE = 0.5

export async function partition(source: SourceText, type: ContentType, request: CutRequest): Promise<Partition> {
  const cutting = await cutBy(type, source, request)
  assertTiles(cutting, source, type)
  const borrowed = new BorrowedText(source, request.maxTokens * PREAMBLE_SHARE)
  const pieces = await fitBudget(source, cutting, borrowed, request)
  return {
    path: source.path,
    contentType: type.name,
    language: request.language,
    lineCount: cutting.lineCount,
    sizeBytes: source.sizeBytes,
    method: cutting.method,
    facts: cutting.facts ?? {},
    notes: cutting.notes ?? [],
    chunks: toChunks(source, cutting, pieces, borrowed, request.maxTokens),
  }
}

/** Only the file and the user may end a cutting; anything else that is thrown is a defect of the type, and says so. */
async function cutBy(type: ContentType, source: SourceText, request: CutRequest): Promise<Cutting> {
  try {
    return await type.cut(source, request)
  } catch (error) {
    const { code, name, message } = error as NodeJS.ErrnoException
    if (code !== undefined || name === 'AbortError') throw error
    throw new Error(`content type ${type.name} could not cut ${source.path}: ${message}`, { cause: error })
  }
}

/** A type that leaves a gap or cuts backwards is a defect, not bad input. */
function assertTiles(cutting: Cutting, source: SourceText, type: ContentType): void {
  const { pieces } = cutting
  if (source.size === 0 && pieces.length === 0) return
  const ascends = pieces.every((piece, k) => piece.start < (pieces[k + 1]?.start ?? source.size))
  if (pieces[0]?.start !== 0 || !ascends) throw new Error(`content type ${type.name} did not tile ${source.path}`)
}

function toChunks(
  source: SourceText,
  cutting: Cutting,
  pieces: readonly FittedPiece[],
  borrowed: BorrowedText,
  maxTokens: number,
): Chunk[] {
  return pieces.map(({ piece, end, hash, tokens }, k): Chunk => {
    const next = pieces[k + 1]?.piece
    const endLine = next ? (startsLine(source, next.start) ? next.line - 1 : next.line) : cutting.lineCount
    const preamble = borrowed.hashesOf(piece)
    const own = Math.ceil(tokens) + borrowed.tokensOf(piece)
    const overlap = k > 0 && !piece.continuation ? overlapSpan(source, piece, cutting.overlap, maxTokens - own) : null
    return {
      id: preamble.length === 0 ? hash : combineHashes([...preamble, hash]),
      path: source.path,
      index: k + 1,
      of: pieces.length,
      body: { startLine: piece.line, endLine, startByte: source.byteAt(piece.start), endByte: source.byteAt(end) },
      preamble: borrowed.preambleOf(piece).map(extent => toSpan(source, extent)),
      overlap: overlap && toSpan(source, overlap.extent),
      lines: endLine - piece.line + 1,
      bytes: source.byteAt(end) - source.byteAt(piece.start),
      tokens: own + (overlap?.tokens ?? 0),
      kind: piece.kind,
      label: piece.label,
      continuation: piece.continuation ?? false,
      tail: piece.tail ?? '',
      wrap: piece.wrap ?? null,
      flags: piece.flags ?? [],
    }
  })
}

/** The lines before a piece, as far as there is room for them. */
function overlapSpan(
  source: SourceText,
  piece: Piece,
  lines: number,
  room: number,
): { extent: Extent; tokens: number } | null {
  const wanted = Math.min(lines, piece.line - 1)
  if (wanted <= 0 || !startsLine(source, piece.start)) return null
  const { offset, lines: found } = linesBack(source, piece.start, wanted)
  if (found === 0) return null
  const tokens = estimateTokens(source.bytes(offset, piece.start))
  if (tokens > room) return null
  return { extent: { start: offset, end: piece.start, first: piece.line - found, last: piece.line - 1 }, tokens }
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
