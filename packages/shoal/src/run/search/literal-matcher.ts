// Lines that hold a literal text. Bytes are compared wherever that is exact; else the block is decoded.
import { ShoalError } from '@shoal/base/model/errors'
import { needleOf } from '../../text/scan/needle.ts'
import { type Block, LARGE_BLOCK, SMALL_BLOCK } from './blocks.ts'
import { type LineHit, type LineMatcher, lineAround, spansOf } from './line-matcher.ts'

type Find = (from: number) => number

export function literalMatcher(query: string, caseSensitive: boolean): LineMatcher {
  if (/[\r\n]/.test(query))
    throw new ShoalError('bad-value', 'a search is line by line; the text has a line end', { detail: 'query' })
  const isAscii = /^[\x00-\x7f]*$/.test(query)
  // Malformed bytes are decoded to U+FFFD, so that one cannot be looked for in bytes, nor can half a character.
  const isWhole = isAscii || (caseSensitive && !/[\ud800-\udfff\ufffd]/u.test(query))
  const needle = isWhole ? needleOf(query, !caseSensitive) : null
  const plain = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Without the flag for Unicode a letter of ASCII is none but itself, in either case: the same in bytes.
  const folding = new RegExp(plain, isAscii ? 'gi' : 'giu')
  const findIn = (text: string, from: number): number => {
    if (caseSensitive) return text.indexOf(query, from)
    folding.lastIndex = from
    return folding.test(text) ? folding.lastIndex - query.length : -1
  }
  /** Null where the block has to be decoded. */
  const finder = (block: Block): Find | null => {
    const { bytes, source } = block
    if (!bytes) return from => findIn(block.text, from)
    if (needle && (isAscii || source.encoding.name === 'utf-8')) return from => block.find(needle, from)
    return isAscii ? from => findIn(block.text, from) : null
  }
  return {
    units: needle ? SMALL_BLOCK : LARGE_BLOCK,
    *hits(block) {
      const find = finder(block)
      if (!find) return yield* decodedHits(block, findIn)
      const { size } = block
      for (let at = find(0); at >= 0; ) {
        const hit = lineAround(block, at)
        yield hit
        at = hit.end < size ? find(hit.end + 1) : -1
      }
    },
    positionIn: line => findIn(line, 0),
    spansIn: lines => {
      const pattern = new RegExp(plain, caseSensitive ? 'g' : folding.flags)
      return lines.map(line => spansOf(line, pattern))
    },
    isExact: true,
  }
}

/** Finds in the decoded block, and walks its lines beside those of the bytes. */
function* decodedHits(block: Block, findIn: (text: string, from: number) => number): Generator<LineHit> {
  const text = block.decoded(0, block.size)
  const { eol } = block
  let start = 0
  let own = 0
  for (let at = findIn(text, 0); at >= 0; ) {
    for (let stop = text.indexOf(eol, own); stop >= 0 && stop < at; stop = text.indexOf(eol, own)) {
      own = stop + 1
      start = block.lineEnd(start) + 1
    }
    yield { start, end: block.lineEnd(start), at: block.behind(start, text.slice(own, at)) }
    const stop = text.indexOf(eol, at)
    at = stop < 0 ? -1 : findIn(text, stop + 1)
  }
}
