// Values of JSON that cannot be: dates that do not exist, and codes that are not like the others of a closed set.
import type { FindingDraft } from '@shoal/base/model/finding'
import { draftPlaces } from '../../../text/draft-places.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import { STRING } from '../../../text/json-census/tape.ts'
import { lines, list, number, type Subject } from './subject.ts'
import { isCategory, topValues } from './values.ts'

const FEWEST = 20
const MOST_VALUES = 5000
type Value = ReturnType<typeof topValues>[number]

export function impossibleDateFindings(subject: Subject): FindingDraft[] {
  return subject.fields.flatMap((field): FindingDraft[] => {
    const { values } = field.slot
    if (field.counts.string < FEWEST || values.full || values.size > MOST_VALUES) return []
    const texts = topValues(field, subject.quoter, MOST_VALUES).filter(({ type }) => type === STRING)
    const dates = texts.filter(({ value }) => DATE.test(value))
    if (total(dates) < field.counts.string * 0.8) return []
    const bad = dates.filter(({ value }) => !exists(value))
    if (bad.length === 0) return []
    return [
      told(subject, field, bad, {
        key: `json.impossible-date:${field.path}`,
        says: `${total(bad) === 1 ? 'is a date that does' : 'are dates that do'} not exist`,
        advice: 'Correct the dates that do not exist',
        topic: 'impossible date',
      }),
    ]
  })
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/

function exists(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day))
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
}

/** So many times as frequent as the rare one are the others together. */
const FAR_MORE = 50

/** `Germany` among `DE`, `FR` and `US`: all frequent values are written alike, a rare one is not. */
export function foreignCodeFindings(subject: Subject): FindingDraft[] {
  return subject.fields.flatMap((field): FindingDraft[] => {
    if (field.counts.string < FEWEST * 3 || !isCategory(field)) return []
    const texts = topValues(field, subject.quoter, MOST_VALUES).filter(({ type }) => type === STRING)
    const rare = texts.filter(({ count }) => count <= 2 && count * FAR_MORE <= field.counts.string)
    const usual = texts.filter(value => !rare.includes(value))
    const forms = new Set(usual.map(({ value }) => formOf(value)))
    const form = [...forms][0]
    if (usual.length < 3 || forms.size !== 1 || !/^[A9]{2,4}$/.test(form!)) return []
    const foreign = rare.filter(({ value }) => formOf(value) !== form)
    if (foreign.length === 0) return []
    return [
      told(subject, field, foreign, {
        key: `json.foreign-code:${field.path}`,
        says: `${total(foreign) === 1 ? 'is no code' : 'are no codes'} like all others (${list(usual.slice(0, 4).map(({ value }) => value))})`,
        advice: 'Write the code that all others use',
        topic: 'code',
      }),
    ]
  })
}

function formOf(text: string): string {
  return text.replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'a').replace(/\d/g, '9')
}

function told(
  { quoter }: Subject,
  field: Field,
  odd: readonly Value[],
  { key, says, advice, topic }: { key: string; says: string; advice: string; topic: string },
): FindingDraft {
  const count = total(odd)
  return {
    type: 'anomaly',
    key,
    summary: `${number(count)} of ${number(field.counts.string)} strings at ${field.path} ${says}: ${list(odd.map(({ value }) => value))} (${lines(odd.slice(0, 5), count)})`,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    advice,
    ...draftPlaces(
      [...odd]
        .sort((a, b) => a.at - b.at)
        .map(value => {
          const { line, at, quote } = quoter.quote(value)
          return { line, at, evidence: quote }
        }),
      count,
    ),
    jsonPath: field.path,
    distribution: odd.map(({ value, count: times }) => ({ value, count: times })),
    count,
    topics: [field.name, topic, 'invalid'],
    weight: 0.75,
  }
}

function total(values: readonly Value[]): number {
  return values.reduce((sum, { count }) => sum + count, 0)
}
