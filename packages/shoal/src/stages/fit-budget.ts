// Makes pieces fit the analyst's budget (P11): hashes and weighs them, and splits what is too large at the best boundary
// left. What starts inside a unit is marked as a continuation.
import type { Cutting, Piece } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import { pushAll } from '@shoal/base/model/lists'
import type { SourceText } from '@shoal/base/model/source'
import { type Digest, digestRanges } from '../text/digest.ts'
import { splitRange } from '../text/split-range.ts'
import type { BorrowedText } from './borrowed-text.ts'

export interface FittedPiece extends Digest {
  readonly piece: Piece
  readonly end: number
  /** The piece that it is, or is a part of. */
  readonly origin: Piece
}

/** Parts are aimed a little under the budget, since density varies; one that still exceeds it is split again. */
const AIM = 0.9
const MOST_ROUNDS = 8

export async function fitBudget(
  source: SourceText,
  cutting: Cutting,
  borrowed: BorrowedText,
  request: CutRequest,
): Promise<FittedPiece[]> {
  let fitted = await weigh(source, cutting.pieces, source.size, request.signal)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next: FittedPiece[] = []
    for (const candidate of fitted) {
      const room = request.maxTokens - borrowed.tokensOf(candidate.piece)
      if (candidate.tokens <= room || candidate.end - candidate.piece.start <= 1) next.push(candidate)
      else pushAll(next, await split(source, candidate, room, cutting, request.signal))
    }
    if (next.length === fitted.length) break
    fitted = next
  }
  return numbered(fitted)
}

/** Parts of one piece say so in their label. */
function numbered(fitted: readonly FittedPiece[]): FittedPiece[] {
  const parts = new Map<Piece, number>()
  for (const { origin } of fitted) parts.set(origin, (parts.get(origin) ?? 0) + 1)
  const met = new Map<Piece, number>()
  return fitted.map(part => {
    const of = parts.get(part.origin)!
    if (of === 1) return part
    const number = (met.get(part.origin) ?? 0) + 1
    met.set(part.origin, number)
    return { ...part, piece: { ...part.piece, label: `${part.origin.label} (part ${number} of ${of})` } }
  })
}

async function split(
  source: SourceText,
  { piece, end, tokens, origin }: FittedPiece,
  room: number,
  cutting: Cutting,
  signal: AbortSignal,
): Promise<FittedPiece[]> {
  const parts = Math.max(2, Math.ceil(tokens / (room * AIM)))
  const cuts = await splitRange(source, { offset: piece.start, line: piece.line }, end, parts, cutting.unitNear, signal)
  // A part of an element is no document of its own any more; flags stay with the first part.
  const { wrap: _, tail: __, ...first } = piece
  const { flags: ___, ...rest } = first
  const pieces = cuts.map((cut, k): Piece => {
    if (k === 0) return first
    const preamble = piece.preamble ?? (cutting.preamble ?? []).filter(extent => extent.end <= cut.offset)
    return { ...rest, start: cut.offset, line: cut.line, preamble, continuation: cut.inside }
  })
  return (await weigh(source, pieces, end, signal)).map(part => ({ ...part, origin }))
}

async function weigh(
  source: SourceText,
  pieces: readonly Piece[],
  end: number,
  signal: AbortSignal,
): Promise<FittedPiece[]> {
  const ranges = pieces.map((piece, k) => ({ start: piece.start, end: pieces[k + 1]?.start ?? end }))
  const digests = await digestRanges(source, ranges, signal)
  return pieces.map((piece, k) => ({ piece, origin: piece, end: ranges[k]!.end, ...digests[k]! }))
}
