// Questions for figures: counts, sums, means, shares, rates, correlations, spans of time; and for lists.
import { stem } from '@shoal/base/text/stem'
import { rowsBehind } from './comparisons.ts'
import {
  crowdOf,
  goodsOf,
  isEveryEntry,
  measuredBehind,
  ofVessels,
  ordered,
  piecesSold,
  summed,
} from './counted-things.ts'
import { type ColumnBinding, type Context, freeColumns, keyOf, takeField, unitField } from './keys.ts'
import { type Statistic, TAKINGS } from './lexicon.ts'
import { meantMeasure, takings, verbField } from './money.ts'
import { countedThing } from './named-values.ts'
import { isOfPeople, isPerson } from './people.ts'
import type { Key, Measure, Query } from './query.ts'
import type { Draft } from './ranking.ts'
import {
  type Field,
  hasUnit,
  isCounted,
  isKindOf,
  isMeasure,
  isNumeric,
  isParticiple,
  isSerial,
  isTime,
} from './schema.ts'
import type { Span } from './tokens.ts'
import { isOfWriter } from './troubles.ts'

export function duplicates(context: Context): Draft | null {
  const { own } = context
  const { duplicate, count, distinct } = own.marks
  if (!duplicate) return null
  own.spend(duplicate, count, distinct)
  const show = freeColumns(context, () => true).map(binding => takeField(context, binding, () => true))
  return { shape: 'duplicates', show, measures: count ? [{ kind: 'extra', fields: show }] : [] }
}

/** "how long does it take": of each row, and not of all of them together. */
export const LASTS = /\b(?:take|takes|last|lasts|stay|stays|keep|keeps|kept|wait|waits)\b/i
const LASTING = [
  'duration',
  'elapsed',
  'latency',
  'took',
  'ms',
  'seconds',
  'minutes',
  'length',
  'runtime',
  'time',
  'nights',
]

export function statistics(context: Context): Draft | null {
  const { own, keys, asked, used } = context
  const { statistics: named, howMuch, ranked, count, howLong } = own.marks
  const implied = howMuch ?? (count || ranked.length > 0 ? null : takings(own))
  const lasts = howLong !== null && LASTS.test(own.reading.text) && own.table.fields.some(({ role }) => role === 'span')
  const marks =
    named.length > 0
      ? named
      : implied
        ? [{ statistic: 'sum' as const, p: 0, span: implied }]
        : lasts
          ? [{ statistic: 'avg' as const, p: 0, span: howLong }]
          : []
  if (marks.length === 0) return null
  const isEnd = marks.every(({ statistic }) => statistic === 'min' || statistic === 'max')
  const fits = (field: Field) => isNumeric(field) || field.truth !== null || (isEnd && isTime(field))
  const all = freeColumns(context, fits)
  // "average attempt of retried jobs": a job's number says which one, and is no figure.
  const figures = all.filter(({ fields }) => fields.some(field => isMeasure(field) || field.truth !== null))
  const columns = figures.length > 0 ? figures : all
  for (const binding of all) if (!columns.includes(binding) && binding.fields.every(isWhich)) used.add(binding)
  // "average units per receipt", where a row is one.
  const isOfEach =
    keys.length === 1 &&
    keys[0]!.kind === 'field' &&
    keys[0]!.field.isKey &&
    keys[0]!.field.relation === own.table.relation
  if (isOfEach && columns.length > 0 && marks.every(({ statistic }) => statistic === 'avg' || statistic === 'median'))
    return { shape: 'figures', ...statistics({ ...context, keys: [] }), keys: [] }
  const isOfRows = count !== null || isRowsPer(own)
  if (isOfRows && columns.length === 0 && keys.length === 1 && marks.length === 1) {
    const each = perGroup(context, marks[0]!)
    if (each) return each
  }
  if (count && columns.length === 0 && marks.every(({ statistic }) => statistic === 'sum')) return null
  const fields = [...new Set(columns.map(binding => takeField(context, binding, fits)))]
  if (fields.length === 0) {
    const field = howLong
      ? own.scaleField(LASTING)
      : (meantMeasure(context, marks[0]!.statistic === 'sum') ?? verbField(context) ?? goodsOf(own, howMuch))
    if (!field) return null
    own.spend(howLong)
    fields.push(field)
  }
  for (const binding of freeColumns(context, isTime))
    if (isDoneBy(own, binding))
      own.add(binding.span, { kind: 'missing', field: takeField(context, binding, isTime), not: true })
  own.spend(...marks.map(({ span }) => span), howMuch)
  // "how many nights do they stay on average": of a figure, and not how many rows; but "how many are above the average" is another.
  if (!BESIDE.test(own.reading.text)) own.spend(count)
  const measures = fields.flatMap(field =>
    marks.map(({ statistic, p }): Measure => ({ kind: 'statistic', statistic, field, p })),
  )
  const group = keys.length === 0 && ranked.length > 0 && asked && !used.has(asked) ? keyOf(own, asked) : null
  if (group) used.add(asked!)
  return {
    shape: 'figures',
    measures,
    ...(group && { keys: [group], most: 1 }),
    order: ordered(group ? [group] : keys),
  }
}

