// Where the lines of a source start, found from the places already known and not by reading it all.
import type { SourceText } from '@shoal/base/model/source'

const BLOCK = 1 << 16

/** A line and an offset that stands on it, not always at its start. */
export interface Milestone {
  readonly line: number
  readonly offset: number
}

export interface LineAt {
  readonly start: number
  /** Behind its end, or the end of the source. Null when the line is longer than a block: its end was not looked for. */
  readonly end: number | null
}

/** Cheapest when asked for lines in ascending order. */
export class LineFinder {
  /** Ascending by offset. */
  private readonly milestones: readonly Milestone[]
  private cursor: Milestone = { line: 1, offset: 0 }
  private block = { base: 0, bytes: new Uint8Array(0) as Uint8Array }

  constructor(
    private readonly source: SourceText,
    milestones: readonly Milestone[],
  ) {
    this.milestones = [{ line: 1, offset: 0 }, ...milestones]
  }

  /** Null when the source has no such line. */
  find(line: number): LineAt | null {
    if (!Number.isSafeInteger(line) || line < 1) return null
    const start = line === 1 ? 0 : this.startOf(line)
    if (start === null) return null
    // An end of line at the very end opens no further line, unless that is all there is.
    if (start >= this.source.size && start > 0) return null
    this.cursor = { line, offset: start }
    const end = this.nextEnd(start, start + BLOCK)
    return { start, end: end ?? (start + BLOCK >= this.source.size ? this.source.size : null) }
  }

  private startOf(line: number): number | null {
    if (this.cursor.line === line) return this.cursor.offset
    let { line: at, offset } = this.before(line)
    while (at < line) {
      const end = this.nextEnd(offset, this.source.size)
      if (end === null) return null
      offset = end
      at++
    }
    return offset
  }

  /** The best known place on an earlier line. */
  private before(line: number): Milestone {
    let low = 0
    let high = this.milestones.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.milestones[middle]!.line < line) low = middle
      else high = middle - 1
    }
    const known = this.milestones[low]!
    return this.cursor.line < line && this.cursor.offset > known.offset ? this.cursor : known
  }

  /** Behind the next end of line from `from` on, looked for up to `most`. */
  private nextEnd(from: number, most: number): number | null {
    for (let at = from; at < most; ) {
      if (at < this.block.base || at >= this.block.base + this.block.bytes.length) {
        const bytes = this.source.bytes(at, Math.min(this.source.size, at + BLOCK))
        if (bytes.length === 0) return null
        this.block = { base: at, bytes }
      }
      const found = this.block.bytes.indexOf(this.source.eol, at - this.block.base)
      if (found >= 0) return this.block.base + found + 1
      at = this.block.base + this.block.bytes.length
    }
    return null
  }
}
