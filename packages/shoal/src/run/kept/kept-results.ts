// What was found out about files, kept for the next run by all that it depends on: looks, cuts, surveys and reports. Values lie in packs, files
// that are written whole and never changed, so that very many small ones cost little. What is damaged or cannot be kept is found out again.
import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Json } from '@shoal/base/model/json'
import { groupBy, pushAll } from '@shoal/base/model/lists'
import { hashBytes, hashText } from '../../text/hash.ts'
import { markUsed, removeFile } from '../cache-files.ts'

/** Where a value stands in the text of its block. */
type Place = readonly [key: string, block: number, start: number, length: number]

/** Values that were kept one after the other are compressed together: where that stands in the pack, its hash, and the length of its text. */
type Block = readonly [start: number, length: number, hash: string, size: number]

interface Listed {
  readonly blocks: readonly Block[]
  readonly places: readonly Place[]
}

interface Pack extends Listed {
  readonly file: string
  readonly writtenAt: number
}

interface Placed {
  readonly pack: Pack
  readonly place: Place
}

interface WholeBlock {
  readonly pack: Pack
  readonly block: Block
  readonly keys: readonly Place[]
}

export interface KeptBounds {
  /** Written at once, when so many bytes wait for it. */
  readonly waiting: number
  /** Or when so many bytes of files would have to be read again. */
  readonly cost: number
  /** More packs are made one. */
  readonly packs: number
  /** Of all packs together; what was used longest ago goes first. */
  readonly bytes: number
}

const BOUNDS: KeptBounds = { waiting: 8e6, cost: 64e6, packs: 8, bytes: 500e6 }
const SUFFIX = '.pack'
/** Bytes of text in a block. */
const BLOCK = 128 * 1024
/** Blocks in memory: tasks are done side by side, and each has blocks of its own. */
const REMEMBERED = 16
/** At the end of a pack: the length of its list of places, and a word that says it was written to its end. */
const END = Buffer.from('shoal-k2')

export class KeptResults {
  private readonly packs: Pack[] = []
  private readonly places = new Map<string, Placed>()
  private readonly used = new Set<string>()
  private fresh = new Map<string, Buffer>()
  private readonly texts = new Map<string, Buffer>()
  private waiting = 0
  private cost = 0

  /** With null nothing is known, and nothing kept. */
  constructor(
    private readonly directory: string | null,
    private readonly bounds: KeptBounds = BOUNDS,
  ) {
    if (directory === null) return
    pushAll(
      this.packs,
      packsIn(directory).flatMap(name => openPack(join(directory, name)) ?? []),
    )
    this.packs.sort((a, b) => a.writtenAt - b.writtenAt)
    for (const pack of this.packs) for (const place of pack.places) this.places.set(place[0], { pack, place })
    if (this.packs.length > 0) markUsed(directory)
  }

  get keeps(): boolean {
    return this.directory !== null
  }

  /** `of`: all that the value depends on. */
  get(of: Json): Json | undefined {
    return this.getText(of, text => JSON.parse(text) as Json)
  }

  put(of: Json, value: Json, cost = 0): void {
    if (this.keeps) this.putText(of, JSON.stringify(value), cost)
  }

  /** Nothing also where `read` throws. */
  getText<T>(of: Json, read: (text: string) => T): T | undefined {
    if (this.directory === null) return undefined
    const key = keyOf(of)
    const text = this.fresh.get(key) ?? this.read(key)
    if (!text) return undefined
    try {
      const value = read(text.toString('utf8'))
      this.used.add(key)
      return value
    } catch {
      return undefined
    }
  }

  /** `cost`: the bytes that had to be read for it. A large value is given in pieces, so that it is never one string. */
  putText(of: Json, value: string | Iterable<string>, cost = 0): void {
    if (this.directory === null) return
    const key = keyOf(of)
    const text = typeof value === 'string' ? Buffer.from(value) : joinedBytes(value)
    this.fresh.set(key, text)
    this.used.add(key)
    this.waiting += text.length
    this.cost += cost
    if (this.waiting > this.bounds.waiting || this.cost > this.bounds.cost) this.flush()
  }

  close(): void {
    this.flush()
    const bytes = this.packs.reduce((sum, { blocks }) => sum + blocks.reduce((all, [, length]) => all + length, 0), 0)
    if (this.packs.length > this.bounds.packs || bytes > this.bounds.bytes) this.merge()
  }

  private read(key: string): Buffer | null {
    const known = this.places.get(key)
    if (!known) return null
    const [, block, start, length] = known.place
    return this.textOf(known.pack, block)?.subarray(start, start + length) ?? null
  }

  /** What one run has kept in a row the next one asks for in a row. */
  private textOf({ file, blocks }: Pack, number: number): Buffer | null {
    const name = `${file} ${number}`
    const known = this.texts.get(name)
    if (known) return known
    try {
      const [start, length, hash] = blocks[number]!
      const bytes = withFile(file, fd => bytesAt(fd, start, length))
      if (hashBytes(bytes) !== hash) return null
      const text = inflateRawSync(bytes)
      this.texts.set(name, text)
      const [oldest] = this.texts.keys()
      if (this.texts.size > REMEMBERED) this.texts.delete(oldest!)
      return text
    } catch {
      return null
    }
  }

  private flush(): void {
    if (this.fresh.size === 0) return
    const pack = this.write(this.fresh.keys(), key => this.fresh.get(key)!)
    if (pack) {
      this.packs.push(pack)
      for (const place of pack.places) this.places.set(place[0], { pack, place })
    }
    this.fresh = new Map()
    this.waiting = 0
    this.cost = 0
  }

