// One instance of the WebAssembly scanners (assembly/) with its memory. Cheap to make; every thread has its own.

import { readFileSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { pushAll } from '@shoal/base/model/lists'
import { packageFile } from '@shoal/base/model/package-files'
import type { Encoding } from '@shoal/base/model/source'
import { narrowUnits } from '../source-file.ts'

/** How much is read and scanned at a time. A multiple of 1024, as the hash wants whole blocks. */
export const IO_UNITS = 256 * 1024

const OUT = 49152
const LIST = OUT + 256
const LIST_MAX = 4000
const HASH = OUT + 192
const PAGE = 65536
/** Text stands here; the 64 bytes before it belong to what came before. */
const BASE = PAGE + 1024
/** Behind the text there is so much room for what is read at a time, and then tables of texts that are looked for. */
const SLACK = 1024
/** One text that is looked for stands before the text, and behind it the bits that are set. */
const NEEDLE = PAGE
const FOLDS = NEEDLE + 480
/** By a hash of three bytes the number of a list of texts, then where the lists are. */
const TEXT_SLOTS = 1 << 15
const MOST_LISTS = 255
const TEXT_HASH = 0x9e3779b1

/** What to walk a text for. Events are line ends, records or separators. */
export type Walk =
  | { readonly kind: 'lines'; readonly eol: number }
  | { readonly kind: 'jsonl'; readonly eol: number }
  | {
      readonly kind: 'csv'
      readonly eol: number
      readonly delimiter: number
      readonly quote: number
      readonly expected: number
    }
  | { readonly kind: 'json'; readonly eol: number; readonly base: number }

/** A text that is looked for in bytes, letters in either case, and where the three bytes of it stand that are seldom seen. */
export interface SoughtText {
  readonly bytes: Uint8Array
  readonly rare: number
}

/** One text that is looked for, as `needleOf` makes it. */
export interface Needle {
  readonly bytes: Uint8Array
  /** Of each byte: the bit between the cases of a letter, where both are sought. */
  readonly folds: Uint8Array
  /** Where the two bytes stand that are seldom seen. */
  readonly rare: readonly [number, number]
}

/** The state of a walk between two bytes. CSV: field state and delimiters so far. JSON: string and escape bits, depth. */
export interface WalkState {
  a: number
  b: number
}

export interface WalkResult {
  lines: number
  events: number
  flags: number
  far: number
  a: number
  b: number
  /** JSON: the lowest depth seen. */
  lowest: number
}

interface Exports {
  countLines(ptr: number, len: number, eol: number): number
  findLine(ptr: number, len: number, eol: number, limit: number): number
  scanJsonl(ptr: number, len: number, eol: number): void
  scanCsv(
    ptr: number,
    len: number,
    eol: number,
    delimiter: number,
    quote: number,
    expected: number,
    state: number,
    columns: number,
    limit: number,
  ): void
  scanJson(
    ptr: number,
    len: number,
    eol: number,
    base: number,
    string: number,
    escaped: number,
    depth: number,
    limit: number,
  ): void
  countClasses(ptr: number, len: number): void
  countEnds(ptr: number, len: number, eol: number): number
  findText(ptr: number, from: number, len: number, needle: number, size: number, first: number, second: number): number
  findTexts(ptr: number, from: number, to: number, len: number, table: number): number
  xxhBegin(): void
  xxhBlocks(ptr: number, len: number): void
  xxhEnd(ptr: number, len: number, total: bigint): void
}

let compiled: WebAssembly.Module | undefined

export function kernelModule(): WebAssembly.Module {
  compiled ??= compileOptimised(readFileSync(packageFile('dist/scan.wasm')))
  return compiled
}

/** V8 would run the first hundreds of megabytes on baseline code, three times slower; 8 KB are optimised in no time. */
export function compileOptimised(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  setFlagsFromString('--no-liftoff')
  setFlagsFromString('--no-wasm-lazy-compilation')
  try {
    return new WebAssembly.Module(bytes)
  } finally {
    setFlagsFromString('--liftoff')
    setFlagsFromString('--wasm-lazy-compilation')
  }
}

let shared: Kernel | undefined

/** The kernel of this thread. Not re-entrant: use its buffer only between two awaits. */
export function threadKernel(): Kernel {
  shared ??= new Kernel(kernelModule())
  return shared
}

export class Kernel {
  /** The text under the scanner; room for `IO_UNITS`. */
  readonly buffer: Buffer
  private readonly wasm: Exports
  private readonly out: Uint32Array
  private readonly list: Uint32Array
  private readonly memory: Uint8Array
  private readonly hashed: DataView
  private scratch: Buffer | undefined
  /** What stands in memory as texts to look for, and as one. */
  private texts: readonly SoughtText[] | undefined
  private needle: Needle | undefined
  private readonly tables: number

  constructor(module: WebAssembly.Module, units = IO_UNITS) {
    this.tables = BASE + units + SLACK
    const memory = new WebAssembly.Memory({ initial: 2 + Math.ceil((units + SLACK) / PAGE) })
    this.wasm = new WebAssembly.Instance(module, { env: { memory, abort: () => undefined } })
      .exports as unknown as Exports
    this.memory = new Uint8Array(memory.buffer)
    this.buffer = Buffer.from(memory.buffer, BASE, units)
    this.out = new Uint32Array(memory.buffer, OUT, 48)
    this.list = new Uint32Array(memory.buffer, LIST, LIST_MAX)
    this.hashed = new DataView(memory.buffer, HASH, 16)
  }

  /** Fills the buffer with the code units [start, end) of a file, and the two units before them. */
  load(fd: number, encoding: Encoding, start: number, end: number, sizeBytes: number): void {
    const { unit } = encoding
    const lead = Math.min(2, start)
    const from = (start - lead) * unit
    const length = Math.min(end * unit, sizeBytes) - from
    this.memory.fill(10, BASE - 2, BASE)
    if (unit === 1) {
      readExactly(fd, this.memory, BASE - lead, length, from)
      return
    }
    this.scratch ??= Buffer.allocUnsafe((IO_UNITS + 2) * 4)
    readExactly(fd, this.scratch, 0, length, from)
    this.memory.set(narrowUnits(this.scratch.subarray(0, length), encoding), BASE - lead)
  }

  /** Walks [at, at + length) of the buffer; with a limit it ends just behind that many events. */
  walk(walk: Walk, at: number, length: number, state: WalkState, limit = 0): WalkResult {
    const ptr = BASE + at
    const { wasm, out } = this
    switch (walk.kind) {
      case 'lines': {
        const lines = wasm.countLines(ptr, length, walk.eol)
        if (limit === 0 || lines < limit) return result(lines, lines, 0, length, 0, 0)
        return result(limit, limit, 0, wasm.findLine(ptr, length, walk.eol, limit), 0, 0)
      }
      case 'jsonl': {
        if (limit > 0) return this.walk({ kind: 'lines', eol: walk.eol }, at, length, state, limit)
        wasm.scanJsonl(ptr, length, walk.eol)
        return result(out[0]!, out[0]!, out[1]!, length, 0, 0)
      }
      case 'csv':
        wasm.scanCsv(ptr, length, walk.eol, walk.delimiter, walk.quote, walk.expected, state.a, state.b, limit)
        return result(out[0]!, out[1]!, out[4]!, out[5]!, out[2]!, out[3]!)
      case 'json':
        wasm.scanJson(ptr, length, walk.eol, walk.base, state.a & 1, state.a >> 1, state.b, limit)
        return result(out[0]!, out[1]!, 0, out[5]!, out[2]! | (out[3]! << 1), out[4]! | 0, out[6]! | 0)
    }
  }

  /** Places noted by the last walk (relative to its start), as far as they were kept. */
  noted(count: number): number[] {
    return Array.from(this.list.subarray(0, Math.min(count, LIST_MAX)))
  }

  /** Counts of byte classes in [at, at + length) of the buffer, as packages/shoal/src/text/tokens.ts wants them. */
  classes(at: number, length: number): Uint32Array {
    this.wasm.countClasses(BASE + at, length)
    return this.out.subarray(0, 11)
  }

  /**
   * Where the three rare bytes of some texts end, in [from, to) of the buffer, three bytes before and what is there up to `length` being
   * read as well. A text that is not there may be told, for letters are compared in either case; none that is there is left out. Places
   * are good until the next call.
   */
  findTexts(
    texts: readonly SoughtText[],
    from: number,
    to: number,
    length: number,
  ): { readonly places: Uint32Array; readonly far: number } {
    if (this.texts !== texts) this.memory.set(textTable(texts), this.tables)
    this.texts = texts
    const count = this.wasm.findTexts(BASE, from, to, length, this.tables)
    return { places: this.list.subarray(0, count), far: this.out[0]! }
  }

  /** Where a text stands in the first `length` of the buffer, at or behind `from`; -1 if it does not. */
  find(needle: Needle, from: number, length: number): number {
    const { bytes, folds, rare } = needle
    if (this.needle !== needle) {
      this.memory.set(bytes, NEEDLE)
      this.memory.set(folds, FOLDS)
    }
    this.needle = needle
    return this.wasm.findText(BASE, from, length, NEEDLE, bytes.length, rare[0], rare[1]) | 0
  }

  /** How many line ends stand in [from, to) of the buffer. */
  countEnds(from: number, to: number, eol: number): number {
    return this.wasm.countEnds(BASE + from, Math.max(0, to - from), eol)
  }

  /**
   * XXH3-128 of the bytes [from, to) of a file, as four big-endian words. `onPart` sees every part of the text in the
   * buffer, in order.
   */
  hash(
    fd: number,
    from: number,
    to: number,
    into: Uint32Array,
    slot: number,
    onPart: (length: number, at: number) => void,
  ): void {
    const { wasm, memory } = this
    const total = to - from
    wasm.xxhBegin()
    let done = 0
    for (; total - done > IO_UNITS; done += IO_UNITS) {
      readExactly(fd, memory, BASE, IO_UNITS, from + done)
      wasm.xxhBlocks(BASE, IO_UNITS)
      onPart(IO_UNITS, done)
      memory.copyWithin(BASE - 64, BASE + IO_UNITS - 64, BASE + IO_UNITS)
    }
    readExactly(fd, memory, BASE, total - done, from + done)
    wasm.xxhEnd(BASE, total - done, BigInt(total))
    const { hashed: view } = this
    into[slot] = view.getUint32(12, true)
    into[slot + 1] = view.getUint32(8, true)
    into[slot + 2] = view.getUint32(4, true)
    into[slot + 3] = view.getUint32(0, true)
    onPart(total - done, done)
  }

  /** XXH3-128 of bytes in memory, in hexadecimal. */
  hashBytes(bytes: Uint8Array): string {
    const { wasm, memory } = this
    wasm.xxhBegin()
    let done = 0
    for (; bytes.length - done > IO_UNITS; done += IO_UNITS) {
      memory.set(bytes.subarray(done, done + IO_UNITS), BASE)
      wasm.xxhBlocks(BASE, IO_UNITS)
      memory.copyWithin(BASE - 64, BASE + IO_UNITS - 64, BASE + IO_UNITS)
    }
    memory.set(bytes.subarray(done), BASE)
    wasm.xxhEnd(BASE, bytes.length - done, BigInt(bytes.length))
    const { hashed: view } = this
    return hex(view.getUint32(12, true), view.getUint32(8, true), view.getUint32(4, true), view.getUint32(0, true))
  }
}

function textTable(texts: readonly SoughtText[]): Uint8Array {
  const slots = new Map<number, SoughtText[]>()
  for (const text of texts) {
    const [a, b, c] = Array.from(text.bytes.subarray(text.rare, text.rare + 3), byte => byte | 32) as [
      number,
      number,
      number,
    ]
    const slot = Math.imul(a | (b << 8) | (c << 16), TEXT_HASH) >>> 17
    const list = slots.get(slot)
    if (list) list.push(text)
    else slots.set(slot, [text])
  }
  // A number of a list is one byte, so slots share lists where there are more.
  const shared: SoughtText[][] = []
  for (const [k, list] of [...slots.values()].entries()) pushAll((shared[k % MOST_LISTS] ??= []), list)
  const table = Buffer.alloc(TEXT_SLOTS + (MOST_LISTS + 1) * 4)
  for (const [k, slot] of [...slots.keys()].entries()) table[slot] = (k % MOST_LISTS) + 1
  const lists: Buffer[] = []
  let end = table.length
  for (const [k, list] of shared.entries()) {
    table.writeUInt32LE(end, TEXT_SLOTS + (k + 1) * 4)
    const told = list.flatMap(({ bytes, rare }) => [Buffer.of(bytes.length, rare + 2), bytes.map(byte => byte | 32)])
    lists.push(Buffer.concat([Buffer.of(list.length), ...told]))
    end += lists[k]!.length
  }
  return Buffer.concat([table, ...lists])
}

export function hex(...words: number[]): string {
  return words.map(word => word.toString(16).padStart(8, '0')).join('')
}

function result(
  lines: number,
  events: number,
  flags: number,
  far: number,
  a: number,
  b: number,
  lowest = 0,
): WalkResult {
  return { lines, events, flags, far, a, b, lowest }
}

/** A file that has become shorter while it is read is an error, never a silent gap. */
function readExactly(fd: number, into: Uint8Array, at: number, length: number, from: number): void {
  let filled = 0
  while (filled < length) {
    const got = readSync(fd, into, at + filled, length - filled, from + filled)
    if (got === 0) throw Object.assign(new Error('the file became shorter while it was read'), { code: 'ECHANGED' })
    filled += got
  }
}
