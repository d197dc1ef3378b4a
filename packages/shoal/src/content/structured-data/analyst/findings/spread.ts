// Numbers and dates out of line: far from the others, of the other sign, out of order.
import type { FindingDraft } from '@shoal/base/model/finding'
import { foldedDraft } from '../../../../text/folded-draft.ts'
import { isNumber } from '../../../../text/table/classes.ts'
import type { Cells } from '../cells.ts'
import type { Drafts } from '../draft.ts'
import { type ColumnProfile, QUANTILE_METHOD, type Spread, type TableProfile } from '../profile.ts'
import { count, counted, figure, finite, listed, moment, percent } from '../words.ts'

/** More than this is a long tail, not a few values gone wrong. */
const MOST_OUTLIERS = 0.005
const CHECK_FAR = 'Check the values that lie far out against their source; correct or explain them'
/** One and the same far value may stand in for "unknown" in more rows. */
const MOST_SENTINELS = 0.05
/** Of fewer values a tail says nothing. */
const LEAST_TAILED = 1000
const FEW_NEGATIVE = 0.01
const NEARLY_SORTED = 0.01
const CENTURY = 4_102_444_800
const YEAR_1900 = -2_208_988_800

export function spreadFindings(profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  return folded(
    profile.columns.flatMap(column => [...numbers(column, profile, cells, drafts), ...dates(column, cells, drafts)]),
    profile.columns.length,
  )
}

/** Of hundreds of columns some lie far out by chance: so many of them are one thing to look at. */
const MANY_FAR = 8

function folded(found: readonly FindingDraft[], columns: number): FindingDraft[] {
  const isFar = ({ type, nature }: FindingDraft) => type === 'outlier' && nature === 'problem'
  const own = found.filter(isFar)
  if (own.length <= MANY_FAR) return [...found]
  return [
    ...found.filter(finding => !isFar(finding)),
    foldedDraft(own, {
      key: 'outlier:several',
      summary: `${count(own.length)} of ${counted(columns, 'column')} have values far outside the rest: ${listed(
        own.map(({ column, count: n }) => `\`${column}\` (${count(n ?? 1)})`),
        5,
      )}`,
      topics: ['outliers', 'extreme values', ...own.flatMap(({ column }) => column ?? [])],
      stats: { columns: Object.fromEntries(own.map(({ column, stats }) => [column, stats ?? {}])) },
    }),
  ]
}

/** Of values that are far out as well as of the other sign only the first is told. */
function numbers(column: ColumnProfile, profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const far = numberOutliers(column, cells, drafts)
  const turned = signs(column, profile, cells, drafts)
  return far[0] && turned[0] && far[0].line === turned[0].line ? far : [...far, ...turned]
}

/** Places far away are places, not mistakes. */
const COORDINATE = /^(?:lat|lon|lng|long|latitude|longitude)$|_(?:lat|lon|lng|latitude|longitude)$/i

function numberOutliers(column: ColumnProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const outliers = column.numbers?.outliers
  if (!outliers || outliers.count === 0 || !['integer', 'number'].includes(column.type)) return []
  const { count: far, examples, low, high, rule, apart, same } = outliers
  const { total } = column.numbers!.series
  const few = far <= Math.max(3, total * MOST_OUTLIERS) || (same && far <= total * MOST_SENTINELS)
  if (!(few && (apart || total >= LEAST_TAILED)) && !(apart && far <= total * MOST_SENTINELS)) return []
  const isCode = column.top.length > 0 && column.top.every(({ value }) => value.startsWith('+'))
  const problem = few && apart && !COORDINATE.test(column.name) && !isCode
  const quantiles = column.numbers!.usual
  const usual = `95 % of the values lie below ${figure(quantiles[5]!)} and the median is ${figure(quantiles[3]!)}`
  const words = examples.slice(0, 3).map(({ value }) => figure(value))
  const where = examples.length > 0 ? `: ${listed(words)} at ${drafts.lines(examples.map(({ row }) => row))}` : ''
  const isOne = far === 1
  return drafts.make({
    type: 'outlier',
    key: `outlier:${column.name}`,
    summary:
      apart && same && far > 1 && examples[0]
        ? `\`${column.name}\` is ${words[0]} in ${counted(far, 'row')}, far from all other values (${usual}): it may stand for a missing value; first at ${drafts.lines([examples[0].row], 1)}`
        : apart
          ? `${counted(far, 'value')} of \`${column.name}\` ${isOne ? 'lies' : 'lie'} far outside the rest${where}; ${usual}`
          : `\`${column.name}\` has a long tail: ${counted(far, 'value')} ${isOne ? 'lies' : 'lie'} beyond the usual range without a gap${where}; ${usual}`,
    severity: problem ? 'medium' : 'low',
    nature: problem ? 'problem' : 'fact',
    advice: CHECK_FAR,
    confidence: problem ? 'high' : 'medium',
    column,
    row: examples[0]?.row,
    ...allOf(
      cells?.rowsWhere(
        column.index,
        ({ kind, value }) => isNumber(kind) && (value > high || value < low) && !isSentinel(column.numbers!, value),
      ),
      problem && Number.isFinite(high - low),
    ),
    count: far,
    stats: {
      rule,
      low: finite(low),
      high: finite(high),
      count: far,
      method: QUANTILE_METHOD,
      median: quantiles[3]!,
      p95: quantiles[5]!,
    },
    topics: ['outliers', 'extreme values'],
    weight: problem ? 0.75 : 0.3,
  })
}

