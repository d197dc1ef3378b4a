// Questions for the first of something: the most common, the most orders, the highest average, the three cheapest, the latest.
import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import { type Context, freeColumns, keyOf, keyOfJoin, takeField } from './keys.ts'
import { isLightVerb } from './lexicon.ts'
import { MONEY, meantMeasure, moneyOfRow, piecesField, takings, verbField } from './money.ts'
import { isOfPeople, isPerson } from './people.ts'
import type { Key, Measure, Query } from './query.ts'
import { type Field, isKindOf, isMeasure, isName, isParticiple, isTime, isYear } from './schema.ts'
import type { Span } from './tokens.ts'

export type Draft = Partial<Query> & Pick<Query, 'shape'>

export function common(context: Context): Draft | null {
  const { own, used } = context
  const { common: mark, top } = own.marks
  if (!mark) return null
  const isOften = /(?:often|frequently)$/i.test(own.reading.words(mark.span))
  const next = own.after(mark.span.to, 3)
  // "most common error message": the column behind the value.
  const near = [next?.kind === 'value' ? own.after(next.span.to, 1) : next, own.before(mark.span.from, 4)]
  const binding = (isOften ? [context.asked, ...near] : [...near, context.asked]).find(one => one && !used.has(one))
  const key =
    (binding ? keyOf(own, binding) : null) ??
    context.keys[0] ??
    context.askedKeys[0] ??
    (isOften ? whoKey(context, null) : null)
  if (!key) return null
  own.spend(mark.span)
  if (binding) used.add(binding)
  const by = context.rankBy ?? (takings(own) ? meantMeasure(context, true) : null)
  const measure: Measure = by
    ? { kind: 'statistic', statistic: groupedBy(by) ?? 'sum', field: by, p: 0 }
    : { kind: 'count' }
  return groups(within(context, key), measure, mark.up, top?.count ?? 1)
}

type Ranks = readonly Key[] | { readonly keys: readonly Key[]; readonly within: number }

export function groups(ranks: Ranks, measure: Measure, descending: boolean, most: number | null): Draft {
  const inside = 'within' in ranks ? ranks : { keys: ranks }
  return { shape: 'figures', ...inside, measures: [measure], order: { by: 'measure', descending }, most }
}

/** "the most common genre per branch": the first of each group. */
function within({ keys }: Context, key: Key): Ranks {
  const others = keys.filter(other => other !== key && other.field !== key.field)
  return others.length === 0 ? [key] : { keys: [...others, key], within: others.length }
}

/** "which customer placed the most orders", "the month with the fewest returns", "busiest hour". */
export function most(given: Context): Draft | null {
  const { own, used, asked } = given
  const { marks } = own
  const mark = marks.busiest ?? marks.most[0]
  if (!mark) return null
  // "busiest route by passengers": a figure says by what, and is no group.
  const by = marks.busiest ? given.keys.find(({ kind, field }) => kind === 'field' && isMeasure(field)) : undefined
  const others = (keys: Context['keys']) => keys.filter(key => key !== by && key.field !== by?.field)
  const context = by ? { ...given, keys: others(given.keys), askedKeys: others(given.askedKeys) } : given
  const count = marks.top?.count ?? 1
  const thing = mostDone(context, mark.span)
  const next = thing ? null : own.after(mark.span.to, 3)
  const found: Measure | null =
    thing && !isSelling(own, mark.span) ? { kind: 'count' } : mostMeasure(context, mark.span, by?.field)
  if (!found) return null
  const [told] = marks.statistics
  // "costs the most on average"
  const measure: Measure =
    found.kind === 'statistic' && told ? { ...found, statistic: told.statistic, p: told.p } : found
  const things = thing && !used.has(thing) ? keyOf(own, thing) : null
  if (things) used.add(thing!)
  const key =
    context.askedKeys[0] ??
    (asked && !used.has(asked) && asked !== next ? keyOf(own, asked) : null) ??
    whoKey(context, measure) ??
    things ??
    keyBefore(context, mark.span) ??
    context.keys[0] ??
    (marks.busiest && next && !used.has(next) ? keyOf(own, next) : null)
  if (!key) {
    // "which order has the most items": rows by a figure of their own.
    if (measure.kind !== 'statistic' || marks.count || isSelling(own, mark.span)) return null
    own.spend(mark.span)
    return {
      shape: 'rows',
      order: { by: measure.field, descending: mark.up },
      most: count,
      show: shown(context, measure.field),
    }
  }
  // A list of products has one price of each: what was sold stands where each comes often.
  const isNamed =
    measure.kind !== 'statistic' ||
    own.bindings.some(one => one.kind === 'column' && one.fields.includes(measure.field))
  const isOnce = key.kind === 'field' && (key.field.isKey || key.field.distinct >= own.table.relation.rows * 0.98)
  if ((!isNamed || measure.kind === 'count') && isOnce) own.weakness += 1.5
  own.spend(mark.span, marks.count, marks.statistics[0]?.span)
  if (asked && !used.has(asked) && asked !== next) used.add(asked)
  if (marks.busiest && next) used.add(next)
  return groups(within(context, key), measure, mark.up, count)
}

