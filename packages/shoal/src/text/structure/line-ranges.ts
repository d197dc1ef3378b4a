// Cuts a source without structure into ranges of lines of nearly equal size, at blank lines where one is near, while
// its lines stream by: only a window of them is remembered.
import type { CutRequest } from '@shoal/base/model/content-type'
import { pieceCount } from '../sizing.ts'
import { RATING, type Rating } from './outline.ts'

export interface Place {
  readonly offset: number
  readonly line: number
}

/** Code units that make a token, roughly. */
export const UNITS_PER_TOKEN = 4

/** Pieces of the largest size that are kept undecided: the end of a file is shared out evenly among the last ones. */
const WINDOW = 16

/** Lines remembered at the most, however large a piece is wanted. */
const LARGEST_WINDOW = 1 << 20

/** How far a cut moves to meet a blank line, as a share of the piece. */
const REACH = 0.1

export class LineRanges {
  private readonly offsets: Float64Array
  private readonly ratings: Uint8Array
  private readonly window: number
  private readonly cuts: Place[] = [{ offset: 0, line: 1 }]
  /** The line at which the cut made last would stand if no blank line had drawn it away. */
  private nominal = 1
  private size = 0
  private lines = 0

  constructor(private readonly request: CutRequest) {
    const { ladder, target, max } = request.sizing
    this.window = Math.min(LARGEST_WINDOW, WINDOW * Math.max(max, target, ladder.at(-1) ?? 0))
    this.offsets = new Float64Array(2 * this.window)
    this.ratings = new Uint8Array(2 * this.window)
  }

  line(offset: number, line: number): void {
    const slot = line % this.offsets.length
    this.offsets[slot] = offset
    this.ratings[slot] = RATING.fair
    this.lines = line
    if (line - this.nominal < this.window) return
    if (this.size === 0) this.size = this.lastingSize(offset)
    this.cut(this.nominal + this.size, this.size)
  }

  rate(line: number, rating: Rating): void {
    if (this.lines - line < this.offsets.length) this.ratings[line % this.ratings.length] = rating
  }

  /** All cuts, once the source is read to its end at `offset`. */
  finish(offset: number): readonly Place[] {
    const rest = this.lines + 1 - this.nominal
    const count =
      this.size === 0
        ? pieceCount(this.lines, offset / UNITS_PER_TOKEN, this.request)
        : Math.max(1, Math.ceil(rest / this.size))
    const first = this.nominal
    for (let k = 1; k < count; k++) this.cut(first + Math.round((k * rest) / count), rest / count)
    return this.cuts
  }

  /** In a long file the size no longer depends on where it ends. */
  private lastingSize(offset: number): number {
    const { mode, sizing, maxTokens } = this.request
    const wanted = mode === 'single' ? (sizing.ladder.at(-1) ?? sizing.target) : sizing.target
    const affordable = (this.lines * maxTokens * 0.9) / (offset / UNITS_PER_TOKEN)
    return Math.max(1, Math.floor(Math.min(wanted, affordable, this.window / 2)))
  }

  private cut(nominal: number, size: number): void {
    this.nominal = nominal
    const line = this.nearest(nominal, size)
    if (line !== null) this.cuts.push({ offset: this.offsets[line % this.offsets.length]!, line })
  }

  /** The best line around `nominal`, null where every line up to its neighbours stands inside one block. */
  private nearest(nominal: number, size: number): number | null {
    const reach = Math.floor(size * REACH)
    const lowest = this.cuts.at(-1)!.line + 1
    const within = (distance: number, accept: (rating: number) => boolean): number | null => {
      for (let d = 0; d <= distance; d++) {
        for (const line of [nominal - d, nominal + d]) {
          if (line >= lowest && line <= this.lines && accept(this.ratings[line % this.ratings.length]!)) return line
        }
      }
      return null
    }
    return within(reach, r => r === RATING.good) ?? within(Math.ceil(size), r => r !== RATING.never)
  }
}