/** All rows, where they are known. */
function allOf(rows: readonly number[] | null | undefined, wanted = true): { rows?: readonly number[] } {
  return wanted && rows && rows.length > 0 ? { rows } : {}
}

/** A few negative values in a column of positive ones that keeps away from zero. */
function signs(column: ColumnProfile, profile: TableProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  const { numbers, name, type } = column
  if (!numbers || !['integer', 'number'].includes(type) || COORDINATE.test(name)) return []
  const { zero, lows, highs } = numbers.series
  const standIns = (sign: 1 | -1) =>
    numbers.sentinels.reduce((sum, { value, count }) => (value * sign > 0 ? sum + count : sum), 0)
  const negative = numbers.series.negative - standIns(-1)
  const positive = numbers.series.total - numbers.series.negative - zero - standIns(1)
  const total = negative + zero + positive
  const few = (n: number) => n > 0 && n <= Math.max(1, total * FEW_NEGATIVE)
  if (total < 30 || !(few(negative) || few(positive))) return []
  const flip = few(negative) ? 1 : -1
  const [, p5, , p50, , p95] = numbers.usual
  const edge = flip === 1 ? p5! : -p95!
  if (edge < 0.08 * p50! * flip || edge <= 0) return []
  const odd = (flip === 1 ? lows : highs)
    .filter(extreme => extreme.value * flip < 0 && !isSentinel(numbers, extreme.value))
    .sort((a, b) => a.row - b.row)
  const n = flip === 1 ? negative : positive
  // Turned round they would be like the others; values just beyond zero are the end of the distribution.
  const sizes = odd.map(({ value }) => Math.abs(value)).sort((a, b) => a - b)
  if (sizes.length === 0 || sizes[sizes.length >> 1]! < edge) return []
  return drafts.make({
    type: 'anomaly',
    key: `sign:${name}`,
    summary: `${counted(n, 'value')} of \`${name}\` ${n === 1 ? 'is' : 'are'} ${flip === 1 ? 'negative' : 'positive'}, the other ${count(total - n)} ${flip === 1 ? 'are not' : 'are negative'}: ${listed(odd.map(({ value }) => figure(value)))} at ${drafts.lines(odd.map(({ row }) => row))}`,
    severity: 'medium',
    nature: 'problem',
    advice: 'Check the values of the other sign against their source',
    confidence: 'medium',
    column,
    row: odd[0]?.row,
    ...allOf(
      cells?.rowsWhere(
        column.index,
        ({ kind, value }) => isNumber(kind) && value * flip < 0 && !isSentinel(numbers, value),
      ),
    ),
    count: n,
    stats: { negative, zero, positive, rows: profile.table.rows },
    topics: ['negative', 'sign'],
    weight: 0.7,
  })
}

