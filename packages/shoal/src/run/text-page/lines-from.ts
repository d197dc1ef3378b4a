// Lines of a stretch of a file from any of them on, found block by block: neither a long file nor a long line is held.
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import type { TextRange } from '../../text/text-lines.ts'

const BLOCK = 256 << 10

export interface FoundLine {
  readonly line: number
  readonly start: number
  /** Without its line end; of a long line where it is cut. */
  readonly end: number
  /** False when the stretch begins inside of it. */
  readonly isStart: boolean
  readonly isCut: boolean
}

export interface LinesWanted {
  readonly first: number
  /** So many lines and code units; at least one line. */
  readonly lines: number
  readonly units: number
  /** Units of a line, beyond which it is cut. */
  readonly longest: number
  readonly signal: AbortSignal
}

export async function linesFrom(source: SourceText, range: TextRange, wanted: LinesWanted): Promise<FoundLine[]> {
  const { first, lines, units, longest, signal } = wanted
  const found: FoundLine[] = []
  const turn = yieldToEventLoop()
  let { start, line } = range
  let room = units
  const isFull = () => found.length >= lines || room <= 0
  const add = (stop: number) => {
    const end = Math.min(stop, start + longest)
    const isStart = start === 0 || start > range.start || source.bytes(start - 1, start)[0] === source.eol
    if (line >= first) found.push({ line, start, end, isStart, isCut: end < stop })
    if (line >= first) room -= end - start
  }
  for (let at = range.start; at < range.end && !isFull(); at += BLOCK) {
    signal.throwIfAborted()
    await turn()
    const bytes = source.bytes(at, Math.min(range.end, at + BLOCK))
    for (let from = 0, stop = 0; !isFull() && (stop = bytes.indexOf(source.eol, from)) >= 0; from = stop + 1) {
      add(at + stop)
      start = at + stop + 1
      line++
    }
  }
  // A last line that is empty and has no end is none.
  if (!isFull() && start < range.end) add(range.end)
  return found
}
