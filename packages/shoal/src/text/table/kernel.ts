// One instance of the WebAssembly reader of tables (assembly/table.ts) with memory of its own, which grows with what it
// learns of the table. Offsets of fields are those of the structures there.
import { readFileSync } from 'node:fs'
import { packageFile } from '@shoal/base/model/package-files'
import { compileOptimised } from '../scan/kernel.ts'

interface Exports {
  reset(): void
  take(size: number): number
  give(at: number, size: number): void
  begin(
    delimiter: number,
    quote: number,
    eol: number,
    expected: number,
    columns: number,
    limit: number,
    parts: number,
  ): void
  setColumn(index: number, comma: number, dayFirst: number, pivot: number, timePivot: number): void
  setPaired(list: number, count: number): void
  setProducts(list: number, count: number): void
  setOrders(list: number, count: number): void
  startAt(line: number): void
  lineNow(): number
  cellClass(ptr: number, length: number, comma: number, dayFirst: number): number
  cellValue(): number
  feed(ptr: number, length: number, last: number): number
  finish(): void
  rowCount(): number
  blankCount(): number
  raggedCount(): number
  endState(): number
  columnPointer(index: number): number
  pairPointer(index: number): number
  raggedPointer(): number
  ordersPointer(): number
  /** Brings `wholePointer` and `partialPointer` up to the last row. */
  settleProducts(): void
  wholePointer(): number
  partialPointer(): number
  beginMerge(): void
  mergePart(ptr: number, count: number, base: number, part: number, parts: number, texts: number): number
  mergeRecords(ptr: number, bytes: number, base: number): number
  hasShared(): number
  collectInto(ptr: number, bytes: number): void
  sharedRecords(ptr: number, bytes: number, base: number): number
  sharedPart(ptr: number, count: number, base: number, part: number, parts: number): number
  keepFrequent(least: number): number
  groupsAt(): number
}

/** What the kernel tells while it reads. Bytes are views: valid only during the call. */
export interface KernelEvents {
  flush(kind: number, column: number, part: number, bytes: Uint8Array): void
  noteRow(row: number, ptr: number, line: number): void
}

const SILENT: KernelEvents = { flush: () => {}, noteRow: () => {} }

/** Bytes behind the text that the kernel may read. */
const PADDING = 64

let compiled: WebAssembly.Module | undefined

function tableModule(): WebAssembly.Module {
  compiled ??= compileOptimised(readFileSync(packageFile('dist/table.wasm')))
  return compiled
}

/** Kernels that nobody uses: to make one takes longer than to read a small table. */
const idle: TableKernel[] = []
const MOST_IDLE = 4
/** What has grown beyond this is not kept. */
const LARGEST_IDLE = 4 * 1024 * 1024

export class TableKernel {
  readonly wasm: Exports
  private readonly memory = new WebAssembly.Memory({ initial: 2 })
  private views: { bytes: Buffer; data: DataView } | undefined
  private text = 0
  private room = 0
  private events = SILENT

  /** One as good as new. Whoever is done with it gives it back; what it holds is gone then. */
  static lend(events: KernelEvents = SILENT): TableKernel {
    const kernel = idle.pop() ?? new TableKernel()
    kernel.events = events
    return kernel
  }

  private constructor() {
    const env = {
      memory: this.memory,
      parseNumber: (ptr: number, length: number) => Number(this.bytes.toString('latin1', ptr, ptr + length)),
      flush: (kind: number, column: number, part: number, ptr: number, size: number) =>
        this.events.flush(kind, column, part, this.bytes.subarray(ptr, ptr + size)),
      noteRow: (row: number, ptr: number, line: number) => this.events.noteRow(row, ptr - this.text, line),
    }
    this.wasm = new WebAssembly.Instance(tableModule(), { env }).exports as unknown as Exports
  }

  giveBack(): void {
    this.events = SILENT
    if (idle.length >= MOST_IDLE || this.memory.buffer.byteLength > LARGEST_IDLE) return
    this.wasm.reset()
    this.text = 0
    this.room = 0
    idle.push(this)
  }

  /** All memory; a new view whenever the memory has grown. */
  get bytes(): Buffer {
    return this.current.bytes
  }

  get data(): DataView {
    return this.current.data
  }

  private get current(): { bytes: Buffer; data: DataView } {
    const { buffer } = this.memory
    if (this.views?.data.buffer !== buffer) this.views = { bytes: Buffer.from(buffer), data: new DataView(buffer) }
    return this.views
  }

  /** Where the text goes: room for at least `size` bytes, what was there kept. */
  textRoom(size: number): number {
    if (size > this.room) {
      const room = Math.max(size, this.room * 2)
      const at = this.wasm.take(room + PADDING)
      if (this.text !== 0) {
        this.bytes.copyWithin(at, this.text, this.text + this.room)
        this.wasm.give(this.text, this.room + PADDING)
      }
      this.text = at
      this.room = room
    }
    return this.text
  }

  get capacity(): number {
    return this.room
  }

  /** A list of numbers in memory, for the setters that want one. */
  list(values: readonly number[]): number {
    const at = this.wasm.take(values.length * 4 + 4)
    for (const [k, value] of values.entries()) this.data.setUint32(at + k * 4, value, true)
    return at
  }
}
