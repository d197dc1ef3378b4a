// How many values a column of many has, which are the most frequent and which repeat. Texts in memory are compared; of
// values on disk and of whole rows there are hashes only, and the rows that share one are named for `settle` to compare.
import type { ColumnTally } from './column-tally.ts'
import type { TableKernel } from './kernel.ts'
import { HASHES, streamOf } from './spill.ts'
import type { ColumnStretch, RowValue, TableValue } from './table-value.ts'

/** Rows that share a hash: each with its group and the number of cells that it stands for. */
export interface Suspect {
  readonly group: number
  readonly row: number
  readonly weight: number
}

export interface Counts {
  /** Values other than missing ones. */
  readonly distinct: number
  /** The most frequent values; where there are many, only such as occur at least twice. */
  readonly top: readonly (RowValue | TableValue)[]
  /** Values that occur more than once, and the first of them in the order in which the repetition shows. */
  readonly repeated: { readonly values: number; readonly examples: readonly RowValue[] }
  /** Some values were taken for equal by their hash alone. */
  readonly about: boolean
  /** What has to be compared for the counts to be exact; null where nothing has to, or too much. */
  readonly suspects: readonly Suspect[] | null
}

export interface MergeContext {
  readonly kernel: TableKernel
  readonly parts: number
  /** Distinct values that a stretch keeps in memory. */
  readonly limit: number
  /** The number of the column that stands for whole rows. */
  readonly whole: number
}

export const TOP = 10
export const EXAMPLES = 8
/** Rows of a table that are read a second time to be compared. */
export const MOST_SUSPECTS = 100_000
/** Texts up to this length have each a hash of their own: SHORT in assembly/table/hash.ts. */
const SHORT = 7
const GROUP_BYTES = 32
const SUSPECT_BYTES = 12
const READ_ROOM = 1024 * 1020

export function byFrequency(a: RowValue, b: RowValue): number {
  return b.count - a.count || a.first - b.first
}

export function bySecond(a: RowValue, b: RowValue): number {
  return a.second - b.second
}

export function countHashed(index: number, stretches: readonly ColumnStretch[], context: MergeContext): Counts {
  const { kernel, parts, whole } = context
  const { wasm } = kernel
  const onDisk = stretches.some(({ tally }) => tally.spilled)
  const compared = !onDisk && index !== whole
  const proven = compared || (index !== whole && stretches.every(({ tally }) => tally.longest <= SHORT))
  const count = onDisk ? parts : 1
  const dictionaries = stretches.map(({ tally }) => new Dictionary(kernel, tally, compared))
  const room = onDisk || index === whole ? wasm.take(READ_ROOM) : 0
  const named = proven ? null : new Suspects(kernel)
  let distinct = 0
  let values = 0
  let top: RowValue[] = []
  let examples: RowValue[] = []
  for (let part = 0; part < count; part++) {
    wasm.beginMerge()
    let size = 0
    stretches.forEach(({ tally, base, spill }, k) => {
      const { entries, texts } = dictionaries[k]!
      if (entries !== 0) size = wasm.mergePart(entries, tally.size, base, part, count, texts)
      if (!tally.spilled || !spill) return
      for (const bytes of spill.read(streamOf(HASHES, index, part), () => kernel.bytes, room, READ_ROOM))
        size = wasm.mergeRecords(room, bytes, base)
    })
    distinct += size
    if (named && wasm.hasShared() !== 0)
      stretches.forEach((stretch, k) => {
        named.add(dictionaries[k]!.entries, stretch, { index, part, count, room })
      })
    const kept = wasm.keepFrequent(2)
    values += kept
    const from = wasm.groupsAt()
    const { data } = kernel
    const least = top.length < TOP ? 2 : top.at(-1)!.count
    const latest = examples.length < EXAMPLES ? Number.POSITIVE_INFINITY : examples.at(-1)!.second
    const often: RowValue[] = []
    const early: RowValue[] = []
    for (let k = 0; k < kept; k++) {
      const at = from + k * GROUP_BYTES
      const count = data.getFloat64(at + 8, true)
      const second = data.getUint32(at + 20, true)
      if (count < least && second >= latest) continue
      const value = { count, first: data.getUint32(at + 16, true), second }
      if (count >= least) often.push(value)
      if (second < latest) early.push(value)
    }
    if (often.length > 0) top = [...top, ...often].sort(byFrequency).slice(0, TOP)
    if (early.length > 0) examples = [...examples, ...early].sort(bySecond).slice(0, EXAMPLES)
  }
  const suspects = named?.finish() ?? null
  for (const dictionary of dictionaries) dictionary.give()
  if (room !== 0) wasm.give(room, READ_ROOM)
  return { distinct, top, repeated: { values, examples }, about: !proven && values > 0, suspects }
}

