// Lines that match a regular expression, which is stopped when it takes too long, whatever it is. Where every match must
// hold a certain text, only lines that hold it are decoded and tried.
import { type Block, LARGE_BLOCK } from './blocks.ts'
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
  return {
    units: LARGE_BLOCK,
    *hits(block) {
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

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

function hitOf(block: Block, { start, end, text }: Line, place: number): LineHit {
  return { start, end, at: block.behind(start, text.slice(0, place)) }
}

/** Finds in bytes what a match must hold. */
function prefilter(query: string, caseSensitive: boolean): RegExp | null {
  const inline = query.replace(/^\(\?i\)/, '')
  const texts = requiredTexts(inline)
  if (!texts) return null
  const isFolding = !caseSensitive || inline !== query
  const escaped = texts.map(text => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  // With Unicode and without case, k is also the sign of kelvin, and s the long s.
  const wide = isFolding
    ? escaped.map(text => text.replace(/k/gi, '(?:k|\xe2\x84\xaa)').replace(/s/gi, '(?:s|\xc5\xbf)'))
    : escaped
  return new RegExp(wide.join('|'), isFolding ? 'gi' : 'g')
}

function* holding(block: Block, required: RegExp) {
  const { text } = block
  required.lastIndex = 0
  while (required.test(text)) {
    const hit = lineAround(block, required.lastIndex - 1)
    yield hit
    if (hit.end >= text.length) return
    required.lastIndex = hit.end + 1
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
