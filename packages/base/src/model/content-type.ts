// A content type: how files of one kind are recognised, cut and handed to an analyst. One object per kind.
import type { BuiltInAnalyst } from './analyst.ts'
import type { Chunk, Cutting } from './chunk.ts'
import type { Confidence } from './confidence.ts'
import type { Goal } from './goal.ts'
import type { FactReader } from './relation.ts'
import type { Encoding, SourceText } from './source.ts'

export type Via = 'extension' | 'name' | 'sniffing' | 'override'

/** What a file was found to be, and why. */
export interface Detection {
  readonly contentType: string
  readonly language: string | null
  readonly confidence: Confidence
  readonly via: Via
  /** One clause for people: `every one of 50 lines parses as JSON`. */
  readonly reason: string
}

/** All that detection may look at: a name and a bounded, decoded prefix. */
export interface Probe {
  readonly path: string
  /** Base name as on disk. */
  readonly name: string
  /** Lower case with its dot, '' if there is none: `.csv`. */
  readonly extension: string
  readonly sizeBytes: number
  readonly encoding: Encoding
  readonly text: string
  /** Lines of `text` without their ends; the last one only if it is complete. */
  readonly lines: readonly string[]
  /** The prefix is the whole file. */
  readonly whole: boolean
}

/** How well a prefix fits a type. `score` is comparable between types: above 0.5 means "more likely than not". */
export interface Sniff {
  readonly score: number
  readonly reason: string
  readonly language?: string | null
  /** The text proves nothing, by its lack of structure or by shapes that others have too: any name that says something knows better. */
  readonly shapeless?: boolean
}

/** A claim on file names: what it says about the language, and how far it may be trusted without looking inside. */
export interface NameClaim {
  readonly language: string | null
  readonly confidence: Confidence
}

/** One record of a source, by offset (end exclusive, its line end left out) and by line. */
export interface RecordSpan {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly endLine: number
}

/** How large pieces are made. All sizes count the type's own `unit`. */
export interface Sizing {
  readonly unit: 'lines' | 'rows' | 'elements'
  readonly min: number
  readonly target: number
  readonly max: number
  /** Round sizes tried in single-file mode, smallest first: the first that gives at most ten pieces wins. */
  readonly ladder: readonly number[]
  /** Lines borrowed from the piece before, by piece size. */
  readonly overlap: (pieceSize: number) => number
  /** Only where the file shows no structure to cut along; otherwise between all pieces. */
  readonly overlapsFlat?: boolean
}

export interface CutRequest {
  /** `single`: five to ten pieces where the range allows. `directory`: the target decides. `whole`: one piece if it fits. */
  readonly mode: 'single' | 'directory' | 'whole'
  readonly sizing: Sizing
  /** What one analyst can read. A piece over it is cut inside and marked as a continuation. */
  readonly maxTokens: number
  readonly language: string | null
  readonly signal: AbortSignal
}

/**
 * What a model is sent of a file:
 * - `all`: every line
 * - `kinds`: of lines that differ in nothing but numbers the first and the last, and how many there are
 * - `figures`: an excerpt; exact figures stand for the rest
 */
export const extents = ['all', 'kinds', 'figures'] as const
export type Extent = (typeof extents)[number]

/** What analysts look for in content of one type. */
export interface Focus {
  /** Types of findings; `pattern` is among them and stands for any other. */
  readonly types: readonly string[]
  /** By goal; one that has nothing of its own is read as the general one. */
  readonly goals: { readonly general: string } & Partial<Readonly<Record<Goal, string>>>
}

/**
 * One kind of content.
 * - `sniff` is pure and total: any prefix, no throw, well under a millisecond.
 * - `cut` is total too: malformed input is cut as well as it can be and the trouble said in `notes` or `flags`; it
 *   throws only for I/O and abort. It streams: memory does not grow with the file.
 */
export interface ContentType {
  readonly name: string
  readonly title: string
  /** What people call such content. */
  readonly called?: RegExp
  /** By extension, lower case with its dot. */
  readonly extensions: Readonly<Record<string, NameClaim>>
  /** By well-known base name (exact), e.g. `Makefile`. */
  readonly fileNames: Readonly<Record<string, NameClaim>>
  sniff(probe: Probe): Sniff | null
  readonly sizing: Sizing
  /** Files of it are written in a language that detection names: code, and types of one's own that say so. */
  readonly hasLanguage?: boolean
  /** Cutting parses, so it keeps a core busy: many such files are shared between threads. */
  readonly parses?: boolean
  cut(source: SourceText, request: CutRequest): Promise<Cutting>
  /** `file`: chunks are written as documents of their own; `in-place`: they are read by offset and limit. */
  readonly delivery: 'file' | 'in-place'
  /** The agent that reads it (a file in agents/) and the stem of analyst names: `code` → `code-analyst-1`. */
  readonly agent: string
  readonly analyst: string
  /** What that agent is asked to look for. */
  readonly focus: Focus
  /** What models are sent: every line (`all`, the default), lines of one kind once (`kinds`), or exact figures with an excerpt (`figures`). */
  readonly extent?: Extent
  /** The records that a chunk owns, in order: what a model labels one by one. Lines that are not blank if left out. */
  records?(source: SourceText, chunk: Pick<Chunk, 'body' | 'continuation'>): Iterable<RecordSpan>
  /** The named fields of a record, for a judgement that rests on nothing else; null when it has none of them. `facts` are
   * those of its file. Left out: records have no fields. */
  pickFields?(record: string, fields: readonly string[], facts: Readonly<Record<string, unknown>>): string | null
  /** Only its words answer a question: passages are shown where the analyst has nothing to say. */
  readonly hasPassages?: boolean
  /** Nothing in such content tells what it is: who names another type knows better. */
  readonly isShapeless?: boolean
  /** How its records are read as rows of tables; left out: they are none. */
  readonly tables?: 'delimited' | 'json' | 'json-lines'
  /** What else it tells as rows of relations: entries, symbols, settings, sentences. A type of the user's own has its base type's. */
  readonly facts?: FactReader
  /** The program that reads it with no key, loaded when it is wanted. A type of the user's own has its base type's. */
  builtIn(): Promise<BuiltInAnalyst>
}
