// Reads what detection may look at: the name and a bounded prefix of a file, in five system calls; says also when the
// bytes are no text at all.
import { isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import type { Probe } from '@shoal/base/model/content-type'
import type { Encoding } from '@shoal/base/model/source'
import { contentName } from '@shoal/base/text/packed-name'
import { openReal } from './open-real.ts'
import { decodeText, detectEncoding, PREFIX_BYTES } from './source-file.ts'

export interface ProbedFile {
  readonly probe: Probe
  /** Why the file is no text (`binary: gzip data`), or null. */
  readonly binary: string | null
  /** The prefix itself, good only until the next probe. */
  readonly prefix: Uint8Array
}

/** Opens, reads at most `most` bytes of it, and closes. Throws what the file system throws, and EISDIR for a directory. */
export function probeFile(file: string, path = file, most = Number.POSITIVE_INFINITY): ProbedFile {
  const fd = openReal(file)
  try {
    const stat = fstatSync(fd)
    if (stat.isDirectory()) throw Object.assign(new Error(`${file} is a directory`), { code: 'EISDIR' })
    // A pipe or a file of /proc states no size: read what comes.
    const size = Math.min(stat.size, most)
    const want = size > 0 ? Math.min(size, PREFIX_BYTES) : PREFIX_BYTES
    const buffer = scratch.subarray(0, want)
    let filled = 0
    while (filled < want) {
      const got = readSync(fd, buffer, filled, want - filled, null)
      if (got === 0) break
      filled += got
    }
    const bytes = buffer.subarray(0, filled)
    const sizeBytes = Math.max(size, filled)
    return { probe: probeBytes(path, bytes, sizeBytes), binary: binaryReason(bytes), prefix: bytes }
  } finally {
    closeSync(fd)
  }
}

/** A probe of bytes at hand. The text is decoded at once: the bytes may be reused by the caller. */
export function probeBytes(path: string, bytes: Uint8Array, sizeBytes = bytes.length): Probe {
  const whole = bytes.length >= sizeBytes
  if (isPlainUtf8(bytes)) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    return new PrefixProbe(path, sizeBytes, PLAIN, whole, text)
  }
  const encoding = detectEncoding(bytes, whole)
  return new PrefixProbe(path, sizeBytes, encoding, whole, decodeText(bytes, encoding, true))
}

const PLAIN: Encoding = { name: 'utf-8', unit: 1, bom: 0 }

/** Nearly every file: UTF-8 with no mark and no NUL. The native check saves a decoder per file. */
function isPlainUtf8(bytes: Uint8Array): boolean {
  return bytes[0] !== 0xef && isUtf8(bytes) && !bytes.includes(0)
}

/** One buffer for all probes: they run one after another and keep no bytes. */
const scratch = Buffer.allocUnsafeSlow(PREFIX_BYTES)

class PrefixProbe implements Probe {
  readonly name: string
  readonly extension: string
  #lines: readonly string[] | undefined

  constructor(
    readonly path: string,
    readonly sizeBytes: number,
    readonly encoding: Encoding,
    readonly whole: boolean,
    readonly text: string,
  ) {
    this.name = contentName(basename(path))
    this.extension = extensionOf(this.name)
  }

  /** Split on first use: most files are known by their name. */
  get lines(): readonly string[] {
    this.#lines ??= splitLines(this.text, this.whole)
    return this.#lines
  }
}

/** Lower case with its dot; '' for `Makefile`, `.bashrc` and `name.`. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 && dot < name.length - 1 ? name.slice(dot).toLowerCase() : ''
}

function splitLines(text: string, whole: boolean): string[] {
  const lines = !text.includes('\r') ? text.split('\n') : text.split(text.includes('\n') ? /\r?\n/ : '\r')
  const last = lines.at(-1)
  // What is cut off by the end of the prefix is no line, unless there is nothing else.
  if (last === '' || (!whole && lines.length > 1)) lines.pop()
  return lines
}

/** How far a NUL is looked for. */
export const BINARY_BYTES = 8192

const MAGIC: readonly (readonly [string, readonly number[]])[] = [
  ['gzip data', [0x1f, 0x8b]],
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a zip archive', [0x50, 0x4b, 0x05, 0x06]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['an ELF file', [0x7f, 0x45, 0x4c, 0x46]],
  ['bzip2 data', [0x42, 0x5a, 0x68, 0x31, 0x41, 0x59]],
  ['bzip2 data', [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59]],
  ['xz data', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['zstd data', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a 7-zip archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['a WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['a Java class', [0xca, 0xfe, 0xba, 0xbe]],
  ['a SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74]],
  ['a Parquet file', [0x50, 0x41, 0x52, 0x31]],
]

/** Known magic, or a NUL in the first 8 KB of what is not UTF-16 or UTF-32. */
export function binaryReason(bytes: Uint8Array): string | null {
  for (const [what, magic] of MAGIC) {
    if (magic.every((byte, i) => bytes[i] === byte)) return `binary: ${what}`
  }
  const head = bytes.subarray(0, BINARY_BYTES)
  if (!head.includes(0)) return null
  return detectEncoding(head, false).unit > 1 ? null : 'binary: NUL bytes'
}