/** The values of a stretch in the kernel's memory. */
class Dictionary {
  readonly entries: number = 0
  readonly texts: number = 0

  constructor(
    private readonly kernel: TableKernel,
    private readonly tally: ColumnTally,
    compared: boolean,
  ) {
    if (tally.spilled || tally.size === 0) return
    this.entries = kernel.wasm.take(tally.entries.length)
    if (compared) this.texts = kernel.wasm.take(tally.texts.length + PADDING)
    kernel.bytes.set(tally.entries, this.entries)
    if (compared) kernel.bytes.set(tally.texts, this.texts)
  }

  give(): void {
    const { kernel, tally, entries, texts } = this
    if (entries !== 0) kernel.wasm.give(entries, tally.entries.length)
    if (texts !== 0) kernel.wasm.give(texts, tally.texts.length + PADDING)
  }
}

/** Bytes behind a text that comparing may read. */
const PADDING = 8

/** Gathers the rows that share a hash, as long as there are not too many. */
class Suspects {
  private readonly found: Suspect[] = []
  private readonly out: number
  private tooMany = false

  constructor(private readonly kernel: TableKernel) {
    this.out = kernel.wasm.take(OUT_ROOM)
  }

  /** Asked for every stretch while its part is merged. */
  add(
    entries: number,
    { tally, base, spill }: ColumnStretch,
    { index, part, count, room }: { index: number; part: number; count: number; room: number },
  ): void {
    const { kernel } = this
    const { wasm } = kernel
    if (tally.repeats === null) this.tooMany = true
    if (this.tooMany) return
    if (entries !== 0) this.take(part, () => wasm.sharedPart(entries, tally.size, base, part, count))
    if (!tally.spilled) {
      // Their hashes belong to this part or to another.
      const records = tally.repeats!
      for (let from = 0; from < records.length && !this.tooMany; from += READ_ROOM) {
        const block = ofPart(records.subarray(from, from + READ_ROOM), part, count)
        kernel.bytes.set(block, room)
        this.take(part, () => wasm.sharedRecords(room, block.length, base))
      }
    } else if (spill)
      for (const bytes of spill.read(streamOf(HASHES, index, part), () => kernel.bytes, room, READ_ROOM))
        this.take(part, () => wasm.sharedRecords(room, bytes, base))
  }

  finish(): readonly Suspect[] | null {
    this.kernel.wasm.give(this.out, OUT_ROOM)
    return this.tooMany || this.found.length === 0 ? null : this.found
  }

  private take(part: number, collect: () => number): void {
    if (this.tooMany) return
    const { kernel, out, found } = this
    kernel.wasm.collectInto(out, (MOST_SUSPECTS - found.length) * SUSPECT_BYTES + 2 * SUSPECT_BYTES)
    const end = collect()
    this.tooMany = end === 0 || found.length + (end - out) / SUSPECT_BYTES > MOST_SUSPECTS
    if (this.tooMany) return
    const { data } = kernel
    for (let at = out; at < end; at += SUSPECT_BYTES)
      found.push({
        group: part * 2 ** 32 + data.getUint32(at, true),
        row: data.getUint32(at + 4, true),
        weight: data.getUint32(at + 8, true),
      })
  }
}

const OUT_ROOM = (MOST_SUSPECTS + 2) * SUSPECT_BYTES
const RECORD_BYTES = 12

/** The records whose hash belongs to a part. */
function ofPart(records: Uint8Array, part: number, parts: number): Uint8Array {
  if (parts === 1) return records
  const own = new Uint8Array(records.length)
  let size = 0
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    // The highest byte of the hash tells the part.
    if ((records[at + 7]! & (parts - 1)) !== part) continue
    own.set(records.subarray(at, at + RECORD_BYTES), size)
    size += RECORD_BYTES
  }
  return own.subarray(0, size)
}
