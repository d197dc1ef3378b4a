// Walks the lines of a source in one streaming pass: blocks are read once, lines are views into them, and a line longer
// than a block shows only its beginning.
import { setImmediate as breathe } from 'node:timers/promises'
import type { SourceText } from '@shoal/base/model/source'
import { CR, isSpace, LF } from './ascii.ts'

/** One line, without its end. The object is reused for every line: copy what must last. */
export interface Line {
  readonly bytes: Uint8Array
  /** First byte of the line, after a byte-order mark. */
  readonly from: number
  /** First byte that is no space or tab; `to` in a blank line. */
  readonly head: number
  readonly to: number
  /** Where the line starts in the source, and where the next one does (an estimate for a line longer than a block). */
  readonly offset: number
  readonly next: number
  /** 1-based. */
  readonly number: number
}

/** What is read at once, in code units; also the most that is seen of one line. */
export const BLOCK = 1 << 18

/** How many blocks go by before other work of the process gets a turn. */
const BLOCKS_PER_TURN = 64

/** Calls `visit` for each line in order and returns how many there are. */
export async function walkLines(source: SourceText, signal: AbortSignal, visit: (line: Line) => void): Promise<number> {
  const { eol } = source
  const mark = source.encoding.bom / source.encoding.unit
  const line = { bytes: new Uint8Array(0) as Uint8Array, from: 0, head: 0, to: 0, offset: 0, next: 0, number: 0 }

  const emit = (bytes: Uint8Array, base: number, start: number, stop: number): void => {
    let to = stop
    if (eol === LF && to > start && bytes[to - 1] === CR) to--
    const from = base + start === 0 ? Math.min(mark, to) : start
    let head = from
    while (head < to && isSpace(bytes[head]!)) head++
    line.bytes = bytes
    line.from = from
    line.head = head
    line.to = to
    line.offset = base + start
    line.next = Math.min(base + stop + 1, source.size)
    line.number++
    visit(line)
  }

  let base = 0
  let turns = 0
  while (base < source.size) {
    signal.throwIfAborted()
    if (++turns % BLOCKS_PER_TURN === 0) await breathe()
    const block = readBlock(source, base)
    if (block.length === 0) break
    let start = 0
    for (let stop = lineEnd(block, 0, eol); stop >= 0; stop = lineEnd(block, start, eol)) {
      emit(block, base, start, stop)
      start = stop + 1
    }
    const last = base + block.length >= source.size || block.length < BLOCK
    if (start < block.length && (last || start === 0)) {
      emit(block, base, start, block.length)
      if (last) break
      base = await afterLine(source, base + block.length, signal)
    } else {
      if (last) break
      base += start
    }
  }
  return line.number
}

/** Calls `visit` for each block in order; for scanners that must see every byte, however long its line. */
export async function walkBlocks(
  source: SourceText,
  signal: AbortSignal,
  visit: (block: Uint8Array, base: number) => void,
): Promise<void> {
  let turns = 0
  for (let base = 0; base < source.size; base += BLOCK) {
    signal.throwIfAborted()
    if (++turns % BLOCKS_PER_TURN === 0) await breathe()
    const block = readBlock(source, base)
    if (block.length === 0) break
    visit(block, base)
  }
}

function readBlock(source: SourceText, base: number): Buffer {
  const bytes = source.bytes(base, Math.min(source.size, base + BLOCK))
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Most lines are short, and for those a plain loop is faster than the call of a native search. */
function lineEnd(block: Buffer, start: number, eol: number): number {
  const near = Math.min(block.length, start + 96)
  for (let i = start; i < near; i++) if (block[i] === eol) return i
  return near === block.length ? -1 : block.indexOf(eol, near)
}

/** The start of the line after the one that `from` stands in. */
async function afterLine(source: SourceText, from: number, signal: AbortSignal): Promise<number> {
  let turns = 0
  for (let base = from; base < source.size; base += BLOCK) {
    signal.throwIfAborted()
    if (++turns % BLOCKS_PER_TURN === 0) await breathe()
    const block = readBlock(source, base)
    if (block.length === 0) break
    const stop = block.indexOf(source.eol)
    if (stop >= 0) return base + stop + 1
  }
  return source.size
}
