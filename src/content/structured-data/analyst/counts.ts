// Answers in rows: how many there are, how many meet the conditions, how they are spread over the values of a column.
import type { AnswerDraft } from '../../../model/analyst.ts'
import { stem } from '../../../text/stem.ts'
import { type AnswerContext, asks, conditions, evidenceOf, ofRows, WHOLE } from './answer-context.ts'
import { wordsOf } from './ask.ts'
import type { Grouping } from './groups.ts'
import { barsOf, histogramPanel } from './panels.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isCategory, isMeasure } from './relations.ts'
import { about, count, counted, figure, listed, moment, percent, quoted } from './words.ts'

const MOST_SHOWN = 5
const MOST_BARS = 20

export function countAnswers(context: AnswerContext): AnswerDraft[] {
  const { plan } = context.asked
  const different = distinctAnswer(context)
  if (different) return [different]
  const { groupings } = context.asked
  const spread = groupings.filter(({ group, measure }) => group && !measure && !plan.gaps.includes(group))
  return [
    ...groupings.flatMap(grouping => gapAnswer(context, grouping)),
    ...spread.flatMap(grouping => byGroup(context, grouping)),
    ...(context.asked.matched ? matchedAnswer(context, spread) : []),
    ...(plan.countsRows && plan.clauses.length === 0 && plan.groups.length === 0 ? rowsAnswer(context) : []),
  ]
}

function rowsAnswer(context: AnswerContext): AnswerDraft[] {
  const { rows, whole } = context.profile.table
  const repeated = rows - whole.distinct
  const place = context.drafts.ofColumn(null)
  return [
    {
      text: `There ${rows === 1 ? 'is' : 'are'} ${counted(rows, 'row')} in the table${repeated > 0 ? `, ${about(whole)}${count(repeated)} of them exact repetitions of others` : ''}.`,
      relevance: 0.95,
      evidence: place ? [place] : [],
    },
  ]
}

/** "How many customers are there?" asks for different values, not for rows. */
function distinctAnswer(context: AnswerContext): AnswerDraft | null {
  const { question, asked, ask, profile } = context
  const pattern = /(?:how many|number of|count of|count) (?:the )?(?:different |distinct |unique )?(\p{L}+)/iu
  const word = pattern.exec(question.text ?? '')?.[1]?.toLowerCase()
  const column = asked.plan.groups.find(
    ({ column, grain }) =>
      !grain &&
      word !== undefined &&
      wordsOf(column.name).some(own => stem(own) === stem(word)) &&
      !ask.columns.some(({ index, grouping }) => index === column.index && grouping),
  )?.column
  if (!column || asked.plan.groups.length > 1) return null
  const grouping = asked.groupings.find(({ group, measure }) => group === column && !measure)
  if (asked.matched && !grouping) return null
  const distinct = asked.matched ? grouping!.groups.length : column.distinct
  const rows = asked.matched?.rows ?? profile.table.rows
  const roughly = asked.matched ? '' : about(column.merged)
  return {
    text: `\`${column.name}\` has ${roughly}${counted(distinct, 'different value')} in ${asked.matched ? `the ${counted(rows, 'row')} with ${conditions(context)}` : counted(rows, 'row')}.`,
    relevance: 0.93,
    evidence: evidenceOf(context, asked.matched?.first ?? column.top[0]?.row ?? 0, column.index),
  }
}

/** Rows that meet the conditions and lack a value. */
function gapAnswer(context: AnswerContext, { group, measure, groups }: Grouping): AnswerDraft[] {
  const { matched, plan } = context.asked
  if (!group || measure || !matched || !plan.gaps.includes(group)) return []
  const missing = matched.rows - groups.reduce((sum, { rows }) => sum + rows, 0)
  return [
    {
      text: `\`${group.name}\` is missing in ${count(missing)} of the ${counted(matched.rows, 'row')} with ${conditions(context)} (${percent(missing, matched.rows)}).`,
      relevance: 0.94,
      evidence: matched.first === null ? [] : evidenceOf(context, matched.first, group.index),
    },
  ]
}

/** How many rows meet the conditions. */
function matchedAnswer(context: AnswerContext, spread: readonly Grouping[]): AnswerDraft[] {
  const { asked, profile, question } = context
  const { rows } = profile.table
  const { matched, plan } = asked
  const n = matched!.rows
  const aside = asks(question, ...WHOLE) && !asks(question, 'count')
  const wanted = aside ? 0.4 : asks(question, 'count') ? 0.92 : asks(question, 'distribution', 'errors') ? 0.8 : 0.72
  return [
    {
      text: `${count(n)} of ${counted(rows, 'row')} (${percent(n, rows)}) have ${conditions(context)}.`,
      relevance: Math.min(wanted, plan.statistics.length > 0 && n > 0 ? 0.6 : 1) - (spread.length > 0 ? 0.05 : 0),
      evidence: matched!.first === null ? [] : evidenceOf(context, matched!.first, plan.clauses[0]!.columns[0]!),
    },
    ...matchedSpread(context),
  ]
}

