// What does not fit into memory: blocks of records of many streams in one temporary file per stretch. Who wrote it
// passes the list of blocks on; who read it last removes it. Files of processes that died are swept away later.
import { closeSync, openSync, readdirSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAliveProcess } from '@shoal/base/model/alive-process'

const PREFIX = 'shoal-table-'
const GATHERED = 1024 * 1024

/** Blocks on disk, in the order they were written. */
export interface SpillTally {
  readonly path: string
  /** What each block belongs to: `streamOf(kind, column, part)`. */
  readonly streams: Float64Array
  /** Bytes of each block. */
  readonly sizes: Uint32Array
}

export const HASHES = 0
export const NUMBERS = 1
export const TIMES = 2

export function streamOf(kind: number, column: number, part: number): number {
  return (column * 4 + kind) * 256 + part
}

let serial = 0

export class SpillWriter {
  private fd: number | undefined
  private path = ''
  private readonly gathered = Buffer.allocUnsafe(GATHERED)
  private filled = 0
  private readonly streams: number[] = []
  private readonly sizes: number[] = []

  write(stream: number, block: Uint8Array): void {
    if (this.filled + block.length > GATHERED) this.flush()
    this.gathered.set(block, this.filled)
    this.filled += block.length
    this.streams.push(stream)
    this.sizes.push(block.length)
  }

  /** Closes the file and says what is in it; null when nothing was written. */
  end(): SpillTally | null {
    if (this.streams.length === 0) return null
    this.flush()
    closeSync(this.fd!)
    this.fd = undefined
    return { path: this.path, streams: Float64Array.from(this.streams), sizes: Uint32Array.from(this.sizes) }
  }

  /** Removes the file: for when reading failed. */
  abandon(): void {
    if (this.fd !== undefined) closeSync(this.fd)
    if (this.path !== '') rmSync(this.path, { force: true })
  }

  private flush(): void {
    if (this.fd === undefined) {
      sweep()
      this.path = join(tmpdir(), `${PREFIX}${process.pid}-${++serial}-${Math.random().toString(36).slice(2)}`)
      this.fd = openSync(this.path, 'wx', 0o600)
    }
    for (let at = 0; at < this.filled; ) at += writeSync(this.fd, this.gathered, at, this.filled - at)
    this.filled = 0
  }
}

/** Reads the blocks of one stretch, stream by stream. */
export class SpillReader {
  private readonly fd: number
  private readonly places = new Map<number, { offset: number; size: number }[]>()

  constructor(private readonly tally: SpillTally) {
    this.fd = openSync(tally.path, 'r')
    let offset = 0
    tally.streams.forEach((stream, k) => {
      const size = tally.sizes[k]!
      const blocks = this.places.get(stream)
      if (blocks) blocks.push({ offset, size })
      else this.places.set(stream, [{ offset, size }])
      offset += size
    })
  }

  has(stream: number): boolean {
    return this.places.has(stream)
  }

  /** Reads each block of a stream to `at` of `into`, as many at a time as there is room for. */
  *read(stream: number, into: () => Uint8Array, at: number, room: number): Generator<number> {
    let filled = 0
    for (const { offset, size } of this.places.get(stream) ?? []) {
      if (filled + size > room) {
        yield filled
        filled = 0
      }
      const got = readSync(this.fd, into(), at + filled, size, offset)
      if (got !== size) throw Object.assign(new Error(`${this.tally.path} became shorter`), { code: 'ECHANGED' })
      filled += size
    }
    if (filled > 0) yield filled
  }

  close(): void {
    closeSync(this.fd)
    removeSpill(this.tally)
  }
}

export function removeSpill({ path }: SpillTally): void {
  rmSync(path, { force: true })
}

/** Removes what processes that no longer live have left behind. */
function sweep(): void {
  const directory = tmpdir()
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(PREFIX)) continue
    const pid = Number.parseInt(name.slice(PREFIX.length), 10)
    if (pid === process.pid || isAliveProcess(pid)) continue
    try {
      unlinkSync(join(directory, name))
    } catch {
      // Another process swept it, or it belongs to somebody else.
    }
  }
}
