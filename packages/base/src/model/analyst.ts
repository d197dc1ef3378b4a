// The built-in analysts: exact programs, one per content type, that read files and say what they found.
import type { Anchor } from './anchor.ts'
import type { Chart } from './chart.ts'
import type { Finding, FindingDraft, Panel } from './finding.ts'
import type { Concern } from './goal.ts'
import type { Json, JsonObject } from './json.ts'
import type { LabelTally } from './label.ts'
import type { Brief, Question } from './question.ts'
import type { SourceText } from './source.ts'

/** A chunk as an analyst needs it: where it is. */
export interface ChunkSpan {
  readonly id: string
  readonly index: number
  readonly startLine: number
  readonly endLine: number
  readonly startByte: number
  /** Exclusive. */
  readonly endByte: number
  /** It starts inside a record, element, line or function. */
  readonly continuation: boolean
}

/** The file that is read. */
export interface FileAbout {
  readonly path: string
  /** Its path below the one that was named, whose folders say what it is for; `path` itself if left out. */
  readonly place?: string
  /** Whoever asked named this very file: then its folders say nothing of how much it matters. */
  readonly isNamed?: boolean
  readonly contentType: string
  readonly language: string | null
  readonly sizeBytes: number
  readonly lineCount: number
  /** In order; they tile the file. One for a file that is read whole. */
  readonly chunks: readonly ChunkSpan[]
  /** One report is made on it, however many chunks it has, and nothing is said of those; otherwise one for each. */
  readonly isOneTask?: true
}

/** A run of whole chunks: where a thread starts to read and where it stops. Offsets are those of `SourceText`. */
export interface Stretch {
  readonly start: number
  readonly end: number
  /** The 1-based line that `start` stands on. */
  readonly line: number
  readonly chunks: readonly ChunkSpan[]
}

export interface ReadTask {
  readonly about: FileAbout
  readonly brief: Brief
  readonly signal: AbortSignal
  /** Called now and then with the bytes read since the last call. */
  onRead(bytes: number): void
}

/** What the data says to the question, in words; the best ones make the answer of the report. */
export interface AnswerDraft {
  /** One to three plain sentences with exact figures. */
  readonly text: string
  /** 0 to 1: how surely this is what was asked. From 0.5 on it may open the report. */
  readonly relevance: number
  /** `at` as in a finding. */
  readonly evidence: readonly { readonly line: number; readonly quote: string; readonly at?: number }[]
  readonly panel?: Panel
  /** How much of what was asked for the file has: of several files those with most are told first. */
  readonly amount?: Amount
  /** The part of the question it answers, where that has several. */
  readonly part?: string
  /** It is all that was asked for: nothing else is said beside it. */
  readonly isWhole?: boolean
}

/** `{ count: 59, one: 'error', many: 'errors' }`; a count of 0 says that the file has none. */
export interface Amount {
  readonly count: number
  readonly one: string
  readonly many: string
}

/** An answer with the files it speaks of. */
export interface Answer extends Omit<AnswerDraft, 'evidence'> {
  /** Records were judged for it, one by one, by these models: no count of programs says the same. */
  readonly labelled?: { readonly tally: LabelTally; readonly models: readonly string[] }
  /** The file that says it; left out for what several say together. */
  readonly path?: string
  /** `character` as in the place of a finding. */
  readonly evidence: readonly {
    readonly path: string
    readonly line: number
    readonly character?: number
    readonly quote: string
  }[]
}

/** All that is known of one file. JSON throughout: it travels between threads and into the ledger. */
export interface FileSurvey {
  /** One line: `2,400 rows × 10 columns; 3 columns have missing values`. */
  readonly summary: string
  /** The exact figures, snake_case: what `shoal profile --json` prints. */
  readonly figures: Json
  /** The same for people, the most telling first. */
  readonly panels: readonly Panel[]
  /** In order of line. */
  readonly findings: readonly FindingDraft[]
  readonly anchors: readonly Anchor[]
  readonly answers: readonly AnswerDraft[]
  /** Words that say what the file is about, the most telling first; at most ten. */
  readonly topics: readonly string[]
  /** What could not be read, or not as it should: one sentence each. */
  readonly notes: readonly string[]
  /** What the report of each chunk says of it, in their order; left out when the type has nothing of its own to say. */
  readonly chunkFacts?: readonly JsonObject[]
}

