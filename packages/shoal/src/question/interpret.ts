// From the words of a question to the query that it asks for. Each kind of question is one rule; the first that fits reads it. A
// rule says which marks it used: the words of all others count as not understood.

import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import { isUnitWord, takeUnits } from './comparisons.ts'
import { addConditions, FROM, TO } from './conditions.ts'
import { compared, contrast, ratio, remainder } from './contrast.ts'
import { correlation } from './correlation.ts'
import { distribution } from './distribution.ts'
import { duplicates, howMany, statistics } from './figures.ts'
import { tellGone } from './gone.ts'
import type { Hypothesis } from './hypothesis.ts'
import { askedBinding, type Context, keysOf } from './keys.ts'
import { elapsed, howLong, longestPause } from './lengths.ts'
import { alike } from './lexicon.ts'
import { listing } from './listing.ts'
import type { Marks } from './marks.ts'
import { ofRows, withoutValue } from './named-values.ts'
import { partsOf } from './names.ts'
import { ofGroups, ofSome, quantified } from './quantified.ts'
import { type Condition, measuredFields, type Query } from './query.ts'
import { common, type Draft, firstOrLast, most } from './ranking.ts'
import { type Field, isMeasure, isTime, KINDS } from './schema.ts'
import { rate, share } from './shares.ts'
import { withSign } from './signs.ts'
import { superlative } from './superlative.ts'
import type { Span } from './tokens.ts'
import { whatChanged } from './versions.ts'

const RULES: readonly ((context: Context) => Draft | null)[] = [
  whatChanged,
  longestPause,
  correlation,
  duplicates,
  elapsed,
  contrast,
  ratio,
  remainder,
  share,
  rate,
  common,
  most,
  superlative,
  firstOrLast,
  statistics,
  howMany,
  howLong,
  distribution,
  listing,
]

export function interpret(own: Hypothesis): Query | null {
  const used = new Set<Binding>()
  const ofThings = quantified(own, used)
  const keys = keysOf(own, used)
  if (own.unkeyed) return null
  addConditions(own, used)
  if (isElementOfBoth(own)) return null
  const context: Context = { own, used, asked: askedBinding(own), ...keys }
  const all = ofThings ?? ofSome(context)
  if (all) return ofThem(own, finished(context, all))
  for (const rule of RULES) {
    // What is told for one of something is never told without it.
    if (context.per !== null && rule !== ratio && !(context.per === 'rows' && rule === contrast)) continue
    const draft = rule(context)
    const told = draft && ofGroups(context, compared(context, draft))
    if (draft) return told && ofThem(own, finished(context, told))
  }
  return null
}

/** "products that were never returned": what one row says of them, another may deny; only rows can be told so. */
function ofThem({ table }: Hypothesis, query: Query): Query | null {
  const isNone = query.where.some(one => one.kind === 'related' && one.op === '=' && one.count === 0)
  // "users of the log that are not in the list": what leads there is what is told.
  const isLeading = (field: Field) => query.where.some(one => one.kind === 'related' && one.join.from === field)
  const things =
    query.shape === 'values' ? query.show : query.measures.flatMap(one => (one.kind === 'distinct' ? [one.field] : []))
  return isNone && things.some(field => !(field.isKey && field.relation === table.relation) && !isLeading(field))
    ? null
    : query
}

/** What is said of two versions beside their names. */
const VERSIONS =
  /^(?:between|two|both|files?|versions?|tables?|lists?|snapshots?|compared|against|since|than|before|now|previous|earlier|another)$/

