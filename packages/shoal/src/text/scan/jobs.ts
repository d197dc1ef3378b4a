// The two jobs that are shared out over threads: walk one segment of a file block by block, or hash one range of it.
// Their inputs and results lie in shared memory, so a thread needs nothing but a job's number.
import type { Encoding } from '@shoal/base/model/source'
import { CLASSES, tokensFromClasses } from '../tokens.ts'
import { guessState } from './guess.ts'
import { IO_UNITS, type Kernel, type Walk, type WalkState } from './kernel.ts'

export interface FileRef {
  readonly file: string
  readonly encoding: Encoding
  readonly sizeBytes: number
}

/** Walk segments of a file. Block k covers [from + k × blockUnits, …) up to `to`; a segment is a run of blocks. */
export interface WalkSpec extends FileRef {
  readonly job: 'walk'
  readonly walk: Walk
  readonly from: number
  readonly to: number
  /** The state at `from`. */
  readonly initial: WalkState
  readonly blockUnits: number
  readonly blocksPerSegment: number
  readonly lines: Uint32Array
  readonly events: Uint32Array
  readonly flags: Uint32Array
  /** The state at the start of each block, as the walk met or guessed it, and one more for the end of each segment. */
  readonly stateA: Int32Array
  readonly stateB: Int32Array
}

/** Hash byte ranges of a file and estimate their tokens. Range k is [bounds[2k], bounds[2k + 1]). */
export interface DigestSpec extends FileRef {
  readonly job: 'digest'
  readonly bounds: Float64Array
  /** Four words per range. */
  readonly hashes: Uint32Array
  readonly tokens: Float64Array
}

export type JobSpec = WalkSpec | DigestSpec

export function runJob(spec: JobSpec, kernel: Kernel, fd: number, index: number): void {
  if (spec.job === 'walk') walkSegment(spec, kernel, fd, index)
  else digestRange(spec, kernel, fd, index)
}

function walkSegment(spec: WalkSpec, kernel: Kernel, fd: number, segment: number): void {
  const { blockUnits, blocksPerSegment } = spec
  const first = segment * blocksPerSegment
  const blocks = Math.min(spec.lines.length, first + blocksPerSegment) - first
  const start = spec.from + first * blockUnits
  const end = Math.min(spec.to, start + blocks * blockUnits)
  let state: WalkState = spec.initial
  const perRead = Math.max(1, Math.floor(IO_UNITS / blockUnits)) * Math.min(blockUnits, IO_UNITS)
  for (let at = start; at < end; at += perRead) {
    const until = Math.min(end, at + perRead)
    kernel.load(fd, spec.encoding, at, until, spec.sizeBytes)
    if (at === start) state = segment === 0 ? spec.initial : guessState(spec.walk, kernel, until - at)
    for (let piece = at; piece < until; piece += blockUnits) {
      const block = Math.floor((piece - spec.from) / blockUnits)
      const opens = (piece - spec.from) % blockUnits === 0
      if (opens) {
        spec.stateA[block + segment] = state.a
        spec.stateB[block + segment] = state.b
      }
      const length = Math.min(blockUnits, until - piece)
      const walked = kernel.walk(spec.walk, piece - at, length, state)
      spec.lines[block] = (opens ? 0 : spec.lines[block]!) + walked.lines
      spec.events[block] = (opens ? 0 : spec.events[block]!) + walked.events
      spec.flags[block] = (opens ? 0 : spec.flags[block]!) + walked.flags
      state = walked
    }
  }
  const slot = first + blocks + segment
  spec.stateA[slot] = state.a
  spec.stateB[slot] = state.b
}

/** Ranges up to this size are counted whole; of larger ones, every sixteenth part. */
const COUNTED_WHOLE = 64 * 1024
const SAMPLE = 2 * 1024
const SAMPLE_EVERY = 32 * 1024

/** Reused: thousands of ranges are digested one after another. */
const sums = new Float64Array(CLASSES)

function digestRange(spec: DigestSpec, kernel: Kernel, fd: number, index: number): void {
  const from = spec.bounds[2 * index]!
  const to = spec.bounds[2 * index + 1]!
  const whole = to - from <= COUNTED_WHOLE
  sums.fill(0)
  let sampled = 0
  kernel.hash(fd, from, to, spec.hashes, index * 4, length => {
    for (let at = 0; at < length; at += SAMPLE_EVERY) {
      const part = Math.min(whole ? SAMPLE_EVERY : SAMPLE, length - at)
      const counts = kernel.classes(at, part)
      for (let k = 0; k < CLASSES; k++) sums[k]! += counts[k]!
      sampled += part
    }
  })
  const share = sampled === 0 ? 0 : (to - from) / sampled
  spec.tokens[index] = to > from ? Math.max(1, tokensFromClasses(sums) * share) : 0
}