const BESIDE =
  /\b(?:above|below|over|under|than|exceed(?:s|ed|ing)?)(?: the| an)? (?:\p{L}{1,20} )?(?:average|mean|median)\b/iu

/** "loans per member on average": how many rows each has; "sales per day" may be money. */
function isRowsPer({ bindings, reading, marks, table }: Context['own']): boolean {
  const rows = bindings.find(one => one.kind === 'entity' && one.table === table)
  const { lower } = rows ? reading.tokens[rows.span.to - 1]! : { lower: '' }
  return (
    rows !== undefined &&
    /s$/.test(lower) &&
    !TAKINGS.test(lower) &&
    marks.each.some(({ from }) => from === rows.span.to)
  )
}

/** It says which one. */
const isWhich = (field: Field) => field.isKey || isSerial(field)

/** "of those who left", where `left_on` says when; "is paid", where `paid_on` does not of all. */
function isDoneBy({ reading: { tokens } }: Context['own'], { span: { from }, fields }: ColumnBinding): boolean {
  const before = tokens.slice(Math.max(0, from - 2), from).map(({ lower }) => lower)
  const isGappy = fields.every(({ present, relation }) => present < relation.rows)
  return before.some(
    word => /^(?:who|that|which|have|has)$/.test(word) || (isGappy && /^(?:is|are|was|were|been)$/.test(word)),
  )
}

/** "how many sales per day on average", "the average number of loans per borrower": of each first, then of all groups. */
function perGroup({ own, keys }: Context, { statistic, span }: { statistic: Statistic; span: Span }): Draft | null {
  if (!['avg', 'median', 'min', 'max'].includes(statistic)) return null
  if (own.bindings.every(one => one.kind !== 'entity' || one.table !== own.table) && own.conditions.length === 0)
    return null
  own.spend(span, own.marks.count)
  return { shape: 'figures', keys, measures: [{ kind: 'count' }], overGroups: statistic as 'avg' }
}

const SINGLE = new Set(
  'rating score age price temperature grade weight height level status code rank percent horsepower cylinder year salary speed'
    .split(' ')
    .map(stem),
)

/** "task 7 finished" says which; "copied 7 files" says how many. */
const isOfOne = ({ relation, column }: Field) => relation.kind === 'entries' && !/s$/i.test(column.name)

const ENTRIES = 'the number of entries instead of the number of different ones'

