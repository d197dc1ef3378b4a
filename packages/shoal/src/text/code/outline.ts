// The outline of a source: where it may be cut and what stands there. A parser or a scanner writes it, the packer reads it.
import type { Extent } from '@shoal/base/model/source'
import type { Signature } from './signature.ts'

/** The start of a line where a unit begins, with the comments and decorators that belong to it. */
export interface Boundary {
  readonly offset: number
  /** 1-based. */
  readonly line: number
  /** What a cut here costs, see `Candidate`. */
  readonly cost: number
  /** What is defined here; `null` for a plain statement. */
  readonly signature: Signature | null
  /** The innermost scope it stands in, an index into `scopes`; -1 at the top level. */
  readonly scope: number
  /** A cut here falls inside a function. */
  readonly continuation: boolean
  /** The tag behind which it is code, `<?php`; null where it is not. Left out in languages that need none. */
  readonly opener?: Extent | null
}

/** Something that encloses boundaries: a class, a module, a function too large for one piece. */
export interface Scope {
  readonly parent: number
  /** Its opening lines, fit to head a piece that holds only its later members. */
  readonly header: Extent
  /** What closes it, fit to end a piece that is cut inside: `}`, `end`; '' where nothing does or it is not known. */
  readonly close: string
  readonly name: string | null
}

export interface Outline {
  /** Ascending; the first stands at offset 0. Empty only for an empty source. */
  readonly boundaries: readonly Boundary[]
  readonly scopes: readonly Scope[]
  /** The import block at the head of the source. */
  readonly imports: Extent | null
  readonly definitions: number
  readonly lineCount: number
}

/** From which size on it pays to look inside something. */
export interface OutlineLimits {
  /** A function over it is opened at its inner definitions. */
  readonly lines: number
  /** A function that does not fit is opened at every statement. */
  readonly fits: (start: number, end: number) => boolean
  /** A class, module or block over either is opened at its members. */
  readonly openLines: number
  readonly openOffsets: number
}

/** Costs of a cut by where it falls; 0 is between two top-level definitions. */
export const COST = {
  /** Between plain statements after a blank line, and without one. */
  paragraph: 0.03,
  statement: 0.08,
  /** Inside the import block. */
  imports: 0.5,
  /** Between a definition and the comments above it. */
  detached: 0.5,
  /** Per level of nesting: between members, inside a block, inside a list of values, in broken code. */
  member: 0.12,
  block: 0.25,
  values: 0.35,
  broken: 0.1,
  /** Beside a definition inside a function over the line limit; at a statement of one over the budget. */
  innerDefinition: 0.4,
  severed: 0.7,
} as const

const HEADER_LINES = 12
const HEADER_OFFSETS = 1500

/** The opening lines of a scope, cut to its first line where they would be too long to repeat. */
export function headerExtent(lines: LineTable, first: number, last: number): Extent {
  const long = last - first >= HEADER_LINES || lines.offset(last + 1) - lines.offset(first) > HEADER_OFFSETS
  return lines.extent(first, long ? first : Math.max(first, last))
}

/** Where each line of a source starts. Rows are 0-based. */
export class LineTable {
  readonly count: number
  private readonly starts: Uint32Array
  private readonly size: number

  constructor(bytes: Uint8Array, eol: number) {
    let starts = new Uint32Array(Math.max(64, bytes.length >> 4))
    let count = 1
    for (let at = bytes.indexOf(eol); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(eol, at + 1)) {
      if (count === starts.length) {
        const larger = new Uint32Array(starts.length * 2)
        larger.set(starts)
        starts = larger
      }
      starts[count++] = at + 1
    }
    this.starts = starts
    this.count = bytes.length === 0 ? 0 : count
    this.size = bytes.length
  }

  /** Where a row starts; the end of the source for every row past the last. */
  offset(row: number): number {
    return row < this.count ? this.starts[row]! : this.size
  }

  /** Whole rows, both included. */
  extent(first: number, last: number): Extent {
    return { start: this.offset(first), end: this.offset(last + 1), first: first + 1, last: last + 1 }
  }
}
