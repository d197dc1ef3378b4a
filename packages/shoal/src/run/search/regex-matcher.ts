// Lines that match a regular expression, which is stopped when it takes too long, whatever it is. Where every match must
// hold a certain text, only lines that hold it are decoded and tried.
import type { Needle } from '../../text/scan/kernel.ts'
import { needleOf } from '../../text/scan/needle.ts'
import { type Block, LARGE_BLOCK } from './blocks.ts'
import { inLinePattern } from './in-line-pattern.ts'
import { type LineHit, type LineMatcher, lineAround } from './line-matcher.ts'
import { requiredTexts } from './required-texts.ts'
import { TriedLines } from './tried-lines.ts'

/** A longer line is tried alone: many patterns take the square of its length. */
const LONG = 8_192
/** Characters of lines that are tried at a time. To be able to stop costs a quarter of a millisecond each time. */
const BATCH = 1 << 20

export function regexMatcher(query: string, caseSensitive: boolean): LineMatcher {
  const tried = new TriedLines(query, caseSensitive)
  const required = prefilter(query, caseSensitive)
  const together = required ? null : inLinePattern(query)
  return {
    units: LARGE_BLOCK,
    *hits(block) {
      const text = together === null ? null : plainText(block)
      const places = text === null ? null : tried.placesIn(text, together!)
      if (places) return yield* hitsAt(block, text!, places)
      let lines: Line[] = []
      let size = 0
      const batch = function* () {
        const places = lines.length === 0 ? [] : tried.positions(lines.map(({ text }) => withoutReturn(text)))
        for (const [k, line] of lines.entries()) if (places[k]! >= 0) yield hitOf(block, line, places[k]!)
        lines = []
        size = 0
      }
      for (const { start, end } of required && block.bytes ? holding(block, required) : linesOf(block)) {
        const line = { start, end, text: block.decoded(start, end) }
        const isBegun = start === 0 && block.isInside
        const goesOn = end === block.size && block.isCut
        if (isBegun || goesOn || line.text.length > LONG) {
          yield* batch()
          const text = goesOn ? line.text : withoutReturn(line.text)
          const place = tried.positionInLong(text, { isBegun, goesOn })
          if (place >= 0) yield hitOf(block, line, place)
          continue
        }
        lines.push(line)
        size += line.text.length + 1
        if (size >= BATCH) yield* batch()
      }
      yield* batch()
    },
    positionIn: line => tried.positions([line])[0]!,
    spansIn: lines => tried.spans(lines),
    get isExact() {
      return tried.isExact
    },
  }
}

/** What cannot be told from a line end, or from bytes that are no character. */
const DOUBTFUL = /[\u2028\u2029\ufffd]/

/** The text of a block of whole lines; null for any other, and where bytes are not well-formed characters. */
function plainText(block: Block): string | null {
  const { bytes, source } = block
  if (!bytes || block.isInside || block.isCut || block.eol !== '\n') return null
  if (!block.isAscii && source.encoding.name !== 'utf-8') return null
  const text = block.decoded(0, block.size)
  return DOUBTFUL.test(text) ? null : text
}

/** `places` of the decoded text. */
function* hitsAt(block: Block, text: string, places: readonly number[]): Generator<LineHit> {
  let from = 0
  let at = 0
  for (const place of places) {
    at = block.isAscii ? place : block.behind(at, text.slice(from, place))
    from = place
    yield lineAround(block, at)
  }
}

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

function hitOf(block: Block, { start, end, text }: Line, place: number): LineHit {
  return { start, end, at: block.behind(start, text.slice(0, place)) }
}

/** More of them are found together. */
const MOST_NEEDLES = 4
/** A part of a text that is found in the place of all of it. */
const SHORTEST_PART = 3

/** Finds in bytes what a match must hold, any of some texts. */
function prefilter(query: string, caseSensitive: boolean): RegExp | readonly Needle[] | null {
  const inline = query.replace(/^\(\?i\)/, '')
  const texts = requiredTexts(inline)
  if (!texts) return null
  const isFolding = !caseSensitive || inline !== query
  const needles = texts.flatMap(text => needleIn(text, isFolding) ?? [])
  if (needles.length === texts.length && texts.length <= MOST_NEEDLES) return needles
  const escaped = texts.map(text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  // With Unicode and without case, k is also the sign of kelvin, and s the long s.
  const wide = isFolding
    ? escaped.map(text => text.replace(/k/gi, '(?:k|\xe2\x84\xaa)').replace(/s/gi, '(?:s|\xc5\xbf)'))
    : escaped
  return new RegExp(wide.join('|'), isFolding ? 'gi' : 'g')
}

/** Of a text in either case the longest part without letters that have a third form. */
function needleIn(text: string, isFolding: boolean): Needle | null {
  if (!isFolding) return needleOf(text, false)
  const [longest = ''] = text.split(/[ks]/i).sort((a, b) => b.length - a.length)
  return longest === text || longest.length >= SHORTEST_PART ? needleOf(longest, true) : null
}

function* holding(block: Block, required: RegExp | readonly Needle[]) {
  if (!(required instanceof RegExp)) return yield* holdingAny(block, required)
  const { text } = block
  required.lastIndex = 0
  while (required.test(text)) {
    const hit = lineAround(block, required.lastIndex - 1)
    yield hit
    if (hit.end >= text.length) return
    required.lastIndex = hit.end + 1
  }
}

function* holdingAny(block: Block, needles: readonly Needle[]) {
  const next = needles.map(needle => block.find(needle, 0))
  for (;;) {
    const at = next.reduce((least, place) => (place >= 0 && (least < 0 || place < least) ? place : least), -1)
    if (at < 0) return
    const hit = lineAround(block, at)
    yield hit
    if (hit.end >= block.size) return
    for (const [k, needle] of needles.entries())
      if (next[k]! >= 0 && next[k]! <= hit.end) next[k] = block.find(needle, hit.end + 1)
  }
}

function* linesOf(block: Block) {
  const { size } = block
  for (let start = 0; start < size; ) {
    const end = block.lineEnd(start)
    yield { start, end }
    start = end + 1
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
