// Answers in figures of a number: its average, total, median or extremes, by group and of the rows that are asked for;
// and the rows that lead in it.
import type { AnswerDraft } from '../../../model/analyst.ts'
import { type AnswerContext, evidenceOf, ofRows } from './answer-context.ts'
import { wholeColumn } from './gather.ts'
import type { Group, Grouping } from './groups.ts'
import type { ColumnProfile } from './profile.ts'
import type { Statistic } from './question/statistics.ts'
import { isMeasure } from './relations.ts'
import { sentinelWords } from './sentinels.ts'
import { count, counted, figure, isBeyondDoubles, listed, quoted, rounded } from './words.ts'

const MOST_SHOWN = 5
const MOST_BARS = 20
const MOST_ANSWERS = 4

export function measureAnswers(context: AnswerContext): AnswerDraft[] {
  const { plan, groupings, matched } = context.asked
  if (plan.statistics.length === 0 || plan.ranksRows) return []
  const grouped = groupings.filter(({ group, measure }) => group && measure && isMeasure(measure))
  // Several numbers, none of them named, and no groups: the question is about something else.
  if (grouped.length === 0 && !plan.measureNamed && !matched) return []
  return plan.statistics
    .flatMap(statistic =>
      plan.groups.length > 0 && grouped.length > 0
        ? grouped.flatMap(grouping => byGroup(context, grouping, statistic))
        : plan.measures.filter(isMeasure).flatMap(measure => overall(context, measure, statistic)),
    )
    .slice(0, MOST_ANSWERS)
}

function figureOf(group: Group, statistic: Statistic): number | null {
  if (group.n === 0) return null
  const value =
    statistic.kind === 'quantile' ? (group.quantile?.(statistic.share) ?? Number.NaN) : group[statistic.kind]
  return Number.isFinite(value) ? value : null
}

function byGroup(
  context: AnswerContext,
  { group, grain, measure, groups }: Grouping,
  statistic: Statistic,
): AnswerDraft[] {
  const { plan } = context.asked
  const entries = groups.flatMap(entry => {
    const value = figureOf(entry, statistic)
    return value === null ? [] : [{ entry, value }]
  })
  if (entries.length === 0) return []
  const low = statistic.kind === 'max' ? false : statistic.kind === 'min' || (plan.ranking?.low ?? false)
  const sorted =
    grain && !plan.ranking
      ? entries.sort((a, b) => (a.entry.value! < b.entry.value! ? -1 : 1))
      : entries.sort((a, b) => (low ? a.value - b.value : b.value - a.value) || a.entry.first - b.entry.first)
  const most = plan.ranking?.most || MOST_SHOWN
  const shown = sorted
    .slice(0, most)
    .map(({ entry, value }) => `${quoted(entry.value ?? '')} ${precise(value, measure!)}`)
  const by = grain ? `${grain} of \`${group!.name}\`` : `\`${group!.name}\``
  const kind = `${statistic.word} \`${measure!.name}\``
  const head = plan.ranking?.most
    ? `The ${low ? 'last' : 'top'} ${count(Math.min(most, sorted.length))} by ${kind} per ${by}${ofRows(context)}`
    : `${capital(kind)} by ${by}${ofRows(context)}`
  return [
    {
      text: `${head}: ${listed(shown, most)}${sorted.length > most ? ` (${count(sorted.length)} groups)` : ''}${counting(context, measure!, statistic)}.`,
      relevance: plan.measureNamed ? 0.95 : 0.7,
      evidence: evidenceOf(context, sorted[0]!.entry.first, group!.index),
      panel: {
        kind: 'bars',
        title: `${capital(statistic.word)} ${measure!.name} by ${grain ?? group!.name}`,
        rows: sorted.slice(0, Math.max(MOST_BARS, most)).map(({ entry, value }) => ({
          label: (entry.value ?? '').slice(0, 60),
          value: Number(digits(value, measure!).replaceAll(',', '')),
          note: counted(entry.rows, 'row'),
        })),
      },
    },
  ]
}

