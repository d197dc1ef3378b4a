// What was found out about files, kept for the next run by all that it depends on: looks, cuts, surveys and reports. Values lie in packs, files
// that are written whole and never changed, so that very many small ones cost little. What is damaged or cannot be kept is found out again.
import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Json } from '@shoal/base/model/json'
import { pushAll } from '@shoal/base/model/lists'
import { hashBytes, hashText } from '../../text/hash.ts'
import { markUsed, removeFile } from '../cache-files.ts'

/** Where a value stands in its pack, and the hash of its bytes. */
type Place = readonly [key: string, start: number, length: number, hash: string]

interface Pack {
  readonly file: string
  readonly writtenAt: number
  readonly places: readonly Place[]
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
/** Bytes that are read ahead. */
const AHEAD = 1 << 20
/** At the end of a pack: the length of its list of places, and a word that says it was written to its end. */
const END = Buffer.from('shoal-k1')

export class KeptResults {
  private readonly packs: Pack[] = []
  private readonly places = new Map<string, { readonly pack: Pack; readonly place: Place }>()
  private readonly used = new Set<string>()
  private fresh = new Map<string, Buffer>()
  private ahead: { readonly file: string; readonly start: number; readonly bytes: Buffer; next: number } | null = null
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
    const key = hashText(JSON.stringify(of))
    const bytes = this.fresh.get(key) ?? this.read(key)
    if (!bytes) return undefined
    try {
      const value = JSON.parse(inflateRawSync(bytes).toString('utf8'))
      this.used.add(key)
      return value
    } catch {
      return undefined
    }
  }

  /** `cost`: the bytes that had to be read for it. */
  put(of: Json, value: Json, cost = 0): void {
    if (this.directory === null) return
    const key = hashText(JSON.stringify(of))
    // What deflate gives lies in a buffer of 16 kB: of very many small values those would fill the memory.
    const bytes = Buffer.from(deflateRawSync(JSON.stringify(value), { level: 1 }))
    this.fresh.set(key, bytes)
    this.used.add(key)
    this.waiting += bytes.length
    this.cost += cost
    if (this.waiting > this.bounds.waiting || this.cost > this.bounds.cost) this.flush()
  }

  close(): void {
    this.flush()
    const bytes = this.packs.reduce((sum, { places }) => sum + sizeOf(places), 0)
    if (this.packs.length > this.bounds.packs || bytes > this.bounds.bytes) this.merge()
  }

  private read(key: string): Buffer | null {
    const known = this.places.get(key)
    if (!known) return null
    const [, start, length, hash] = known.place
    try {
      const bytes = this.bytesOf(known.pack.file, start, length)
      return hashBytes(bytes) === hash ? bytes : null
    } catch {
      return null
    }
  }

  /** What one run has kept in a row the next one asks for in a row: then it is read ahead. */
  private bytesOf(file: string, start: number, length: number): Buffer {
    const { ahead } = this
    const end = start + length
    if (ahead?.file === file && ahead.start <= start && end <= ahead.start + ahead.bytes.length) {
      ahead.next = end
      return ahead.bytes.subarray(start - ahead.start, end - ahead.start)
    }
    const isInRow = ahead?.file === file && ahead.next === start
    const bytes = withFile(file, fd => bytesAt(fd, start, isInRow ? Math.max(length, AHEAD) : length))
    this.ahead = { file, start, bytes, next: end }
    return bytes.subarray(0, length)
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
      const length = this.places.get(key)?.place[2]
      if (length === undefined || chosen.has(key) || bytes + length > this.bounds.bytes) return
      chosen.add(key)
      bytes += length
    }
    for (const key of this.used) choose(key)
    for (const { places } of this.packs.toReversed()) for (const [key] of places) choose(key)
    const old = this.packs.splice(0)
    const made = this.write(chosen, key => this.read(key))
    if (!made) return
    for (const { file } of old) removeFile(file)
    this.packs.push(made)
    this.places.clear()
    for (const place of made.places) this.places.set(place[0], { pack: made, place })
  }

  /** Null where nothing can be written. */
  private write(keys: Iterable<string>, bytesOf: (key: string) => Buffer | null): Pack | null {
    const directory = this.directory!
    const name = join(directory, randomUUID())
    const partial = `${name}.partial`
    let fd: number | null = null
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      fd = openSync(partial, 'wx', 0o600)
      const places: Place[] = []
      let start = 0
      for (const key of keys) {
        const bytes = bytesOf(key)
        if (!bytes) continue
        places.push([key, start, bytes.length, hashBytes(bytes)])
        writeFileSync(fd, bytes)
        start += bytes.length
      }
      const list = Buffer.from(JSON.stringify(places))
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
      const places = JSON.parse(bytesAt(fd, size - 4 - END.length - length, length).toString('utf8')) as Place[]
      return { file, writtenAt: mtimeMs, places }
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

function sizeOf(places: readonly Place[]): number {
  return places.reduce((sum, [, , length]) => sum + length, 0)
}
