// A plan: what would be read, by whom and in which order. Pure values; the plan stage makes them, faces show them.
import type { ChunkSpan } from './analyst.ts'
import type { Chunk } from './chunk.ts'
import type { Detection } from './content-type.ts'
import type { Aim } from './goal.ts'
import type { Origin } from './origin.ts'

/** By lines (M6). Without a model small files are batched whole and the others cut; a model takes what fits into a call. */
export type Tier = 'small' | 'medium' | 'large'

/** The kind of reason a file is left out for: for grouping, and for the exit code (a missing root is a mistake). */
export type SkipCause =
  | 'given-up'
  | 'default'
  | 'ignore-file'
  | 'exclude'
  | 'include'
  | 'recursive'
  | 'link'
  | 'special'
  | 'name'
  | 'unreadable'
  | 'missing'
  | 'limit'
  | 'binary'
  | 'empty'
  | 'packed'
  | 'damaged'

/** Left out although it should have been read: whoever relies on the rest must know that it is not all. */
export function isFailure(cause: SkipCause): boolean {
  return cause === 'given-up' || cause === 'unreadable' || cause === 'damaged'
}

/** A file or a whole directory (then with a slash at the end) that is not read, and why. */
export interface Skipped {
  readonly path: string
  readonly reason: string
  readonly cause: SkipCause
}

/** A file as the planner gets it: known, counted and, unless it is to be read whole, cut. */
export interface PlannedInput {
  readonly path: string
  readonly sizeBytes: number
  readonly lineCount: number
  readonly detection: Detection
  /** Estimated tokens of the whole file. */
  readonly tokens: number
  /** Of a text that was unpacked. */
  readonly from?: Pick<Origin, 'path' | 'by' | 'parts'>
  /** Its chunks, or none for a file that is read whole together with others. */
  readonly chunks: readonly Pick<Chunk, 'id' | 'index' | 'of' | 'body' | 'continuation' | 'tokens'>[]
}

export interface PlannedFile extends Omit<PlannedInput, 'chunks'> {
  readonly tier: Tier
  /** Chunks it is cut into; 0 for a file in a batch. */
  readonly partitions: number
}

/** What one call of a model is given, in tokens. */
export interface Packs {
  /** Of one content type. */
  readonly tokens: number
  /** Of all files together, of whatever types: what is no more is read at once. */
  readonly whole: number
}

/** Instead of a content type: files of several types that are read together. */
export const MIXED = 'mixed'

/** Files that one analyst reads: small ones of one type, or for a model all there are. */
export interface Batch {
  readonly id: string
  /** `mixed` for files of several. */
  readonly contentType: string
  readonly files: readonly { readonly path: string; readonly lineCount: number }[]
  readonly lines: number
  readonly tokens: number
}

/** Models may also choose a set of labels before they read. `follow_up`: what readers of a pattern file left open, asked of others. */
export type TaskKind = 'choose_labels' | 'analyze' | 'follow_up' | 'synthesize_type' | 'synthesize_cross'

export interface PlannedTask {
  /** `analyze-3`, `synthesize-log`, `synthesize-cross`: the same for the same files and options. */
  readonly id: string
  readonly kind: TaskKind
  /** For people: `Analyze chunk 3 of 10 of data_pipeline.py`. */
  readonly subject: string
  /** Null for the synthesis across types, and where files of several types are read together. */
  readonly contentType: string | null
  /** The agent definition and the name of the one that plays it. */
  readonly agent: string
  readonly analyst: string
  readonly blockedBy: readonly string[]
  readonly chunk?: {
    readonly path: string
    readonly index: number
    readonly of: number
    readonly startLine: number
    readonly endLine: number
    readonly startByte: number
    readonly endByte: number
    readonly id: string
    readonly continuation: boolean
  }
  readonly batch?: Batch
  /** A file that programs read as a whole, with the chunks that readers with a context would be given. */
  readonly file?: { readonly path: string; readonly chunks: readonly ChunkSpan[] }
  /** Tasks with a higher one are started sooner; 0 when left out. */
  readonly priority?: number
  /** Estimated tokens of what it is given to read, its prompt apart. */
  readonly tokens: number
  /** Those that a model is sent of it, where that is known better than by its type. */
  readonly sent?: number
}

/** The files that a task reads; none for a synthesis. */
export function pathsOf({ chunk, batch, file }: Pick<PlannedTask, 'chunk' | 'batch' | 'file'>): readonly string[] {
  const one = chunk ?? file
  return one ? [one.path] : (batch?.files.map(({ path }) => path) ?? [])
}

export interface Estimate {
  readonly inputTokens: number
  readonly outputTokens: number
  /** What would have to be read if models were sent every line; exact figures stand for many of them. */
  readonly wholeInputTokens: number
  /** Null when a price is not known; 0 only when no model is called. */
  readonly costUsd: number | null
  /** `built-in`, or the models it was reckoned for. */
  readonly engine: string
}

export interface Plan extends Aim {
  readonly query: string | null
  readonly files: readonly PlannedFile[]
  readonly skipped: readonly Skipped[]
  readonly batches: readonly Batch[]
  readonly tasks: readonly PlannedTask[]
  /** Task ids; a stage is started when the one before it has ended. */
  readonly stages: readonly (readonly string[])[]
  readonly totals: {
    readonly files: number
    readonly partitions: number
    readonly batches: number
    readonly analystTasks: number
    readonly tasks: number
    readonly analysts: number
  }
  readonly estimate: Estimate
  readonly warnings: readonly string[]
}