/** What there is much of where it is busy. */
const BUSY = 'visitors attendance passengers guests customers spectators sold quantity trips orders calls'.split(' ')

function isSelling({ reading }: Context['own'], span: Span): boolean {
  return /sell|sold/i.test(reading.words(span))
}

/** "the most visited exhibition", "best-selling dish": what stands behind the verb. */
function mostDone({ own, used }: Context, span: Span): Binding | null {
  if (own.marks.busiest) return null
  if (isSelling(own, span)) return own.after(span.to, 2)
  const token = own.reading.tokens[span.to]
  const binding = own.bindings.find(one => one.span.from === span.to)
  const isVerb =
    token !== undefined &&
    /(?:ed|en|ought|ent)$/.test(token.lower) &&
    (binding ? isDone(own, binding) : isLightVerb(token.lower))
  const thing = isVerb ? own.after(span.to + 1, 2) : null
  if (thing?.kind !== 'column' || used.has(thing) || thing.fields.some(isMeasure)) return null
  if (binding) used.add(binding)
  return thing
}

function mostMeasure(context: Context, span: Span, by: Field | undefined): Measure | null {
  const { own, used } = context
  if (by) return { kind: 'statistic', statistic: 'sum', field: by, p: 0 }
  if (own.marks.busiest) {
    const isOfRows = own.bindings.some(one => one.kind === 'entity' && one.table === own.table)
    const crowd = own.table.relation.kind === 'table' && !isOfRows ? own.scaleField(BUSY) : null
    return crowd ? { kind: 'statistic', statistic: 'sum', field: crowd, p: 0 } : { kind: 'count' }
  }
  // "best-selling": by pieces where these are told.
  if (isSelling(own, span)) {
    const pieces = piecesField(own)
    return pieces ? { kind: 'statistic', statistic: 'sum', field: pieces, p: 0 } : { kind: 'count' }
  }
  const next = own.after(span.to, 3)
  if (next && !used.has(next) && isDone(own, next)) {
    used.add(next)
    return { kind: 'count' }
  }
  if (next?.kind === 'column' && !used.has(next)) {
    const figure = next.fields.find(isMeasure)
    used.add(next)
    if (figure)
      return { kind: 'statistic', statistic: own.marks.statistics[0]?.statistic ?? 'sum', field: own.use(figure), p: 0 }
    // Departures are rows, and not different times.
    if (next.fields.every(isTime)) return { kind: 'count' }
    if (next.fields.some(field => isKindOf(own.reading.tokens[next.span.to - 1]!.stem, field))) {
      own.ambiguous.push(`different \`${next.fields[0]!.column.name}\` instead of rows`)
      return { kind: 'count' }
    }
    const field = own.pick(next.fields, () => true)!
    // "the most damage" is no number of different ones.
    if (!field.isKey && !own.reading.tokens[next.span.to - 1]!.lower.endsWith('s'))
      own.ambiguous.push(`more of \`${field.column.name}\` instead of different ones`)
    if (!field.isKey) {
      own.spend(own.marks.distinct)
      return { kind: 'distinct', field }
    }
    own.add(next.span, { kind: 'missing', field, not: true })
    return { kind: 'count' }
  }
  if (next?.kind === 'entity' && next.table === own.table) return { kind: 'count' }
  // "saw the most different patients", where a row leads to one.
  const join = next?.kind === 'entity' ? own.up.find(({ table }) => table === next.table) : undefined
  if (join) {
    used.add(next!)
    own.spend(own.marks.distinct)
    if (!own.marks.distinct) own.doubts.push(`rows of \`${own.table.relation.name}\` instead of different ones`)
    return { kind: 'distinct', field: own.use(join.from) }
  }
  // "failed most", "most on server-2"
  if (
    own.conditions.some(one => one.span.to === span.from || (one.span.from >= span.to && one.span.from <= span.to + 3))
  )
    return { kind: 'count' }
  // "which city spent the most", "who earns the most", "which country orders the least"
  const [named] = freeColumns(context, isMeasure)
  if (named) return { kind: 'statistic', statistic: 'sum', field: takeField(context, named, isMeasure), p: 0 }
  const { lower } = own.reading.tokens[span.to] ?? { lower: '' }
  const money = ['money', 'revenue', 'sales', 'turnover', 'income'].includes(lower) ? own.scaleField(MONEY) : null
  if (money) {
    own.reading.take({ from: span.to, to: span.to + 1 }, 'column')
    return { kind: 'statistic', statistic: 'sum', field: moneyOfRow(own, money), p: 0 }
  }
  const done = verbField(context)
  if (done) return { kind: 'statistic', statistic: 'sum', field: done, p: 0 }
  const isUsed = USED.test(own.reading.tokens[span.from - 1]?.lower ?? '')
  return isUsed || own.bindings.some(one => one.kind === 'entity' && one.table === own.table) || isDoing(own)
    ? { kind: 'count' }
    : null
}