  /** What this run has used, then the newest of the rest. */
  private merge(): void {
    const chosen = new Set<string>()
    let bytes = 0
    const choose = (key: string) => {
      const known = this.places.get(key)
      if (!known || chosen.has(key)) return
      const length = shareOf(known)
      if (bytes + length > this.bounds.bytes) return
      chosen.add(key)
      bytes += length
    }
    for (const key of this.used) choose(key)
    for (const { places } of this.packs.toReversed()) for (const [key] of places) choose(key)
    const old = this.packs.splice(0)
    const whole = old.flatMap(pack => this.wholeBlocks(pack, chosen))
    for (const { keys } of whole) for (const [key] of keys) chosen.delete(key)
    const made = this.write(chosen, key => this.read(key), whole)
    if (!made) return
    for (const { file } of old) removeFile(file)
    this.packs.push(made)
    this.places.clear()
    for (const place of made.places) this.places.set(place[0], { pack: made, place })
  }

  /** Blocks of which everything is wanted: their bytes can be copied as they are. */
  private wholeBlocks(pack: Pack, chosen: ReadonlySet<string>): WholeBlock[] {
    const own = groupBy(pack.places, ([, block]) => String(block))
    return pack.blocks.flatMap((block, number) => {
      const keys = own.get(String(number)) ?? []
      const isWhole = keys.every(([key]) => chosen.has(key) && this.places.get(key)?.pack === pack)
      // Small ones become large ones.
      return block[3] > BLOCK / 2 && isWhole ? [{ pack, block, keys }] : []
    })
  }

  /** Null where nothing can be written. */
  private write(
    keys: Iterable<string>,
    textOf: (key: string) => Buffer | null,
    whole: readonly WholeBlock[] = [],
  ): Pack | null {
    const directory = this.directory!
    const name = join(directory, randomUUID())
    const partial = `${name}.partial`
    let fd: number | null = null
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      fd = openSync(partial, 'wx', 0o600)
      const [places, blocks]: [Place[], Block[]] = [[], []]
      let start = 0
      let texts: Buffer[] = []
      let size = 0
      for (const { pack, block, keys: own } of whole) {
        const [from, length, hash, textSize] = block
        const bytes = withFile(pack.file, source => bytesAt(source, from, length))
        // What is damaged is found out again.
        if (hashBytes(bytes) !== hash) continue
        writeFileSync(fd, bytes)
        pushAll(
          places,
          own.map(([key, , at, textLength]): Place => [key, blocks.length, at, textLength]),
        )
        blocks.push([start, length, hash, textSize])
        start += length
      }
      const closeBlock = (to: number) => {
        if (texts.length === 0) return
        // Values of a kind shrink a lot, at the fastest level too.
        const packed = deflateRawSync(texts.length === 1 ? texts[0]! : Buffer.concat(texts), { level: 1 })
        writeFileSync(to, packed)
        blocks.push([start, packed.length, hashBytes(packed), size])
        start += packed.length
        texts = []
        size = 0
      }
      for (const key of keys) {
        const text = textOf(key)
        if (!text) continue
        places.push([key, blocks.length, size, text.length])
        texts.push(text)
        size += text.length
        if (size > BLOCK) closeBlock(fd)
      }
      closeBlock(fd)
      const list = Buffer.from(JSON.stringify({ blocks, places } satisfies Listed))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(list.length)
      writeFileSync(fd, Buffer.concat([list, length, END]))
      closeSync(fd)
      fd = null
      renameSync(partial, name + SUFFIX)
    } catch {
      if (fd !== null) closeSync(fd)
      removeFile(partial)
      return null
    }
    return openPack(name + SUFFIX)
  }
}

function joinedBytes(pieces: Iterable<string>): Buffer {
  let bytes = Buffer.allocUnsafe(BLOCK)
  let size = 0
  for (const piece of pieces) {
    // A unit of text takes three bytes at most.
    const most = size + piece.length * 3
    if (most > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, bytes.length * 2))
      bytes.copy(larger, 0, 0, size)
      bytes = larger
    }
    size += bytes.write(piece, size)
  }
  return bytes.subarray(0, size)
}

function packsIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter(name => name.endsWith(SUFFIX))
  } catch {
    return []
  }
}

/** Null for one that is damaged, or that another process has just made part of a larger one. */
function openPack(file: string): Pack | null {
  try {
    return withFile(file, fd => {
      const { size, mtimeMs } = fstatSync(fd)
      const tail = bytesAt(fd, size - 4 - END.length, 4 + END.length)
      if (!tail.subarray(4).equals(END)) return null
      const length = tail.readUInt32LE(0)
      const listed = JSON.parse(bytesAt(fd, size - 4 - END.length - length, length).toString('utf8')) as Listed
      return { file, writtenAt: mtimeMs, ...listed }
    })
  } catch {
    return null
  }
}

function withFile<T>(file: string, use: (fd: number) => T): T {
  const fd = openSync(file, 'r')
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}

function bytesAt(fd: number, start: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, length))
  let filled = 0
  while (filled < buffer.length) {
    const got = readSync(fd, buffer, filled, buffer.length - filled, start + filled)
    if (got === 0) break
    filled += got
  }
  return buffer.subarray(0, filled)
}

/** What it takes of the pack. */
function shareOf({ pack, place: [, block, , length] }: Placed): number {
  const [, bytes, , size] = pack.blocks[block]!
  return Math.ceil((bytes * length) / Math.max(1, size))
}

function keyOf(of: Json): string {
  return hashText(JSON.stringify(of))
}
