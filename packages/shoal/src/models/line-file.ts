// Lines that are only ever appended: in a file that a kill in the middle of a line does not spoil, or in memory.
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Where a line stands, its newline left out. */
export interface Place {
  readonly at: number
  readonly bytes: number
}

export interface LineStore {
  /** Written when it returns. `line` must hold no newline. Null when nothing is kept here. */
  append(line: string): Place | null
  read(place: Place): string
  /** All lines from a position on, in order; the last may be half a line. */
  lines(from?: number): Iterable<readonly [Place, string]>
  close(): void
}

const PIECE = 1024 * 1024
const NEWLINE = 10

/** For its owner's eyes only. `read`: nothing is kept, and a file that is not there is empty. */
export function openLineFile(file: string, mode: 'append' | 'read'): LineStore {
  if (mode === 'read') return readOnly(openToRead(file))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'a+', 0o600)
  // What a killed process left of a line is closed off, not cut off: another may still be writing.
  let isTorn = !endsWithNewline(handle)
  return {
    ...reader(handle),
    append(line) {
      const gap = isTorn ? '\n' : ''
      const bytes = Buffer.from(`${gap}${line}\n`)
      const at = fstatSync(handle).size + gap.length
      // Until all of it is written: a full disk may take a part.
      isTorn = true
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
      isTorn = false
      return { at, bytes: bytes.length - gap.length - 1 }
    },
    close: () => closeSync(handle),
  }
}

/** For whoever looks on for long while others write: nothing stays open between two looks. */
export function lookIntoLines(file: string): LineStore {
  return {
    append: () => null,
    read(place) {
      const store = readOnly(openToRead(file))
      try {
        return store.read(place)
      } finally {
        store.close()
      }
    },
    *lines(from) {
      const store = readOnly(openToRead(file))
      try {
        yield* store.lines(from)
      } finally {
        store.close()
      }
    },
    close() {},
  }
}

export function memoryLines(): LineStore {
  const kept: string[] = []
  return {
    append: line => ({ at: kept.push(line) - 1, bytes: line.length }),
    read: ({ at }) => kept[at]!,
    *lines(from = 0) {
      for (const [at, line] of kept.entries()) if (at >= from) yield [{ at, bytes: line.length }, line]
    },
    close() {},
  }
}

function readOnly(handle: number | null): LineStore {
  if (handle === null) return { ...memoryLines(), append: () => null }
  return { ...reader(handle), append: () => null, close: () => closeSync(handle) }
}

function openToRead(file: string): number | null {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function reader(handle: number): Pick<LineStore, 'read' | 'lines'> {
  return {
    read({ at, bytes }) {
      const buffer = Buffer.allocUnsafe(bytes)
      return buffer.toString('utf8', 0, readFully(handle, buffer, at))
    },
    *lines(from = 0) {
      const piece = Buffer.allocUnsafe(PIECE)
      let held: Buffer[] = []
      let start = from
      for (let at = from, size = 0; (size = readFully(handle, piece, at)) > 0; at += size) {
        const read = piece.subarray(0, size)
        let begin = 0
        for (let to = 0; (to = read.indexOf(NEWLINE, begin)) !== -1; begin = to + 1) {
          const line = Buffer.concat([...held, read.subarray(begin, to)])
          yield [{ at: start, bytes: line.length }, line.toString()]
          held = []
          start = at + to + 1
        }
        held.push(Buffer.from(read.subarray(begin)))
      }
      const rest = Buffer.concat(held)
      if (rest.length > 0) yield [{ at: start, bytes: rest.length }, rest.toString()]
    },
  }
}

function readFully(handle: number, into: Buffer, at: number): number {
  let size = 0
  while (size < into.length) {
    const read = readSync(handle, into, size, into.length - size, at + size)
    if (read === 0) break
    size += read
  }
  return size
}

function endsWithNewline(handle: number): boolean {
  const { size } = fstatSync(handle)
  const last = Buffer.alloc(1, NEWLINE)
  if (size > 0) readSync(handle, last, 0, 1, size - 1)
  return last[0] === NEWLINE
}
