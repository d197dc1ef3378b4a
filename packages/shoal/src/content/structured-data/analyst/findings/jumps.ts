// Numbers that lie on another level in a part of the file. Values that stand for "missing" make no level.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { CleanSums, PartSums } from '../clean-sums.ts'
import type { Drafts } from '../draft.ts'
import { levelShift } from '../level-shift.ts'
import type { ColumnProfile, TableProfile } from '../profile.ts'
import { isMeasure } from '../relations.ts'
import { hasSentinels } from '../sentinels.ts'
import { count, figure } from '../words.ts'

export function jumpFindings(profile: TableProfile, clean: CleanSums | null, drafts: Drafts): FindingDraft[] {
  return profile.columns.flatMap(column => {
    if (!isMeasure(column) || isCode(column) || !column.numbers || (hasSentinels(column) && !clean)) return []
    return jump(column, profile, columnParts(column, profile, clean), drafts)
  })
}

/** Where no column says in what order the rows come, they may be stacked or sorted. */
function inOrder({ index, numbers, times }: ColumnProfile, { finder }: TableProfile): boolean {
  const series = (times ?? numbers)?.series
  if (!series) return false
  const { ascents, descents, equals, descentRows } = series
  const steps = ascents + descents + equals
  if (steps === 0 || ascents < 0.2 * steps || descents > 0.05 * steps) return false
  // It falls back by much of its range, and more than once: one series stands behind another.
  const at = (row: number) => sizeOf(finder.cell(row, index, LONGEST_NUMBER) ?? '')
  const range = at(series.highs[0]?.row ?? 0) - at(series.lows[0]?.row ?? 0)
  const anew = descentRows.filter(row => at(row - 1) - at(row) >= 0.3 * range)
  return anew.length < 2 || anew.length < descentRows.length / 2
}

function sizeOf(text: string): number {
  return Number.isNaN(Number(text)) ? Date.parse(text) : Number(text)
}

/** Numbers that all have as many digits, five or more, are phone numbers and zip codes rather than sizes. */
function isCode({ type, merged }: ColumnProfile): boolean {
  return type === 'integer' && merged.shortest === merged.longest && merged.shortest >= 5
}

function jump(
  column: ColumnProfile,
  profile: TableProfile,
  { parts, stddev }: ColumnParts,
  drafts: Drafts,
): FindingDraft[] {
  const { name } = column
  const shift = levelShift(
    parts.map(part => ({ mean: trimmedMean(part), n: part.n })),
    stddev,
  )
  if (!shift) return []
  const inside = meanOf(parts.slice(shift.from, shift.to))
  const outside = meanOf([...parts.slice(0, shift.from), ...parts.slice(shift.to)])
  const { first: start } = borderOf(profile, column, parts, shift.from, { before: outside, after: inside })
  const end = borderOf(profile, column, parts, shift.to, { before: inside, after: outside })
  const from = profile.finder.lineOf(start) ?? parts[shift.from]!.firstLine
  const to = end.exact ? profile.finder.lineOf(end.first - 1) : parts[shift.to - 1]!.lastLine
  const open = shift.to === parts.length
  const isOrdered = profile.columns.some(other => other !== column && inOrder(other, profile))
  return drafts.make({
    type: 'anomaly',
    key: `jump:${name}`,
    summary: `\`${name}\` jumps around line ${count(shift.from === 0 ? (to ?? from) : from)}: its mean is ${figure(inside)} ${open ? 'from there on' : `up to line ${count(to ?? from)}`}, ${figure(outside)} ${open ? 'before' : 'elsewhere'}`,
    severity: isOrdered ? 'medium' : 'low',
    nature: isOrdered ? 'problem' : 'fact',
    advice: 'Find out what changed where the values jump',
    confidence: 'medium',
    column,
    row: start,
    stats: { mean_inside: inside, mean_outside: outside, means: parts.map(({ mean }) => mean) },
    topics: ['jump', 'level shift', 'trend'],
    weight: 0.7,
    panel: {
      kind: 'series',
      title: `Mean of ${name}`,
      from: `line ${count(parts[0]!.firstLine)}`,
      to: `line ${count(parts.at(-1)!.lastLine)}`,
      values: parts.map(({ mean }) => mean),
    },
  })
}

interface FilePart {
  /** Its first row. */
  readonly row: number
  readonly firstLine: number
  readonly lastLine: number
  /** Numbers of the column. */
  readonly n: number
  readonly mean: number
  readonly least: number
  readonly most: number
}

interface ColumnParts {
  readonly parts: readonly FilePart[]
  readonly stddev: number
}

/** The parts of the file in which the column has numbers. */
function columnParts(column: ColumnProfile, { table }: TableProfile, clean: CleanSums | null): ColumnParts {
  const { index } = column
  const sums = clean?.of(column) ?? null
  let row = 0
  const parts = table.bins.map((bin, k) => {
    const place = { row, firstLine: bin.first, lastLine: bin.last }
    row += bin.rows
    const own = sums?.parts[k]
    if (sums && own) return { ...place, ...own, mean: sums.pivot + own.sum / own.n }
    const [n, mean, least, most] = [bin.numbers[index]!, bin.means[index]!, bin.least[index]!, bin.most[index]!]
    return { ...place, n, mean, least, most }
  })
  const stddev = sums ? stddevOf(sums.parts) : column.numbers!.stddev
  return { parts: parts.filter(({ n }) => n > 0), stddev: stddev ?? 0 }
}

function stddevOf(parts: readonly PartSums[]): number {
  const total = (field: 'n' | 'sum' | 'squares') => parts.reduce((sum, part) => sum + part[field], 0)
  const [n, sum, squares] = [total('n'), total('sum'), total('squares')]
  return n > 1 ? Math.sqrt(Math.max(0, (squares - (sum * sum) / n) / (n - 1))) : 0
}

/** Without the least and the most: one value far out makes no level. */
function trimmedMean({ n, mean, least, most }: FilePart): number {
  return n > 2 ? (mean * n - least - most) / (n - 2) : mean
}

function meanOf(parts: readonly FilePart[]): number {
  const n = parts.reduce((sum, part) => sum + part.n, 0)
  return parts.reduce((sum, part) => sum + part.mean * part.n, 0) / n
}

/** Rows that are read one by one to find the very row. */
const MOST_READ = 1000
const LONGEST_NUMBER = 40

/** The row that parts the two levels best, near where one part of the file ends and the next begins. */
function borderOf(
  { finder, table }: TableProfile,
  { index, numbers }: ColumnProfile,
  parts: readonly FilePart[],
  at: number,
  { before, after }: { before: number; after: number },
): { first: number; exact: boolean } {
  const start = parts[at]?.row ?? table.rows
  const low = parts[at - 1]?.row
  const high = parts[at + 1]?.row ?? table.rows
  if (low === undefined || start === table.rows || high - low > MOST_READ) return { first: start, exact: false }
  let [best, first, score] = [0, low, 0]
  for (let row = low; row < high; row++) {
    const x = Number(finder.cell(row, index, LONGEST_NUMBER)?.trim() || Number.NaN)
    if (Number.isNaN(x) || numbers?.sentinels.some(({ value }) => value === x)) continue
    // How much better the row fits the level before than the one behind.
    score += (x - after) ** 2 - (x - before) ** 2
    if (score > best) [best, first] = [score, row + 1]
  }
  return { first, exact: true }
}
