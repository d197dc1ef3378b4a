// Many quotes looked for at once: one pass over a stretch of a source, bounded memory, the same time for one quote or
// ten thousand. Quotes are compared in their normalised form; what is returned stands in the source as it is.
import type { SourceText } from '../../model/source.ts'
import { turnTaker } from '../turns.ts'
import { clusterEnd, Normaliser } from './normalise.ts'
import { PatternTable } from './pattern-table.ts'
import { BLOCK, type TextBlock, textBlocks, unitsOf } from './text-blocks.ts'

/** A quote that is looked for. */
export interface Wanted {
  /** Normalised, not empty. */
  readonly text: string
  /** Of several places the one nearest to this line is taken. */
  readonly line: number
  /** It counts on that line only. */
  readonly onLineOnly: boolean
}

/** Where a quote stands. */
export interface Spot {
  /** In code units of the source. */
  readonly offset: number
  readonly line: number
  readonly endLine: number
  /** Where its line starts if that is a long one, else null; left out while it is not known. */
  readonly lineStart?: number | null
  /** Verbatim. */
  readonly text: string
}

/** A stretch of a source; `line` is the line its start stands on. */
export interface Within {
  readonly start: number
  readonly end: number
  readonly line: number
}

/** The spots in the order of `wanted`; null for what is not there. */
export async function searchQuotes(
  source: SourceText,
  wanted: readonly Wanted[],
  within: Within,
  signal: AbortSignal,
  blockSize = BLOCK,
): Promise<(Spot | null)[]> {
  const spots: (Spot | null)[] = wanted.map(() => null)
  if (wanted.length === 0) return spots
  const table = new PatternTable(wanted.map(({ text }) => text))
  const made = new Normaliser()
  const shown = new ShownText(source, within.line)
  const turn = turnTaker()
  const take = (which: number, first: number, last: number): void => {
    const { line, onLineOnly } = wanted[which]!
    const at = shown.lineAt(made.startOf(first))
    const best = spots[which]
    const nearer = !best || Math.abs(at - line) < Math.abs(best.line - line)
    if (nearer && (at === line || !onLineOnly)) spots[which] = shown.spot(made.startOf(first), made.startOf(last), at)
  }
  let open = wanted.map((_, which) => which)
  for (const block of textBlocks(source, within.start, within.end, blockSize)) {
    signal.throwIfAborted()
    await turn()
    made.push(block.text, shown.add(block))
    const keep = block.last ? 0 : Math.min(made.length, table.longest)
    table.scan(made, made.length - keep, take)
    made.shift(keep)
    shown.forgetBefore(keep > 0 ? made.startOf(0) : shown.end)
    open = open.filter(which => {
      const settled = isSettled(wanted[which]!, spots[which]!, shown.line)
      if (settled) table.drop(which)
      return !settled
    })
    if (open.length === 0) break
  }
  return spots
}

/** Lines ascend: once they lead away from the one that was named, nothing nearer follows. */
function isSettled({ line, onLineOnly }: Wanted, spot: Spot | null, reached: number): boolean {
  if (spot) return reached - line >= Math.abs(spot.line - line) && reached > line
  return onLineOnly && reached > line
}

/** The blocks that may still be quoted, by index: characters counted from the start of the search. */
class ShownText {
  private readonly eol: string
  private blocks: ShownBlock[] = []
  /** The line that the end of the last block stands on. */
  line: number
  end = 0

  constructor(
    private readonly source: SourceText,
    firstLine: number,
  ) {
    this.eol = String.fromCharCode(source.eol)
    this.line = firstLine
  }

  /** Returns the index of its first character. */
  add(block: TextBlock): number {
    const index = this.end
    const ends: number[] = []
    for (let at = block.text.indexOf(this.eol); at >= 0; at = block.text.indexOf(this.eol, at + 1))
      ends.push(index + at)
    this.blocks.push({ ...block, index, line: this.line, ends })
    this.end += block.text.length
    this.line += ends.length
    return index
  }

  lineAt(index: number): number {
    const { line, ends } = this.blockAt(index)
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < index) low = middle + 1
      else high = middle
    }
    return line + low
  }

  /** From a character to another, with all that belongs to it. */
  spot(from: number, last: number, line: number): Spot {
    const block = this.blockAt(from)
    const lastBlock = this.blockAt(last)
    const to = lastBlock.index + clusterEnd(lastBlock.text, last - lastBlock.index)
    const offset = block.offset + unitsOf(block.text.slice(0, from - block.index), this.source)
    return { offset, line, endLine: this.lineAt(last), text: this.slice(from, to) }
  }

  forgetBefore(index: number): void {
    while (this.blocks.length > 0 && this.blocks[0]!.index + this.blocks[0]!.text.length <= index) this.blocks.shift()
  }

  private blockAt(index: number): ShownBlock {
    return this.blocks.find(({ index: start, text }) => index < start + text.length)!
  }

  private slice(from: number, to: number): string {
    return this.blocks
      .filter(({ index, text }) => index < to && index + text.length > from)
      .map(({ index, text }) => text.slice(Math.max(0, from - index), to - index))
      .join('')
  }
}

interface ShownBlock extends TextBlock {
  readonly index: number
  /** The line its first character stands on, and where its lines end. */
  readonly line: number
  readonly ends: readonly number[]
}
