// What a scanner tells while it reads: where a source may be cut, under which headings or parents each place stands,
// and which lines belong together.
import type { Extent } from '@shoal/base/model/source'
import type { Candidate } from '../pack.ts'

/** A heading, parent key or start tag, and what it stands in: the chain an analyst needs to know where a piece is. */
export class Scope implements Extent {
  /** Siblings counted inside it so far. */
  children = 0

  constructor(
    readonly start: number,
    public end: number,
    readonly first: number,
    readonly last: number,
    readonly level: number,
    readonly parent: Scope | null,
    /** Which of its siblings it is, 1-based; 0 where nobody counts. */
    readonly ordinal: number,
  ) {}
}

/** A place to cut, with all that a piece starting there has to say about itself. */
export class Mark implements Candidate {
  constructor(
    readonly offset: number,
    readonly line: number,
    readonly cost: number,
    /** The innermost scope that encloses the place. */
    readonly scope: Scope | null,
    /** The scope that starts here. */
    readonly opens: Scope | null,
    /** The place is inside a block that was too large to be kept whole. */
    readonly inner: boolean,
  ) {}
}

/** A line that opens a scope. */
export interface Opening {
  /** Where a piece would start: the line itself, or the comments that belong to it. */
  readonly offset: number
  readonly line: number
  readonly level: number
  readonly cost: number
  readonly extent: Extent
  readonly ordinal?: number
}

/** How good a line is as the start of a line range. */
export const RATING = { good: 0, fair: 1, never: 2 } as const
export type Rating = (typeof RATING)[keyof typeof RATING]

export interface OutlineSink {
  line(offset: number, line: number): void
  rate(line: number, rating: Rating): void
  mark(mark: Mark): void
  /** Takes back marks at this offset and after it. */
  drop(offset: number): void
}

/** What cuts cost, on the scale of `pack`: a piece half or twice the target costs about a quarter or one. */
export const COST = {
  rule: 0.15,
  paragraph: 0.3,
  item: 0.45,
  indented: 0.6,
  filler: 1.2,
  inner: 2,
} as const

/** More of a heading than this is not repeated above later pieces. */
const LONGEST_SCOPE = 2048

/** Scopes of this level and deeper are heads of blocks, not headings. */
export const BLOCK_LEVEL = 100

/** Places remembered inside a block while nobody knows whether it will outgrow the budget. */
const MOST_HELD = 256

export class Outline {
  scope: Scope | null = null
  /** How many scopes of the kind that makes a file structured were opened. */
  structural = 0
  readonly notes: string[] = []
  private blockStart = -1
  private held: Mark[] = []
  private lastLine = 1
  /** Lines without any place to cut before one is made: a wall of text has to be cut somewhere. */
  private readonly wall: number
  /** Lines that lie between a mark and one that is nested deeper. */
  readonly gap: number
  /** Finds the innermost scope, for readers that build scopes only when they are asked for. */
  locate: (() => Scope | null) | null = null

  /** `maxLines` and `maxOffsets` limit a piece. */
  constructor(
    private readonly sink: OutlineSink,
    maxLines: number,
    private readonly maxOffsets: number,
  ) {
    this.wall = Math.max(2, Math.floor(maxLines / 16))
    this.gap = Math.floor(maxLines / 32)
  }

  /** Every line is announced here before anything is said about it. */
  line(offset: number, line: number): void {
    this.sink.line(offset, line)
    if (this.blockStart >= 0) {
      this.sink.rate(line, RATING.never)
      this.hold(offset, line)
    } else if (line - this.lastLine >= this.wall) {
      if (this.locate) this.scope = this.locate()
      this.push(offset, line, COST.filler, null, false)
    }
  }

  /** The line that was marked last, be it only because nothing else was. */
  get marked(): number {
    return this.lastLine
  }

  /** A piece may start here. */
  mark(offset: number, line: number, cost: number): void {
    this.sink.rate(line, RATING.good)
    this.push(offset, line, cost, null, false)
  }

  /** Takes back the marks at `offset` and after it. */
  retract(offset: number): void {
    this.sink.drop(offset)
  }

  /** A scope starts here and closes every one of its level or deeper. */
  open(opening: Opening): Scope {
    this.close(opening.level)
    const scope = this.childScope(opening)
    this.sink.rate(opening.line, RATING.good)
    this.push(opening.offset, opening.line, opening.cost, scope, false)
    this.scope = scope
    return scope
  }

  /** Ends every scope of this level or deeper. */
  close(level: number): void {
    while (this.scope && this.scope.level >= level) this.scope = this.scope.parent
  }

  /** The lines from here on stay together, until `leave`; the one at `offset` may still start a piece. */
  enter(offset: number): void {
    if (this.blockStart >= 0) return
    this.blockStart = offset
    if (this.locate) this.scope = this.locate()
  }

  /** Like `enter`, for a block whose head is repeated above the pieces it is cut into, if it has to be. */
  enterUnder(head: Extent): void {
    this.enter(head.start)
    this.scope = this.childScope({ offset: head.start, line: head.first, level: BLOCK_LEVEL, cost: 0, extent: head })
    for (let line = head.first + 1; line <= head.last; line++) this.sink.rate(line, RATING.never)
    this.sink.drop(head.start + 1)
  }

  /** The block is over; the line that closed it stays with it. */
  leave(): void {
    if (this.blockStart < 0) return
    this.close(BLOCK_LEVEL)
    this.blockStart = -1
    this.held.length = 0
  }

  /** No piece starts at this line: it belongs to what stands above it. */
  keep(offset: number, line: number): void {
    this.sink.rate(line, RATING.never)
    this.sink.drop(offset)
  }

  private childScope(opening: Opening): Scope {
    const { extent, level, ordinal = 0 } = opening
    const { start, first, last } = extent
    const end = Math.min(extent.end, start + LONGEST_SCOPE)
    return new Scope(start, end, first, last, level, this.scope, ordinal)
  }

  /** Keeps places inside a block at hand: they become marks only once the block is too large to stay whole. */
  private hold(offset: number, line: number): void {
    const size = offset - this.blockStart
    if (size * 8 < this.maxOffsets) return
    if (size <= this.maxOffsets) {
      this.held.push(new Mark(offset, line, COST.inner, this.scope, null, true))
      if (this.held.length > MOST_HELD) this.held = this.held.filter((_, i) => i % 2 === 1)
      return
    }
    for (const mark of this.held) this.sink.mark(mark)
    this.held.length = 0
    this.push(offset, line, COST.inner, null, true)
  }

  private push(offset: number, line: number, cost: number, opens: Scope | null, inner: boolean): void {
    this.lastLine = line
    this.sink.mark(new Mark(offset, line, cost, this.scope, opens, inner))
  }
}
