// One hash per record, and per record one of each field that looks like an id. Equal hashes nominate duplicates; the
// records are read back and compared.
import type { SameRecord } from './same-records.ts'

/** Records remembered; beyond, duplicates are not counted and the survey says so. */
export const MOST_RECORDS = 4 * 1024 * 1024
const MOST_IDS = 2
const PAGE = 32 * 1024

/** Hashes of 64 bits in pages: nothing is copied as they grow. */
interface Column {
  pages: Int32Array[]
  /** Values set. */
  count: number
}

export interface Fingerprints {
  count: number
  /** There were more than MOST_RECORDS; nothing is kept. */
  full: boolean
  readonly hashes: Column
  /** Where each record starts. */
  starts: Float64Array[]
  /** By the name of the field; records without it have 0, 0. */
  readonly ids: Map<string, Column>
}

export function createFingerprints(): Fingerprints {
  return { count: 0, full: false, hashes: { pages: [], count: 0 }, starts: [], ids: new Map() }
}

export function addRecord(prints: Fingerprints, lo: number, hi: number, at: number): void {
  if (prints.full) return
  const index = prints.count++
  if (prints.count > MOST_RECORDS) {
    giveUp(prints)
    return
  }
  set(prints.hashes, index, lo, hi)
  const page = Math.floor(index / PAGE)
  if (page === prints.starts.length) prints.starts.push(new Float64Array(PAGE))
  prints.starts[page]![index % PAGE] = at
}

/** The id of the record that is being read: the next one to be added. */
export function addId(prints: Fingerprints, name: string, lo: number, hi: number): void {
  if (prints.full) return
  let column = prints.ids.get(name)
  if (!column) {
    if (prints.ids.size === MOST_IDS) return
    column = { pages: [], count: 0 }
    prints.ids.set(name, column)
  }
  // 0, 0 means that there is none.
  set(column, prints.count, lo, hi === 0 && lo === 0 ? 1 : hi)
  column.count++
}

/** Appends the records of what follows in the file. */
export function mergeFingerprints(into: Fingerprints, from: Fingerprints): void {
  if (into.full || from.full || into.count + from.count > MOST_RECORDS) {
    giveUp(into)
    return
  }
  const shift = into.count
  for (const [name, column] of from.ids) {
    // A field that was left out before, for want of room, is left out altogether.
    const own = into.ids.get(name) ?? (into.ids.size < MOST_IDS ? { pages: [], count: 0 } : null)
    if (own === null) continue
    into.ids.set(name, own)
    for (let k = 0; k < from.count; k++) {
      const lo = get(column, k, 0)
      const hi = get(column, k, 1)
      if (lo !== 0 || hi !== 0) set(own, shift + k, lo, hi)
    }
    own.count += column.count
  }
  for (let k = 0; k < from.count; k++)
    addRecord(into, get(from.hashes, k, 0), get(from.hashes, k, 1), from.starts[Math.floor(k / PAGE)]![k % PAGE]!)
}

export interface Repeats {
  /** Values that occur more than once, and records beyond the first of each. */
  readonly values: number
  readonly extra: number
  /** Records that have a value. */
  readonly of: number
  /** All of them were compared; else those beyond are told by their hashes. */
  readonly exact: boolean
  /** The first repeated records: where it stands, and where it stood first. */
  readonly places: readonly { readonly at: number; readonly first: number }[]
}

/** Records that are read back and compared, at most: a second or two. */
export const MOST_COMPARED = 100_000

/** Repeats of whole records (`null`) or of an id; null when records were too many, or too many only look alike. */
export function repeatsOf(
  prints: Fingerprints,
  id: string | null,
  most: number,
  same: SameRecord,
  compared = MOST_COMPARED,
): Repeats | null {
  const column = id === null ? prints.hashes : prints.ids.get(id)
  if (prints.full || column === undefined) return null
  let room = 16
  while (room < prints.count * 2) room *= 2
  const table = new Int32Array(room).fill(-1)
  const repeated = new Set<number>()
  const places: { at: number; first: number }[] = []
  const startOf = (k: number) => prints.starts[Math.floor(k / PAGE)]![k % PAGE]!
  let extra = 0
  let left = compared
  let unlike = 0
  for (let k = 0; k < prints.count; k++) {
    const lo = get(column, k, 0)
    const hi = get(column, k, 1)
    if (id !== null && lo === 0 && hi === 0) continue
    let entry = Math.imul(lo ^ Math.imul(hi, 0x9e3779b1), 0x85ebca6b) & (room - 1)
    for (;;) {
      const known = table[entry]!
      if (known < 0) {
        table[entry] = k
        break
      }
      if (get(column, known, 0) === lo && get(column, known, 1) === hi) {
        // Beyond the limit records of one hash count as equal, and what is said says so.
        const isSame = left-- <= 0 || same(startOf(known), startOf(k), id)
        if (isSame) {
          extra++
          repeated.add(known)
          if (places.length < most) places.push({ at: startOf(k), first: startOf(known) })
          break
        }
        unlike++
      }
      if (left < 0 && unlike > 0) return null
      entry = (entry + 1) & (room - 1)
    }
  }
  const of = id === null ? prints.count : column.count
  return { values: repeated.size, extra, of, exact: left >= 0, places }
}

function set(column: Column, index: number, lo: number, hi: number): void {
  const page = Math.floor(index / PAGE)
  while (column.pages.length <= page) column.pages.push(new Int32Array(PAGE * 2))
  const place = (index % PAGE) * 2
  column.pages[page]![place] = lo
  column.pages[page]![place + 1] = hi
}

function get(column: Column, index: number, part: 0 | 1): number {
  return column.pages[Math.floor(index / PAGE)]?.[(index % PAGE) * 2 + part] ?? 0
}

function giveUp(prints: Fingerprints): void {
  prints.full = true
  prints.hashes.pages = []
  prints.starts = []
  prints.ids.clear()
}
