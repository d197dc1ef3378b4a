// What the fields that a question names, and the file as a whole, say to it. Records that it picks out, groups and figures of them
// are asked of the relations: what is said here is over all records, and says so where the question wants less.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import { askedFor } from '../../../text/json-census/asked.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import type { Repeats } from '../../../text/json-census/fingerprints.ts'
import { summariseNumbers, tidy } from '../../../text/json-census/number-summary.ts'
import { otherWords, overAll } from '../../../text/other-words.ts'
import { byPart } from '../../../text/question-parts.ts'
import { asksDrift } from '../../../text/question-topics.ts'
import type { Duplicates } from './faults.ts'
import { number, percent, roughly, type Subject } from './subject.ts'
import { categoriesOf, isCategory, topValues, written } from './values.ts'

const MOST_ROWS = 15
/** Each part of a question after several things is answered for itself. */
export function askedAnswers(subject: Subject, duplicates: readonly Duplicates[] | null): AnswerDraft[] {
  const { brief, about, fields, noun } = subject
  const names = fields.map(({ path }) => path)
  return byPart(brief, part => {
    const own = { ...subject, brief: part }
    const others = otherWords(part.question, names, about.path)
    return [...fieldAnswers(own), ...wholeAnswers(own, duplicates)].map(answer => overAll(answer, others, `${noun}s`))
  })
}

