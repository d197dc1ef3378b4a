// Whether every quote of a table stands where the standard has it: around a whole cell, or doubled inside of one. DuckDB
// reads ` "x"` and `"x" ` as x, without a word; a file that has such cells is read by way of a copy.
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import type { TextWalk } from '../text/text-lines.ts'

export interface Quoting {
  readonly delimiter: number
  readonly quote: number
}

const BLOCK = 512 << 10
const SPACE = 32
const CR = 13

/** Only for encodings with one byte per character of ASCII. Looks at quotes and their neighbours alone. */
export async function isPlainlyQuoted(
  source: SourceText,
  { delimiter, quote }: Quoting,
  { signal, onRead }: TextWalk,
): Promise<boolean> {
  const turn = yieldToEventLoop()
  const { eol, size } = source
  const start = source.encoding.bom
  const room = Buffer.allocUnsafeSlow(Math.min(size, BLOCK + 2))
  let isInside = false
  for (let at = start; at < size; ) {
    signal.throwIfAborted()
    await turn()
    // One byte before and one behind the block, so that every quote has its neighbours.
    const base = Math.max(start, at - 1)
    const bytes = source.bytes(base, Math.min(size, at + BLOCK + 1), room)
    onRead(bytes.length)
    const end = at - base + BLOCK
    let from = at - base
    for (let place = bytes.indexOf(quote, from); place >= 0 && place < end; place = bytes.indexOf(quote, from)) {
      from = place + 1
      const next = bytes[place + 1]
      if (!isInside) {
        const before = place === 0 ? eol : bytes[place - 1]
        if (before === delimiter || before === eol) isInside = true
        else if (before === SPACE) return false
      } else if (next === quote) from = place + 2
      else if (next === undefined || next === delimiter || next === eol || next === CR) isInside = false
      else return false
    }
    at = base + Math.max(end, from)
  }
  return !isInside
}
