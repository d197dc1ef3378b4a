// Answers to questions about the table as a whole: what is missing, repeated, far out, related, wrong, or in it at all.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import { type AnswerContext, asks } from './answer-context.ts'
import { isCategory, leftOut } from './relations.ts'
import { sentinelWords } from './sentinels.ts'
import { about, correlation, count, counted, listed, percent, quoted } from './words.ts'

const MOST_NAMED = 4
const FAILING = /\b(fail\w*|err(or)?s?|exception|timeout|timed out|declined|rejected|denied|crash\w*|fatal|invalid)\b/i

export function topicAnswers(context: AnswerContext): AnswerDraft[] {
  const { question } = context
  const answers: AnswerDraft[] = []
  if (asks(question, 'missing')) pushAll(answers, missing(context))
  if (asks(question, 'duplicates')) pushAll(answers, duplicates(context))
  if (asks(question, 'outliers'))
    pushAll(answers, ofFindings(context, /^(outlier|far-date|sign|jump|sentinel):/, 'far outside the rest', 0.88))
  if (asks(question, 'correlation')) pushAll(answers, related(context))
  if (asks(question, 'quality')) pushAll(answers, problems(context))
  if (asks(question, 'errors')) pushAll(answers, failing(context))
  if (asks(question, 'trend'))
    pushAll(
      answers,
      ofFindings(
        context,
        /^(jump:|missing:)/,
        'changing over the file',
        0.6,
        ({ topics }) => topics?.includes('trend') ?? false,
      ),
    )
  if (asks(question, 'schema', 'summary', 'structure'))
    pushAll(answers, overview(context, asks(question, 'schema') ? 0.7 : 0.6))
  else if (asks(question, 'count') && context.named.every(({ whole }) => !whole))
    pushAll(answers, overview(context, 0.55))
  return answers
}

/** Columns the question names; all where it names none. */
function scope({ named: all, profile }: AnswerContext) {
  const named = all.filter(({ whole }) => whole).map(({ index }) => profile.columns[index]!)
  return named.length > 0 ? named : profile.columns
}

function missing(context: AnswerContext): AnswerDraft[] {
  const { profile, drafts } = context
  const { rows } = profile.table
  const columns = scope(context)
  const affected = columns
    .filter(({ missingCells }) => missingCells > 0)
    .toSorted((a, b) => b.missingCells - a.missingCells)
  const relevance = columns === profile.columns ? 0.88 : 0.93
  const standIns = columns.flatMap(({ name, numbers, times, type }) => {
    const words = sentinelWords(type === 'date' || type === 'datetime' ? times : numbers, type)
    return words === '' ? [] : [`\`${name}\` ${words}`]
  })
  const hidden =
    standIns.length === 0 ? '' : ` Not counted, though they probably stand for missing: ${standIns.join('; ')}.`
  if (affected.length === 0) {
    const what =
      columns === profile.columns
        ? 'No column has'
        : `${listed(columns.map(({ name }) => `\`${name}\``))} ${columns.length === 1 ? 'has' : 'have'}`
    return [
      {
        text: `${what} ${columns === profile.columns ? '' : 'no '}missing values in ${counted(rows, 'row')}.${hidden}`,
        relevance,
        evidence: headerOf(context),
      },
    ]
  }
  const words = affected.map(
    ({ name, missingCells }) => `\`${name}\` ${count(missingCells)} (${percent(missingCells, rows)})`,
  )
  const row = affected[0]!.missing.map(({ first }) => first).sort((a, b) => a - b)[0]
  const place = row === undefined ? null : drafts.ofRow(row, affected[0]!.index)
  return [
    {
      text: `${counted(affected.length, 'column')} of ${count(columns.length)} ${affected.length === 1 ? 'has' : 'have'} missing values in ${counted(rows, 'row')}: ${listed(words, MOST_NAMED)}.${hidden}`,
      relevance,
      evidence: place ? [place] : headerOf(context),
      panel: {
        kind: 'bars',
        title: 'Missing values by column',
        rows: affected.slice(0, 20).map(({ name, missingCells }) => ({ label: name, value: missingCells })),
        total: rows,
      },
    },
  ]
}

function duplicates(context: AnswerContext): AnswerDraft[] {
  const { profile } = context
  const { whole, rows } = profile.table
  const named = context.named.map(({ index }) => profile.columns[index]!)
  const surplus = rows - whole.distinct
  const keys = (named.length > 0 ? named : profile.columns.filter(({ type }) => type === 'id')).slice(0, MOST_NAMED)
  const words = keys.map(({ name, distinct, present, merged }) =>
    merged.repeated.values === 0
      ? `\`${name}\` is unique (${counted(distinct, 'value')})`
      : `\`${name}\` has ${about(merged)}${counted(distinct, 'different value')} in ${counted(present, 'row')}, ${about(merged)}${count(merged.repeated.values)} of them more than once`,
  )
  const row =
    whole.repeated.examples[0]?.second ??
    keys.find(({ merged }) => merged.repeated.values > 0)?.merged.repeated.examples[0]?.second
  const place = row === undefined ? null : context.drafts.ofRow(row, null)
  return [
    {
      text: `${surplus === 0 ? 'No row is' : `${about(whole, 'About ')}${counted(surplus, 'row')} ${surplus === 1 ? 'is' : 'are'}`} an exact repetition of another, of ${count(rows)}${words.length > 0 ? `; ${words.join('; ')}` : ''}.`,
      relevance: named.length > 0 ? 0.92 : 0.86,
      evidence: place ? [place] : headerOf(context),
    },
  ]
}

