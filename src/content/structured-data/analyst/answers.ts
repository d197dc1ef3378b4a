// What the table says to the question.
import type { AnswerDraft } from '../../../model/analyst.ts'
import type { Panel } from '../../../model/finding.ts'
import type { Question } from '../../../model/question.ts'
import { type AnswerContext, asks, evidenceOf } from './answer-context.ts'
import type { Group } from './groups.ts'
import { barsOf, histogramPanel } from './panels.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { isCategory, isMeasure } from './relations.ts'
import { topicAnswers } from './topic-answers.ts'
import { count, counted, figure, listed, moment, percent, quoted, rounded } from './words.ts'

const MOST_ANSWERS = 6
const MOST_SHOWN = 5

export function answersOf(context: AnswerContext): AnswerDraft[] {
  const { question, ask, profile } = context
  if (question.text === null || profile.table.rows === 0) return []
  // "Where is X defined?" is asked of code.
  const elsewhere = question.intents.includes('definition') && !ask.columns.some(({ whole }) => whole)
  if (elsewhere && context.filter.marks.length === 0) return []
  const answers = [...measured(context), ...filtered(context), ...distributions(context), ...topicAnswers(context)]
  const seen = new Set<string>()
  return answers
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, MOST_ANSWERS)
}

/** The words of the filter: `status` "refunded" and `region` "EU". */
function conditions({ filter, profile }: AnswerContext): string {
  return filter.clauses
    .map(bits => {
      const byColumn = new Map<number, string[]>()
      for (const bit of bits) {
        const { column, term } = filter.marks[bit]!
        byColumn.set(column, [...(byColumn.get(column) ?? []), quoted(term)])
      }
      return [...byColumn]
        .map(([column, terms]) => `\`${profile.columns[column]!.name}\` ${terms.join(' or ')}`)
        .join(' or ')
    })
    .join(' and ')
}

interface Measure {
  readonly word: string
  readonly of: (group: Group) => number
}

function measureOf(question: Question): Measure[] {
  const measures: Measure[] = []
  for (const intent of question.intents) {
    if (intent === 'average') measures.push({ word: 'average', of: ({ mean }) => mean })
    if (intent === 'total') measures.push({ word: 'total', of: ({ sum }) => sum })
    if (intent === 'extreme') {
      const low = /\b(min(imum)?|least|smallest|lowest)\b/i.test(question.text ?? '')
      measures.push(low ? { word: 'smallest', of: ({ min }) => min } : { word: 'largest', of: ({ max }) => max })
    }
  }
  // "Which region has the highest average amount?" asks for the average; the extreme is that of the groups.
  const plain = measures.filter(({ word }) => word === 'average' || word === 'total')
  return (plain.length > 0 ? plain : measures).slice(0, 1)
}

/** Average, total or extreme of a number, by group where groups are asked for, of the rows that are asked for. */
function measured(context: AnswerContext): AnswerDraft[] {
  const { question, groupings, filter, ask } = context
  const [measure] = measureOf(question)
  if (!measure) return []
  const candidates = groupings.filter(({ measure: column }) => column && isMeasure(column))
  const grouped = candidates.filter(({ group }) => group && group.distinct > 1)
  const asked = (index: number) => ask.columns.some(column => column.index === index)
  const chosen = (grouped.length > 0 ? grouped : candidates).filter(({ measure: column }) => {
    const named = ask.columns.some(({ index }) => isMeasure(context.profile.columns[index]!))
    return !named || asked(column!.index)
  })
  const named = chosen.some(({ measure: column }) => asked(column!.index))
  if (!named && grouped.length === 0 && filter.marks.length === 0 && chosen.length !== 1) return []
  return chosen.slice(0, 3).flatMap(({ group, measure: column, groups }) => {
    const usable = groups.filter(group => group.n > 0 && Number.isFinite(measure.of(group)))
    if (usable.length === 0) return []
    const where = filter.marks.length === 0 ? '' : ` of the rows with ${conditions(context)}`
    const relevance =
      (asked(column!.index) ? 0.95 : 0.7) - (filter.marks.length === 0 && grouped.length === 0 ? 0.05 : 0)
    if (!group) return [overall(context, column!, usable[0]!, measure, where, relevance)]
    const sorted = usable.toSorted((a, b) => measure.of(b) - measure.of(a))
    const shown = sorted
      .slice(0, MOST_SHOWN)
      .map(entry => `${quoted(entry.value ?? '')} ${precise(measure.of(entry), column!)}`)
    return [
      {
        text: `${capital(measure.word)} \`${column!.name}\` by \`${group.name}\`${where}: ${listed(shown, MOST_SHOWN)}${sorted.length > MOST_SHOWN ? ` (${count(sorted.length)} groups)` : ''}.`,
        relevance,
        evidence: evidenceOf(context, sorted[0]!.first, group.index),
        panel: {
          kind: 'bars' as const,
          title: `${measure.word} ${column!.name} by ${group.name}`,
          rows: sorted.slice(0, 20).map(entry => ({
            label: (entry.value ?? '').slice(0, 60),
            value: Number(precise(measure.of(entry), column!).replaceAll(',', '')),
            note: counted(entry.rows, 'row'),
          })),
        },
      },
    ]
  })
}