/** "which route is used most": how often. */
const USED = /^(?:used|visited|called|requested|viewed|hit|chosen|picked)$/

/** "which customer ships the most" of shipments: the verb of what the rows are. */
function isDoing({ reading, table }: Context['own']): boolean {
  return reading.tokens.some(
    ({ stem: said }) => said.length >= 4 && table.nouns.some(noun => noun !== said && noun.startsWith(said)),
  )
}

/** "who spent the most": the column of people, where each has several rows. */
export function whoKey({ own }: Context, measure: Measure | null): Key | null {
  if (!/^who\b/i.test(own.reading.text) || own.table.fields.some(field => isName(field) && field.isKey)) return null
  const people = own.table.fields.filter(field => !field.isKey && isPerson(field))
  // "who was absent most often", where a row leads to somebody.
  const leading = own.up.filter(({ table, via, unique }) => !via && unique && isOfPeople(table))
  if (people.length === 0 && leading.length === 1) return keyOfJoin(own, leading[0]!)
  // Rows that nobody is named in are no answer to "who".
  if (people.length === 0 && !own.table.fields.some(isPerson) && !isOfPeople(own.table))
    own.ambiguous.push(`rows of \`${own.table.relation.name}\`, which name no person`)
  if (people.length === 0 || (measure?.kind === 'statistic' && people.includes(measure.field))) return null
  if (people.length > 1) own.ambiguous.push(`by \`${people[1]!.column.name}\` instead of \`${people[0]!.column.name}\``)
  return { kind: 'field', field: people[0]!, label: null }
}

/** A verb that looks like a name: "sold" of `sold_at`, "borrowed" of `Borrower`. */
function isDone(own: Context['own'], binding: Binding): boolean {
  if (binding.kind !== 'column' || binding.span.to - binding.span.from > 1) return false
  const { lower } = own.reading.tokens[binding.span.from]!
  const isTimed = binding.fields.every(isTime) && (isLightVerb(lower) || lower.endsWith('ed'))
  return isTimed || isParticiple(lower, binding.fields[0]!)
}

function keyBefore({ own, used }: Context, { from }: Span): Key | null {
  const binding = own.before(from, 4)
  if (!binding || used.has(binding) || isDone(own, binding)) return null
  const key = keyOf(own, binding)
  if (key) used.add(binding)
  return key
}

const ADDITIVE = new Set(
  'amount sale revenue takings total quantity unit count byte cost spend spent hour volume profit point goal precipitation rain death case passenger visitor strike gross net budget income turnover fee item piece order click visit view download injury damage loss production export import parcel stock hand night copy page kwh energy mileage attendance seat headcount employee inhabitant population absent absence overtime bonus tonne ton litre liter yield output rainfall harvest catch landing donation tip refund tax premium claim fine penalty charge deposit payment expense'
    .split(' ')
    .map(stem),
)
const INTENSIVE = new Set(
  'average mean rate per max min price percent pct age score rating temperature speed humidity pressure salary wage height latitude longitude grade mark star ratio index level voltage duration latency ms second minute wait mpg horsepower acceleration cylinder degree gpa bmi csat satisfaction fertility expectancy moisture ph pulse density concentration ppm altitude elevation depth battery brightness gust wind'
    .split(' ')
    .map(stem),
)