function ofFindings(
  context: AnswerContext,
  keys: RegExp,
  what: string,
  relevance: number,
  wanted: (finding: FindingDraft) => boolean = () => true,
): AnswerDraft[] {
  const names = new Set(scope(context).map(({ name }) => name))
  const found = context.findings.filter(
    finding => keys.test(finding.key) && finding.column !== undefined && names.has(finding.column) && wanted(finding),
  )
  if (found.length === 0)
    return [
      {
        text: `No value is ${what}, in ${counted(context.profile.table.rows, 'row')}.`,
        relevance: relevance - 0.3,
        evidence: headerOf(context),
      },
    ]
  return [
    {
      text: `${found
        .slice(0, 3)
        .map(({ summary }) => summary)
        .join('. ')}.`,
      relevance,
      evidence: found.slice(0, 3).map(({ line, evidence }) => ({ line, quote: evidence })),
    },
  ]
}

function related(context: AnswerContext): AnswerDraft[] {
  const { relations } = context
  const columns = scope(context)
  const all = columns === context.profile.columns
  const has = (a: string, b: string) => {
    const hits = columns.filter(({ name }) => name === a || name === b).length
    return all || hits === Math.min(2, columns.length)
  }
  const pairs = [
    ...relations.numbers
      .filter(({ a, b }) => has(a.name, b.name))
      .map(({ a, b, r }) => ({ a, b, value: r, word: `Pearson's r = ${correlation(r)}` })),
    ...relations.categories
      .filter(({ a, b }) => has(a.name, b.name))
      .map(({ a, b, v }) => ({ a, b, value: v, word: `Cramér's V = ${correlation(v)}` })),
  ].sort((x, y) => Math.abs(y.value) - Math.abs(x.value))
  const left = [
    leftOut(relations.compared.numbers, 'numbers'),
    leftOut(relations.compared.categories, 'categories'),
  ].filter(text => text !== '')
  if (pairs.length === 0)
    return left.length === 0
      ? []
      : [{ text: `No relation is known: ${left.join('; ')}.`, relevance: 0.5, evidence: headerOf(context) }]
  const words = pairs.slice(0, 3).map(({ a, b, word }) => `\`${a.name}\` and \`${b.name}\` (${word})`)
  return [
    {
      text: `${all ? 'Most closely related are' : 'They are related as follows:'} ${listed(words)}${left.map(text => `; ${text}`).join('')}.`,
      relevance: all ? 0.85 : 0.93,
      evidence: headerOf(context),
      panel: {
        kind: 'table',
        title: 'Correlations',
        columns: [{ label: 'column' }, { label: 'with' }, { label: 'measure' }],
        rows: pairs.slice(0, 15).map(({ a, b, word }) => [a.name, b.name, word]),
        of: pairs.length,
      },
    },
  ]
}

function problems(context: AnswerContext): AnswerDraft[] {
  const rank = { high: 0, medium: 1, low: 2 }
  const found = context.findings
    .filter(({ nature }) => nature === 'problem')
    .toSorted((a, b) => rank[a.severity] - rank[b.severity] || (b.weight ?? 0.5) - (a.weight ?? 0.5))
  if (found.length === 0)
    return [
      {
        text: `Nothing looks wrong in ${counted(context.profile.table.rows, 'row')} of ${counted(context.profile.columns.length, 'column')}.`,
        relevance: 0.5,
        evidence: headerOf(context),
      },
    ]
  return [
    {
      text: `${counted(found.length, 'thing')} ${found.length === 1 ? 'looks' : 'look'} wrong. ${found
        .slice(0, 3)
        .map(({ summary }) => summary)
        .join('. ')}.`,
      relevance: 0.66,
      evidence: found.slice(0, 3).map(({ line, evidence }) => ({ line, quote: evidence })),
    },
  ]
}

/** Categories that tell of failures. */
function failing(context: AnswerContext): AnswerDraft[] {
  const { profile, drafts } = context
  const hits = profile.columns.flatMap(column =>
    isCategory(column) ? column.top.filter(({ value }) => FAILING.test(value)).map(top => ({ column, ...top })) : [],
  )
  if (hits.length === 0) return []
  const words = hits.map(
    ({ column, value, count: n }) =>
      `\`${column.name}\` ${quoted(value)} in ${counted(n, 'row')} (${percent(n, profile.table.rows)})`,
  )
  const place = drafts.ofRow(hits[0]!.row, hits[0]!.column.index)
  return [
    { text: `${listed(words)}, of ${count(profile.table.rows)}.`, relevance: 0.62, evidence: place ? [place] : [] },
  ]
}

function overview(context: AnswerContext, relevance: number): AnswerDraft[] {
  const { profile } = context
  const words = profile.columns.map(({ name, type }) => `\`${name}\` (${type})`)
  return [
    {
      text: `The table has ${counted(profile.table.rows, 'row')} and ${counted(profile.frame.setup.expected, 'column')}: ${listed(words, 12)}.`,
      relevance,
      evidence: headerOf(context),
    },
  ]
}

function headerOf({ drafts }: AnswerContext): AnswerDraft['evidence'] {
  const place = drafts.ofColumn(null)
  return place ? [place] : []
}
