// A tar archive, read as it comes: ustar, with the long names of pax and GNU.
import { lookup } from '@shoal/base/model/lookup'
import { type Bytes, Damaged, type Entry, type StreamContainer, startsWith } from './form.ts'

const BLOCK = 512
/** Of a long name or a pax record. */
const MOST_EXTRA = 1 << 20

export const tar: StreamContainer = {
  kind: 'stream',
  name: 'tar',
  endings: ['.tar'],
  matches: head => isHeader(head.subarray(0, BLOCK)),
  entries,
}

async function* entries(bytes: Bytes): AsyncGenerator<Entry> {
  const reader = new BlockReader(bytes)
  let long: { name?: string; size?: number } = {}
  let isEmpty = true
  for (;;) {
    const header = await reader.take(BLOCK)
    if (header.length === 0 && !isEmpty) throw new Damaged('the archive has no end mark: it may be cut off')
    if (header.length < BLOCK) throw new Damaged('the archive ends early')
    if (header.every(byte => byte === 0)) return
    if (!isHeader(header)) throw new Damaged('the archive is damaged: the head of a member is not what its sum says')
    isEmpty = false
    const type = String.fromCharCode(header[156]!)
    const size = long.size ?? numberIn(header, 124, 12)
    if (type === 'x' || type === 'L' || type === 'K' || type === 'g') {
      const text = await extra(reader, size)
      if (type === 'x') long = { ...long, ...paxIn(text) }
      if (type === 'L') long = { ...long, name: text.toString('utf8').replace(/\0.*$/s, '') }
      continue
    }
    const name = long.name ?? nameIn(header)
    long = {}
    if (type === '0' || type === '\0' || type === '7') {
      const body = reader.body(size)
      yield { name, bytes: body }
      await reader.rest()
    } else {
      const what = lookup(SPECIAL, type)
      if (what !== undefined) yield { name, reason: what, cause: 'special' }
      else if (type !== '5') yield { name, reason: `a member of an unknown kind (${type})`, cause: 'special' }
      if (type !== '5' && size > 0 && what === undefined) for await (const _ of reader.body(size));
    }
    await reader.pad()
  }
}

const SPECIAL: Readonly<Record<string, string>> = {
  '1': 'a link in the archive',
  '2': 'a link in the archive',
  '3': 'a device in the archive',
  '4': 'a device in the archive',
  '6': 'a named pipe in the archive',
  S: 'a sparse file, which is not read',
}

async function extra(reader: BlockReader, size: number): Promise<Buffer> {
  if (size > MOST_EXTRA) throw new Damaged('the archive is damaged: a name is longer than names are')
  const text = await reader.take(size)
  if (text.length < size) throw new Damaged('the archive ends early')
  await reader.pad()
  return text
}

/** The sum of its bytes, those of the sum itself taken as spaces. */
function isHeader(header: Uint8Array): boolean {
  if (header.length < BLOCK) return false
  let sum = 8 * 32
  for (let k = 0; k < BLOCK; k++) if (k < 148 || k >= 156) sum += header[k]!
  return sum === numberIn(header, 148, 8)
}

/** Octal digits, or the bytes of a large number behind a mark. */
function numberIn(header: Uint8Array, at: number, length: number): number {
  if (header[at]! & 0x80) {
    let value = header[at]! & 0x7f
    for (let k = 1; k < length; k++) value = value * 256 + header[at + k]!
    return Number.isSafeInteger(value) ? value : Number.MAX_SAFE_INTEGER
  }
  const digits = /^[ \0]*([0-7]{1,20})/.exec(Buffer.from(header.subarray(at, at + length)).toString('latin1'))
  return digits ? Number.parseInt(digits[1]!, 8) : 0
}

function nameIn(header: Buffer): string {
  const text = (at: number, length: number) => {
    const bytes = header.subarray(at, at + length)
    const end = bytes.indexOf(0)
    return bytes.subarray(0, end < 0 ? length : end).toString('utf8')
  }
  const isPosix = startsWith(header, 'ustar\0', 257)
  const prefix = isPosix ? text(345, 155) : ''
  return prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
}

/** Records of `length key=value`, a line each. */
function paxIn(text: Buffer): { name?: string; size?: number } {
  const found: { name?: string; size?: number } = {}
  for (let at = 0; at < text.length; ) {
    const space = text.indexOf(0x20, at)
    const length = space < 0 ? Number.NaN : Number(text.subarray(at, space).toString('latin1'))
    if (!Number.isSafeInteger(length) || length <= space - at) return found
    const record = text.subarray(space + 1, at + length - 1).toString('utf8')
    const equals = record.indexOf('=')
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)]
    if (key === 'path') found.name = value
    if (key === 'size' && /^\d{1,15}$/.test(value)) found.size = Number(value)
    at += length
  }
  return found
}

/** Takes a stream apart; the body of a member is handed on as it comes. */
class BlockReader {
  private readonly chunks: AsyncIterator<Uint8Array>
  private held: Uint8Array = new Uint8Array(0)
  private left = 0
  private over = 0

  constructor(bytes: Bytes) {
    this.chunks = bytes[Symbol.asyncIterator]()
  }

  /** Fewer only at the end. */
  async take(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    let wanted = length
    while (wanted > 0) {
      const part = await this.some(wanted)
      if (part === null) break
      parts.push(part)
      wanted -= part.length
    }
    this.over = length % BLOCK
    return Buffer.concat(parts)
  }

  body(size: number): Bytes {
    this.left = size
    this.over = size % BLOCK
    return this.remaining()
  }

  /** Reads past what nobody wanted of a body. */
  async rest(): Promise<void> {
    for await (const _ of this.remaining());
  }

  /** To the end of the block. */
  async pad(): Promise<void> {
    if (this.over > 0) await this.take(BLOCK - this.over)
    this.over = 0
  }

  private async *remaining(): AsyncGenerator<Uint8Array> {
    while (this.left > 0) {
      const part = await this.some(this.left)
      if (part === null) throw new Damaged('the archive ends early')
      this.left -= part.length
      yield part
    }
  }

  private async some(most: number): Promise<Uint8Array | null> {
    while (this.held.length === 0) {
      const { done, value } = await this.chunks.next()
      if (done) return null
      this.held = value
    }
    const part = this.held.subarray(0, most)
    this.held = this.held.subarray(part.length)
    return part
  }
}