function overall(context: AnswerContext, column: ColumnProfile, statistic: Statistic): AnswerDraft[] {
  const { profile, asked } = context
  const { matched, plan } = asked
  const group = matched
    ? asked.groupings.find(({ group, measure }) => !group && measure === column)?.groups[0]
    : wholeColumn(column, profile.table.rows)
  const value = group ? figureOf(group, statistic) : null
  if (!group || value === null) return []
  const series = column.numbers?.series
  const extreme = statistic.kind === 'max' ? series?.highs[0] : statistic.kind === 'min' ? series?.lows[0] : undefined
  const row = matched ? undefined : extreme?.row
  const line = row === undefined ? null : profile.finder.lineOf(row)
  const median =
    statistic.kind === 'mean' && !matched && column.numbers
      ? `; the median is ${figure(column.numbers.quantiles[3]!)}`
      : ''
  return [
    {
      text: `The ${statistic.word} \`${column.name}\`${ofRows(context)} is ${precise(value, column)}${line === null ? '' : ` (line ${count(line)})`}, over ${counted(group.n, 'row')}${median}${counting(context, column, statistic)}.`,
      relevance: plan.measureNamed ? (matched ? 0.95 : 0.92) : 0.65,
      evidence: evidenceOf(context, row ?? group.first, column.index),
    },
  ]
}

/** Figures are of what is written in the file, so what stands for "missing" is in them, and that is said. */
function counting({ asked }: AnswerContext, { numbers, type }: ColumnProfile, { kind }: Statistic): string {
  const words = sentinelWords(numbers, type)
  if (words === '' || !numbers) return ''
  const stand = numbers.sentinels.length === 1 ? 'stands' : 'stand'
  if (kind !== 'mean' || asked.matched || asked.plan.groups.length > 0)
    return `; this counts ${words}, which probably ${stand} for missing`
  const { sentinels, series } = numbers
  const sum = sentinels.reduce((rest, { value, count: n }) => rest - value * n, numbers.sum)
  const n = sentinels.reduce((rest, { count: own }) => rest - own, series.total)
  return `; this counts ${words}, which probably ${stand} for missing: without them it is ${figure(sum / n)}`
}

/** The largest order: rows by the number they lead in. */
export function rankAnswers(context: AnswerContext): AnswerDraft[] {
  const { plan, ranked } = context.asked
  const [measure] = plan.measures
  if (ranked.length === 0 || !measure) return []
  const low = plan.ranking?.low ?? false
  const places = ranked.map(({ row, value }) => {
    const line = context.profile.finder.lineOf(row)
    return `${precise(value, measure)}${line === null ? '' : ` (line ${count(line)})`}`
  })
  const what = `the ${low ? 'smallest' : 'largest'} \`${measure.name}\`${ofRows(context)}`
  return [
    {
      text:
        ranked.length === 1
          ? `The row with ${what} has ${places[0]}.`
          : `The ${count(ranked.length)} rows with ${what}: ${listed(places, ranked.length)}.`,
      relevance: plan.measureNamed ? 0.94 : 0.6,
      evidence: ranked.slice(0, MOST_SHOWN).flatMap(({ row }) => evidenceOf(context, row, measure.index)),
    },
  ]
}

/** Of numbers beyond what a double holds only "about" is known. */
function precise(value: number, column: ColumnProfile): string {
  const isAbout = Math.abs(value) > Number.MAX_SAFE_INTEGER || isBeyondDoubles(column.numbers?.series)
  return `${isAbout ? 'about ' : ''}${digits(value, column)}`
}

/** As many digits as the column has, two more for what was divided. */
function digits(value: number, column: ColumnProfile): string {
  return rounded(value, Math.min(10, column.merged.mostDecimals + (Number.isInteger(value) ? 0 : 2)))
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
