// A line as a search shows it: its secrets hidden, clipped around the match, on one line.
import { maskSecrets } from '../../text/secrets.ts'
import type { LineHit, LineMatcher } from './line-matcher.ts'

/** Characters that are shown, and how many of them before the match. */
const MOST = 400
const LEAD = 120
/** So far around the match a line is looked at for secrets. */
const BACK = 2_048
const AHEAD = 4_096

/** Null when the match was in a secret: no query may find out what one is. */
export function shownLine(text: string, { start, end, at }: LineHit, matcher: LineMatcher): string | null {
  const from = Math.max(start, at - BACK)
  const to = Math.min(end, at + AHEAD)
  const seen = text.slice(from, to)
  const masked = maskSecrets(seen).replace(/[\n\v\f\r\u0085\u2028\u2029]/g, ' ')
  const place = masked.length <= MOST && masked === seen ? at - from : matcher.positionIn(masked)
  if (place < 0) return null
  return clipAround(masked, place, { before: from > start, behind: to < end })
}

function clipAround(text: string, at: number, more: { readonly before: boolean; readonly behind: boolean }): string {
  const first = text.length <= MOST ? 0 : Math.max(0, Math.min(at - LEAD, text.length - MOST))
  const start = isLow(text, first) ? first - 1 : first
  const last = Math.min(text.length, start + MOST)
  const end = isLow(text, last) ? last - 1 : last
  const before = more.before || start > 0 ? '…' : ''
  const behind = more.behind || end < text.length ? '…' : ''
  return `${before}${text.slice(start, end).trimEnd()}${behind}`
}

/** The second half of a character. */
function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