/** A surveyed file as the synthesis gets it: findings united over its chunks, quotes checked. */
export interface SurveyedFile extends Omit<FileSurvey, 'findings' | 'anchors' | 'answers'> {
  readonly path: string
  readonly language: string | null
  readonly sizeBytes: number
  readonly lineCount: number
  readonly findings: readonly Finding[]
  readonly answers: readonly Answer[]
}

/** What all files of one type say together. */
export interface TypeSynthesis {
  readonly summary: string
  /** Snake_case figures over all files. */
  readonly metadata: Json
  readonly panels: readonly Panel[]
  /** What only shows when files are seen together; each with the file it quotes. */
  readonly findings: readonly (FindingDraft & { readonly path: string })[]
  /** Findings of single files that these tell as parts of a whole, or that another file refutes: they are not told again. */
  readonly parts?: readonly { readonly path: string; readonly key: string }[]
  readonly answers: readonly Answer[]
  /** What is not listed or was not compared: one sentence each. */
  readonly notes?: readonly string[]
  /** Files that could not be judged for something, so that finding nothing of it there says nothing. */
  readonly unjudged?: readonly Unjudged[]
}

/** `{ concern: 'security', what: 'lua', files: 3 }`: no security rule knows Lua. */
export interface Unjudged {
  readonly concern: Concern
  readonly what: string
  readonly files: number
}

/**
 * The analyst of one content type.
 * - exact: every figure covers every byte it was given; what could not be read is said in `notes`
 * - total: any bytes, no throw but for I/O and abort
 * - flat: memory does not grow with the file beyond what its figures need; exact figures that need more spill to disk
 * - deterministic: the same file and brief give the same survey, in however many stretches it was read
 * - `read` and `survey` run in threads: a tally must pass through structured cloning, and its ArrayBuffers are moved
 */
export interface BuiltInAnalyst<Tally = unknown> {
  /** Counted up when results change: part of what makes a stored survey valid. */
  readonly version: number
  /**
   * How secrets stand in such files, for the sweep that every file gets: `coded` among types and variables, `logged` by
   * a program, `shown` to people with examples, `tabled` under the names of columns. Left out: as settings or values.
   */
  readonly secrets?: 'coded' | 'logged' | 'shown' | 'tabled'
  /** Its files are data, which a question may be about wherever they lie. */
  readonly isData?: boolean
  /** The kinds of problems that it looks for, as a list in words: said where none was found. */
  readonly looksFor?: string
  /** What begins a comment in such a file, in lower case: there notes may accept findings. Left out: it has no comments. */
  comments?(language: string | null): readonly string[]
  /**
   * What of a question its survey depends on beside `answers`: for questions of which it is the same, all else is the same. Then a file is
   * surveyed without the question where relations answer it, and the survey serves every other question. Left out: all of it.
   */
  readsFor?(question: Question): Json
  /** Bytes from which a file is read in several stretches at a time; null when it must be read in one. */
  readonly splitFrom: number | null
  read(source: SourceText, stretch: Stretch, task: ReadTask): Promise<Tally>
  /** The tallies of all stretches, in order, make the survey. It may read the source again, e.g. for quotes. */
  survey(tallies: readonly Tally[], source: SourceText, task: ReadTask): Promise<FileSurvey>
  synthesise(files: readonly SurveyedFile[], brief: Brief): TypeSynthesis
  /**
   * What the report of a chunk says of it (A6), snake_case: of the chunk, not of its file. Reads no more than the chunk, and
   * that only if it `mayRead`: of a very large file it leaves out what it would have to count again.
   */
  chunkFacts?(source: SourceText, chunk: ChunkSpan, about: ChunkFactsAbout): JsonObject
  /** Pictures of the figures of one of its files, the most telling first: at most a dozen, each bounded. Panels of the
   * survey are shown beside them, so they repeat none. Pure; `figures` are its own, of this version. */
  charts?(figures: Json): readonly Chart[]
  /** Pictures of several files of the type together. */
  chartsTogether?(files: readonly ChartedFile[]): readonly Chart[]
  /** The template of every line, in order, for types whose lines follow templates. */
  templateLines?(source: SourceText, task: ReadTask): AsyncIterable<LineTemplate>
}

export interface ChunkFactsAbout {
  /** Its own, of the whole file. */
  readonly figures: Json
  readonly mayRead: boolean
}

export interface ChartedFile {
  readonly path: string
  readonly figures: Json
}

/** Lines of equal templates were written by the same statement; variable parts are `<*>`. */
export interface LineTemplate {
  readonly line: number
  readonly template: string
}
