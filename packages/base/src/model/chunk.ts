// What cutting a file yields: pieces while a content type works on it, chunks once they are sized and hashed.
import type { Extent } from './source.ts'

/** Something about a chunk that a reader must know and that code found: a ragged row, a broken line, a cut-off end. */
export interface Flag {
  readonly kind: string
  readonly count: number
  /** The first few places, as 1-based source lines. */
  readonly lines: readonly number[]
}

/** Text put around a piece of a source so that it is a document of its type: `open` + source[from, to) + `close`. */
export interface Wrap {
  readonly open: string
  readonly close: string
  readonly from: number
  readonly to: number
}

/**
 * One cut of a file, named by where it starts: a piece owns everything up to the start of the next one, and the last
 * owns the rest. So the pieces of a file tile it, whatever their content type does.
 */
export interface Piece {
  readonly start: number
  /** The 1-based line that `start` stands on. */
  readonly line: number
  /** What it is made of: `functions`, `rows`, `elements`, `lines`, `section` … */
  readonly kind: string
  /** What it holds, for people: `class DataLoader`, `rows 2-2001`, `## Setup`. */
  readonly label: string
  /** It starts inside a record, element, line or function that was too large for one chunk. */
  readonly continuation?: boolean
  /** Borrowed context that heads it: import block, header row, class header. */
  readonly preamble?: readonly Extent[]
  /** Text put behind it that closes what it or its preamble leaves open: `}`. */
  readonly tail?: string
  readonly wrap?: Wrap
  readonly flags?: readonly Flag[]
}

/** What a content type says about a file it has cut. */
export interface Cutting {
  readonly lineCount: number
  /** At least one; the first starts at 0; starts ascend strictly. Empty only for an empty file. */
  readonly pieces: readonly Piece[]
  /** Lines each piece but the first borrows from the one before. */
  readonly overlap: number
  /** How the boundaries were found: `tree-sitter`, `declarations`, `records`, `headings`, `lines` … */
  readonly method: string
  /** What later parts of a piece that owns it borrow: header row, import block. */
  readonly preamble?: readonly Extent[]
  /**
   * Where a piece that turns out too large may be cut: the start of a unit (record, line, entry) near an offset. Without
   * it, or where it leads out of the piece, any line end will do, and what follows is a continuation.
   */
  readonly unitNear?: (offset: number) => { readonly offset: number; readonly line: number } | null
  /** Facts an analyst is told: delimiter, columns, schema summary, JSON path … JSON values with snake_case keys. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** What went less well than it should: a parser that gave up, a document cut off. One sentence each. */
  readonly notes?: readonly string[]
}

/** A stretch of a source in lines (1-based, both included) and in bytes of the file (end exclusive). */
export interface Span {
  readonly startLine: number
  readonly endLine: number
  readonly startByte: number
  readonly endByte: number
}

/**
 * A piece of one file, small enough for one analyst. `body` is what it owns: the bodies of a file's chunks cover it
 * with no gap and no overlap. `preamble` and `overlap` are borrowed context, owned by nobody, so what is found there
 * is counted once.
 */
export interface Chunk {
  /** Content hash of the preamble and the body: the same text has the same id on any machine. */
  readonly id: string
  readonly path: string
  /** 1-based, "chunk M of N". */
  readonly index: number
  readonly of: number
  readonly body: Span
  readonly preamble: readonly Span[]
  readonly overlap: Span | null
  /** Lines of the body, from its first to its last. */
  readonly lines: number
  readonly bytes: number
  /** Estimated tokens of all that an analyst reads: preamble, overlap and body. */
  readonly tokens: number
  readonly kind: string
  readonly label: string
  readonly continuation: boolean
  readonly tail: string
  readonly wrap: Wrap | null
  readonly flags: readonly Flag[]
}

/** A whole file, cut. */
export interface Partition {
  readonly path: string
  readonly contentType: string
  readonly language: string | null
  readonly lineCount: number
  readonly sizeBytes: number
  readonly method: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
  readonly chunks: readonly Chunk[]
}