function fieldAnswers(subject: Subject): AnswerDraft[] {
  const { question } = subject.brief
  if (question.text === null) return []
  const asked = subject.fields
    .filter(field => field.parent !== null && field.name !== '[*]' && field.name !== '*')
    .map(field => ({ field, score: askedFor(question, field.name) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.field.slot.depth - b.field.slot.depth || a.field.at - b.field.at)
    .slice(0, 5)
  const answers: AnswerDraft[] = []
  for (const { field, score } of asked) {
    const answer =
      field.slot.numbers && !isCategory(field) ? numberAnswer(subject, field) : categoryAnswer(subject, field)
    if (answer) answers.push({ ...answer, relevance: tidy(answer.relevance * score) })
  }
  return answers.sort((a, b) => b.relevance - a.relevance)
}

function categoryAnswer(subject: Subject, field: Field): AnswerDraft | null {
  const { intents } = subject.brief.question
  const shares = categoriesOf(field, subject.quoter, 300) ?? null
  if (intents.includes('missing')) return missingAnswer(subject, field)
  if (!shares || shares.length === 0) return distinctAnswer(subject, field)
  const total = field.present
  const wanted = intents.some(intent => ['distribution', 'count', 'extreme', 'comparison', 'summary'].includes(intent))
  const rows = shares.slice(0, MOST_ROWS)
  return {
    text: `${field.path} has ${number(shares.length)} ${shares.length === 1 ? 'value' : 'values'} in ${number(total)}: ${rows
      .slice(0, 8)
      .map(({ value, count }) => `${inQuotes(value)} ${number(count)} (${percent(count, total)})`)
      .join(', ')}${shares.length > 8 ? ` and ${shares.length - 8} more` : ''}.`,
    relevance: wanted ? 0.9 : 0.6,
    evidence: rows.slice(0, 2).map(share => subject.quoter.quote(share)),
    panel: {
      kind: 'bars',
      title: field.path,
      rows: rows.map(({ value, count }) => ({ label: value, value: count })),
      total,
    },
  }
}

/** What is not one word has marks around it, so that it is seen where it ends. */
function inQuotes(value: string): string {
  return /^\S+$/.test(value) ? value : `"${value}"`
}

function distinctAnswer(subject: Subject, field: Field): AnswerDraft | null {
  if (field.present === field.counts.object + field.counts.array) return null
  const { values } = field.slot
  const distinct = values.full ? 'more than 10,000' : number(values.size)
  const top = values.full ? [] : topValues(field, subject.quoter, 3).filter(({ count }) => count > 1)
  return {
    text: `${field.path} is present in ${number(field.present)} of ${number(field.parents)}; it has ${distinct} distinct values${top.length > 0 ? `, the most frequent ${top.map(({ value, count }) => `${inQuotes(value)} (${number(count)})`).join(', ')}` : ''}.`,
    relevance: 0.5,
    evidence: [subject.quoter.quote(field)],
  }
}

function missingAnswer(subject: Subject, field: Field): AnswerDraft {
  const missing = field.parents - field.present
  return {
    text: `${field.path} is missing in ${number(missing)} of ${number(field.parents)} and null in ${number(field.counts.null)}.`,
    relevance: 0.92,
    evidence: [subject.quoter.quote(field)],
  }
}

function numberAnswer(subject: Subject, field: Field): AnswerDraft | null {
  const { intents } = subject.brief.question
  if (intents.includes('missing')) return missingAnswer(subject, field)
  const summary = summariseNumbers(field.slot)
  if (!summary) return null
  const { p05, p25, p50, p75, p95 } = summary.quantiles
  const evidence = [summary.highest[0], summary.lowest[0]].flatMap(spot => (spot ? [subject.quoter.quote(spot)] : []))
  const about = summary.quantileError === 0 ? '' : 'about '
  const quantile = (value: number) => (about === '' ? value : roughly(value, summary.quantileError))
  const [lowest, highest] = [summary.lowest[0], summary.highest[0]]
  const min = lowest ? written(lowest, subject.quoter) : number(summary.min)
  const max = highest ? written(highest, subject.quoter) : number(summary.max)
  // A sum of whole numbers beyond those that a double holds is rounded.
  const rounded = summary.rounded > 0 || Math.abs(summary.sum) > Number.MAX_SAFE_INTEGER
  const panel: Panel = {
    kind: 'facts',
    title: field.path,
    rows: [
      ['values', summary.count],
      ['sum', summary.sum],
      ['mean', summary.mean],
      ['standard deviation', summary.stddev ?? '–'],
      ['min', summary.rounded > 0 ? min : summary.min],
      ['p05', quantile(p05)],
      ['p25', quantile(p25)],
      ['median', quantile(p50)],
      ['p75', quantile(p75)],
      ['p95', quantile(p95)],
      ['max', summary.rounded > 0 ? max : summary.max],
    ],
  }
  return {
    text: `${field.path}: mean ${rounded ? 'about ' : ''}${number(summary.mean)}, median ${about}${number(p50)}, from ${min} (line ${number(lowest?.line ?? 0)}) to ${max} (line ${number(highest?.line ?? 0)}), sum ${rounded ? 'about ' : ''}${number(summary.sum)}, over ${number(summary.count)} values.`,
    relevance: intents.some(intent => ['trend', 'comparison', 'correlation'].includes(intent))
      ? 0.4
      : intents.some(intent => ['average', 'total', 'extreme', 'outliers', 'distribution'].includes(intent))
        ? 0.88
        : 0.6,
    evidence,
    panel,
  }
}

/** Questions about the file as a whole. */
function wholeAnswers(subject: Subject, duplicates: readonly Duplicates[] | null): AnswerDraft[] {
  const { question } = subject.brief
  const { intents, text } = question
  if (text === null) return []
  const root = subject.fields[0]
  if (!root) return []
  const quote = [subject.quoter.quoteLine(root)]
  const answers: AnswerDraft[] = []
  const named = subject.fields.filter(({ parent, name }) => parent !== null && name !== '[*]' && name !== '*')
  if (intents.includes('schema') && intents[0] !== 'missing' && !asksDrift(question))
    answers.push({
      text: `${number(named.length)} fields: ${named
        .slice(0, 12)
        .map(
          field =>
            `${field.path} (${types(field)}${field.present < field.parents ? `, in ${percent(field.present, field.parents)}` : ''})`,
        )
        .join(', ')}${named.length > 12 ? ` and ${named.length - 12} more` : ''}.`,
      relevance: 0.8,
      evidence: quote,
    })
  if (intents.includes('missing')) {
    const lacking = named.filter(field => field.present < field.parents || field.counts.null > 0)
    const gaps = (field: Field) => field.parents - field.present + field.counts.null
    const worst = [...lacking].sort((a, b) => gaps(b) - gaps(a) || a.at - b.at)
    answers.push({
      text:
        worst.length === 0
          ? `No field is missing or null: all ${number(named.length)} are in every object.`
          : `${number(worst.length)} of ${number(named.length)} fields are missing or null somewhere: ${worst
              .slice(0, 6)
              .map(
                field =>
                  `${field.path} missing in ${number(field.parents - field.present)} and null in ${number(field.counts.null)} of ${number(field.parents)}`,
              )
              .join('; ')}.`,
      relevance: 0.82,
      amount: { count: worst.length, one: 'incomplete field', many: 'incomplete fields' },
      evidence: worst.slice(0, 2).map(field => subject.quoter.quote(field)),
      panel: {
        kind: 'table',
        title: 'Missing and null',
        columns: [
          { label: 'path' },
          { label: 'missing', align: 'right' },
          { label: 'null', align: 'right' },
          { label: 'of', align: 'right' },
        ],
        rows: worst
          .slice(0, MOST_ROWS)
          .map(field => [field.path, field.parents - field.present, field.counts.null, field.parents]),
      },
    })
  }
  if (intents.includes('duplicates') && duplicates) {
    const whole = duplicates.find(({ id, field }) => id === null && field === subject.records)
    const ids = duplicates.filter(({ id, field }) => id !== null && field === subject.records)
    if (whole)
      answers.push({
        text: `${told(whole.repeats)} of ${number(whole.repeats.of)} ${subject.noun}s are exact copies of an earlier one${ids.map(({ id, repeats }) => `; \`${id}\` repeats ${told(repeats)} times`).join('')}.`,
        relevance: 0.8,
        amount: { count: whole.repeats.extra, one: 'repeated record', many: 'repeated records' },
        evidence: whole.repeats.places.slice(0, 2).map(({ at }) => subject.quoter.quoteLine(subject.spotOf(at))),
      })
  }
  return answers
}

function told({ extra, exact }: Repeats): string {
  return `${exact ? '' : 'about '}${number(extra)}`
}

function types(field: Field): string {
  return Object.entries(field.counts)
    .filter(([, count]) => count > 0)
    .map(([type]) => type)
    .join('|')
}

/** Words that say what the file is about: its most present fields. */
export function topicsOf({ fields }: Subject): string[] {
  const names = fields
    .filter(({ parent, name }) => parent !== null && name !== '[*]' && name !== '*')
    .map(({ name }) => name)
  return [...new Set(names)].slice(0, 10)
}
