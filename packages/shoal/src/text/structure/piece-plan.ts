// Chooses among marks while they stream by: full windows are packed and settled, so memory holds one window of marks
// and the cuts themselves, however large the source.
import type { CutRequest } from '@shoal/base/model/content-type'
import { type PackLimits, pack } from '../pack.ts'
import { pieceCount } from '../sizing.ts'
import { type Place, UNITS_PER_TOKEN } from './line-ranges.ts'
import { Mark, type Scope } from './outline.ts'

/** A cut that was chosen, with the first scope that opens in its piece. */
export interface Cut {
  readonly mark: Mark
  readonly first: Scope | null
}

/** Marks that are packed at once. */
const WINDOW = 1 << 15

/** Marks kept per largest piece when there are very many of them. */
const GRAIN = 24

/** Pieces at the end of a window that are chosen anew with what follows. */
const UNDECIDED = 8

/** Pieces a single file is worth at least, where they do not become too small. */
const AT_LEAST = 5

export class PiecePlan {
  private pending: Mark[] = [new Mark(0, 1, 0, null, null, false)]
  private readonly cuts: Cut[] = []
  private grain = 0

  constructor(
    private readonly request: CutRequest,
    private readonly maxOffsets: number,
  ) {}

  /** Marks come in order; one at or before the place of an earlier one replaces it. */
  add(mark: Mark): void {
    const { pending } = this
    const dense = pending.at(-1)!
    if (mark.line - dense.line < this.grain && dense.cost <= mark.cost && dense.line > 1 && mark.offset > dense.offset)
      return
    this.drop(mark.offset)
    const last = pending.at(-1)!
    if (last.offset >= mark.offset) pending[pending.length - 1] = mark
    else pending.push(mark)
    if (pending.length > WINDOW) this.settle()
  }

  /** Takes back marks at `offset` and after it. */
  drop(offset: number): void {
    while (this.pending.length > 1 && this.pending.at(-1)!.offset >= offset) this.pending.pop()
  }

  get overflowed(): boolean {
    return this.cuts.length > 0
  }

  finish(end: Place): readonly Cut[] {
    this.record(this.pending, pack(this.pending, end, this.limits(end)))
    return this.cuts
  }

  /** Packs the window and keeps all but its last pieces. */
  private settle(): void {
    const end = this.pending.at(-1)!
    const limits = this.limits(end)
    this.grain = Math.max(1, Math.floor(limits.max / GRAIN))
    const marks = thin(this.pending.slice(0, -1), this.grain)
    const chosen = pack(marks, end, limits)
    const keep = Math.max(1, Math.min(chosen.length - UNDECIDED, chosen.length - 1))
    const from = marks[chosen[keep] ?? marks.length - 1]!
    this.record(marks, chosen.slice(0, keep))
    this.pending = this.pending.filter(mark => mark.offset >= from.offset)
  }

  private record(marks: readonly Mark[], chosen: readonly number[]): void {
    for (const [k, index] of chosen.entries()) {
      const until = chosen[k + 1] ?? marks.length
      let first: Scope | null = null
      for (let i = index; i < until && !first; i++) first = marks[i]!.opens
      this.cuts.push({ mark: marks[index]!, first })
    }
  }

  private limits(end: Place): PackLimits {
    const { request, maxOffsets } = this
    const lines = end.line - 1
    const size = Math.max(1, Math.round(lines / wantedPieces(lines, end.offset, request)))
    const max = request.mode === 'whole' ? lines + 1 : Math.max(request.sizing.max, size)
    return { measure: 'lines', target: size, max, maxOffsets }
  }
}

/** The number of pieces to aim at; a single file is cut into five where they do not get too small (P10). */
function wantedPieces(lines: number, offset: number, request: CutRequest): number {
  const count = pieceCount(lines, offset / UNITS_PER_TOKEN, request)
  if (request.mode !== 'single') return count
  return Math.max(count, Math.min(AT_LEAST, Math.floor(lines / request.sizing.min)))
}

/** At most one mark in every `grain` lines, the cheapest. */
function thin(marks: readonly Mark[], grain: number): Mark[] {
  const kept: Mark[] = []
  for (const mark of marks) {
    const last = kept.at(-1)
    if (!last || Math.floor(mark.line / grain) !== Math.floor(last.line / grain)) kept.push(mark)
    else if (mark.cost < last.cost && kept.length > 1) kept[kept.length - 1] = mark
  }
  return kept
}
