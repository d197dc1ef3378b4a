// Findings about single values: numbers far out, categories with their counts, spellings, forms that differ from the rest.
import type { FindingDraft, Share } from '@shoal/base/model/finding'
import { pushAll } from '@shoal/base/model/lists'
import { fitsDouble } from '@shoal/base/text/numeral'
import { isCodeAmong } from '../../../text/code-words.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import { farOut, summariseNumbers } from '../../../text/json-census/number-summary.ts'
import type { Quoter } from '../../../text/json-census/quoter.ts'
import { BOOLEAN, DIGIT, PUNCTUATION, SPACE, STRING } from '../../../text/json-census/tape.ts'
import { entriesOf, type NewValue } from '../../../text/json-census/value-table.ts'
import { lines, list, number, percent, type Subject, spotsOf } from './subject.ts'
import { isNested, isTuple } from './value-kinds.ts'
import { oneEdit } from './variation.ts'

/** Of one kind: a bound for files with very many fields. */
const MOST_FINDINGS = 1000
const FEWEST = 20
const MOST_CATEGORIES = 30
const NEVER_NEGATIVE =
  /dur|elapsed|latency|_ms$|bytes|size|count|qty|quantity|age|price|total|length|width|height|weight/i
/** Spellings of nothing. */
const NOTHING = new Set([
  '',
  'null',
  'none',
  'n/a',
  'na',
  'nan',
  'undefined',
  'nil',
  '-',
  '?',
  'unknown',
  'missing',
  'tbd',
])

export function outlierFindings(subject: Subject): FindingDraft[] {
  return subject.fields
    .filter(field => !isTuple(field) && !isNested(field))
    .flatMap(field => [...farFindings(subject, field), ...negativeFindings(subject, field)])
}

function farFindings(subject: Subject, field: Field): FindingDraft[] {
  if (isName(field)) return []
  const summary = summariseNumbers(field.slot)
  if (!summary) return []
  return farOut(summary).map(({ side, count, extremes, apart }) => {
    const { line, at, quote } = subject.quoter.quote(extremes[0]!)
    const values = extremes.slice(0, 4).map(extreme => written(extreme, subject.quoter))
    const { p25, p50, p75 } = summary.quantiles
    // Values that are counted in narrow ranges may lie on either side of a bound.
    const roughly = summary.quantileError > 0
    return {
      type: 'outlier',
      key: `json.outlier:${side}:${field.path}`,
      summary: `${roughly ? 'About ' : ''}${number(count)} of ${number(summary.count)} values of ${field.path} ${count === 1 ? 'lies' : 'lie'} far ${side === 'high' ? 'above' : 'below'} the rest: ${values.join(', ')}${count > values.length ? ' …' : ''} (${lines(extremes.slice(0, 5), count)}), where half of all are between ${roughly ? 'about ' : ''}${number(p25)} and ${number(p75)}`,
      severity: apart ? 'medium' : 'low',
      confidence: 'medium',
      nature: apart ? 'problem' : 'fact',
      advice: 'Check the values that lie far out against their source; correct or explain them',
      line,
      evidence: quote,
      at,
      jsonPath: field.path,
      stats: {
        rule: 'beyond 3 × the distance of the quartiles; on a log scale where skewed',
        count,
        ...(roughly ? { about: true } : {}),
        p25,
        p50,
        p75,
        values: extremes.map(({ value }) => value),
        lines: extremes.map(extreme => extreme.line),
      },
      count,
      topics: [field.name, 'outlier', 'anomaly'],
      weight: apart ? 0.7 : 0.3,
    }
  })
}

/** A number for people; from the source where no double holds it. */
export function written({ value, at }: { readonly value: number; readonly at: number }, quoter: Quoter): string {
  const text = Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : quoter.scalar(at)
  return text !== null && !fitsDouble(text) ? text : number(value)
}

/** Numbers below 0 where hardly any are. */
function negativeFindings(subject: Subject, field: Field): FindingDraft[] {
  const summary = summariseNumbers(field.slot)
  if (!summary || summary.negatives === 0 || summary.count < FEWEST) return []
  const share = summary.negatives / summary.count
  if (share > (NEVER_NEGATIVE.test(field.name) ? 0.05 : 0.002)) return []
  const extremes = summary.lowest.filter(({ value }) => value < 0)
  if (farOut(summary).some(({ side, count }) => side === 'low' && count >= summary.negatives)) return []
  const { line, at, quote } = subject.quoter.quote(extremes[0]!)
  return [
    {
      type: 'outlier',
      key: `json.negative:${field.path}`,
      summary: `${number(summary.negatives)} of ${number(summary.count)} values of ${field.path} ${summary.negatives === 1 ? 'is' : 'are'} negative: ${extremes
        .slice(0, 4)
        .map(extreme => written(extreme, subject.quoter))
        .join(', ')} (${lines(extremes.slice(0, 5), summary.negatives)})`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Check the negative values against their source',
      line,
      evidence: quote,
      at,
      jsonPath: field.path,
      stats: { negatives: summary.negatives, count: summary.count, lines: extremes.map(extreme => extreme.line) },
      count: summary.negatives,
      topics: [field.name, 'outlier', 'negative'],
      weight: 0.65,
    },
  ]
}

