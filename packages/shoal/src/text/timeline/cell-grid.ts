// Counts per key and time bucket, bounded: when there are more cells than the budget allows, all buckets grow by a step
// of the ladder. The width is the finest that the budget allows for all that was added, so grids of parts of a file
// unite into exactly the grid of the whole, in whatever way it was parted.
import { coarser, WIDTHS } from './widths.ts'

/** A grid as it travels between threads. Cell k is `ids[k]`, made of a bucket and a key. */
export interface PackedGrid {
  readonly width: number
  readonly ids: Float64Array<ArrayBuffer>
  readonly counts: Float64Array<ArrayBuffer>
  /** The first line, and its offset, that fell into the cell. */
  readonly lines: Float64Array<ArrayBuffer>
  readonly offsets: Float64Array<ArrayBuffer>
}

export interface Cell {
  readonly key: number
  /** The bucket is [bucket × width, (bucket + 1) × width) in milliseconds since 1970. */
  readonly bucket: number
  readonly count: number
  readonly line: number
  readonly offset: number
}

/** Keys are whole numbers below this. */
const KEYS = 2 ** 20
const FREE = -1
/** Buckets count from 1890, one widest bucket before 1970, so that they are never negative. */
const SHIFT = WIDTHS.at(-1)!
/** The times that a grid can hold: with seconds for buckets, an id still is an exact number. */
const EARLIEST = -SHIFT
const LATEST = Date.UTC(2160, 0)

/** Numbers of a cell, side by side so that one access to memory brings them all: id, count, line, offset. */
const WORDS = 4

export class CellGrid {
  private slots: Float64Array<ArrayBuffer>
  private mask: number
  private used = 0
  /** Where the last cell stands: entries of one moment follow each other. */
  private lastSlot = 0

  /** `width` is the finest there may be, in milliseconds, at least a second; `cells` are expected. */
  constructor(
    private readonly budget: number,
    public width = 1000,
    cells = 0,
  ) {
    let capacity = 32
    while (capacity < 2 * Math.min(cells, budget)) capacity *= 2
    this.slots = emptySlots(capacity)
    this.mask = capacity - 1
  }

  add(key: number, time: number, line: number, offset: number): void {
    this.put(Math.floor((time + SHIFT) / this.width) * KEYS + key, 1, line, offset)
  }

  /** Adds another grid; `keyOf` says what its keys are here, negative for none. */
  merge(other: PackedGrid, keyOf: (key: number) => number): void {
    while (this.width < other.width) this.coarsen()
    for (let k = 0; k < other.ids.length; k++) {
      const id = other.ids[k]!
      const bucket = Math.floor(id / KEYS)
      const key = keyOf(id - bucket * KEYS)
      if (key < 0) continue
      // The width may grow while cells are put in.
      const here = other.width === this.width ? bucket : Math.floor((bucket * other.width) / this.width)
      this.put(here * KEYS + key, other.counts[k]!, other.lines[k]!, other.offsets[k]!)
    }
  }

  /** All cells, ascending by bucket, then by key. */
  cells(): Cell[] {
    const shift = SHIFT / this.width
    const { ids, counts, lines, offsets } = this.pack()
    return Array.from(ids, (id, k) => {
      const bucket = Math.floor(id / KEYS)
      return {
        key: id - bucket * KEYS,
        bucket: bucket - shift,
        count: counts[k]!,
        line: lines[k]!,
        offset: offsets[k]!,
      }
    })
  }

  pack(): PackedGrid {
    const { slots, used } = this
    const ids = new Float64Array(used)
    for (let at = 0, k = 0; at < slots.length; at += WORDS) if (slots[at] !== FREE) ids[k++] = slots[at]!
    // Numbers sort many times as fast as places that are compared by them; the place is found again by its number.
    ids.sort()
    const [counts, lines, offsets] = [new Float64Array(used), new Float64Array(used), new Float64Array(used)]
    for (let k = 0; k < used; k++) {
      const slot = this.slotOf(ids[k]!)
      counts[k] = slots[slot + 1]!
      lines[k] = slots[slot + 2]!
      offsets[k] = slots[slot + 3]!
    }
    return { width: this.width, ids, counts, lines, offsets }
  }

  private put(id: number, count: number, line: number, offset: number): void {
    const { slots } = this
    const slot = slots[this.lastSlot] === id ? this.lastSlot : this.slotOf(id)
    this.lastSlot = slot
    if (slots[slot] === id) {
      slots[slot + 1]! += count
      if (line < slots[slot + 2]!) {
        slots[slot + 2] = line
        slots[slot + 3] = offset
      }
      return
    }
    slots[slot] = id
    slots[slot + 1] = count
    slots[slot + 2] = line
    slots[slot + 3] = offset
    this.used++
    // With the widest buckets a key has three cells at most, and the budget gives way.
    if (this.used > this.budget && this.width < SHIFT) this.coarsen()
    else if (this.used * 2 * WORDS > slots.length) this.rebuild((slots.length / WORDS) * 2, id => id)
  }

  private slotOf(id: number): number {
    const { slots, mask } = this
    let slot = hash(id) & mask
    for (;;) {
      const found = slots[slot * WORDS]!
      if (found === id || found === FREE) return slot * WORDS
      slot = (slot + 1) & mask
    }
  }

  private coarsen(): void {
    const next = coarser(this.width)
    const ratio = next / this.width
    this.width = next
    this.rebuild(this.slots.length / WORDS, id => {
      const bucket = Math.floor(id / KEYS)
      return Math.floor(bucket / ratio) * KEYS + (id - bucket * KEYS)
    })
  }

  private rebuild(capacity: number, renamed: (id: number) => number): void {
    const { slots } = this
    this.slots = emptySlots(capacity)
    this.mask = capacity - 1
    this.used = 0
    this.lastSlot = 0
    for (let at = 0; at < slots.length; at += WORDS)
      if (slots[at] !== FREE) this.put(renamed(slots[at]!), slots[at + 1]!, slots[at + 2]!, slots[at + 3]!)
  }
}

function emptySlots(capacity: number): Float64Array<ArrayBuffer> {
  const slots = new Float64Array(capacity * WORDS)
  for (let at = 0; at < slots.length; at += WORDS) slots[at] = FREE
  return slots
}

/** Whether a grid can hold a time: from 1890 to 2160. */
export function fitsGrid(time: number): boolean {
  return time >= EARLIEST && time < LATEST
}

function hash(id: number): number {
  const high = Math.floor(id / 0x100000000)
  let h = Math.imul(id | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  return h ^ (h >>> 13)
}
