// The values of a table that the question names: each has a bit while the table is read, so that rows are counted by
// which of them they hold.
import type { MergedTable } from '../../../text/table/merged-table.ts'
import type { Ask } from './ask.ts'

export interface Mark {
  readonly column: number
  /** The words of the question. */
  readonly term: string
}

export interface MarkTally {
  readonly marks: readonly Mark[]
  /** More values than bits: rows cannot be told apart. */
  readonly overflow: boolean
}

const MOST_MARKS = 8
const LONGEST = 120

/** Hands out bits as values are met. */
export class Marker {
  private readonly marks: Mark[] = []
  private overflow = false

  constructor(
    private readonly ask: Ask,
    private readonly decode: (bytes: Uint8Array) => string,
  ) {}

  readonly markValue = (column: number, bytes: Uint8Array): number => {
    if (bytes.length > LONGEST) return 0
    const term = this.ask.termOf(column, this.decode(bytes))
    if (term === null) return 0
    let at = this.marks.findIndex(mark => mark.column === column && mark.term === term)
    if (at < 0) {
      if (this.marks.length === MOST_MARKS) {
        this.overflow = true
        return 0
      }
      at = this.marks.push({ column, term }) - 1
    }
    return 1 << at
  }

  tally(): MarkTally {
    return { marks: this.marks, overflow: this.overflow }
  }
}

export interface MergedMarks {
  readonly marks: readonly Mark[]
  /** Bits of a stretch as bits of all. */
  remap(stretch: number, mask: number): number
}

/** The marks of all stretches; none when there are too many of them. */
export function mergeMarks(tallies: readonly MarkTally[], table: MergedTable, limit: number): MergedMarks {
  const known = (column: number) => {
    const { distinct, missing } = table.columns[column]!
    return distinct + missing.length <= limit
  }
  const all = new Map<string, Mark>()
  for (const { marks } of tallies) for (const mark of marks) all.set(`${mark.column}:${mark.term}`, mark)
  const tooMany = all.size > MOST_MARKS || tallies.some(({ overflow }) => overflow)
  const marks = tooMany
    ? []
    : [...all.values()]
        .filter(({ column }) => known(column))
        .sort((a, b) => a.column - b.column || (a.term < b.term ? -1 : 1))
  return {
    marks,
    remap: (stretch, mask) => {
      let out = 0
      tallies[stretch]!.marks.forEach(({ column, term }, bit) => {
        if ((mask & (1 << bit)) === 0) return
        const at = marks.findIndex(mark => mark.column === column && mark.term === term)
        if (at >= 0) out |= 1 << at
      })
      return out
    },
  }
}
