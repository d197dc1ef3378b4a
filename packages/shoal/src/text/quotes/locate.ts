// Finds where quotes stand in a source: on the line that was named, else nearest to it. Exact first, then with white
// space and Unicode form aside; only what is left is looked for in the whole file, all of it in one pass.
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { LineFinder, type Milestone } from './line-finder.ts'
import { clusterEnd, Normaliser, normaliseQuote } from './normalise.ts'
import { type Spot, searchQuotes, type Wanted, type Within } from './search.ts'
import { unitsOf } from './text-blocks.ts'

export interface Claim {
  readonly line: number
  readonly quote: string
  /** Where it starts, if known: on a long line the same words may stand often. */
  readonly at?: number | undefined
}

export interface LocateOptions {
  /** Places on known lines, ascending: the starts of chunks. */
  readonly milestones: readonly Milestone[]
  /** Looked through before the rest of the file. */
  readonly first: Within | null
  readonly signal: AbortSignal
}

/** A quote with fewer letters and digits stands everywhere: it counts on its own line or not at all. */
export const TELLING = 3

/** Of a longer line only so much is looked at before the whole file is. */
const LONG_LINE = 1 << 14

/** A line of more code units is one in which the eye finds nothing. */
const READABLE_LINE = 2000

/** The spots in the order of the claims; null for what does not stand in the source. */
export async function locateQuotes(
  claims: readonly Claim[],
  source: SourceText,
  { milestones, first, signal }: LocateOptions,
): Promise<(Spot | null)[]> {
  const spots: (Spot | null)[] = claims.map(() => null)
  const lines = new LineTexts(source, milestones)
  const order = claims.map((_, k) => k).sort((a, b) => claims[a]!.line - claims[b]!.line)
  const turn = yieldToEventLoop()
  for (const k of order) {
    signal.throwIfAborted()
    await turn()
    spots[k] = lines.spotOf(claims[k]!)
  }
  if (first) {
    // A line may be shared by several chunks: of its places the one in the chunk is meant.
    const open = order.filter(k => {
      const spot = spots[k]
      return !spot || (spot.offset !== claims[k]!.at && !isWithin(spot, first) && sharesLine(spot, first))
    })
    await searchInto(spots, open, claims, source, first, signal)
  }
  const missing = order.filter(k => !spots[k])
  await searchInto(spots, missing, claims, source, { start: 0, end: source.size, line: 1 }, signal)
  for (const k of order) if (spots[k]) spots[k] = lines.onLongLine(spots[k])
  return spots
}

export function isTelling(quote: string): boolean {
  return (quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING
}

async function searchInto(
  spots: (Spot | null)[],
  open: readonly number[],
  claims: readonly Claim[],
  source: SourceText,
  within: Within,
  signal: AbortSignal,
): Promise<void> {
  const wanted: (Wanted & { readonly k: number })[] = []
  for (const k of open) {
    const { line, quote } = claims[k]!
    const text = normaliseQuote(quote)
    if (text !== '') wanted.push({ k, text, line, onLineOnly: !isTelling(quote) })
  }
  const found = await searchQuotes(source, wanted, within, signal)
  for (const [i, { k }] of wanted.entries()) spots[k] = found[i] ?? spots[k]!
}

/** Lines as text, the last one kept: many quotes speak of one line. */
class LineTexts {
  private readonly lines: LineFinder
  private readonly eol: string
  private last: LineText | null = null

  constructor(
    private readonly source: SourceText,
    milestones: readonly Milestone[],
  ) {
    this.lines = new LineFinder(source, milestones)
    this.eol = String.fromCharCode(source.eol)
  }

  /** The line and so much of what follows, or its beginning. */
  get(line: number, more: number): LineText | null {
    if (this.last?.line === line && (this.last.isLong || this.last.more >= more)) return this.last
    const at = this.lines.find(line)
    if (!at) return null
    const isLong = at.end === null || at.end - at.start > LONG_LINE
    const stop = isLong ? at.start + LONG_LINE : at.end! + more
    const text = this.source.text(at.start, Math.min(this.source.size, stop))
    const end = text.indexOf(this.eol)
    const mark = at.start === 0 ? this.source.encoding.bom / this.source.encoding.unit : 0
    this.last = { line, isLong, more, text, end: end < 0 ? text.length : end, offset: at.start + mark }
    return this.last
  }

  /** Beginning on its line; of a long line only the beginning is looked at, and only for the very words. */
  spotOf({ line, quote, at }: Claim): Spot | null {
    const here = quote.trim() === '' ? null : this.get(line, quote.length * 4 + 64)
    if (!here) return null
    const known = at === undefined ? null : this.knownSpot(here, quote, at)
    if (known) return known
    const found = here.text.indexOf(quote)
    const isHere = found >= 0 && found <= here.end
    if (!isHere && here.isLong) return null
    const [from, to] = isHere ? [found, found + quote.length] : alike(here.text, quote, here.end)
    if (from < 0) return null
    const text = here.text.slice(from, to)
    return {
      offset: here.offset + unitsOf(here.text.slice(0, from), this.source),
      line,
      lineStart: lineStartOf(here),
      endLine: line + text.slice(0, -1).split(this.eol).length - 1,
      text,
    }
  }

  /** The spot with the start of its line, looked up if it is not known yet. */
  onLongLine(spot: Spot): Spot {
    const here = spot.lineStart === undefined ? this.get(spot.line, 0) : null
    return here ? { ...spot, lineStart: lineStartOf(here) } : spot
  }

  private knownSpot(here: LineText, quote: string, at: number): Spot | null {
    const lineStart = lineStartOf(here)
    const end = here.isLong ? this.source.size : here.offset + unitsOf(here.text.slice(0, here.end), this.source)
    if (lineStart === null || at < lineStart || at >= end) return null
    const text = this.source.text(at, Math.min(this.source.size, at + unitsOf(quote, this.source)))
    return text === quote && !quote.includes(this.eol)
      ? { offset: at, line: here.line, lineStart, endLine: here.line, text }
      : null
  }
}

interface LineText {
  readonly line: number
  readonly isLong: boolean
  readonly more: number
  readonly text: string
  /** Index of its end in the text. */
  readonly end: number
  readonly offset: number
}

/** Null for a line of a usual length. */
function lineStartOf({ isLong, end, offset }: LineText): number | null {
  return isLong || end > READABLE_LINE ? offset : null
}

/** The stretch of a text that differs from the quote in white space and Unicode form only and starts in time. */
function alike(text: string, quote: string, latest: number): readonly [from: number, to: number] {
  const pattern = normaliseQuote(quote)
  if (pattern === '') return [-1, -1]
  const made = new Normaliser()
  made.push(text, 0)
  const at = made.toString().indexOf(pattern)
  if (at < 0 || made.startOf(at) > latest) return [-1, -1]
  return [made.startOf(at), clusterEnd(text, made.startOf(at + pattern.length - 1))]
}

function isWithin({ offset }: Spot, { start, end }: Within): boolean {
  return offset >= start && offset < end
}

function sharesLine({ line }: Spot, within: Within): boolean {
  return line === within.line
}
