// A source as UTF-8 bytes, seen through a window that slides over it. In UTF-8 files a byte is an offset; for other
// encodings the text is encoded anew, and offsets are counted back from its characters.
import type { SourceText } from '@shoal/base/model/source'

const BLOCK = 1024 * 1024
/** A block of another encoding is cut behind an ASCII character, so that no pair of units is torn. */
const LOOK_BACK = 4096

export class ByteWindow {
  buffer: Uint8Array = new Uint8Array(0)
  /** Offset in the source of the first byte of the buffer. */
  base: number
  /** Bytes of the buffer are offsets of the source. */
  readonly direct: boolean
  private next: number
  private countedAt = 0
  private counted = 0

  constructor(
    private readonly source: SourceText,
    start: number,
    private readonly end: number,
    private readonly onRead: (bytes: number) => void,
  ) {
    this.direct = source.encoding.name === 'utf-8'
    const mark = start === 0 ? source.encoding.bom / source.encoding.unit : 0
    if (mark > 0) onRead(Math.min(source.sizeBytes, source.encoding.bom))
    this.base = Math.min(end, start + mark)
    this.next = this.base
  }

  /** No byte is left behind the buffer. */
  get final(): boolean {
    return this.next >= this.end
  }

  /** Drops the bytes before `from` and reads on: at least a block, and as much again as is kept. */
  slide(from: number): void {
    const kept = this.buffer.subarray(from)
    this.base = this.offsetOf(from)
    this.countedAt = 0
    this.counted = 0
    const fresh = this.read(Math.max(BLOCK, kept.length))
    if (kept.length === 0) this.buffer = fresh
    else {
      const joined = new Uint8Array(kept.length + fresh.length)
      joined.set(kept)
      joined.set(fresh, kept.length)
      this.buffer = joined
    }
  }

  offsetOf(at: number): number {
    if (this.direct) return this.base + at
    if (at < this.countedAt) {
      this.countedAt = 0
      this.counted = 0
    }
    const pairs = this.source.encoding.unit === 2 ? 1 : 0
    for (; this.countedAt < at; this.countedAt++) {
      const byte = this.buffer[this.countedAt]!
      if ((byte & 0xc0) !== 0x80) this.counted += byte >= 0xf0 ? 1 + pairs : 1
    }
    return this.base + this.counted
  }

  private read(units: number): Uint8Array {
    const start = this.next
    let end = Math.min(this.end, start + units)
    if (this.direct) {
      const bytes = this.source.bytes(start, end)
      this.next = end
      this.onRead(end - start)
      return bytes
    }
    if (end < this.end) {
      const look = this.source.bytes(Math.max(start + 1, end - LOOK_BACK), end)
      const back = look.findLastIndex(byte => byte < 0x80)
      if (back >= 0) end -= look.length - 1 - back
    }
    this.next = end
    this.onRead(this.source.byteAt(end) - this.source.byteAt(start))
    return new TextEncoder().encode(this.source.text(start, end))
  }
}
