// What model analysts are given and what is kept of what they say. The built-in analysts have read everything before.
import type { Agent } from './agent.ts'
import type { FileAbout } from './analyst.ts'
import type { Chunk } from './chunk.ts'
import type { Extent, Focus } from './content-type.ts'
import type { Json } from './json.ts'
import type { CallContext, LanguageModel, ModelFailure } from './language-model.ts'
import type { Brief } from './question.ts'
import type { AnalystReport, Closing, FileWide } from './report.ts'
import type { SourceText } from './source.ts'

/** A chunk, or a whole file of a batch, as a model analyst is given it. */
export interface ReadingPart {
  /** Its file. */
  readonly about: FileAbout
  /** What it owns, with its borrowed context. A file of a batch is one chunk, 1 of 1. */
  readonly chunk: Chunk
  /** What the file's content type says about the cut file: delimiter, columns, schema summary, recipes. */
  readonly facts: Readonly<Record<string, unknown>>
  /** What the built-in analyst found in it: exact, checked and masked. */
  readonly report: AnalystReport
  /** What is sent of its lines, by content type; all if left out. */
  readonly extent?: Extent
  /** What is looked for in it, by content type. */
  readonly focus: Focus
  /** What it knows of the whole file: figures, panels, notes. */
  readonly file: FileWide
  /** Opens the file; whoever opens closes. */
  openSource(): SourceText
  /** Sweeps the whole file for secrets where it can be given up; left out when it is swept by whoever needs it. */
  sweep?(isTable: boolean, signal: AbortSignal): Promise<SweptValues>
}

/** The secrets of a file, as plain values. In memory only. */
export interface SweptValues {
  /** To be hidden wherever they are repeated. */
  readonly values: ReadonlySet<string>
  /** Secrets that are words, and that the file has nowhere else: to be hidden as words. */
  readonly words: ReadonlySet<string>
  /** Where they stand, in code units of the source, in order. */
  readonly spans: readonly { readonly start: number; readonly end: number }[]
  /** By id of the rule: words of the file with the secrets in them. */
  readonly rules: ReadonlyMap<string, { readonly first: readonly { readonly evidence: string }[] }>
  /** There are more than are listed. */
  readonly hasMore: boolean
}

/** What a model is asked to read, and by whom it is paid. */
export interface Reading {
  readonly agent: Agent
  readonly model: LanguageModel
  readonly brief: Brief
  readonly parts: readonly ReadingPart[]
  readonly context: Omit<CallContext, 'purpose'>
  readonly cache: ResultCache
  /** Asks the relations of all files; an empty query is answered with what can be asked. Left out where there are none. */
  readonly sql?: (query: string, signal: AbortSignal) => Promise<{ readonly text: string; readonly isError: boolean }>
  /** Stands for what all files of the run hold: for replies that rest on more than the parts. Left out where it is not known. */
  readonly filesDigest?: () => Promise<string>
  /** The parts are all there is to be read: whoever reads them sums up in the same reply. */
  readonly isAll?: boolean
  /** Agents of the project for some of the content types, where several are read together. */
  readonly others?: readonly { readonly contentType: string; readonly agent: Agent }[]
  /** Who hears how the quotes of a reply fared; for the record of calls. */
  onVerdict?(verdict: Json): void
}

/** The outcome of a reading, one report for each part: what the built-in analyst found and what the model added. */
export type ReadingOutcome =
  | {
      readonly status: 'read'
      readonly reports: readonly AnalystReport[]
      readonly isCached: boolean
      /** Every line of the parts was shown. */
      readonly isShownWhole: boolean
      /** Null where none was asked for, or it is not shown by what it cites. */
      readonly closing: Closing | null
    }
  /** The model's replies could not be used, twice. The built-in reports stand. */
  | { readonly status: 'unusable'; readonly reports: readonly AnalystReport[]; readonly reason: string }
  /** The call itself failed. */
  | { readonly status: 'failed'; readonly failure: ModelFailure }

/**
 * Results that were paid for, by what they depend on. Shared by all runs, so nothing in it may name a run.
 * Never throws: a cache that cannot be read or written is a cache that is empty.
 */
export interface ResultCache {
  /** The stored value of the key, or what `make` gives, which is stored unless it is null. Made once, however many ask
   * for it at a time. `isCached` is false for the one who made it. */
  once<T extends Json>(
    key: CacheKey,
    make: () => Promise<T | null>,
  ): Promise<{ readonly value: T | null; readonly isCached: boolean }>
}

/** All that a result depends on. */
export interface CacheKey {
  /** `report`, `labels`, `synthesis`. */
  readonly kind: string
  readonly model: string
  /** Agent or prompt version, query, goal, parameters, content hashes: anything that would change the result. */
  readonly depends: Json
}
