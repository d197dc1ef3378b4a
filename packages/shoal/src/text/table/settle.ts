// Compares rows and cells that share a hash: those that are named are read a second time, and the counts of their columns
// follow from what they hold.
import { createHash } from 'node:crypto'
import { byFrequency, bySecond, EXAMPLES, MOST_SUSPECTS, type Suspect, TOP } from './hashed-counts.ts'
import type { MergedColumn } from './merged-column.ts'
import { type RowScan, type RowView, scanRows } from './scan-rows.ts'
import type { RowValue } from './table-value.ts'

export interface Reading extends Required<Pick<RowScan, 'setup' | 'text' | 'pause'>> {
  /** A known start of a row at or before one, and the next known start behind that. */
  startBefore(row: number): { readonly row: number; readonly offset: number }
  startAfter(row: number): number
}

/** Texts up to this length are kept, of longer ones their SHA-256. */
const KEPT = 64

/** Whole rows first, then the columns. What is beyond the bound, or cannot be read, stays as it is: "about". */
export async function settle(all: readonly MergedColumn[], reading: Reading): Promise<MergedColumn[]> {
  let left = MOST_SUSPECTS
  const open = new Map<number, Comparison>()
  for (const [k, { suspects }] of all.entries()) {
    if (!suspects || suspects.length > left) continue
    left -= suspects.length
    const read = k === 0 ? (row: RowView) => row.whole() : (row: RowView) => row.key(k - 1)
    open.set(k, new Comparison(suspects, read))
  }
  if (open.size === 0 || !(await compare([...open.values()], open.has(0), [...open.keys()], reading))) return [...all]
  return all.map((column, k) => open.get(k)?.settled(column) ?? column)
}

async function compare(
  comparisons: readonly Comparison[],
  whole: boolean,
  numbers: readonly number[],
  { setup, text, startBefore, startAfter, pause }: Reading,
): Promise<boolean> {
  const columns = whole ? [setup.columns - 1] : numbers.map(number => number - 1)
  const next = () => comparisons.reduce((least, { row }) => Math.min(least, row), Number.POSITIVE_INFINITY)
  for (let row = next(); row < Number.POSITIVE_INFINITY; ) {
    const { row: first, offset: start } = startBefore(row)
    const scan = { setup, text, start, end: startAfter(row), columns, pause }
    const rows = await scanRows(scan, view => {
      for (const comparison of comparisons) comparison.see(first + view.row, view)
    })
    const following = next()
    if (rows === null || following <= row) return false
    row = following
  }
  return true
}

class Comparison {
  private readonly suspects: readonly Suspect[]
  private readonly values = new Map<string, { count: number; first: number; second: number }>()
  private readonly groups = new Set<number>()
  private at = 0

  constructor(
    suspects: readonly Suspect[],
    private readonly read: (row: RowView) => string | null,
  ) {
    this.suspects = suspects.toSorted((a, b) => a.row - b.row)
  }

  /** The next row to be seen. */
  get row(): number {
    return this.suspects[this.at]?.row ?? Number.POSITIVE_INFINITY
  }

  see(row: number, view: RowView): void {
    for (; this.row === row; this.at++) {
      const { group, weight } = this.suspects[this.at]!
      const text = this.read(view) ?? ''
      const identity =
        text.length <= KEPT ? `=${text}` : `#${createHash('sha256').update(text, 'latin1').digest('base64')}`
      const known = this.values.get(identity)
      this.groups.add(group)
      if (!known) this.values.set(identity, { count: weight, first: row, second: row })
      else {
        if (known.second === known.first) known.second = row
        known.count += weight
      }
    }
  }

  settled(column: MergedColumn): MergedColumn {
    const repeated: RowValue[] = [...this.values.values()].filter(({ count }) => count > 1)
    return {
      ...column,
      distinct: column.distinct + this.values.size - this.groups.size,
      top: repeated.toSorted(byFrequency).slice(0, TOP),
      repeated: { values: repeated.length, examples: repeated.toSorted(bySecond).slice(0, EXAMPLES) },
      about: false,
      suspects: null,
    }
  }
}
