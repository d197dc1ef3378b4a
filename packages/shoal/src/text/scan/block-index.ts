// The sparse map of a file that a walk leaves behind: how many lines and events each block holds and in what state it
// starts. From it any line, record or element is found by reading one block. At most 65,536 blocks, whatever the size.
import { closeSync } from 'node:fs'
import type { SourceText } from '@shoal/base/model/source'
import { openReal } from '../open-real.ts'
import type { WalkSpec } from './jobs.ts'
import { IO_UNITS, type Kernel, threadKernel, type Walk, type WalkState } from './kernel.ts'
import { runJobs } from './pool.ts'

const SMALLEST_BLOCK = 8 * 1024
const MOST_BLOCKS = 65536
const SEGMENT_UNITS = 4 * 1024 * 1024

/** A place in a file: an offset, and the 1-based line it stands on. */
export interface Place {
  readonly offset: number
  readonly line: number
}

export interface WalkOptions {
  readonly from?: Place
  readonly to?: number
  readonly initial?: WalkState
  readonly signal: AbortSignal
}

/** Walks a source once, over all cores if it is large, and returns its index. */
export async function indexBlocks(source: SourceText, walk: Walk, options: WalkOptions): Promise<BlockIndex> {
  const from = options.from ?? { offset: source.encoding.bom / source.encoding.unit, line: 1 }
  const to = options.to ?? source.size
  const length = Math.max(0, to - from.offset)
  const blockUnits = blockSize(length)
  const blocks = Math.ceil(length / blockUnits)
  const blocksPerSegment = Math.max(1, Math.floor(SEGMENT_UNITS / blockUnits))
  const segments = Math.ceil(blocks / blocksPerSegment)
  const spec: WalkSpec = {
    job: 'walk',
    file: source.file,
    encoding: source.encoding,
    sizeBytes: source.sizeBytes,
    walk,
    from: from.offset,
    to,
    initial: options.initial ?? { a: 0, b: 0 },
    blockUnits,
    blocksPerSegment,
    lines: new Uint32Array(new SharedArrayBuffer(blocks * 4)),
    events: new Uint32Array(new SharedArrayBuffer(blocks * 4)),
    flags: new Uint32Array(new SharedArrayBuffer(blocks * 4)),
    stateA: new Int32Array(new SharedArrayBuffer((blocks + segments) * 4)),
    stateB: new Int32Array(new SharedArrayBuffer((blocks + segments) * 4)),
  }
  await runJobs(spec, segments, length * source.encoding.unit, options.signal)
  return new BlockIndex(spec, from)
}

function blockSize(length: number): number {
  let size = SMALLEST_BLOCK
  while (size * MOST_BLOCKS < length) size *= 2
  return size
}

export class BlockIndex {
  /** Lines ended, and events met, in the whole walked range. */
  readonly lines: number
  readonly events: number
  /** The walk flagged something somewhere. */
  readonly hasFlags: boolean
  /** The state behind the last unit. */
  readonly end: WalkState
  private readonly linesBefore: Float64Array
  private readonly eventsBefore: Float64Array

  constructor(
    private readonly spec: WalkSpec,
    private readonly from: Place,
  ) {
    const stateful = spec.walk.kind === 'csv' || spec.walk.kind === 'json'
    this.end = stateful ? joinSegments(spec) : { a: 0, b: 0 }
    this.hasFlags = spec.flags.some(count => count > 0)
    this.linesBefore = sumsBefore(spec.lines)
    this.eventsBefore = sumsBefore(spec.events)
    this.lines = this.linesBefore.at(-1)!
    this.events = this.eventsBefore.at(-1)!
  }

  /** The places just behind the given events, counted from 1, ascending. */
  behindEvents(numbers: readonly number[]): Place[] {
    return this.withFile((kernel, fd) => numbers.map(number => this.find(kernel, fd, number)))
  }

  /** The place just behind the last event at or before an offset; null if there is none. */
  lastEventBefore(offset: number): Place | null {
    const { spec } = this
    const block = Math.min(spec.events.length - 1, Math.floor((offset - spec.from) / spec.blockUnits))
    if (block < 0) return null
    return this.withFile((kernel, fd) => {
      let events = this.eventsBefore[block]!
      for (const part of this.parts(kernel, fd, block)) {
        const length = Math.min(part.length, offset - part.at)
        if (length > 0) events += kernel.walk(spec.walk, 0, length, part.state).events
      }
      return events === 0 ? null : this.find(kernel, fd, events)
    })
  }

  /** How many places in [from, to) the walk flagged, and the first few of them as offsets. */
  flagged(from: number, to: number, most: number): { count: number; offsets: number[] } {
    const { spec } = this
    const offsets: number[] = []
    let count = 0
    const first = Math.max(0, Math.floor((from - spec.from) / spec.blockUnits))
    const last = Math.min(spec.flags.length - 1, Math.floor((to - 1 - spec.from) / spec.blockUnits))
    this.withFile((kernel, fd) => {
      for (let block = first; block <= last; block++) {
        if (spec.flags[block] === 0) continue
        for (const offset of this.flaggedInBlock(kernel, fd, block)) {
          if (offset < from || offset >= to) continue
          count++
          if (offsets.length < most) offsets.push(offset)
        }
      }
    })
    return { count, offsets }
  }

