// The text of a source in blocks of whole lines, one in memory at a time. A line that is longer than a block comes in
// parts, each with the end of the one before, so that what stands across their border is seen.
//
// A block is searched as its bytes, one character for each, wherever characters of ASCII are bytes; only lines that are
// looked at more closely are decoded. In wide encodings it is decoded as a whole.
import { isAscii } from 'node:buffer'
import { closeSync, readSync } from 'node:fs'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { openReal } from '../../text/open-real.ts'
import { Kernel, kernelModule, type Needle, type SoughtText } from '../../text/scan/kernel.ts'
import { decodeText } from '../../text/source-file.ts'

/** Units of a block: what stays in the cache of a core, or what is worth a costly step for each block. */
export const SMALL_BLOCK = 256 << 10
export const LARGE_BLOCK = 1280 << 10
/** What a part of a line repeats of the part before; longer than any query. */
const OVERLAP = 4096
/** Lines of a block that are decoded by themselves. */
const MOST_ALONE = 256
/** So far a loop finds the end of a line before a call would. */
const NEAR = 256

export class Block {
  /** The character that ends a line. */
  readonly eol: string
  private units: string | undefined
  private ascii: boolean | undefined
  private alone = 0

  /**
   * `bytes` are null in wide encodings, and else those at the start of a kernel, good until the next block; `start` and `end` are offsets
   * of the source.
   */
  constructor(
    readonly source: SourceText,
    readonly bytes: Buffer | null,
    private readonly kernel: Kernel | null,
    readonly start: number,
    readonly end: number,
    /** Its first line began in a block before. */
    readonly isInside: boolean,
  ) {
    this.eol = String.fromCharCode(source.eol)
  }

  /** What is searched; positions are of this text. */
  get text(): string {
    this.units ??= this.bytes ? this.bytes.toString('latin1') : this.source.text(this.start, this.end)
    return this.units
  }

  get size(): number {
    return this.bytes?.length ?? this.text.length
  }

  get isAscii(): boolean {
    this.ascii ??= this.bytes !== null && isAscii(this.bytes)
    return this.ascii
  }

  /** The last line goes on in the next block. */
  get isCut(): boolean {
    return this.end < this.source.size && !this.endsLine(this.size)
  }

  decoded(from: number, to: number): string {
    const { bytes } = this
    if (bytes && !this.isAscii) return decodeText(bytes.subarray(from, to), this.source.encoding, false)
    // A few lines are decoded by themselves; for many the block is.
    if (bytes && this.units === undefined && to - from < bytes.length && this.alone++ < MOST_ALONE)
      return bytes.toString('latin1', from, to)
    return this.text.slice(from, to)
  }

  /** The position behind so much of decoded text that begins at `from`. */
  behind(from: number, decoded: string): number {
    const isWide = this.bytes !== null && this.source.encoding.name === 'utf-8'
    return from + (isWide ? Buffer.byteLength(decoded) : decoded.length)
  }

  /** The offset in the source of a position. */
  offsetOf(position: number): number {
    if (this.source.encoding.unit < 4) return this.start + position
    let offset = this.start
    for (const _ of this.text.slice(0, position)) offset++
    return offset
  }

  lineStart(at: number): number {
    const { bytes } = this
    const { eol: end } = this.source
    if (!bytes) return at === 0 ? 0 : this.text.lastIndexOf(this.eol, at - 1) + 1
    const near = Math.max(0, at - NEAR)
    for (let i = at - 1; i >= near; i--) if (bytes[i] === end) return i + 1
    return near === 0 ? 0 : bytes.lastIndexOf(end, near - 1) + 1
  }

  /** Without what ends the line. */
  lineEnd(at: number): number {
    const { bytes } = this
    const { eol: end } = this.source
    if (!bytes) return orSize(this.text.indexOf(this.eol, at), this.size)
    const near = Math.min(bytes.length, at + NEAR)
    for (let i = at; i < near; i++) if (bytes[i] === end) return i
    return orSize(bytes.indexOf(end, near), bytes.length)
  }