const OUTPUT_UNITS = new Set('kg t tonnes tons litres liters l ml kwh mwh m3 hl'.split(' '))
/** Of one thing or person, and not of what came together. */
const SIZES = new Set('weight mass height length width size capacity body birth'.split(' ').map(stem))

/** How figures of a group are taken together, where their name says it. */
export function groupedBy({ parts, role, column }: Field): 'sum' | 'avg' | null {
  if (parts.some(part => INTENSIVE.has(part))) return 'avg'
  // Whole numbers of things: `outages`, `visitors`; and what is weighed or measured out: `flour_kg`.
  const head = headOf(column.name)
  const isThings = column.kind === 'whole' && /\p{L}[^su_\W]s$/iu.test(head)
  const words = column.name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length > 1 && OUTPUT_UNITS.has(words.at(-1)!) && !parts.some(part => SIZES.has(part))) return 'sum'
  return role === 'size' || isThings || parts.some(part => ADDITIVE.has(part)) ? 'sum' : null
}

const BEHIND_HEAD = new Set(['on', 'in', 'of', 'at', 'per', 'for', 'by', 'aboard'])

/** `cars_on_board` are cars. */
function headOf(name: string): string {
  const words = name.split(/[_ -]/)
  const at = words.findIndex((word, k) => k > 0 && BEHIND_HEAD.has(word.toLowerCase()))
  return at < 0 ? name : words.slice(0, at).join('_')
}

/** Figures of which a group has the sum: amounts, not prices or temperatures. */
export function isAdditive(field: Field): boolean {
  return groupedBy(field) === 'sum'
}

/** Columns that are named beside what rows are ranked by, and what a row is called by. */
export function shown(context: Context, field: Field, first: Field | null = null): Field[] {
  const { own } = context
  const named = freeColumns(context, () => true).map(binding => takeField(context, binding, () => true))
  const { fields } = own.table
  const conditions = own.conditions.flatMap(({ what }) => (what.kind === 'related' ? [] : [what.field]))
  const list = [
    first,
    ...named,
    ...(/^who\b/i.test(own.reading.text) ? fields.filter(isPerson).slice(0, 1) : []),
    fields.find(isName),
    ...fields.filter(({ isKey }) => isKey).slice(0, 2),
    field,
    ...conditions,
  ]
  return [...new Set(list.filter(one => one !== null && one !== undefined))]
}

/** When a row began: its time, or the only year that it has. */
export function whenField(context: Context): Field | null {
  const { own, used } = context
  const [named] = freeColumns(context, field => isTime(field) || isYear(field))
  if (named) used.add(named)
  const year = named?.fields.find(isYear)
  if (year) return own.use(year)
  const years = own.table.fields.some(isTime) ? [] : own.table.fields.filter(isYear)
  return years.length === 1 ? years[0]! : own.timeField(named?.fields ?? [])
}

export function firstOrLast(context: Context): Draft | null {
  const { own } = context
  const { first, last, top } = own.marks
  const mark = first ?? last
  if (!mark) return null
  const field = whenField(context)
  if (!field) return null
  own.spend(first, last)
  const keys = context.keys.length > 0 ? context.keys : null
  if (first && last) {
    const end = (statistic: 'min' | 'max'): Measure => ({ kind: 'statistic', statistic, field, p: 0 })
    return {
      shape: 'figures',
      keys: keys ?? [],
      measures: [end('min'), end('max')],
      order: keys ? { by: 'keys', descending: false } : null,
    }
  }
  if (keys)
    return {
      ...groups(keys, { kind: 'statistic', statistic: first ? 'min' : 'max', field, p: 0 }, false, null),
      order: { by: 'keys', descending: false },
    }
  return {
    shape: 'rows',
    order: { by: field, descending: last !== null },
    most: top?.count ?? 1,
    show: context.asked?.kind === 'column' ? shown(context, field) : [],
  }
}
