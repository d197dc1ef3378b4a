// A line as a search shows it: its secrets hidden, clipped around the match, on one line.
import type { SourceText } from '@shoal/base/model/source'
import { CueScanner } from '@shoal/base/secrets/cues'
import { oneLine } from '../../stages/tools/result-page.ts'
import { shownText } from '../../text/gate/shown.ts'
import { type Hiding, shownLines } from '../../text/gate/shown-lines.ts'
import { withoutCells } from '../../text/gate/shown-record.ts'
import type { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import type { Block } from './blocks.ts'
import type { LineHit, LineMatcher } from './line-matcher.ts'

/** Characters that are shown, and how many of them before the match. */
const MOST = 400
const LEAD = 120
/** So far around the match a line is looked at for secrets. */
const BACK = 2_048
const AHEAD = 4_096

/** A line that matches, by offsets of its source. */
export interface Place {
  readonly start: number
  /** Null when the line goes on beyond its block. */
  readonly end: number | null
  readonly at: number
}

export function placeOf(block: Block, { start, end, at }: LineHit): Place {
  const isCut = end === block.size && block.isCut
  return { start: block.offsetOf(start), end: isCut ? null : block.offsetOf(end), at: block.offsetOf(at) }
}

/** Null when the match was in a secret: no query may find out what one is. `columns` are those of a table that promise some. */
export function shownLine(
  source: SourceText,
  place: Place,
  matcher: LineMatcher,
  columns: ColumnWatch | null,
): string | null {
  const { seen, hasCells, before, behind, lead } = lineNear(source, place, columns)
  const masked = maskedLine(seen)
  const at = matcher.positionIn(masked)
  if (at < 0 && (hasCells || shownText(seen) !== seen)) return null
  return clipAround(masked, at < 0 ? Math.min(lead, masked.length) : at, { before, behind })
}

/** The same line by the places of secrets, which the whole file shows. Nothing of it when the match was in one of them. */
export function lineByPlaces(
  source: SourceText,
  { place: { start, end, at }, matcher }: { readonly place: Place; readonly matcher: LineMatcher },
  hiding: Hiding,
): string {
  const from = Math.max(start, at - BACK)
  const to = Math.min(end ?? source.size, at + AHEAD)
  const [before, behind] = [from > start, to < (end ?? source.size)]
  const region = { start: from, end: to, line: 1, isCutBefore: before, isCutBehind: behind }
  const line = oneLine(shownLines(source, region, hiding)[0] ?? '')
  const found = matcher.positionIn(line)
  return found < 0 ? '' : clipAround(line, found, { before, behind })
}

/** The line, or of a long one what is near the match. */
function lineNear(source: SourceText, { start, end, at }: Place, columns: ColumnWatch | null) {
  const from = Math.max(start, at - BACK)
  const to = Math.min(end ?? source.size, at + AHEAD)
  const text = source.text(from, to)
  const eol = String.fromCharCode(source.eol)
  const read = columns ? withoutCells(source, { start: from, end: to }, { columns, spans: [] }) : text
  const stop = end === null ? read.indexOf(eol) : -1
  const before = from > start
  const behind = stop < 0 && to < (end ?? source.size)
  // A character that is cut in half by either end is no part of it.
  const line = stop < 0 ? read : read.slice(0, stop)
  const whole = before ? line.replace(/^\ufffd{1,3}/, '') : line
  return {
    seen: behind ? whole.replace(/\ufffd{1,3}$/, '') : whole,
    hasCells: read !== text,
    before,
    behind,
    lead: before ? source.text(from, at).length : at - from,
  }
}

function maskedLine(seen: string): string {
  return oneLine(shownText(seen))
}

/** Bytes that are looked through for secrets at once. */
const NEXT_LOOK = 256
const MOST_AHEAD = 64 << 10

/** Tells which of many lines may be hidden; nearly all are passed by at the speed of a loop. */
export class SecretGuard {
  /** The block whose bytes are scanned, how far it was scanned, and how far ahead the next look goes: where lines match all over. */
  private block: Block | null = null
  private far = 0
  private ahead = NEXT_LOOK
  private readonly scanner = new CueScanner({
    find: (cues, _, from, to) => {
      this.ahead = from - this.far < NEXT_LOOK / 2 ? Math.min(MOST_AHEAD, this.ahead * 2) : NEXT_LOOK
      const until = Math.min(this.block!.size, Math.max(to, from + this.ahead))
      const found = this.block!.findTexts(cues, from, until)
      this.far = found.far
      return found
    },
  })

  constructor(private readonly matcher: LineMatcher) {}

  /** The match stands in a secret. */
  hides(block: Block, hit: LineHit): boolean {
    const { bytes } = block
    const isWhole = bytes !== null && !(hit.end === block.size && block.isCut)
    if (this.block !== block) this.far = Number.NEGATIVE_INFINITY
    this.block = block
    if (isWhole && this.scanner.next(bytes, hit.start, hit.end) < 0) return false
    // A line that is looked at as a whole is in memory.
    const isNear = isWhole && hit.at - hit.start <= BACK && hit.end - hit.at <= AHEAD
    const seen = isNear ? block.decoded(hit.start, hit.end) : lineNear(block.source, placeOf(block, hit), null).seen
    return shownText(seen) !== seen && this.matcher.positionIn(maskedLine(seen)) < 0
  }
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
