// Many quotes looked for at once: one pass over a stretch of a source, bounded memory, the same time for one quote or
// ten thousand. Quotes are compared in their normalised form; what is returned stands in the source as it is.
import { addTo, firstFrom } from '@shoal/base/model/lists'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
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
  const seekers = seekersFor(wanted, spots)
  const table = new PatternTable(seekers.map(({ text }) => text))
  const made = new Normaliser()
  const shown = new ShownText(source, within.line)
  const turn = yieldToEventLoop()
  const take = (which: number, first: number, last: number): void => {
    const at = shown.lineAt(made.startOf(first))
    seekers[which]!.take(at, () => shown.spot(made.startOf(first), made.startOf(last), at))
  }
  let open = seekers.map((_, which) => which)
  for (const block of textBlocks(source, within.start, within.end, blockSize)) {
    signal.throwIfAborted()
    await turn()
    made.push(block.text, shown.add(block))
    const keep = block.last ? 0 : Math.min(made.length, table.longest)
    table.scan(made, made.length - keep, take)
    for (const which of open) seekers[which]!.keep()
    made.shift(keep)
    shown.forgetBefore(keep > 0 ? made.startOf(0) : shown.end)
    open = open.filter(which => {
      const isSettled = seekers[which]!.isSettled(shown.line)
      if (isSettled) table.drop(which)
      return !isSettled
    })
    if (open.length === 0) break
  }
  for (const which of open) seekers[which]!.end()
  return spots
}

/** Quotes of one text are sought together: a file may hold it, and be quoted by it, at every line. */
function seekersFor(wanted: readonly Wanted[], spots: (Spot | null)[]): Seeker[] {
  const groups = new Map<string, { line: number; which: number }[]>()
  wanted.forEach(({ text, line, onLineOnly }, which) => {
    const key = (onLineOnly ? '=' : '~') + text
    addTo(groups, key, { line, which })
  })
  return [...groups].map(([key, quotes]) => {
    quotes.sort((a, b) => a.line - b.line)
    return new Seeker(key.slice(1), key[0] === '=', quotes, spots)
  })
}

/** Places come in the order of lines, and so are the quotes: each place and each quote is looked at once. */
class Seeker {
  private open = 0
  /** The first place on the last line that has one; made when it is needed, at the latest before its text is forgotten. */
  private last: { readonly line: number; readonly spot: () => Spot } | null = null

  constructor(
    readonly text: string,
    private readonly onLineOnly: boolean,
    private readonly quotes: readonly { readonly line: number; readonly which: number }[],
    private readonly spots: (Spot | null)[],
  ) {}

  take(line: number, make: () => Spot): void {
    if (this.last?.line === line) return
    const before = this.last
    let made: Spot | null = null
    const spot = () => (made ??= make())
    this.last = { line, spot }
    for (let quote = this.quotes[this.open]; quote && quote.line <= line; quote = this.quotes[++this.open]) {
      const isNearer = !before || line - quote.line < quote.line - before.line
      if (line === quote.line || (isNearer && !this.onLineOnly)) this.spots[quote.which] = spot()
      else if (!this.onLineOnly) this.spots[quote.which] = before!.spot()
    }
  }

  keep(): void {
    if (!this.onLineOnly) this.last?.spot()
  }

  /** Lines ascend: once they lead away from the one that was named, nothing nearer follows. */
  isSettled(reached: number): boolean {
    for (let quote = this.quotes[this.open]; quote && quote.line < reached; quote = this.quotes[++this.open]) {
      if (this.onLineOnly) continue
      if (!this.last || reached - quote.line < quote.line - this.last.line) return false
      this.spots[quote.which] = this.last.spot()
    }
    return this.open === this.quotes.length
  }

  end(): void {
    if (this.onLineOnly) return
    for (const { which } of this.quotes.slice(this.open)) this.spots[which] = this.last?.spot() ?? null
  }
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
    return line + firstFrom(ends, index)
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