  /** How many line ends stand in [from, to). */
  countEnds(from: number, to: number): number {
    return this.kernel?.countEnds(from, to, this.source.eol) ?? countEnds(this.text, this.eol, from, to)
  }

  /** Where a text stands in the bytes, at or behind `from`; -1 if it does not. Only for a block of bytes. */
  find(needle: Needle, from: number): number {
    return this.kernel!.find(needle, from, this.size)
  }

  /** Where one of some texts may stand in [from, to) of the bytes, and how far it was looked for them; none is left out. */
  findTexts(texts: readonly SoughtText[], from: number, to: number): ReturnType<Kernel['findTexts']> {
    const { places, far } = this.kernel!.findTexts(texts, Math.max(from, 2), Math.max(to, 2), this.size)
    return { places, far: Math.max(far, Math.min(to, from + 2)) }
  }

  private endsLine(at: number): boolean {
    return at > 0 && (this.bytes ? this.bytes[at - 1] === this.source.eol : this.text[at - 1] === this.eol)
  }
}

export async function* blocksOf(
  source: SourceText,
  from: number,
  units: number,
  signal: AbortSignal,
): AsyncGenerator<Block> {
  const reader = source.encoding.unit === 1 ? new Reader(source) : null
  try {
    const turn = yieldToEventLoop()
    const first = source.encoding.bom / source.encoding.unit
    let isInside = from > first && source.text(from - 1, from) !== String.fromCharCode(source.eol)
    for (let at = Math.max(from, first); at < source.size; ) {
      signal.throwIfAborted()
      await turn()
      const start: number = isInside ? characterStart(source, Math.max(first, at - OVERLAP)) : at
      const to = Math.min(source.size, at + units)
      const bytes: Buffer | null = reader?.read(start, to) ?? null
      const narrow = bytes?.subarray(at - start) ?? Buffer.from(source.bytes(at, to))
      const line = to === source.size ? -1 : narrow.lastIndexOf(source.eol)
      const end = to === source.size ? to : line >= 0 ? at + line + 1 : characterStart(source, to)
      // The start of the next character may stand behind what was read.
      const whole = end > to ? (reader?.read(start, end) ?? null) : bytes
      yield new Block(source, whole?.subarray(0, end - start) ?? null, reader?.kernel ?? null, start, end, isInside)
      isInside = line < 0 && to < source.size
      at = end
    }
  } finally {
    reader?.close()
  }
}

/** Kernels that nobody reads into now: a search may wait in the middle of a block while another one goes on. */
const kernels: Kernel[] = []

/** Reads into the memory of a kernel, again and again. */
class Reader {
  readonly kernel: Kernel
  private readonly fd: number

  constructor(source: SourceText) {
    this.fd = openReal(source.file)
    // Some bytes more: for the end of a character.
    this.kernel = kernels.pop() ?? new Kernel(kernelModule(), LARGE_BLOCK + OVERLAP + 4)
  }

  /** Fewer bytes than asked for where the file has become shorter. */
  read(from: number, to: number): Buffer {
    const { buffer } = this.kernel
    let filled = 0
    while (filled < to - from) {
      const got = readSync(this.fd, buffer, filled, to - from - filled, from + filled)
      if (got === 0) break
      filled += got
    }
    return buffer.subarray(0, filled)
  }

  close(): void {
    kernels.push(this.kernel)
    closeSync(this.fd)
  }
}

/** The offset, or the next one that is not inside of a character. */
function characterStart(source: SourceText, offset: number): number {
  if (source.encoding.name !== 'utf-8') return offset
  const rest = source.bytes(offset, Math.min(source.size, offset + 3))
  const first = rest.findIndex(byte => (byte & 0xc0) !== 0x80)
  return offset + (first < 0 ? rest.length : first)
}

function orSize(found: number, size: number): number {
  return found < 0 ? size : found
}

function countEnds(text: string, eol: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf(eol, from); at >= 0 && at < to; at = text.indexOf(eol, at + 1)) count++
  return count
}
