// Finds the lines around a quote, and where the quote stands in them.
import { lookup } from '@shoal/base/model/lookup'
import type { Excerpts, ExcerptWindow } from '@shoal/base/model/report-page'
import { quoteInLines, type Span } from '@shoal/base/text/quote-in-lines'

export interface QuotedPlace {
  readonly path: string
  readonly line: number
  readonly quote: string
}

/** The window in which the quote stands on its line; null when there is none. */
export function excerptAt(
  excerpts: Readonly<Record<string, Excerpts>>,
  { path, line, quote }: QuotedPlace,
): ExcerptWindow | null {
  const windows = Object.hasOwn(excerpts, path) ? lookup(excerpts, path)!.windows : []
  return windows.find(window => quoteSpan(window, { line, text: quote }) !== null) ?? null
}

/** What is known of the lines around a quote: where it stands now, and what must be said about them. */
export interface Standing {
  /** Null when nobody knows that it stands there now. */
  readonly window: ExcerptWindow | null
  /** Null when the lines are those that were read. */
  readonly note: string | null
}

export function standingOf(excerpts: Readonly<Record<string, Excerpts>>, place: QuotedPlace): Standing {
  const window = excerptAt(excerpts, place)
  const { problem = null, isChanged = false } = Object.hasOwn(excerpts, place.path) ? lookup(excerpts, place.path)! : {}
  if (window !== null) return { window, note: isChanged ? NOW : null }
  return { window, note: [...(problem === null ? [] : [problem]), AS_READ].join('; ') }
}

const NOW = 'the file was written again since it was read: these lines are as they are now'
const AS_READ = 'the quote as it was read:'

/** The lines of a window that are no further than `context` from its quote, which stands there. */
export function narrowed(window: ExcerptWindow, quote: { line: number; text: string }, context: number): ExcerptWindow {
  const last = lastLine(window, quote)
  const from = Math.max(0, quote.line - context - window.line)
  return { line: window.line + from, lines: window.lines.slice(from, last + context + 1 - window.line) }
}

/** The line on which a quote ends, or its own where it does not stand. */
export function lastLine(window: ExcerptWindow, quote: { readonly line: number; readonly text: string }): number {
  const span = quoteSpan(window, quote)
  if (span === null) return quote.line
  return window.line + window.lines.join('\n').slice(0, span.end).split('\n').length - 1
}

/** Where a quote stands, from its own line on; null when it does not. */
export function quoteSpan(
  { line, lines }: ExcerptWindow,
  quote: { readonly line: number; readonly text: string },
): Span | null {
  return quoteInLines(lines, quote.line - line, quote.text)
}

export interface Piece {
  readonly text: string
  readonly isMarked: boolean
}

/** Every line in pieces, those of the span marked. */
export function markedLines(lines: readonly string[], span: Span | null): readonly (readonly Piece[])[] {
  let offset = 0
  return lines.map(text => {
    const from = Math.max(0, Math.min(text.length, (span?.start ?? 0) - offset))
    const to = Math.max(0, Math.min(text.length, (span?.end ?? 0) - offset))
    offset += text.length + 1
    if (to <= from) return [{ text, isMarked: false }]
    return [
      { text: text.slice(0, from), isMarked: false },
      { text: text.slice(from, to), isMarked: true },
      { text: text.slice(to), isMarked: false },
    ].filter(piece => piece.text !== '')
  })
}
