// Finds the lines around a quote, and where the quote stands in them.
import type { Excerpts, ExcerptWindow } from '../../model/report-page.ts'

export interface QuotedPlace {
  readonly path: string
  readonly line: number
  readonly quote: string
}

/** The window that holds the quote; null when there is none. */
export function excerptAt(
  excerpts: Readonly<Record<string, Excerpts>>,
  { path, line, quote }: QuotedPlace,
): ExcerptWindow | null {
  const windows = Object.hasOwn(excerpts, path) ? excerpts[path]!.windows : []
  const around = windows.filter(window => window.line <= line && line < window.line + window.lines.length)
  return around.find(window => quoteSpan(window, { line, text: quote }) !== null) ?? around[0] ?? null
}

/** The lines of a window that are no further than `context` from its quote. */
export function narrowed(window: ExcerptWindow, quote: { line: number; text: string }, context: number): ExcerptWindow {
  const last = quote.line + quote.text.split(/\r\n|\r|\n/).length - 1
  const from = Math.max(0, quote.line - context - window.line)
  return { line: window.line + from, lines: window.lines.slice(from, last + context + 1 - window.line) }
}

/** Offsets in the lines joined by line ends. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where a quote stands, at or behind its line; null when it does not. The end of its last line is not part of it. */
export function quoteSpan(
  { line, lines }: ExcerptWindow,
  quote: { readonly line: number; readonly text: string },
): Span | null {
  const text = lines.join('\n')
  let from = 0
  for (let k = 0; k < quote.line - line && k < lines.length; k++) from += lines[k]!.length + 1
  const wanted = quote.text.replace(/[\r\n]+$/, '').replaceAll('\r\n', '\n')
  if (wanted === '') return null
  // Alone, it ends a line in files that end lines so, and is a character in all others.
  for (const way of new Set([wanted, wanted.replaceAll('\r', '\n')])) {
    const start = text.indexOf(way, from)
    if (start >= 0) return { start, end: start + way.length }
  }
  return null
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