/** Where a date is far out, the step back behind it needs no telling. */
function dates(column: ColumnProfile, cells: Cells | null, drafts: Drafts): FindingDraft[] {
  // Told with the century that they should be of.
  if (cells?.suspects.some(({ column: own, kind }) => own === column.index && kind === 'century')) return []
  const far = farDates(column, drafts)
  return far.length > 0 ? far : disorder(column, drafts)
}

function farDates(column: ColumnProfile, drafts: Drafts): FindingDraft[] {
  const { times, name, type } = column
  if (!times || !['date', 'datetime'].includes(type)) return []
  const { series, outliers } = times
  const [, p5, , , , p95] = times.usual
  // Where others are as old, or as far ahead, such a date is no slip.
  const absurd = [...series.highs, ...series.lows].filter(
    ({ value }) =>
      ((value > CENTURY && p95! < CENTURY) || (value < YEAR_1900 && p5! > YEAR_1900)) && !isSentinel(times, value),
  )
  const far = outliers && outliers.count > 0 && outliers.apart && isFew(outliers.count, times) ? outliers.examples : []
  const odd = [...new Map([...absurd, ...far].map(extreme => [extreme.row, extreme])).values()].sort(
    (a, b) => a.row - b.row,
  )
  if (odd.length === 0) return []
  const n = Math.max(odd.length, far.length > 0 ? outliers!.count : 0)
  return drafts.make({
    type: 'outlier',
    key: `far-date:${name}`,
    summary: `${counted(n, 'date')} of \`${name}\` ${n === 1 ? 'lies' : 'lie'} far from the others: ${listed(odd.map(({ value }) => moment(value, type)))} at ${drafts.lines(odd.map(({ row }) => row))}; nine of ten lie between ${moment(p5!, 'date')} and ${moment(p95!, 'date')}`,
    severity: 'medium',
    nature: 'problem',
    advice: CHECK_FAR,
    column,
    row: odd[0]!.row,
    count: n,
    topics: ['outliers', 'future', 'dates'],
    weight: 0.75,
  })
}

function isSentinel({ sentinels }: Spread, value: number): boolean {
  return sentinels.some(sentinel => sentinel.value === value)
}

function isFew(n: number, { series }: Spread): boolean {
  return n <= Math.max(3, series.total * FEW_NEGATIVE)
}

/** Rows of a column that is otherwise in order. */
function disorder(column: ColumnProfile, drafts: Drafts): FindingDraft[] {
  const spread = ['date', 'datetime'].includes(column.type) ? column.times : null
  if (!spread) return []
  const { ascents, descents, equals, descentRows } = spread.series
  const steps = ascents + descents + equals
  if (descents === 0 || steps < 50 || descents > Math.max(3, steps * NEARLY_SORTED) || ascents < steps * 0.2) return []
  return drafts.make({
    type: 'anomaly',
    key: `out-of-order:${column.name}`,
    summary: `\`${column.name}\` ascends but for ${counted(descents, 'step')} back (${percent(descents, steps)}), at ${drafts.lines(descentRows)}`,
    severity: 'low',
    nature: 'problem',
    advice: 'Sort the rows, or find out why some come late',
    confidence: 'medium',
    column,
    row: descentRows[0],
    rows: descentRows,
    count: descents,
    stats: { ascents, descents, equals },
    topics: ['order', 'sorted', 'out of order'],
    weight: 0.5,
  })
}