/** Where no figure of it is named, a number is described as a whole. */
function matchedSpread(context: AnswerContext): AnswerDraft[] {
  const { asked, ask } = context
  if (asked.plan.statistics.length > 0) return []
  return asked.groupings.flatMap(({ group, measure, groups }) => {
    const [all] = groups
    if (group || !measure || !all?.quantile || all.n === 0) return []
    if (!ask.columns.some(({ index }) => index === measure.index)) return []
    // Of rows with 5 stars no more is to be said about their stars.
    if (asked.plan.clauses.some(({ kind, columns }) => kind === 'value' && columns.includes(measure.index))) return []
    const [p5, p50, p95] = [0.05, 0.5, 0.95].map(share => figure(all.quantile!(share)))
    return [
      {
        text: `\`${measure.name}\`${ofRows(context)} goes from ${figure(all.min)} to ${figure(all.max)}, with a median of ${p50} and a mean of ${figure(all.mean)}; nine of ten values lie between ${p5} and ${p95}, over ${counted(all.n, 'row')}.`,
        relevance: 0.88,
        evidence: evidenceOf(context, all.first, measure.index),
      },
    ]
  })
}

function byGroup(context: AnswerContext, { group, grain, groups }: Grouping): AnswerDraft[] {
  const { asked, question, profile } = context
  const { ranking, statistics } = asked.plan
  if (groups.length === 0) return []
  const total = asked.matched?.rows ?? profile.table.rows
  const sorted = groups.toSorted((a, b) =>
    grain && !ranking
      ? a.value! < b.value!
        ? -1
        : 1
      : (ranking?.low ? a.rows - b.rows : b.rows - a.rows) || a.first - b.first,
  )
  const most = ranking?.most || MOST_SHOWN
  const shown = sorted.slice(0, most).map(({ value, rows: n }) => `${quoted(value ?? '')} ${count(n)}`)
  const by = grain ? `${grain} of \`${group!.name}\`` : `\`${group!.name}\``
  const wants = ranking !== null || asks(question, 'count', 'distribution')
  return [
    {
      text: `Rows by ${by}${asked.matched ? `, of the ${counted(total, 'row')} with ${conditions(context)}` : ''}: ${listed(shown, most)}${sorted.length > most ? ` (${count(sorted.length)} groups)` : ''}.`,
      relevance: (wants ? 0.93 : 0.75) - (statistics.length > 0 ? 0.3 : 0),
      evidence: evidenceOf(context, sorted[0]!.first, group!.index),
      panel: {
        kind: 'bars',
        title: `Rows by ${grain ?? group!.name}${asked.matched ? ` with ${conditions(context)}` : ''}`,
        rows: sorted.slice(0, MOST_BARS).map(({ value, rows: n }) => ({ label: (value ?? '').slice(0, 60), value: n })),
        total,
      },
    },
  ]
}

/** The columns that the question names, over all rows. */
export function distributionAnswers(context: AnswerContext): AnswerDraft[] {
  const { ask, profile, question, asked } = context
  if (asked.plan.clauses.length > 0) return []
  const wants = asks(question, 'distribution', 'count', 'extreme', 'summary')
  const other = asks(question, 'missing', 'duplicates', 'outliers', 'correlation', 'average', 'total')
  const measured = asked.plan.statistics.length > 0 && asked.plan.groups.length > 0
  return ask.columns.flatMap(({ index, whole, grouping }) => {
    const column = profile.columns[index]!
    // "How many orders …" speaks of rows, not of the column order_id.
    if (!whole && column.type === 'id') return []
    const base = (whole ? 0.75 : 0.6) + (wants ? 0.12 : 0) + (grouping ? 0.05 : 0) - (other || measured ? 0.25 : 0)
    return [
      {
        ...describe(column, profile),
        relevance: Math.min(0.92, Math.max(0.1, base)),
        evidence: evidenceOf(context, column.top[0]?.row ?? 0, index),
      },
    ]
  })
}

function describe(column: ColumnProfile, { table }: TableProfile): Pick<AnswerDraft, 'text' | 'panel'> {
  const { name, distinct, present, missingCells, numbers, times, top, type, merged } = column
  const gaps = missingCells === 0 ? '' : `; ${count(missingCells)} of ${counted(table.rows, 'row')} have none`
  if (isMeasure(column) && numbers) {
    const [, p5, , p50, , p95] = numbers.quantiles
    return {
      text: `\`${name}\` goes from ${figure(numbers.series.min)} to ${figure(numbers.series.max)}, with a median of ${figure(p50!)} and a mean of ${figure(numbers.mean)}; nine of ten values lie between ${figure(p5!)} and ${figure(p95!)}${gaps}.`,
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
