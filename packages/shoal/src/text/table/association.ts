// What two columns of few values say about each other: how strongly they hang together, and whether one decides the other.
import type { TableValue } from './table-value.ts'

/** Rows in which two values stand together. */
export interface Meeting {
  readonly a: TableValue
  readonly b: TableValue
  rows: number
  readonly first: number
}

/** Cramér's V, from 0 (nothing) to 1 (one follows from the other); null where a column does not vary. */
export function cramersV(meetings: readonly Meeting[]): number | null {
  const as = new Map<TableValue, number>()
  const bs = new Map<TableValue, number>()
  for (const { a, b, rows } of meetings) {
    as.set(a, (as.get(a) ?? 0) + rows)
    bs.set(b, (bs.get(b) ?? 0) + rows)
  }
  const least = Math.min(as.size, bs.size) - 1
  if (least < 1) return null
  let squares = 0
  for (const { a, b, rows } of meetings) squares += rows * (rows / as.get(a)!) * (1 / bs.get(b)!)
  return Math.sqrt(Math.max(0, Math.min(1, (squares - 1) / least)))
}

export interface Dependency {
  /** Rows in which both columns have a value. */
  readonly rows: number
  /** Distinct values of the deciding column, and those that stand in more than one row. */
  readonly sources: number
  readonly repeated: number
  /** Rows that have another value than most rows with the same value of the deciding column. */
  readonly violations: number
  /** The first of them, with what was to be expected. */
  readonly examples: readonly {
    readonly row: number
    readonly from: TableValue
    readonly to: TableValue
    readonly expected: TableValue
  }[]
}

const EXAMPLES = 5

/** Does the first column of the meetings decide the second? */
export function dependency(meetings: readonly Meeting[]): Dependency {
  const groups = new Map<TableValue, Meeting[]>()
  for (const meeting of meetings) {
    const group = groups.get(meeting.a)
    if (group) group.push(meeting)
    else groups.set(meeting.a, [meeting])
  }
  let rows = 0
  let repeated = 0
  let violations = 0
  const examples: { row: number; from: TableValue; to: TableValue; expected: TableValue }[] = []
  for (const [from, group] of groups) {
    const total = group.reduce((sum, meeting) => sum + meeting.rows, 0)
    rows += total
    if (total > 1) repeated++
    const usual = group.reduce((best, meeting) =>
      meeting.rows > best.rows || (meeting.rows === best.rows && meeting.first < best.first) ? meeting : best,
    )
    violations += total - usual.rows
    for (const other of group)
      if (other !== usual) examples.push({ row: other.first, from, to: other.b, expected: usual.b })
  }
  examples.sort((x, y) => x.row - y.row)
  return { rows, sources: groups.size, repeated, violations, examples: examples.slice(0, EXAMPLES) }
}