export function howMany(context: Context): Draft | null {
  const { own, used, keys } = context
  const { count, distinct, yesNo } = own.marks
  if (!count && !(distinct && !yesNo)) return null
  const target = countedThing(own, (count ?? distinct)!.to) ?? ofVessels(own, (count ?? distinct)!.to)
  // What elements are asked for is asked of the elements.
  if (target?.kind === 'whole' || (target?.kind === 'column' && target.fields.every(({ role }) => role === 'element')))
    return null
  // What is counted is not what a condition speaks of.
  if (target?.kind === 'entity' && target.table !== own.table && used.has(target)) return null
  // "how many kg": the figure of that unit, whatever else has the word in its name.
  const isNext = target?.kind === 'column' && target.span.from === (count ?? distinct)!.to
  const sized = target && !isNext ? null : unitField(own, (count ?? distinct)!.to)
  if (sized) {
    if (target) used.add(target)
    own.spend(count)
    return summed(sized, keys)
  }
  const having = havingOf(context)
  const sums = own.marks.statistics.filter(({ statistic }) => statistic === 'sum').map(({ span }) => span)
  own.spend(count, ...sums)
  const isTimes = /\bhow (?:many times|often)\b/i.test(own.reading.text)
  // Of a log, "how many tasks finished" may count tasks or entries.
  const isTold =
    !distinct &&
    target?.kind === 'column' &&
    !target.fields.some(isPerson) &&
    own.conditions.some(({ what }) => what.kind === 'contains')
  if (!isTimes && isOfWriter(own, target))
    own.ambiguous.push(`the number of ${own.reading.words(target!.span)} instead of their entries`)
  if (target?.kind === 'value' && !isTimes) {
    const told = measuredBehind(context, target.span.to) ?? piecesSold(context)
    if (told) return told
  }
  if (target && !used.has(target) && target.kind === 'column' && isTimes) {
    own.add(target.span, { kind: 'present', field: takeField(context, target, () => true) })
    return { shape: 'figures', measures: [{ kind: 'count' }], order: ordered(keys) }
  }
  if (target && !used.has(target) && target.kind === 'column') return countedColumn(context, target, { having, isTold })
  if (target?.kind === 'entity' && target.table !== own.table) {
    const join = own.up.find(({ table }) => table === target.table)
    if (!join) return null
    // "customers that never returned anything": who has one order that did not come back may have another that did.
    if (own.conditions.some(({ what }) => what.kind === 'related' && what.op === '=' && what.count === 0)) return null
    used.add(target)
    own.use(join.from)
    own.use(join.to)
    own.spend(distinct)
    const all = having ? null : inBoth(context, join.from)
    if (all) return all
    if (having) return countedGroups({ kind: 'field', field: join.from, label: null }, having)
    return { shape: 'figures', measures: [{ kind: 'distinct', field: join.from }], order: ordered(keys) }
  }
  const isDifferent = distinct !== null || (count && /different/i.test(own.reading.words(count)))
  const element =
    isDifferent && target?.kind === 'entity' && own.table.relation.list ? keyOf(own, target)?.field : undefined
  // "how many different crops" of lists that name the same ones again.
  if (element) {
    own.spend(distinct)
    return { shape: 'figures', measures: [{ kind: 'distinct', field: element }], order: ordered(keys) }
  }
  // "how many countries" of a table with several rows for each.
  const named =
    target?.kind === 'entity'
      ? own.table.fields.find(field => isThing(field, own.reading.tokens[target.span.to - 1]!.stem))
      : undefined
  if (named) {
    own.doubts.push(`the number of rows of \`${own.table.relation.name}\``)
    own.spend(distinct)
    return { shape: 'figures', measures: [{ kind: 'distinct', field: named }], order: ordered(keys) }
  }
  addDone(context)
  const crowd = target ? null : crowdOf(context)
  if (crowd) return crowd
  // "how many people", of rows that are nobody.
  const { fields } = own.table
  if (target === null && PEOPLE.test(own.reading.text) && !isOfPeople(own.table) && !fields.some(isPerson))
    own.weakness += 1
  // "how many different people": rows are not different ones.
  if (target?.kind !== 'entity' && count && /different/i.test(own.reading.words(count))) return null
  if (having && keys.length === 0) return null
  const isSpoken = target?.kind === 'entity' || own.conditions.length > 0 || keys.length > 0
  if (!isSpoken && own.table.relation.kind !== 'table') return null
  return {
    shape: 'figures',
    measures: [{ kind: 'count' }],
    having,
    order: ordered(keys),
  }
}

const PEOPLE = /\bhow many (?:people|persons)\b/i