function overall(
  context: AnswerContext,
  column: ColumnProfile,
  group: Group,
  { word, of }: Measure,
  where: string,
  relevance: number,
): AnswerDraft {
  const { profile } = context
  const extremes =
    word === 'largest' ? column.numbers?.series.highs : word === 'smallest' ? column.numbers?.series.lows : null
  const row = where === '' ? extremes?.[0]?.row : undefined
  const line = row === undefined ? null : profile.finder.lineOf(row)
  const median =
    word === 'average' && where === '' && column.numbers
      ? `; the median is ${figure(column.numbers.quantiles[3]!)}`
      : ''
  return {
    text: `The ${word} \`${column.name}\`${where} is ${precise(of(group), column)}${line === null ? '' : ` (line ${count(line)})`}, over ${counted(group.n, 'row')}${median}.`,
    relevance,
    evidence: evidenceOf(context, row ?? group.first, column.index),
  }
}

/** As many digits as the column has, two more for what was divided. */
function precise(value: number, column: ColumnProfile): string {
  return rounded(value, Math.min(10, column.merged.mostDecimals + (Number.isInteger(value) ? 0 : 2)))
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** How many rows hold the values that the question names, by group where groups are asked for. */
function filtered(context: AnswerContext): AnswerDraft[] {
  const { matched, profile, question, groupings, filter } = context
  if (!matched) return []
  const { rows } = profile.table
  const text = `${count(matched.rows)} of ${counted(rows, 'row')} (${percent(matched.rows, rows)}) have ${conditions(context)}`
  const groups = groupings.find(
    ({ group, measure }) => group && !measure && !filter.marks.some(({ column }) => column === group.index),
  )
  const shown = groups?.groups.slice(0, MOST_SHOWN).map(({ value, rows: n }) => `${quoted(value ?? '')} ${count(n)}`)
  const relevance = asks(question, 'count') ? 0.92 : asks(question, 'distribution', 'errors') ? 0.8 : 0.72
  const panel: Panel | undefined =
    groups && groups.groups.length > 1
      ? {
          kind: 'bars',
          title: `rows with ${conditions(context)} by ${groups.group!.name}`,
          rows: groups.groups
            .slice(0, 20)
            .map(({ value, rows: n }) => ({ label: (value ?? '').slice(0, 60), value: n })),
          total: matched.rows,
        }
      : undefined
  return [
    {
      text: `${text}${shown && shown.length > 1 ? `; by \`${groups!.group!.name}\`: ${listed(shown, MOST_SHOWN)}` : ''}.`,
      relevance,
      evidence: matched.first === null ? [] : evidenceOf(context, matched.first, filter.marks[0]!.column),
      ...(panel ? { panel } : {}),
    },
  ]
}

/** The columns that the question names. */
function distributions(context: AnswerContext): AnswerDraft[] {
  const { ask, profile, question, filter } = context
  const wants = asks(question, 'distribution', 'count', 'extreme', 'summary')
  const other = asks(question, 'missing', 'duplicates', 'outliers', 'correlation', 'average', 'total')
  return ask.columns.flatMap(({ index, whole, grouping }) => {
    const column = profile.columns[index]!
    // "How many orders …" speaks of rows, not of the column order_id.
    if (!whole && column.type === 'id') return []
    const base = (whole ? 0.75 : 0.6) + (wants ? 0.12 : 0) + (grouping ? 0.05 : 0) - (other ? 0.25 : 0)
    const relevance = Math.min(0.92, Math.max(0.1, base - (filter.marks.length > 0 ? 0.15 : 0)))
    const described = describe(column, profile)
    if (described === null) return []
    return [{ ...described, relevance, evidence: evidenceOf(context, column.top[0]?.row ?? 0, index) }]
  })
}

function describe(column: ColumnProfile, { table }: TableProfile): Pick<AnswerDraft, 'text' | 'panel'> | null {
  const { name, distinct, present, missingCells, numbers, times, top, type } = column
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
    .map(({ value, count: n }) => `${quoted(value)} ${count(n)} (${percent(n, present)})`)
  if (distinct === present)
    return { text: `\`${name}\` has ${count(distinct)} different values, one for each row that has one${gaps}.` }
  return {
    text: `\`${name}\` has ${counted(distinct, 'value')} in ${counted(present, 'row')}: ${listed(shown, MOST_SHOWN)}${distinct > shown.length ? ` and ${count(distinct - shown.length)} more` : ''}${gaps}.`,
    ...(isCategory(column) || top.length > 1 ? { panel: barsOf(column) } : {}),
  }
}
