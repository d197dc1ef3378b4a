// The cutter that prose, markup, configuration and unknown text share: a reader outlines the source, and it is cut along
// that outline where there is one, into ranges of lines where there is not.
import type { Cutting, Piece } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { Extent, SourceText } from '@shoal/base/model/source'
import { pieceCount } from '../sizing.ts'
import { LineRanges, type Place, UNITS_PER_TOKEN } from './line-ranges.ts'
import { type Line, walkLines } from './line-walker.ts'
import { type Mark, Outline, type OutlineSink, type Rating, type Scope } from './outline.ts'
import { type Cut, PiecePlan } from './piece-plan.ts'

/** Reads a source into an outline and returns its number of lines. */
export type Reader = (source: SourceText, outline: Outline, signal: AbortSignal) => Promise<number>

/** Sees every line once, in order, and tells the outline what it means. */
export interface LineScanner {
  line(line: Line): void
  /** The source is over: settle what was waiting for more. */
  end(): void
}

export interface Structure {
  readonly read: Reader
  /** How the boundaries were found, when they were: `headings`, `keys` … */
  readonly method: string
  /** What pieces are made of: `sections`, `elements` … */
  readonly kind: string
  /** Names a piece; `next` is the mark where the following one starts. */
  readonly label: (source: SourceText, cut: Cut, next: Mark | null) => string
}

/** Code units per token that leave room for dense text: what a piece may hold at most. */
const DENSE = 3

export async function cutStructure(source: SourceText, request: CutRequest, structure: Structure): Promise<Cutting> {
  if (source.size === 0) return { lineCount: 0, pieces: [], overlap: 0, method: structure.method }
  const whole = request.mode === 'whole' && fitsWhole(source, request)
  // A file that was to stay whole and cannot is cut like any other of its size.
  const asked: CutRequest = request.mode === 'whole' && !whole ? { ...request, mode: 'directory' } : request
  const maxOffsets = asked.maxTokens * DENSE
  const sink = new Choice(asked, whole ? Number.POSITIVE_INFINITY : maxOffsets)
  const outline = new Outline(sink, asked.sizing.max, maxOffsets)
  sink.outline = outline
  const lineCount = await structure.read(source, outline, request.signal)
  const end = { offset: source.size, line: lineCount + 1 }
  const notes = outline.notes.length > 0 ? { notes: outline.notes } : {}
  if (sink.structured()) {
    const pieces = structuredPieces(source, structure, sink.plan.finish(end))
    return { lineCount, pieces, overlap: 0, method: structure.method, ...notes }
  }
  const cuts = sink.ranges.finish(source.size)
  const size = Math.ceil(lineCount / cuts.length)
  return {
    lineCount,
    pieces: rangePieces(cuts, lineCount),
    overlap: asked.sizing.overlap(size),
    method: 'lines',
    ...notes,
  }
}

/** A reader that walks lines and shows them to a scanner. */
export function lineReader(makeScanner: (outline: Outline) => LineScanner): Reader {
  return async (source, outline, signal) => {
    const scanner = makeScanner(outline)
    const lineCount = await walkLines(source, signal, line => {
      outline.line(line.offset, line.number)
      scanner.line(line)
    })
    scanner.end()
    return lineCount
  }
}

/** The text of a scope on one line, for a label. */
export function scopeText(source: SourceText, scope: Extent): string {
  const text = source.text(scope.start, Math.min(scope.end, scope.start + 400)).trim()
  const line = text.split(/(?<!\s)\s*[\r\n]\s*/, 1)[0]!
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

function fitsWhole(source: SourceText, request: CutRequest): boolean {
  return pieceCount(Number.MAX_SAFE_INTEGER, source.size / UNITS_PER_TOKEN, request) === 1
}

/** Collects for both ways of cutting until it is clear which one it will be. */
class Choice implements OutlineSink {
  readonly plan: PiecePlan
  readonly ranges: LineRanges
  outline: Outline | null = null
  private settled: boolean | null = null

  constructor(request: CutRequest, maxOffsets: number) {
    this.plan = new PiecePlan(request, maxOffsets)
    this.ranges = new LineRanges(request)
  }

  /** Two headings make a structure; a lone title does not. */
  structured(): boolean {
    return this.settled ?? (this.outline?.structural ?? 0) >= 2
  }

  line(offset: number, line: number): void {
    if (this.settled !== true) this.ranges.line(offset, line)
  }

  rate(line: number, rating: Rating): void {
    if (this.settled !== true) this.ranges.rate(line, rating)
  }

  drop(offset: number): void {
    if (this.settled !== false) this.plan.drop(offset)
  }

  mark(mark: Mark): void {
    if (this.settled === false) return
    this.plan.add(mark)
    if (this.settled === null && this.plan.overflowed) this.settled = this.structured()
  }
}

function structuredPieces(source: SourceText, structure: Structure, cuts: readonly Cut[]): Piece[] {
  return cuts.map((cut, i) => {
    const { mark } = cut
    const preamble = chain(mark.scope)
    return {
      start: mark.offset,
      line: mark.line,
      kind: structure.kind,
      label: structure.label(source, cut, cuts[i + 1]?.mark ?? null),
      ...(mark.inner ? { continuation: true } : {}),
      ...(preamble.length > 0 ? { preamble } : {}),
    }
  })
}

/** A scope and all around it, the outermost first. */
function chain(scope: Scope | null): Extent[] {
  const extents: Extent[] = []
  for (let s = scope; s; s = s.parent) extents.push({ start: s.start, end: s.end, first: s.first, last: s.last })
  return extents.reverse()
}

function rangePieces(cuts: readonly Place[], lineCount: number): Piece[] {
  return cuts.map(({ offset, line }, i) => {
    const last = (cuts[i + 1]?.line ?? lineCount + 1) - 1
    return { start: offset, line, kind: 'lines', label: line === last ? `line ${line}` : `lines ${line}-${last}` }
  })
}