/** What a column is called by: its figure, its different values, or rows of which each tells of one. */
function countedColumn(
  context: Context,
  target: ColumnBinding,
  { having, isTold }: { readonly having: Query['having']; readonly isTold: boolean },
): Draft {
  const { own, used, keys } = context
  const { distinct } = own.marks
  const figure = distinct
    ? null
    : target.fields.find(
        field =>
          isMeasure(field) &&
          field.column.kind === 'whole' &&
          field.truth === null &&
          !hasUnit(field) &&
          !isOfOne(field) &&
          !field.core.some(part => SINGLE.has(part)),
      )
  if (figure) {
    if (isTold) own.ambiguous.push(ENTRIES)
    used.add(target)
    return summed(own.use(figure), keys)
  }
  const field = takeField(context, target, () => true)
  own.spend(distinct)
  if (isKindOf(own.reading.tokens[target.span.to - 1]!.stem, field) && !distinct && !having) {
    own.ambiguous.push(`the number of different \`${field.column.name}\``)
    return { shape: 'figures', measures: [{ kind: 'count' }], order: ordered(keys) }
  }
  if (isMeasure(field) && !distinct) {
    return rowsWith(context, field, target.span)
  }
  const all = having ? null : inBoth(context, field)
  if (all) return all
  if (having) return countedGroups({ kind: 'field', field, label: null }, having)
  const different: Measure = { kind: 'distinct', field }
  // "how many jobs ran", where every entry says that a job did.
  if (!distinct && isEveryEntry(own, target.span)) {
    own.doubts.push(`the number of different \`${field.column.name}\``)
    return { shape: 'figures', measures: [{ kind: 'count' }], order: ordered(keys) }
  }
  const measure = isTold ? own.choose<Measure>([different, { kind: 'count' }], ENTRIES) : different
  return { shape: 'figures', measures: [measure], order: ordered(keys) }
}

/** "how many temperature readings": rows that have one. */
function rowsWith({ own, keys }: Context, field: Field, span: Span): Draft {
  own.add(span, { kind: 'missing', field, not: true })
  const others = own.conditions.filter(({ what }) => what.kind === 'missing' && what.field === field)
  return {
    shape: 'figures',
    where: own.conditions
      .map(({ what }) => what)
      .filter(what => !(others.length > 1 && what.kind === 'missing' && what.not)),
    measures: [{ kind: 'count' }],
    order: ordered(keys),
  }
}

/** Conditions that verbs make of columns. */
function addDone(context: Context): void {
  const { own } = context
  // "how many tickets were closed", where `closed_at` says when.
  for (const binding of freeColumns(context, isTime))
    own.add(binding.span, { kind: 'missing', field: takeField(context, binding, isTime), not: true })
  // "how many loans were renewed", where `renewals` says how often.
  for (const binding of freeColumns(context, isCounted))
    if (isParticiple(own.reading.tokens[binding.span.to - 1]!.lower, binding.fields[0]!)) {
      own.add(binding.span, { kind: 'number', field: takeField(context, binding, isCounted), op: '>', value: 0 })
      if (/\bat least once\b/i.test(own.reading.text)) own.takeWords(/^(?:least|once)$/)
    }
}

/** "how many customers bought both tea and coffee": those of which a row has the one, and a row the other. */
function inBoth({ own }: Context, thing: Field): Draft | null {
  const several = own.conditions.find(
    ({ what }) => what.kind === 'values' && !what.not && what.values.length > 1 && what.field !== thing,
  )
  if (several?.what.kind !== 'values' || own.reading.tokens[several.span.from - 1]?.lower !== 'both') return null
  const { field, values } = several.what
  own.spend(...own.marks.versus)
  const draft = countedGroups({ kind: 'field', field: thing, label: null }, { op: '=', value: values.length })
  return { ...draft, measures: [{ kind: 'distinct', field }] }
}

/** How many groups have so many rows. */
function countedGroups(key: Key, having: Query['having']): Draft {
  const order = { by: 'measure', descending: true } as const
  return { shape: 'figures', keys: [key], measures: [{ kind: 'count' }], having, order, countGroups: true }
}

/** Below, a column that is called like the rows says of what kind they are. */
const LEAST_THINGS = 20

function isThing({ parts, isKey, column, distinct }: Field, said: string): boolean {
  return column.kind === 'text' && !isKey && parts.length === 1 && parts[0] === said && distinct > LEAST_THINGS
}

/** "more than 3 orders", where a row is an order. */
export function havingOf({ own }: Context): Query['having'] {
  for (const { span, op, value } of own.marks.compared) {
    const right = own.after(span.to, 2)
    const isRows = (right?.kind === 'entity' && right.table === own.table) || rowsBehind(own, span)
    const isTimes = ['times', 'rows', 'entries', 'records'].includes(own.reading.tokens[span.to]?.lower ?? '')
    if ((!isRows && !isTimes) || op === 'between') continue
    own.spend(span)
    if (isTimes) own.reading.take({ from: span.to, to: span.to + 1 }, 'having')
    return { op, value }
  }
  return null
}
