// Columns that follow from two others: a total that is quantity × price, a sum of two parts. Seen in a sample of the
// first rows; every row is held to it afterwards.
import type { SourceText } from '@shoal/base/model/source'
import { type RowView, scanRows } from '../../../text/table/scan-rows.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isMeasure } from './relations.ts'

/** c = a × b, a + b or a − b, rounded as c is written. */
export interface ArithmeticRule {
  readonly op: '×' | '+' | '−'
  readonly a: ColumnProfile
  readonly b: ColumnProfile
  readonly c: ColumnProfile
  /** How far c may be off by rounding. */
  readonly slack: number
}

const MOST_COLUMNS = 12
const SAMPLE_UNITS = 256 * 1024
const MOST_SAMPLED = 4000
const HOLDS = 0.95
/** Rows in which neither side is neutral: a sum with zero, a product with one, shows nothing. */
const LEAST_TELLING = 30
const MOST_RULES = 4
const MOST_EXAMPLES = 8

/** Rules that hold in nearly all rows of the sample. */
export async function arithmeticRules(profile: TableProfile, source: SourceText): Promise<ArithmeticRule[]> {
  const columns = profile.columns.filter(column => isMeasure(column) && column.distinct > 2)
  if (columns.length < 3 || columns.length > MOST_COLUMNS || profile.table.rows < LEAST_TELLING) return []
  const sample = await sampleOf(profile, source, columns)
  const rules: ArithmeticRule[] = []
  for (const [k, c] of columns.entries())
    for (const [i, a] of columns.entries())
      for (const [j, b] of columns.entries()) {
        if (i >= j || i === k || j === k) continue
        for (const op of ['×', '+'] as const) {
          const rule = { op, a, b, c, slack: slackOf(c) }
          if (isSeen(rule, sample, i, j, k)) rules.push(rule)
        }
      }
  // Of several that say the same columns hang together the first is enough.
  const known = new Set<string>()
  return rules
    .filter(({ a, b, c }) => {
      const key = [a.index, b.index, c.index].sort((x, y) => x - y).join()
      return !known.has(key) && known.add(key)
    })
    .slice(0, MOST_RULES)
    .map(asDerived)
}

/** What follows from others usually stands behind them: x = a + b of which a stands last is a = x − b. */
function asDerived(rule: ArithmeticRule): ArithmeticRule {
  const { op, a, b, c } = rule
  if (op !== '+' || c.index > Math.max(a.index, b.index)) return rule
  const [last, other] = a.index > b.index ? [a, b] : [b, a]
  return { op: '−', a: c, b: other, c: last, slack: Math.max(rule.slack, slackOf(last)) }
}

function slackOf({ merged }: ColumnProfile): number {
  return 0.5 * 10 ** -Math.min(12, merged.mostDecimals)
}

async function sampleOf(
  { frame }: TableProfile,
  source: SourceText,
  columns: readonly ColumnProfile[],
): Promise<number[][]> {
  const sample: number[][] = []
  const end = Math.min(source.size, frame.text.between(frame.start + SAMPLE_UNITS))
  await scanRows(
    { setup: frame.setup, text: frame.text, start: frame.start, end, columns: columns.map(({ index }) => index) },
    row => {
      if (sample.length < MOST_SAMPLED) sample.push(columns.map(({ index }) => row.number(index)))
    },
  )
  // The last record of a part of the file may be cut.
  if (end < source.size) sample.pop()
  return sample
}

function isSeen(rule: ArithmeticRule, sample: readonly number[][], i: number, j: number, k: number): boolean {
  const neutral = rule.op === '×' ? 1 : 0
  let telling = 0
  let broken = 0
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const row of sample) {
    const [a, b, c] = [row[i]!, row[j]!, row[k]!]
    if (Number.isNaN(a + b + c) || a === neutral || b === neutral || a * b === 0) continue
    telling++
    if (!keeps(rule, a, b, c)) broken++
    if (telling === LEAST_TELLING && broken > LEAST_TELLING / 5) return false
    least = Math.min(least, c)
    most = Math.max(most, c)
  }
  // Where rounding is coarse against the spread of the values, anything fits.
  return telling >= LEAST_TELLING && broken <= telling * (1 - HOLDS) && most - least > rule.slack * 40
}

function keeps({ op, slack }: ArithmeticRule, a: number, b: number, c: number): boolean {
  const wanted = computed(op, a, b)
  return Math.abs(wanted - c) <= slack * (1 + 1e-9) + Math.max(Math.abs(wanted), Math.abs(c)) * 1e-12
}

export function computed(op: ArithmeticRule['op'], a: number, b: number): number {
  return op === '×' ? a * b : op === '+' ? a + b : a - b
}

/** Holds every row to a rule. */
export class RuleCheck {
  rows = 0
  broken = 0
  readonly examples: { readonly row: number; readonly a: number; readonly b: number; readonly c: number }[] = []

  constructor(readonly rule: ArithmeticRule) {}

  add(row: RowView): void {
    const [a, b, c] = [row.number(this.rule.a.index), row.number(this.rule.b.index), row.number(this.rule.c.index)]
    if (Number.isNaN(a + b + c)) return
    this.rows++
    if (keeps(this.rule, a, b, c)) return
    this.broken++
    if (this.examples.length < MOST_EXAMPLES) this.examples.push({ row: row.row, a, b, c })
  }
}