/** The values of a field that has few of them, the most frequent first; null where it has many. */
export function categoriesOf(field: Field, quoter: Quoter, most = MOST_CATEGORIES): (Share & NewValue)[] | null {
  const { values } = field.slot
  if (values.full || values.size > most) return null
  return topValues(field, quoter, most)
}

export function topValues({ slot }: Field, quoter: Quoter, most: number): (Share & NewValue)[] {
  return [...entriesOf(slot.values)]
    .sort((a, b) => b.count - a.count || a.at - b.at)
    .slice(0, most)
    .map(entry => ({ ...entry, value: textOf(entry, quoter) }))
}

function textOf({ type, num, at, lo, length }: NewValue, quoter: Quoter): string {
  // Of numbers only such as no double holds have a text.
  if (type === STRING || length > 0) return quoter.scalar(at)
  if (type === BOOLEAN) return lo === 1 ? 'true' : 'false'
  return String(num)
}

export function isCategory(field: Field): boolean {
  const { values } = field.slot
  const scalars = field.present - field.counts.object - field.counts.array
  const texts = field.counts.string + field.counts.boolean
  if (values.full || values.size < 2 || scalars < FEWEST || field.present > scalars * 2) return false
  const few = texts > 0 ? MOST_CATEGORIES : 12
  if (values.size > few || values.size > scalars / 4 || (texts === 0 && field.counts.integer === 0)) return false
  return values.counts.reduce((once, count) => once + (count === 1 ? 1 : 0), 0) <= values.size / 2
}

export function distributionFindings(subject: Subject): FindingDraft[] {
  return subject.leftOut
    .first(subject.fields.filter(isCategory), MOST_FINDINGS, 'fields with few values are listed')
    .map(field => {
      const shares = categoriesOf(field, subject.quoter)!
      const { line, at, quote } = subject.quoter.quote(shares[0]!)
      const shown = shares.slice(0, 4).map(({ value, count }) => `${value} ${number(count)}`)
      const distribution = shares.map(({ value, count }) => ({ value, count }))
      return {
        type: 'field_distribution',
        key: `json.distribution:${field.path}`,
        summary: `${field.path} has ${shares.length} values in ${number(field.present)}: ${shown.join(', ')}${shares.length > 4 ? ' …' : ''}`,
        severity: 'low',
        confidence: 'high',
        nature: 'fact',
        line,
        evidence: quote,
        at,
        jsonPath: field.path,
        distribution,
        totalRows: field.present,
        topics: [field.name, 'distribution', ...shares.slice(0, 6).map(({ value }) => value)],
        weight: 0.4,
        panel: {
          kind: 'bars',
          title: field.path,
          rows: distribution.slice(0, 12).map(({ value, count }) => ({ label: value, value: count })),
          total: field.present,
        },
      }
    })
}

