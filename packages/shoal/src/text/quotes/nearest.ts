// The passage of a source that comes nearest to a quote that is not in it: what its author may have meant.
import type { SourceText } from '@shoal/base/model/source'
import { normaliseQuote } from './normalise.ts'
import type { Within } from './search.ts'
import { textBlocks } from './text-blocks.ts'

export interface NearestText {
  readonly line: number
  /** Verbatim, as many lines as the quote has; cut at 400 characters. */
  readonly text: string
  /** 0 to 1: the share of words and neighbours of words that both have. */
  readonly likeness: number
}

/** Further text is not looked through: a correction is worth a moment, not a minute. */
const MOST_UNITS = 1 << 23
const MOST_TEXT = 400
/** Less alike than this, and it would mislead. */
const LEAST = 0.3

export function nearestText(quote: string, source: SourceText, within: Within): NearestText | null {
  const wanted = featuresOf(quote)
  if (wanted.size === 0) return null
  const height = Math.max(1, quote.trim().split('\n').length)
  const eol = String.fromCharCode(source.eol)
  const lines: string[] = []
  let line = within.line
  let best: NearestText | null = null
  const weigh = (): void => {
    const text = lines.join('\n')
    const likeness = likenessOf(wanted, featuresOf(text))
    if (likeness >= LEAST && likeness > (best?.likeness ?? 0))
      best = { line: line - lines.length, text: text.slice(0, MOST_TEXT), likeness }
  }
  let open = ''
  for (const { text, last } of textBlocks(source, within.start, Math.min(within.end, within.start + MOST_UNITS))) {
    const parts = (open + text).split(eol)
    // A line that is longer than a block is weighed in parts.
    open = last || (parts.length > 1 && parts.at(-1) === '') ? '' : parts.pop()!
    for (const part of parts) {
      line++
      lines.push(part.replace(/\r$/, '').slice(0, 4 * MOST_TEXT))
      if (lines.length > height) lines.shift()
      weigh()
    }
    if (open.length > 4 * MOST_TEXT) open = open.slice(0, 4 * MOST_TEXT)
  }
  return best
}

/** Words, and words with the one before them. */
function featuresOf(text: string): Set<string> {
  const words =
    normaliseQuote(text.slice(0, 4 * MOST_TEXT))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.flatMap((word, k) => (k === 0 ? [word] : [word, `${words[k - 1]} ${word}`])))
}

/** Dice: twice what both have, of what each has. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const feature of a) if (b.has(feature)) both++
  return (2 * both) / (a.size + b.size)
}
