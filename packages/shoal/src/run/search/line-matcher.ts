// Which lines of a block match.
import type { Block } from './blocks.ts'

/** From, and up to but without. */
export type Span = readonly [from: number, to: number]

/** A line that matches, by positions in its block: where it starts and ends, and where the match is. */
export interface LineHit {
  readonly start: number
  readonly end: number
  readonly at: number
}

export interface LineMatcher {
  /** Units of a block that suit it. */
  readonly units: number
  /** The lines of a block that match, each once, in order. */
  hits(block: Block): Generator<LineHit>
  /** Where a decoded line, or a part of one, matches; -1 if it does not. */
  positionIn(line: string): number
  /** What of each line that is shown matches, in order; bounded. */
  spansIn(lines: readonly string[]): readonly (readonly Span[])[]
  /** False when a line so far could not be tried as a whole: there may be more. */
  readonly isExact: boolean
}

/** Of one line: nobody looks at more. */
const MOST_SPANS = 100

/** The pattern has the flag `g`. */
export function spansOf(line: string, pattern: RegExp): Span[] {
  const spans: Span[] = []
  for (const { index, 0: text } of line.matchAll(pattern)) {
    if (text !== '') spans.push([index, index + text.length])
    if (spans.length === MOST_SPANS) break
  }
  return spans
}

export function lineAround(block: Block, at: number): LineHit {
  return { start: block.lineStart(at), end: block.lineEnd(at), at }
}