function finished({ own, used, keys, askedKeys }: Context, draft: Draft): Query {
  takeUnits(own)
  takeNumberOfFiles(own)
  // Beside a statistic it says nothing more; alone it may be the sum or the mean.
  const { statistics: said, ranked, most, count: counted, share: part, rate: rated } = own.marks
  if (said.length + ranked.length + most.length > 0 || counted || part || rated) own.takeWords(/^overall$/)
  if (own.table.relation.versions) own.takeWords(VERSIONS)
  // What begins in a month is new in it.
  else if (keys.some(({ kind }) => kind === 'part'))
    own.takeWords(/^(?:new|develop(?:ed)?|evolved?|changed?|var(?:y|ied))$/)
  const query = withSign(
    own,
    ofRows(own, {
      table: own.table,
      where: withoutValue(own.conditions.map(({ what }) => what)),
      keys: [...keys, ...(keys.length === 0 ? askedKeys : [])],
      measures: [],
      having: null,
      order: null,
      most: null,
      show: [],
      yesNo: own.marks.yesNo,
      ...draft,
      joins: own.joins,
    }),
  )
  const spans = [
    ...query.measures.flatMap(measuredFields),
    ...query.where.flatMap(what => ('field' in what ? what.field : [])),
  ]
  if (spans.some(({ role }) => role === 'span')) own.takeWords(/^(?:until|till|between|last|lasts|lasted)$/)
  // "the total value of all items" is not how many there are.
  const isSize = query.measures.some(one => one.kind === 'statistic' && one.field.role === 'size')
  if (isSize && /\b(?:value|worth|cost|price|amount) of\b/i.test(own.reading.text)) own.weakness += 2
  tellGone(own, query)
  const { count } = own.marks
  const isUnit = count !== null && isUnitWord(own.reading.tokens[count.to]?.lower ?? '')
  if (isUnit || query.measures.some(({ kind }) => kind === 'count' || kind === 'distinct')) own.spend(count)
  if (isOfBoth(own, query) && !query.some) own.ambiguous.push('only what is in both')
  // A name that nothing asks for was not understood, but for what only says again what a condition or a key says.
  const spoken = spokenFields(query)
  for (const binding of own.bindings)
    if (!used.has(binding) && !isSaid(binding, own, spoken)) own.reading.release(binding.span)
  for (const span of spansOf(own.marks)) if (!own.isSpent(span)) own.reading.release(span)
  echoes(own, spoken)
  return query
}

/** "tagged both flood and fire": one element of a list is never both. */
function isElementOfBoth({ conditions, reading, table }: Hypothesis): boolean {
  const { list } = table.relation
  return conditions.some(
    ({ what, span }) =>
      list !== undefined &&
      what.kind === 'values' &&
      what.values.length > 1 &&
      what.field.column.name.startsWith(list.column) &&
      reading.tokens[span.from - 1]?.lower === 'both',
  )
}

/** "customers in both May and June": things of which each may have rows of the one alone. */
function isOfBoth({ conditions, reading }: Hypothesis, { measures, shape, having }: Query): boolean {
  const isThings = shape === 'values' || (measures[0]?.kind === 'distinct' && !having)
  return (
    isThings &&
    conditions.some(
      ({ what, span }) =>
        ((what.kind === 'values' && what.values.length > 1 && what.field.role !== 'element') ||
          (what.kind === 'period' && what.parts.length > 1)) &&
        reading.tokens.slice(Math.max(0, span.from - 2), span.from + 1).some(({ lower }) => lower === 'both'),
    )
  )
}

/** "all three files" of three. */
function takeNumberOfFiles({ reading, table }: Hypothesis): void {
  for (const [k, { value }] of reading.tokens.entries())
    if (
      value === table.relation.paths.length &&
      /^(?:files|tables|lists|logs|versions|months|sheets)$/.test(reading.tokens[k + 1]?.lower ?? '')
    )
      reading.take({ from: k, to: k + 1 }, 'said')
}

function spokenFields({ keys, where, show, measures, order, joins, pause }: Query): Field[] {
  const ofCondition = (what: Condition): Field[] =>
    what.kind === 'related' ? [what.join.from, what.join.to] : [what.field]
  const fields = [
    ...keys.flatMap(key => (key.kind === 'field' && key.label ? [key.field, key.label] : [key.field])),
    ...where.flatMap(ofCondition),
    ...show,
    ...measures.flatMap(measure =>
      measure.kind === 'share' ? measure.of.flatMap(ofCondition) : measuredFields(measure),
    ),
    ...(order && typeof order.by === 'object' ? [order.by] : []),
    ...(pause ? [pause] : []),
    ...joins.flatMap(({ from, to }) => [from, to]),
  ]
  return fields.flatMap(field => (field.ends ? [field, field.ends.begin, field.ends.end] : [field]))
}

