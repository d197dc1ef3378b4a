// The columns that a question names, each over all rows: its range, or its values.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import { type AnswerContext, asks } from './answer-context.ts'
import { barsOf, histogramPanel } from './panels.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isCategory, isMeasure } from './relations.ts'
import { sentinelWords } from './sentinels.ts'
import { about, count, counted, figure, isBeyondDoubles, listed, moment, percent, quoted } from './words.ts'

const MOST_SHOWN = 5

export function columnAnswers({ named, profile, question, drafts }: AnswerContext): AnswerDraft[] {
  const wants = asks(question, 'distribution', 'summary', 'schema')
  const other = asks(question, ...OTHERS)
  return named.flatMap(({ index, whole, isKey }) => {
    const column = profile.columns[index]!
    // "How many orders …" speaks of rows, not of the column order_id.
    if (!whole && column.type === 'id') return []
    const place = drafts.ofRow(column.top[0]?.row ?? 0, index)
    const relevance = (whole ? 0.75 : 0.6) + (wants ? 0.12 : 0) + (isKey ? 0.05 : 0) - (other ? 0.35 : 0)
    return [{ ...describe(column, profile), relevance, evidence: place ? [place] : [] }]
  })
}

/** What a description does not answer. */
const OTHERS = [
  'missing',
  'duplicates',
  'outliers',
  'correlation',
  'average',
  'total',
  'count',
  'extreme',
  'trend',
  'comparison',
] as const

function describe(column: ColumnProfile, { table }: TableProfile): Pick<AnswerDraft, 'text' | 'panel'> {
  const { name, distinct, present, missingCells, numbers, times, top, type, merged } = column
  const gaps = missingCells === 0 ? '' : `; ${count(missingCells)} of ${counted(table.rows, 'row')} have none`
  if (isMeasure(column) && numbers) {
    const [, p5, , p50, , p95] = numbers.quantiles
    return {
      text: `\`${name}\` goes from ${figure(numbers.series.min)} to ${figure(numbers.series.max)}, with a median of ${figure(p50!)} and a mean of ${isBeyondDoubles(numbers.series) ? 'about ' : ''}${figure(numbers.mean)}; nine of ten values lie between ${figure(p5!)} and ${figure(p95!)}${gaps}${counting(column)}.`,
      ...(numbers.histogram ? { panel: histogramPanel(column) } : {}),
    }
  }
  if (times && ['date', 'datetime', 'time'].includes(type))
    return {
      text: `\`${name}\` goes from ${moment(times.series.min, type)} to ${moment(times.series.max, type)} in ${counted(present, 'row')}${gaps}.`,
    }
  if (present === 0) return { text: `\`${name}\` has no value in any of ${counted(table.rows, 'row')}.` }
  const shown = top
    .slice(0, MOST_SHOWN)
    .map(({ value, count: n }) => `${quoted(value)} ${about(merged)}${count(n)} (${percent(n, present)})`)
  if (distinct === present)
    return { text: `\`${name}\` has ${count(distinct)} different values, one for each row that has one${gaps}.` }
  return {
    text: `\`${name}\` has ${about(merged)}${counted(distinct, 'value')} in ${counted(present, 'row')}: ${listed(shown, MOST_SHOWN)}${distinct > shown.length ? ` and ${count(distinct - shown.length)} more` : ''}${gaps}.`,
    ...(isCategory(column) || top.length > 1 ? { panel: barsOf(column) } : {}),
  }
}

/** Figures are of what is written in the file, so what stands for "missing" is in them, and that is said. */
function counting({ numbers, type }: ColumnProfile): string {
  const words = sentinelWords(numbers, type)
  if (words === '' || !numbers) return ''
  const { sentinels, series, sum } = numbers
  const rest = sentinels.reduce((left, { value, count: n }) => left - value * n, sum)
  const n = sentinels.reduce((left, { count: own }) => left - own, series.total)
  return `; this counts ${words}, which probably ${sentinels.length === 1 ? 'stands' : 'stand'} for missing: without them the mean is ${figure(rest / n)}`
}
