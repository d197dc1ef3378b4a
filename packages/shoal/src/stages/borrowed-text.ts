// What pieces borrow: measured once, since the same header heads many pieces.
import type { Piece } from '@shoal/base/model/chunk'
import type { Extent, SourceText } from '@shoal/base/model/source'
import { hashText } from '../text/hash.ts'
import { estimateTokens } from '../text/tokens.ts'

export class BorrowedText {
  private readonly known = new Map<number, { readonly end: number; readonly hash: string; readonly tokens: number }>()

  /** A preamble over `most` tokens is not lent at all. */
  constructor(
    private readonly source: SourceText,
    private readonly most: number,
  ) {}

  preambleOf(piece: Piece): readonly Extent[] {
    const preamble = piece.preamble ?? []
    return this.sum(preamble) <= this.most ? preamble : []
  }

  tokensOf(piece: Piece): number {
    return this.sum(this.preambleOf(piece))
  }

  hashesOf(piece: Piece): string[] {
    return this.preambleOf(piece).map(extent => this.measure(extent).hash)
  }

  private sum(extents: readonly Extent[]): number {
    return extents.reduce((sum, extent) => sum + this.measure(extent).tokens, 0)
  }

  private measure(extent: Extent) {
    const known = this.known.get(extent.start)
    if (known?.end === extent.end) return known
    const { start, end } = extent
    const hash = hashText(this.source.text(start, end))
    const measured = { end, hash, tokens: estimateTokens(this.source.bytes(start, end)) }
    this.known.set(start, measured)
    return measured
  }
}
