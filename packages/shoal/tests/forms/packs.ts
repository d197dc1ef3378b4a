// Writers of archives, only as far as tests need them: what a reader is tried with is not written by the library that reads it.
import { deflateRawSync } from 'node:zlib'

export interface PackedEntry {
  readonly name: string
  readonly content: Uint8Array | string
  /** Of tar: `2` is a link. */
  readonly type?: string
  /** Of zip. */
  readonly encrypted?: boolean
  readonly stored?: boolean
  readonly link?: boolean
}

const bytesOf = (content: Uint8Array | string) => Buffer.from(content as string)

export function tarOf(entries: readonly PackedEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, content, type = '0' }) => {
    const bytes = bytesOf(content)
    const long = Buffer.byteLength(name) > 100
    return [
      ...(long ? [header('././@LongLink', Buffer.byteLength(name) + 1, 'L'), padded(Buffer.from(`${name}\0`))] : []),
      header(long ? name.slice(0, 50) : name, type === '2' ? 0 : bytes.length, type),
      ...(type === '2' ? [] : [padded(bytes)]),
    ]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100, 'utf8')
  block.write('0000644\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

export function zipOf(entries: readonly PackedEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, encrypted, stored, link } of entries) {
    const bytes = bytesOf(content)
    const data = stored ? bytes : deflateRawSync(bytes)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (encrypted ? 1 : 0), 2)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(link ? (0o120777 << 16) >>> 0 : 0, 6)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, title]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let k = 0; k < 8; k++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
