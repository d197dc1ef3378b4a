// A second look at the rows, for what the first pass could not know was wanted: figures by group of the rows that the
// question is about, its largest rows, whether columns keep to the arithmetic that a sample of them shows, and what numbers
// say without those that stand for "missing".
import type { SourceText } from '../../../model/source.ts'
import { type RowView, scanRows } from '../../../text/table/scan-rows.ts'
import { turnTaker } from '../../../text/turns.ts'
import { type ArithmeticRule, RuleCheck } from './arithmetic.ts'
import type { CleanSums } from './clean-sums.ts'
import { GroupTally, type TallySpec } from './group-tally.ts'
import type { Grouping } from './groups.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import type { Clause } from './question/filters.ts'

export interface RankedRow {
  readonly row: number
  readonly value: number
}

export interface LookSpec {
  readonly clauses: readonly Clause[]
  readonly tallies: readonly TallySpec[]
  readonly ranked: { readonly measure: ColumnProfile; readonly most: number; readonly low: boolean } | null
  readonly rules: readonly ArithmeticRule[]
  /** Filled in by the look. */
  readonly clean: CleanSums | null
}

export interface Looked {
  /** Rows that meet all conditions, and the first of them. */
  readonly rows: number
  readonly first: number | null
  /** Rows that meet each condition. */
  readonly hits: readonly number[]
  /** One per tally; null where there are too many groups. */
  readonly groupings: readonly (Grouping | null)[]
  readonly ranked: readonly RankedRow[]
  readonly checks: readonly RuleCheck[]
}

/** Null where the rows cannot be told apart as the first pass did. */
export async function lookAgain(
  profile: TableProfile,
  source: SourceText,
  { clauses, tallies, ranked, rules, clean }: LookSpec,
  signal: AbortSignal,
): Promise<Looked | null> {
  const { frame } = profile
  const groups = tallies.map(spec => new GroupTally(spec))
  const checks = rules.map(rule => new RuleCheck(rule))
  const top = ranked ? new TopRows(ranked) : null
  const hits = clauses.map(() => 0)
  let rows = 0
  let first: number | null = null
  const turn = turnTaker()
  const scanned = await scanRows(
    {
      setup: frame.setup,
      text: frame.text,
      start: frame.start,
      end: source.size,
      columns: [
        ...clauses.flatMap(({ columns }) => columns),
        ...tallies.flatMap(({ group, measure }) => [group?.column.index ?? 0, measure?.index ?? 0]),
        ...(ranked ? [ranked.measure.index] : []),
        ...rules.flatMap(({ a, b, c }) => [a.index, b.index, c.index]),
        ...(clean?.columns ?? []).map(({ index }) => index),
      ],
      pause: () => {
        signal.throwIfAborted()
        return turn()
      },
    },
    row => {
      for (const check of checks) check.add(row)
      clean?.add(row)
      let holds = true
      for (let k = 0; k < clauses.length; k++) {
        if (clauses[k]!.holds(row)) hits[k]!++
        else holds = false
      }
      if (!holds) return
      rows++
      first ??= row.row
      for (const tally of groups) tally.add(row)
      top?.add(row)
    },
  )
  if (scanned !== profile.table.rows) return null
  return {
    rows,
    first,
    hits,
    groupings: groups.map(tally => tally.result(profile)),
    ranked: top?.rows ?? [],
    checks,
  }
}

/** The rows with the largest, or smallest, numbers; of equal ones the first. */
class TopRows {
  readonly rows: RankedRow[] = []

  constructor(private readonly spec: NonNullable<LookSpec['ranked']>) {}

  add(row: RowView): void {
    const { measure, most, low } = this.spec
    const value = row.number(measure.index)
    if (Number.isNaN(value)) return
    const before = (other: RankedRow) => (low ? other.value <= value : other.value >= value)
    if (this.rows.length === most && before(this.rows.at(-1)!)) return
    const at = this.rows.findIndex(other => !before(other))
    this.rows.splice(at < 0 ? this.rows.length : at, 0, { row: row.row, value })
    if (this.rows.length > most) this.rows.pop()
  }
}
