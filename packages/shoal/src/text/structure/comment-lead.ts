// Comments that stand right above what they describe: a piece that starts there starts with them.
import type { Line } from './line-walker.ts'

export class CommentLead {
  private start = 0
  private first = 0
  private last = 0

  /** A comment line; lines without a gap belong together. */
  comment(line: Line): void {
    if (this.first === 0 || this.last !== line.number - 1) {
      this.start = line.offset
      this.first = line.number
    }
    this.last = line.number
  }

  /** Where what stands on `line` starts, its comments included. */
  offset(line: Line): number {
    return this.leads(line) ? this.start : line.offset
  }

  line(line: Line): number {
    return this.leads(line) ? this.first : line.number
  }

  private leads(line: Line): boolean {
    return this.first > 0 && this.last === line.number - 1
  }
}