function isSaid(binding: Binding, own: Hypothesis, spoken: readonly Field[]): boolean {
  if (binding.kind === 'entity')
    return binding.table === own.table || own.joins.some(({ table }) => table === binding.table)
  if (binding.kind === 'whole') return true
  // "in all branches", where a file is a branch.
  const before = own.reading.tokens[binding.span.from - 1]?.lower ?? ''
  const isFile = binding.kind === 'column' && binding.fields.every(({ role }) => role === 'file')
  if (isFile && ['all', 'both', 'these', 'the'].includes(before)) return true
  if (binding.kind !== 'column') return false
  // "in which subject do the pupils do best": every row has one.
  const isSubject =
    /^(?:do|does|did)$/.test(
      before === 'the' || before === 'our' ? (own.reading.tokens[binding.span.from - 2]?.lower ?? '') : before,
    ) && binding.fields.every(({ column, present, relation }) => column.kind === 'text' && present === relation.rows)
  // "did Ann deliver": every row tells when it was.
  const isDone =
    /^(?:did|do|does|was|were|been|who|that|not|n't|by)$/.test(before) ||
    own.reading.tokens.slice(0, binding.span.from).some(({ lower }) => /^(?:did|does|do|didn't)$/.test(lower))
  if (isDone && binding.fields.every(one => isTime(one) && one.present === one.relation.rows)) return true
  // "garden tools": what the value is one of.
  const value = own.bindings.find(({ span, kind }) => kind === 'value' && span.to === binding.span.from)
  const isOfValue =
    value?.kind === 'value' &&
    binding.fields.every(
      ({ relation, column }) => column.kind === 'text' && relation === value.found[0]!.field.relation,
    )
  return (
    isSubject ||
    isOfValue ||
    isRow(binding, own) ||
    binding.fields.some(field => spoken.some(one => isSame(one, field)))
  )
}

/** A list, how long it is and what stands in it have one name. */
function isSame(a: Field, b: Field): boolean {
  return a === b || (a.relation === b.relation && a.column.name === b.column.name)
}

/** "runners", where a column of that name has another in each row; "the average runner" may be anything. */
function isRow({ fields, not, span }: Extract<Binding, { kind: 'column' }>, { table, marks }: Hypothesis): boolean {
  const isMeant = marks.statistics.every(one => one.span.to !== span.from)
  return (
    !not &&
    isMeant &&
    fields.every(
      ({ isKey, relation, column, core }) =>
        isKey && relation === table.relation && column.kind === 'text' && core.length === 1,
    )
  )
}

/** Marks whose words ask for something: all but those that bindings answer for. */
function spansOf(marks: Marks): Span[] {
  const one = [
    marks.count,
    marks.howMuch,
    marks.distinct,
    marks.share,
    marks.rate,
    marks.correlation,
    marks.duplicate,
    marks.distribution,
    marks.howLong,
    marks.first,
    marks.last,
    marks.common?.span,
    marks.busiest?.span,
    marks.gap,
    marks.pause,
  ]
  return [
    ...one.filter(span => span !== null && span !== undefined),
    ...marks.compared.map(({ span }) => span),
    ...marks.statistics.map(({ span }) => span),
    ...marks.parts.map(({ span }) => span),
    ...marks.ranked.map(({ span }) => span),
    ...marks.most.map(({ span }) => span),
    ...marks.missing,
    ...marks.without,
    ...marks.negations,
    ...marks.unknown,
    ...marks.negative,
    ...marks.versus,
  ]
}

/** Whether a mark that asks for something is among the words that nothing used. */
export function hasLost(own: Hypothesis): boolean {
  const { count, howMuch } = own.marks
  // Both are made of words that are never missed.
  if ([count, howMuch].some(span => span !== null && !own.isSpent(span))) return true
  const left = own.unused().map(token => own.reading.tokens.indexOf(token))
  return spansOf(own.marks).some(span => !own.isSpent(span) && left.some(k => within(k, span)))
}

/** Words that say again what is said: "direct" beside `Director`, "Texas" before "(TX)". */
function echoes(own: Hypothesis, spoken: readonly Field[]): void {
  const { reading } = own
  const named = spoken.flatMap(({ parts }) => parts)
  const parts = named.filter(part => part.length >= 5)
  const said = new Set([...named, ...own.table.nouns, ...own.joins.flatMap(({ table }) => table.nouns)])
  const asked = spansOf(own.marks).filter(span => !own.isSpent(span))
  for (const token of own.unused()) {
    const k = reading.tokens.indexOf(token)
    // "total" of `amount` asks for something, and says it not again.
    if (asked.some(span => within(k, span))) continue
    const isEcho =
      parts.some(part => part.slice(0, 5) === token.stem.slice(0, 5)) ||
      (token.kind === 'word' && alike(token.stem).some(one => said.has(one))) ||
      isWhere(own, k) ||
      isKindSaid(own, k, spoken) ||
      isMotion(own, k) ||
      (ANSWERED.test(token.lower) &&
        own.conditions.some(({ what }) => 'field' in what && what.field.core.includes('statu')))
    if (isEcho) reading.take({ from: k, to: k + 1 }, 'echo')
  }
  for (const bracket of reading.brackets) {
    const inside = own.unused().filter(token => within(reading.tokens.indexOf(token), bracket))
    const says =
      own.conditions.some(({ span }) => within(span.from, bracket)) ||
      own.bindings.some(one => within(one.span.from, bracket) && isSaid(one, own, spoken)) ||
      own.marks.ranked.some(({ span }) => within(span.from, bracket))
    if (inside.length > 0 || !says) continue
    const lost = spansOf(own.marks).filter(span => !own.isSpent(span))
    for (const token of own.unused()) {
      const k = reading.tokens.indexOf(token)
      // What is asked for is said by no bracket.
      if (k < bracket.from && k >= bracket.from - 5 && !lost.some(span => within(k, span)))
        reading.take({ from: k, to: k + 1 }, 'echo')
    }
  }
}

/** "paid status" of a column `Paid`: what kind of thing the column is. */
function isKindSaid({ bindings, reading }: Hypothesis, k: number, spoken: readonly Field[]): boolean {
  const before = bindings.find(({ span, kind }) => span.to === k && kind === 'column')
  return (
    before?.kind === 'column' &&
    (KINDS.has(reading.tokens[k]!.stem) || (READINGS.has(reading.tokens[k]!.stem) && before.fields.every(isMeasure))) &&
    before.fields.some(one => spoken.includes(one))
  )
}

/** "gearbox reading": what a figure is. */
const READINGS: ReadonlySet<string> = new Set(['reading', 'measurement', 'figure', 'level'].map(stem))

const MOVING =
  /^(?:leaving|leaves?|left|depart(?:s|ed|ing)?|fly(?:ing)?|going|coming|arriv(?:e|es|ed|ing)|land(?:s|ed|ing)?|bound|headed|heading|travell?ing|start(?:s|ed|ing)?|end(?:s|ed|ing)?)$/
const BEGUN = /^(?:start(?:s|ed|ing)?|began|begun|happen(?:s|ed)?)$/

/** "leaving from LAX" says from where, "started before 8" when; the rest is said by the column of it. */
function isMotion({ reading: { tokens }, conditions, table }: Hypothesis, k: number): boolean {
  const { lower } = tokens[k]!
  const next = conditions.find(({ span }) => span.from > k && span.from <= k + 2)?.what
  if (next?.kind === 'values' && MOVING.test(lower)) {
    const { parts } = next.field
    // "going to Kiel" of a column `town`, which is of neither side.
    const isPlain = /^(?:to|from|for)$/.test(tokens[k + 1]?.lower ?? '')
    return parts.some(part => FROM.has(part) || TO.has(part)) || (isPlain && table.fields.every(isOfNoSide))
  }
  const first = table.fields.find(isTime)
  return BEGUN.test(lower) && conditions.some(({ what }) => what.kind === 'period' && what.field === first)
}

const isOfNoSide = ({ parts, column }: Field) =>
  column.kind !== 'text' || !parts.some(part => FROM.has(part) || TO.has(part))

/** What is said of a request of which the status is told. */
const ANSWERED = /^(?:rejected|denied|refused|returned|answered|responded|ended|failed|failing)$/

/** "in hospital" of hospital/admissions.csv: all rows are there. */
function isWhere({ reading: { tokens }, table }: Hypothesis, k: number): boolean {
  const before = tokens[k - 1]?.lower ?? ''
  const at = before === 'the' || before === 'our' || before === 'this' ? (tokens[k - 2]?.lower ?? '') : before
  const directory = table.relation.paths[0]?.split('/').at(-2) ?? ''
  return ['in', 'at', 'of', 'from'].includes(at) && partsOf(directory).join(' ') === tokens[k]!.stem
}

function within(k: number, { from, to }: Span): boolean {
  return k >= from && k < to
}
