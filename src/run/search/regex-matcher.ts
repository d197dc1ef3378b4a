// Lines that match a regular expression, which is stopped when it takes too long, whatever it is. Where every match must
// hold a certain text, only lines that hold it are decoded and tried.
import { ShoalError } from '../../model/errors.ts'
import { LineSearch } from '../../stages/tools/line-search.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { type Block, LARGE_BLOCK } from './blocks.ts'
import { type LineMatcher, lineAround } from './line-matcher.ts'
import { requiredTexts } from './required-texts.ts'

/** A longer line is tried in parts: many patterns take the square of its length. */
const PART = 8_192
/** Characters that are tried at a time. To be able to stop costs a quarter of a millisecond each time. */
const BATCH = 1 << 20

interface Trial {
  readonly start: number
  readonly end: number
  readonly line: string
  /** Where in the line the part begins that is tried. */
  readonly from: number
}

export function regexMatcher(query: string, caseSensitive: boolean): LineMatcher {
  const search = honest(() => new LineSearch(query, !caseSensitive))
  const required = prefilter(query, caseSensitive)
  return {
    units: LARGE_BLOCK,
    *hits(block) {
      let trials: Trial[] = []
      let size = 0
      let last = -1
      const tried = function* () {
        const parts = trials.map(({ line, from }) => withoutReturn(line.slice(from, from + PART)))
        const places = trials.length === 0 ? [] : honest(() => search.positions(parts))
        for (const [k, { start, end, line, from }] of trials.entries()) {
          if (places[k]! < 0 || start === last) continue
          last = start
          yield { start, end, at: block.behind(start, line.slice(0, from + places[k]!)) }
        }
        trials = []
        size = 0
      }
      for (const { start, end } of required && block.bytes ? holding(block, required) : linesOf(block)) {
        const line = block.decoded(start, end)
        for (let from = 0; from === 0 || from < line.length; from += PART) trials.push({ start, end, line, from })
        size += line.length + 1
        if (size >= BATCH) yield* tried()
      }
      yield* tried()
    },
    positionIn: line => honest(() => search.positions([line]))[0]!,
  }
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

function honest<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ToolMistake)) throw error
    throw new ShoalError('bad-value', error.message, { detail: 'query', advice: 'correct the pattern', cause: error })
  }
}
