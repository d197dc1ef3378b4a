// A zip archive: what its directory lists, each read from where it stands. One that was cut off has no directory any more; then its
// members are read one after the other, as far as they go.
import { closeSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream'
import * as zlib from 'node:zlib'
import type { Entry as ZipEntry, ZipFile } from 'yauzl'
import { openReal, streamReal } from '../text/open-real.ts'
import { bzip2, xz, zstd } from './codecs.ts'
import { type Bytes, Damaged, type Entry, type FileContainer, type PackedFile, Refused, startsWith } from './form.ts'

export const zip: FileContainer = {
  kind: 'file',
  name: 'zip',
  endings: ['.zip'],
  matches: head => startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06'),
  entries,
}

/** How members may be compressed besides: by number of the format. */
const CODECS: Readonly<Record<number, (bytes: Bytes) => Bytes>> = {
  12: bytes => bzip2.decode(bytes),
  93: bytes => zstd.decode(bytes),
  95: bytes => xz.decode(bytes),
}

async function* entries(packed: PackedFile): AsyncGenerator<Entry> {
  const { default: yauzl } = await import('yauzl')
  let opened: ZipFile
  const fd = openReal(packed.file)
  try {
    opened = await yauzl.fromFdPromise(fd, { decodeStrings: false, autoClose: false })
  } catch {
    closeSync(fd)
    yield* oneByOne(packed)
    return
  }
  try {
    for await (const entry of opened.eachEntry()) {
      packed.onStep()
      const { generalPurposeBitFlag: flag, fileNameRaw, extraFields } = entry
      const name = yauzl.getFileNameLowLevel(flag, fileNameRaw, extraFields, false)
      if (name.endsWith('/')) continue
      yield memberOf(opened, entry, name)
    }
  } catch (error) {
    throw asDamaged(error)
  } finally {
    opened.close()
  }
}

const UNIX = 3
const LINK = 0o120000
const KIND = 0o170000

function memberOf(opened: ZipFile, entry: ZipEntry, name: string): Entry {
  if (entry.isEncrypted()) return { name, reason: 'it is encrypted', cause: 'encrypted' }
  const kind = entry.versionMadeBy >> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & KIND : 0
  if (kind === LINK) return { name, reason: 'a link in the archive', cause: 'special' }
  const method = entry.compressionMethod
  if (method !== 0 && method !== 8 && !CODECS[method])
    return { name, reason: `it is compressed by method ${method} of zip, which is not read`, cause: 'refused' }
  return { name, bytes: checked(entry, read(opened, entry)) }
}

async function* read(opened: ZipFile, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const decode = CODECS[entry.compressionMethod]
  try {
    const stream = await opened.openReadStreamPromise(entry, decode ? { decodeFileData: false } : {})
    yield* decode ? decode(stream as unknown as Bytes) : (stream as unknown as Bytes)
  } catch (error) {
    throw asDamaged(error)
  }
}

/** What was read is what was packed. */
async function* checked({ crc32: wanted }: ZipEntry, bytes: Bytes): AsyncGenerator<Uint8Array> {
  const crc32 = (zlib as { crc32?: (data: Uint8Array, before: number) => number }).crc32
  let sum = 0
  for await (const chunk of bytes) {
    if (crc32) sum = crc32(chunk, sum)
    yield chunk
  }
  if (crc32 && sum !== wanted) throw new Damaged('it is damaged: its sum is not what the archive says')
}

function asDamaged(error: unknown): unknown {
  if (error instanceof Damaged || error instanceof Refused) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (message === 'strong encryption is not supported') return new Refused('it is encrypted', 'encrypted')
  return code && !code.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ? error
    : new Damaged('the archive is damaged')
}

const HEAD = 30

/** From head to head, without the directory. A member whose size stands behind it is the last that is read. */
async function* oneByOne({ file, sizeBytes, onStep }: PackedFile): AsyncGenerator<Entry> {
  const { default: yauzl } = await import('yauzl')
  const fd = openReal(file)
  try {
    for (let at = 0; at < sizeBytes; ) {
      onStep()
      const head = bytesAt(fd, at, HEAD)
      if (!startsWith(head, 'PK\x03\x04') || head.length < HEAD) break
      const [flag, method] = [head.readUInt16LE(6), head.readUInt16LE(8)]
      const [size, nameLength, extra] = [head.readUInt32LE(18), head.readUInt16LE(26), head.readUInt16LE(28)]
      const raw = bytesAt(fd, at + HEAD, nameLength)
      const name = yauzl.getFileNameLowLevel(flag, raw, [], false)
      const start = at + HEAD + nameLength + extra
      const isOpen = (flag & 8) !== 0
      if (flag & 1) yield { name, reason: 'it is encrypted', cause: 'encrypted' }
      else if (method !== 0 && method !== 8) yield { name, reason: 'the archive is damaged', cause: 'damaged' }
      else if (!name.endsWith('/') && raw.length === nameLength)
        yield { name, bytes: cut(file, start, isOpen ? sizeBytes : Math.min(sizeBytes, start + size), method) }
      if (isOpen || start + size > sizeBytes) break
      at = start + size
    }
  } finally {
    closeSync(fd)
  }
  throw new Damaged('the archive is damaged: it has no directory at its end')
}

async function* cut(file: string, start: number, end: number, method: number): AsyncGenerator<Uint8Array> {
  if (end <= start) return
  const raw = streamReal(file, { start, end: end - 1 })
  try {
    if (method === 0) yield* raw as unknown as Bytes
    else yield* pipeline(raw, zlib.createInflateRaw(), () => {}) as unknown as Bytes
  } catch (error) {
    throw asDamaged(error)
  } finally {
    raw.destroy()
  }
}

function bytesAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(fd, bytes, 0, length, at))
}
