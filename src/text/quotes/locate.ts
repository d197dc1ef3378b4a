// Finds where quotes stand in a source: on the line that was named, else nearest to it. Exact first, then with white
// space and Unicode form aside; only what is left is looked for in the whole file, all of it in one pass.
import type { SourceText } from '../../model/source.ts'
import { LineFinder, type Milestone } from './line-finder.ts'
import { Normaliser, normaliseQuote } from './normalise.ts'
import { type Spot, searchQuotes, type Wanted, type Within } from './search.ts'
import { unitsOf } from './text-blocks.ts'

export interface Claim {
  readonly line: number
  readonly quote: string
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
const LONG_LINE = 1 << 16

/** The spots in the order of the claims; null for what does not stand in the source. */
export async function locateQuotes(
  claims: readonly Claim[],
  source: SourceText,
  { milestones, first, signal }: LocateOptions,
): Promise<(Spot | null)[]> {
  const spots: (Spot | null)[] = claims.map(() => null)
  const lines = new LineFinder(source, milestones)
  const order = claims.map((_, k) => k).sort((a, b) => claims[a]!.line - claims[b]!.line)
  for (const k of order) spots[k] = onItsLine(claims[k]!, source, lines)
  if (first) {
    // A line may be shared by several chunks: of its places the one in the chunk is meant.
    const open = order.filter(k => !spots[k] || (!isWithin(spots[k], first) && sharesLine(spots[k], first)))
    await searchInto(spots, open, claims, source, first, signal)
  }
  const missing = order.filter(k => !spots[k])
  await searchInto(spots, missing, claims, source, { start: 0, end: source.size, line: 1 }, signal)
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

/** Beginning on its line; of a line longer than a block only the beginning is looked at. */
function onItsLine({ line, quote }: Claim, source: SourceText, lines: LineFinder): Spot | null {
  const at = quote.trim() === '' ? null : lines.find(line)
  if (!at) return null
  const stop = at.end ?? at.start + LONG_LINE
  const text = source.text(at.start, Math.min(source.size, stop + quote.length * 4 + 64))
  const eol = String.fromCharCode(source.eol)
  const lineEnd = text.indexOf(eol) < 0 ? text.length : text.indexOf(eol)
  const found = text.indexOf(quote)
  const [from, to] = found >= 0 && found <= lineEnd ? [found, found + quote.length] : alike(text, quote, lineEnd)
  if (from < 0) return null
  const shown = text.slice(from, to)
  const mark = at.start === 0 ? source.encoding.bom / source.encoding.unit : 0
  return {
    offset: at.start + mark + unitsOf(text.slice(0, from), source),
    line,
    endLine: line + shown.slice(0, -1).split(eol).length - 1,
    text: shown,
  }
}

/** The stretch of a text that differs from the quote in white space and Unicode form only and starts in time. */
function alike(text: string, quote: string, latest: number): readonly [from: number, to: number] {
  const pattern = normaliseQuote(quote)
  if (pattern === '') return [-1, -1]
  const made = new Normaliser()
  made.push(text, 0)
  const at = made.toString().indexOf(pattern)
  if (at < 0 || made.starts[at]! > latest) return [-1, -1]
  return [made.starts[at]!, made.ends[at + pattern.length - 1]!]
}

function isWithin({ offset }: Spot, { start, end }: Within): boolean {
  return offset >= start && offset < end
}

function sharesLine({ line }: Spot, within: Within): boolean {
  return line === within.line
}