  /** The 1-based lines of ascending offsets. */
  linesOf(offsets: readonly number[]): number[] {
    return this.withFile((kernel, fd) =>
      offsets.map(offset => {
        const { spec } = this
        const block = Math.min(spec.lines.length - 1, Math.floor((offset - spec.from) / spec.blockUnits))
        if (block < 0) return this.from.line
        const start = this.blockStart(block)
        let lines = 0
        for (let at = start; at < offset; at += IO_UNITS) {
          const until = Math.min(offset, at + IO_UNITS)
          kernel.load(fd, spec.encoding, at, until, spec.sizeBytes)
          lines += kernel.walk({ kind: 'lines', eol: spec.walk.eol }, 0, until - at, { a: 0, b: 0 }).lines
        }
        return this.from.line + this.linesBefore[block]! + lines
      }),
    )
  }

  private find(kernel: Kernel, fd: number, number: number): Place {
    const block = lastAtMost(this.eventsBefore, number - 1)
    let left = number - this.eventsBefore[block]!
    let line = this.from.line + this.linesBefore[block]!
    for (const part of this.parts(kernel, fd, block)) {
      const walked = kernel.walk(this.spec.walk, 0, part.length, part.state, left)
      if (walked.far < part.length || walked.events === left) {
        const lines = kernel.walk({ kind: 'lines', eol: this.spec.walk.eol }, 0, walked.far, part.state).lines
        return { offset: part.at + walked.far, line: line + lines }
      }
      line += walked.lines
      left -= walked.events
    }
    throw new Error(`event ${number} of ${this.events} is not where the index says: the file changed while it was read`)
  }

  private *flaggedInBlock(kernel: Kernel, fd: number, block: number): Generator<number> {
    const step = 4032 - (4032 % 64)
    for (const part of this.parts(kernel, fd, block, step)) {
      const walked = kernel.walk(this.spec.walk, 0, part.length, part.state)
      for (const place of kernel.noted(walked.flags).sort((a, b) => a - b)) yield part.at + place
    }
  }

  /** Loads a block part by part, with the state each starts in. */
  private *parts(
    kernel: Kernel,
    fd: number,
    block: number,
    step = IO_UNITS,
  ): Generator<{ at: number; length: number; state: WalkState }> {
    const { spec } = this
    const end = Math.min(spec.to, this.blockStart(block + 1))
    let state = this.stateOf(block)
    for (let at = this.blockStart(block); at < end; at += step) {
      const until = Math.min(end, at + step)
      kernel.load(fd, spec.encoding, at, until, spec.sizeBytes)
      yield { at, length: until - at, state }
      if (until < end) {
        kernel.load(fd, spec.encoding, at, until, spec.sizeBytes)
        state = kernel.walk(spec.walk, 0, until - at, state)
      }
    }
  }

  private blockStart(block: number): number {
    return this.spec.from + block * this.spec.blockUnits
  }

  private stateOf(block: number): WalkState {
    const slot = block + Math.floor(block / this.spec.blocksPerSegment)
    return { a: this.spec.stateA[slot]!, b: this.spec.stateB[slot]! }
  }

  private withFile<T>(use: (kernel: Kernel, fd: number) => T): T {
    const fd = openReal(this.spec.file)
    try {
      return use(threadKernel(), fd)
    } finally {
      closeSync(fd)
    }
  }
}

/**
 * Puts the segments together: where one ends in another state than the next assumed, blocks are walked again from
 * there until the states agree. Returns the state behind the last block.
 */
function joinSegments(spec: WalkSpec): WalkState {
  const { blocksPerSegment, stateA, stateB } = spec
  const blocks = spec.lines.length
  let state: WalkState = spec.initial
  let fd: number | undefined
  try {
    for (let first = 0, segment = 0; first < blocks; first += blocksPerSegment, segment++) {
      const last = Math.min(blocks, first + blocksPerSegment)
      for (
        let block = first;
        block < last && !(stateA[block + segment] === state.a && stateB[block + segment] === state.b);
        block++
      ) {
        fd ??= openReal(spec.file)
        state = walkAgain(spec, fd, block, segment, state)
        if (block + 1 === last) {
          stateA[last + segment] = state.a
          stateB[last + segment] = state.b
        }
      }
      state = { a: stateA[last + segment]!, b: stateB[last + segment]! }
    }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
  return state
}

function walkAgain(spec: WalkSpec, fd: number, block: number, segment: number, start: WalkState): WalkState {
  const kernel = threadKernel()
  spec.stateA[block + segment] = start.a
  spec.stateB[block + segment] = start.b
  const from = spec.from + block * spec.blockUnits
  const end = Math.min(spec.to, from + spec.blockUnits)
  let state = start
  let events = 0
  let flags = 0
  for (let at = from; at < end; at += IO_UNITS) {
    const until = Math.min(end, at + IO_UNITS)
    kernel.load(fd, spec.encoding, at, until, spec.sizeBytes)
    const walked = kernel.walk(spec.walk, 0, until - at, state)
    events += walked.events
    flags += walked.flags
    state = walked
  }
  spec.events[block] = events
  spec.flags[block] = flags
  return { a: state.a, b: state.b }
}

function sumsBefore(counts: Uint32Array): Float64Array {
  const sums = new Float64Array(counts.length + 1)
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i]! + counts[i]!
  return sums
}

/** The last index whose value is at most `limit`, in an ascending array that starts at 0. */
function lastAtMost(values: Float64Array, limit: number): number {
  let low = 0
  let high = values.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (values[middle]! <= limit) low = middle
    else high = middle - 1
  }
  return low
}
