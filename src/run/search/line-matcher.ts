// Which lines of a block match: a literal text, a regular expression, or the terms of a question.
import { ShoalError } from '../../model/errors.ts'
import { LineSearch } from '../../stages/tools/line-search.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import type { TermMatcher } from '../../text/term-matcher.ts'

/** A line that matches: where it starts and ends in the text, and where in the text the match is. */
export interface LineHit {
  readonly start: number
  readonly end: number
  readonly at: number
}

export interface LineMatcher {
  /** The lines of a text that match, each once, in order. */
  hits(text: string, eol: string): Generator<LineHit>
  /** Where a line, or a part of one, matches; -1 if it does not. */
  positionIn(line: string): number
}

/** A longer line is tried in parts: many patterns take the square of its length. */
const PART = 8_192
/** Characters that a regular expression is tried on at a time. */
const BATCH = 1 << 18

export function literalMatcher(query: string, caseSensitive: boolean): LineMatcher {
  if (/[\r\n]/.test(query))
    throw new ShoalError('bad-value', 'a search is line by line; the text has a line end', { detail: 'query' })
  const plain = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Without the flag for Unicode, ASCII is compared faster.
  const regex = new RegExp(plain, /^[\x00-\x7f]*$/.test(query) ? 'gi' : 'giu')
  const find = (text: string, from: number): number => {
    if (caseSensitive) return text.indexOf(query, from)
    regex.lastIndex = from
    return regex.exec(text)?.index ?? -1
  }
  return {
    *hits(text, eol) {
      for (let at = find(text, 0); at >= 0; ) {
        const hit = lineAround(text, at, eol)
        yield hit
        at = find(text, hit.end + 1)
      }
    },
    positionIn: line => find(line, 0),
  }
}

/** The expression is stopped when it takes too long, whatever it is. */
export function regexMatcher(query: string, caseSensitive: boolean): LineMatcher {
  const search = honest(() => new LineSearch(query, !caseSensitive))
  return {
    *hits(text, eol) {
      let parts: { readonly start: number; readonly end: number; readonly from: number; readonly to: number }[] = []
      let size = 0
      let last = -1
      for (let start = 0; start < text.length; ) {
        const stop = text.indexOf(eol, start)
        const end = stop < 0 ? text.length : stop
        let from = start
        do {
          const to = Math.min(end, from + PART)
          parts.push({ start, end, from, to })
          from = to
        } while (from < end)
        size += end - start + 1
        start = end + 1
        if (size < BATCH && start < text.length) continue
        const places = honest(() => search.positions(parts.map(part => withoutReturn(text.slice(part.from, part.to)))))
        for (const [k, part] of parts.entries()) {
          if (places[k]! < 0 || part.start === last) continue
          last = part.start
          yield { start: part.start, end: part.end, at: part.from + places[k]! }
        }
        parts = []
        size = 0
      }
    },
    positionIn: line => honest(() => search.positions([line]))[0]!,
  }
}

/** Lines that hold one of the terms; only those are looked at that have something that begins like one. */
export function termMatcher(terms: readonly string[], matcher: TermMatcher): LineMatcher {
  const beginnings = new RegExp(`${terms.map(beginning).join('|')}|[^\\x00-\\xbf]`, 'gi')
  const holds = (line: string) => matcher.count(line).counts.some(count => count > 0)
  return {
    *hits(text, eol) {
      beginnings.lastIndex = 0
      for (let found = beginnings.exec(text); found; found = beginnings.exec(text)) {
        const hit = lineAround(text, found.index, eol)
        if (holds(text.slice(hit.start, hit.end))) yield hit
        beginnings.lastIndex = Math.max(hit.end + 1, found.index + 1)
      }
    },
    positionIn(line) {
      if (!holds(line)) return -1
      beginnings.lastIndex = 0
      return beginnings.exec(line)?.index ?? 0
    },
  }
}

function lineAround(text: string, at: number, eol: string): LineHit {
  const start = at === 0 ? 0 : text.lastIndexOf(eol, at - 1) + 1
  const stop = text.indexOf(eol, at)
  return { start, end: stop < 0 ? text.length : stop, at }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** As the term matcher has it: a stem may end otherwise than its word. */
function beginning(term: string): string {
  return term.slice(0, Math.max(2, Math.min(4, term.length - 1))).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function honest<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ToolMistake)) throw error
    throw new ShoalError('bad-value', error.message, { detail: 'query', advice: 'correct the pattern', cause: error })
  }
}