/** Rare values of a category that differ from a common one only in case, blanks or a letter; and spellings of nothing. */
export function spellingFindings(subject: Subject): FindingDraft[] {
  const findings: FindingDraft[] = []
  for (const field of subject.fields) {
    if (field.counts.string < FEWEST || field.slot.values.full || field.slot.values.size > 300) continue
    const values = topValues(field, subject.quoter, 300).filter(({ type }) => type === STRING)
    pushAll(findings, nothings(subject, field, values))
    const odd = isCategory(field) ? values.flatMap(value => twinOf(value, values)) : []
    if (odd.length === 0) continue
    const count = odd.reduce((sum, { value }) => sum + value.count, 0)
    const { line, at, quote } = subject.quoter.quote(odd[0]!.value)
    findings.push({
      type: 'pattern',
      key: `json.spelling:${field.path}`,
      summary: `${number(count)} of ${number(field.counts.string)} values of ${field.path} look like other spellings: ${odd
        .slice(0, 4)
        .map(({ value, twin }) => `\`${value.value}\` for \`${twin}\``)
        .join(', ')} (${lines(
        odd.slice(0, 5).map(({ value }) => value),
        count,
      )})`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Settle on one spelling for each value and rewrite the others',
      line,
      evidence: quote,
      at,
      jsonPath: field.path,
      distribution: odd.map(({ value }) => ({ value: value.value, count: value.count })),
      count,
      topics: [field.name, ...odd.slice(0, 4).map(({ value }) => value.value)],
      weight: 0.6,
    })
  }
  return [...subject.leftOut.first(findings, MOST_FINDINGS, 'fields with odd spellings are listed')]
}

function twinOf(value: Share & NewValue, all: readonly (Share & NewValue)[]) {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
  const twin = all.find(
    other =>
      other.count >= value.count * 10 &&
      (plain(other.value) === plain(value.value) ||
        (/^[a-z_ -]{5,}$/i.test(other.value) && value.count <= 3 && oneEdit(other.value, value.value))),
  )
  return twin ? [{ value, twin: twin.value }] : []
}

function nothings(subject: Subject, field: Field, values: readonly (Share & NewValue)[]): FindingDraft[] {
  const isNothing = ({ value }: { readonly value: string }) => NOTHING.has(value.trim().toLowerCase())
  const others = values.filter(one => !isNothing(one))
  const texts = others.map(({ value }) => value)
  const isKey = others.every(({ count }) => count === 1)
  const empty = values.filter(one => isNothing(one) && !isCodeAmong(one.value, texts, isKey && one.count === 1))
  const count = empty.reduce((sum, value) => sum + value.count, 0)
  if (count === 0 || count > field.counts.string / 2) return []
  const { line, at, quote } = subject.quoter.quote(empty[0]!)
  const rare = count <= field.counts.string * 0.05
  return [
    {
      type: 'null_frequency',
      key: `json.nothing:${field.path}`,
      summary: `${number(count)} of ${number(field.counts.string)} strings at ${field.path} say that there is no value: ${list(empty.map(({ value }) => value))} (${lines(empty.slice(0, 5), count)})`,
      severity: 'low',
      confidence: 'medium',
      nature: rare ? 'problem' : 'fact',
      advice: 'Write null, or leave the field out, where there is no value',
      line,
      evidence: quote,
      at,
      jsonPath: field.path,
      distribution: empty.map(({ value, count: times }) => ({ value, count: times })),
      count,
      topics: [field.name, 'missing', 'empty'],
      weight: 0.45,
    },
  ]
}

/** Strings that are written in another form than nearly all others at their path: dates, codes, addresses. */
export function formFindings(subject: Subject): FindingDraft[] {
  return subject.fields.flatMap((field): FindingDraft[] => {
    const forms = [...(field.slot.texts?.forms?.values() ?? [])].sort((a, b) => b.count - a.count || a.at - b.at)
    // What is empty is told with what says that there is no value.
    const [main, ...others] = forms.filter(form => subject.quoter.scalar(form.at).trim() !== '')
    const count = others.reduce((sum, form) => sum + form.count, 0)
    if (!main || count === 0 || field.counts.string < FEWEST * 2 || count > field.counts.string * 0.02) return []
    const regular = (main.flags & DIGIT) !== 0 && (main.flags & PUNCTUATION) !== 0 && (main.flags & SPACE) === 0
    if (!regular || others.length > 8) return []
    const spots = [...others].sort((a, b) => a.at - b.at).slice(0, 5)
    const { line, at, quote } = subject.quoter.quote(spots[0]!)
    return [
      {
        type: 'pattern',
        key: `json.form:${field.path}`,
        summary: `${number(count)} of ${number(field.counts.string)} strings at ${field.path} are written otherwise than the rest: \`${subject.quoter.scalar(spots[0]!.at)}\` (${lines(spots, count)}), where ${percent(main.count, field.counts.string)} are like \`${subject.quoter.scalar(main.at)}\``,
        severity: 'medium',
        confidence: 'medium',
        nature: 'problem',
        advice: 'Write all values in one form, or say what the others mean',
        line,
        evidence: quote,
        at,
        jsonPath: field.path,
        stats: { count, of: field.counts.string, lines: spots.map(spot => spot.line) },
        count,
        topics: [field.name, 'format', 'pattern'],
        weight: 0.6,
      },
    ]
  })
}

/** Numbers that programs will not read as they are written. */
export function oddNumberFindings(subject: Subject): FindingDraft[] {
  return subject.fields.flatMap((field): FindingDraft[] => {
    const { big, notFinite } = field.slot
    const found: FindingDraft[] = []
    for (const [oddity, key, text, severity, advice] of [
      [
        big,
        'big',
        'are not below 2^53: most programs read them as another number',
        'medium',
        'Write numbers of that size as strings',
      ],
      [
        notFinite,
        'not-finite',
        'are NaN, infinite or too large for a double: programs read them as infinite or refuse the file',
        'high',
        'Write null or a string where there is no finite number',
      ],
    ] as const) {
      const spots = spotsOf(oddity.places)
      if (oddity.count === 0 || !spots[0]) continue
      const { line, at, quote } = subject.quoter.quote(spots[0])
      found.push({
        type: 'type_inconsistency',
        key: `json.${key}:${field.path}`,
        summary: `${number(oddity.count)} of ${number(field.present)} values of ${field.path} ${text} (${lines(spots, oddity.count)})`,
        severity,
        confidence: 'high',
        nature: 'problem',
        advice,
        line,
        evidence: quote,
        at,
        jsonPath: field.path,
        count: oddity.count,
        topics: [field.name, 'number', 'precision'],
        weight: 0.6,
      })
    }
    return found
  })
}

/** Whole numbers that name something, and so have no size: ids, codes, years. */
function isName({ name, counts }: Field): boolean {
  return counts.number === 0 && /(^|[_\s-])(id|code|key|zip|port|pid|year|ts|timestamp|time|date)$|Id$|ID$/i.test(name)
}
