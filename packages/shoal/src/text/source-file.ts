// Opens a file as a SourceText: finds its encoding and line ending from a prefix, then reads any stretch on demand.
import { isUtf8 as isAllUtf8 } from 'node:buffer'
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { Encoding, SourceText } from '@shoal/base/model/source'
import { openReal } from './open-real.ts'

/** Enough to judge encoding and line ends, and to detect a content type. */
export const PREFIX_BYTES = 64 * 1024

export interface OpenOptions {
  /** The path to show, when it is not the one to open. */
  readonly path?: string
  /** It ends here, though the file may have grown since. */
  readonly sizeBytes?: number
}

/** `file` is a real path: what a link leads to is not opened. */
export function openSource(file: string, options: OpenOptions = {}): SourceText {
  const fd = openReal(file)
  try {
    const stat = fstatSync(fd)
    if (stat.isDirectory()) throw Object.assign(new Error(`${file} is a directory`), { code: 'EISDIR' })
    return new FileSource(fd, file, options.path ?? file, Math.min(stat.size, options.sizeBytes ?? stat.size))
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** The encoding of a file from its first bytes. `whole` says that they are the whole file. */
export function detectEncoding(prefix: Uint8Array, whole: boolean): Encoding {
  const [a, b, c, d] = prefix
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', unit: 1, bom: 3 }
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { name: 'utf-32le', unit: 4, bom: 4 }
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { name: 'utf-32be', unit: 4, bom: 4 }
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', unit: 2, bom: 2 }
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', unit: 2, bom: 2 }
  const wide = unmarkedUtf16(prefix)
  if (wide) return { name: wide, unit: 2, bom: 0 }
  return { name: isUtf8(prefix, whole) ? 'utf-8' : 'windows-1252', unit: 1, bom: 0 }
}

/** ASCII text in UTF-16 without a mark: one byte of nearly every pair is NUL, the other nearly never. */
function unmarkedUtf16(prefix: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.min(prefix.length, 4096) >> 1
  if (pairs < 4) return null
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i++) {
    if (prefix[2 * i] === 0) even++
    if (prefix[2 * i + 1] === 0) odd++
  }
  if (odd > pairs * 0.9 && even <= pairs * 0.02) return 'utf-16le'
  if (even > pairs * 0.9 && odd <= pairs * 0.02) return 'utf-16be'
  return null
}

function isUtf8(prefix: Uint8Array, whole: boolean): boolean {
  let end = prefix.length
  // A character may be cut in half by the end of the prefix.
  if (!whole) for (let back = 0; back < 4 && end > 0 && prefix[end - 1]! >= 0x80; back++) end--
  return isAllUtf8(prefix.subarray(0, end))
}

class FileSource implements SourceText {
  readonly encoding: Encoding
  readonly eol: 10 | 13
  readonly size: number
  /** The whole of a file that is no larger than the prefix: it is read once. */
  private readonly all: Uint8Array | null = null

  constructor(
    private readonly fd: number,
    readonly file: string,
    readonly path: string,
    readonly sizeBytes: number,
  ) {
    const prefix = this.raw(0, Math.min(sizeBytes, PREFIX_BYTES))
    this.encoding = detectEncoding(prefix, prefix.length === sizeBytes)
    this.size = Math.ceil(sizeBytes / this.encoding.unit)
    this.eol = lineEnding(narrowUnits(prefix, this.encoding))
    if (sizeBytes <= PREFIX_BYTES && prefix.length === sizeBytes) this.all = prefix
  }

  bytes(start: number, end: number, into?: Uint8Array): Uint8Array {
    return narrowUnits(this.raw(this.byteAt(start), this.byteAt(end), into), this.encoding)
  }

  text(start: number, end: number): string {
    return decodeText(this.raw(this.byteAt(start), this.byteAt(end)), this.encoding, start === 0)
  }

  byteAt(offset: number): number {
    return Math.min(this.sizeBytes, Math.max(0, offset) * this.encoding.unit)
  }

  close(): void {
    closeSync(this.fd)
  }

  /** Exactly the bytes asked for, or fewer where the file has become shorter. */
  private raw(from: number, to: number, into?: Uint8Array): Uint8Array {
    // A copy: whoever asked may change or move it.
    if (this.all) return Buffer.from(this.all.subarray(from, to))
    const length = Math.max(0, to - from)
    const buffer = into && length <= into.length ? into.subarray(0, length) : Buffer.allocUnsafe(length)
    let filled = 0
    while (filled < buffer.length) {
      const got = readSync(this.fd, buffer, filled, buffer.length - filled, from + filled)
      if (got === 0) break
      filled += got
    }
    return buffer.subarray(0, filled)
  }
}

/** LF, or CR in a text that has no LF. */
export function lineEnding(units: Uint8Array): 10 | 13 {
  return units.includes(10) || !units.includes(13) ? 10 : 13
}

/** One byte per code unit: the unit itself if it is ASCII, 0x80 if not. UTF-8 and Latin-1 bytes stay as they are. */
export function narrowUnits(raw: Uint8Array, encoding: Encoding): Uint8Array {
  const { unit } = encoding
  if (unit === 1) return raw
  const low = encoding.name.endsWith('le') ? 0 : unit - 1
  const out = new Uint8Array(Math.ceil(raw.length / unit))
  for (let i = 0; i < out.length; i++) {
    let high = 0
    for (let k = 0; k < unit; k++) if (k !== low) high |= raw[i * unit + k] ?? 0
    const byte = raw[i * unit + low] ?? 0
    out[i] = high === 0 && byte < 0x80 ? byte : 0x80
  }
  return out
}

export function decodeText(raw: Uint8Array, encoding: Encoding, atStart: boolean): string {
  const bytes = atStart ? raw.subarray(Math.min(encoding.bom, raw.length)) : raw
  if (encoding.unit === 4) return decodeUtf32(bytes, encoding.name === 'utf-32le')
  let decoder = decoders.get(encoding.name)
  if (!decoder) decoders.set(encoding.name, (decoder = new TextDecoder(encoding.name, { ignoreBOM: true })))
  return decoder.decode(bytes)
}

/** One for each encoding: making them takes longer than reading a small file. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, little)
    parts.push(point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')
  }
  if (bytes.byteLength % 4 > 0) parts.push('\ufffd')
  return parts.join('')
}
