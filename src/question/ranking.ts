// Questions for the first of something: the most common, the most orders, the highest average, the three cheapest, the latest.
import { stem } from '../text/stem.ts'
import { type Context, freeColumns, isName, keyOf, takeField } from './keys.ts'
import { type Scale, VERBS } from './lexicon.ts'
import type { Ranked } from './marks.ts'
import type { Key, Measure, Query } from './query.ts'
import { type Field, isMeasure, isNumeric, isTime } from './schema.ts'
import type { Span } from './tokens.ts'

export type Draft = Partial<Query> & Pick<Query, 'shape'>

export function common(context: Context): Draft | null {
  const { own, used } = context
  const { common: mark, top } = own.marks
  if (!mark) return null
  const isOften = /(?:often|frequently)$/i.test(own.reading.words(mark.span))
  const near = [own.after(mark.span.to, 3), own.before(mark.span.from, 4)]
  const binding = (isOften ? [context.asked, ...near] : [...near, context.asked]).find(one => one && !used.has(one))
  const key = (binding ? keyOf(own, binding) : null) ?? context.keys[0] ?? context.askedKeys[0] ?? null
  if (!key) return null
  own.spend(mark.span)
  if (binding) used.add(binding)
  return groups([key], { kind: 'count' }, mark.up, top?.count ?? 1)
}

function groups(keys: readonly Key[], measure: Measure, descending: boolean, most: number | null): Draft {
  return { shape: 'figures', keys, measures: [measure], order: { by: 'measure', descending }, most }
}

/** "which customer placed the most orders", "the month with the fewest returns", "busiest hour". */
export function most(context: Context): Draft | null {
  const { own, used, asked } = context
  const { marks } = own
  const mark = marks.busiest ?? marks.most[0]
  if (!mark) return null
  const count = marks.top?.count ?? 1
  const next = own.after(mark.span.to, 3)
  const measure = mostMeasure(context, mark.span)
  if (!measure) return null
  const key =
    context.keys[0] ??
    context.askedKeys[0] ??
    (asked && !used.has(asked) && asked !== next ? keyOf(own, asked) : null) ??
    keyBefore(context, mark.span) ??
    whoKey(context, measure) ??
    (marks.busiest && next && !used.has(next) ? keyOf(own, next) : null)
  if (!key) {
    // "which order has the most items": rows by a figure of their own.
    if (measure.kind !== 'statistic' || marks.count) return null
    own.spend(mark.span)
    return {
      shape: 'rows',
      order: { by: measure.field, descending: mark.up },
      most: count,
      show: shown(context, measure.field),
    }
  }
  own.spend(mark.span, marks.count, marks.statistics[0]?.span)
  if (asked && !used.has(asked) && asked !== next) used.add(asked)
  if (marks.busiest && next) used.add(next)
  return groups(context.keys.length > 0 ? context.keys : [key], measure, mark.up, count)
}

function mostMeasure(context: Context, span: Span): Measure | null {
  const { own, used } = context
  if (own.marks.busiest) return { kind: 'count' }
  const next = own.after(span.to, 3)
  if (next?.kind === 'column' && !used.has(next)) {
    const figure = next.fields.find(isMeasure)
    used.add(next)
    if (figure)
      return { kind: 'statistic', statistic: own.marks.statistics[0]?.statistic ?? 'sum', field: own.use(figure), p: 0 }
    return { kind: 'distinct', field: own.pick(next.fields, () => true)! }
  }
  if (next?.kind === 'entity' && next.table === own.table) return { kind: 'count' }
  if (own.conditions.some(one => one.span.from >= span.to && one.span.from <= span.to + 3)) return { kind: 'count' }
  // "which city spent the most", "who earns the most", "which country orders the least"
  const [named] = freeColumns(context, isMeasure)
  if (named) return { kind: 'statistic', statistic: 'sum', field: takeField(context, named, isMeasure), p: 0 }
  const { lower } = own.reading.tokens[span.to] ?? { lower: '' }
  const money = ['money', 'revenue', 'sales', 'turnover', 'income'].includes(lower) ? own.scaleField(MONEY) : null
  if (money) {
    own.reading.take({ from: span.to, to: span.to + 1 }, 'column')
    return { kind: 'statistic', statistic: 'sum', field: money, p: 0 }
  }
  const verb = VERBS.find(([pattern]) => own.reading.tokens.some(token => pattern.test(token.lower)))
  const done = verb && own.scaleField(verb[1])
  if (done) return { kind: 'statistic', statistic: 'sum', field: done, p: 0 }
  return own.bindings.some(one => one.kind === 'entity' && one.table === own.table) ? { kind: 'count' } : null
}

export const MONEY = ['revenue', 'sales', 'total', 'amount', 'price', 'value', 'cost', 'gross', 'net']

const PEOPLE = new Set(
  'owner customer client employee agent author driver user person seller buyer manager doctor patient student player member cashier assignee operator clerk rep'
    .split(' ')
    .map(stem),
)

/** "who spent the most": the column of people, where each has several rows. */
function whoKey({ own }: Context, measure: Measure): Key | null {
  if (!/^who\b/i.test(own.reading.text) || own.table.fields.some(field => isName(field) && field.isKey)) return null
  const people = own.table.fields.filter(
    ({ core, column, isKey }) => column.kind === 'text' && !isKey && core.some(part => PEOPLE.has(part)),
  )
  if (people.length === 0 || (measure.kind === 'statistic' && people.includes(measure.field))) return null
  if (people.length > 1) own.ambiguous.push(`by \`${people[1]!.column.name}\` instead of \`${people[0]!.column.name}\``)
  return { kind: 'field', field: people[0]!, label: null }
}

function keyBefore({ own, used }: Context, { from }: Span): Key | null {
  const binding = own.before(from, 4)
  if (!binding || used.has(binding)) return null
  const key = keyOf(own, binding)
  if (key) used.add(binding)
  return key
}

const ADDITIVE = new Set(
  'amount sale revenue total quantity unit count byte cost spend spent hour volume profit point goal precipitation rain death case passenger visitor strike gross net budget income turnover fee item piece order click visit view download injury damage loss production export import parcel stock hand night copy page kwh energy mileage attendance seat headcount employee inhabitant population'
    .split(' ')
    .map(stem),
)
const INTENSIVE = new Set(
  'average mean rate per max min price percent pct age score rating temperature speed humidity pressure salary wage height latitude longitude grade mark star ratio index level voltage duration latency ms second minute wait mpg horsepower acceleration cylinder degree gpa bmi csat satisfaction fertility expectancy'
    .split(' ')
    .map(stem),
)

/** How figures of a group are taken together, where their name says it. */
export function groupedBy({ parts, role, column }: Field): 'sum' | 'avg' | null {
  if (parts.some(part => INTENSIVE.has(part))) return 'avg'
  // Whole numbers of things: `outages`, `visitors`.
  const isThings = column.kind === 'whole' && /[^su]s$/i.test(column.name)
  return role === 'size' || isThings || parts.some(part => ADDITIVE.has(part)) ? 'sum' : null
}

/** Figures of which a group has the sum: amounts, not prices or temperatures. */
export function isAdditive(field: Field): boolean {
  return groupedBy(field) === 'sum'
}

const JUDGED = new Set(['rate', 'score', 'csat', 'satisfact', 'grade', 'star', 'mark'])

/** "the most expensive order", "which region has the highest average price", "3 largest cities". */
export function superlative(context: Context): Draft | null {
  const { own, askedKeys } = context
  const { ranked, top, statistics: named, count } = own.marks
  const [mark] = ranked
  if (!mark && !top) return null
  const up = mark ? mark.scale.up : top!.up
  const many = top?.count ?? 1
  const at = mark?.span.to
  const group = askedKeys[0] ?? groupAsked(context, at)
  const statistic = named[0] ?? null
  const keys = context.keys.length > 0 ? context.keys : group ? [group] : []
  if (count && keys.length > 0 && !context.rankBy) {
    own.spend(count, mark?.span)
    return groups(keys, { kind: 'count' }, up, many)
  }
  const field = context.rankBy ?? rankedField(context, mark?.scale ?? null, at)
  if (!field && mark && mark.scale.names[0] === 'age') return byAge(context, mark)
  if (!field) {
    if (mark || !group) return null
    return groups([group], { kind: 'count' }, up, many)
  }
  own.spend(mark?.span)
  // "the quickest (lowest acceleration)" says it twice.
  for (const other of ranked.slice(1))
    if (own.reading.brackets.some(({ from, to }) => other.span.from >= from && other.span.from < to))
      own.spend(other.span)
  if (statistic && group) {
    own.spend(statistic.span)
    return groups([group], { kind: 'statistic', statistic: statistic.statistic, field, p: statistic.p }, up, many)
  }
  // "the highest price per category"
  if (context.keys.length > 0 && group === context.keys[0] && top === null)
    return {
      ...groups(context.keys, { kind: 'statistic', statistic: up ? 'max' : 'min', field, p: 0 }, up, null),
      order: { by: 'keys', descending: false },
    }
  const told = group ? groupStatistic(group, field, up) : null
  if (group && told) {
    const by = (statistic: 'sum' | 'avg' | 'max' | 'min') =>
      groups([group], { kind: 'statistic', statistic, field, p: 0 }, up, many)
    return { ...by(told), ...rivalsOf(context, by, { told, field, group, up }) }
  }
  if (isFigureAsked(context, field, at, many) && !group)
    return { shape: 'figures', keys: [], measures: [{ kind: 'statistic', statistic: up ? 'max' : 'min', field, p: 0 }] }
  return {
    shape: 'rows',
    order: { by: field, descending: up },
    most: many,
    show: shown(context, field, group?.kind === 'field' ? group.field : null),
  }
}

/** "the oldest invoice", where nothing has an age but a date. */
function byAge(context: Context, { span, scale }: Ranked): Draft | null {
  const { own } = context
  const [named] = freeColumns(context, isTime)
  if (named) context.used.add(named)
  const field = own.timeField(named?.fields ?? [])
  if (!field) return null
  own.spend(span)
  return {
    shape: 'rows',
    order: { by: field, descending: !scale.up },
    most: own.marks.top?.count ?? 1,
    show: shown(context, field),
  }
}

interface Taken {
  readonly told: 'sum' | 'avg' | 'max' | 'min'
  readonly field: Field
  readonly group: Key
  readonly up: boolean
}

/** "which region has the highest amount": of all of its rows together, on average, or of one row. */
function rivalsOf(
  { own }: Context,
  by: (statistic: 'sum' | 'avg' | 'max' | 'min') => Draft,
  { told, field, group, up }: Taken,
): Pick<Draft, 'rivals' | 'isSure'> {
  if (group.kind !== 'field' || group.field.isKey) return {}
  const all = ['sum', 'avg', up ? 'max' : 'min'] as const
  const rivals = all
    .filter(statistic => statistic !== told && !(statistic === 'sum' && groupedBy(field) === 'avg'))
    .map(statistic => ({
      ...UNASKED_QUERY,
      table: own.table,
      joins: own.joins,
      where: own.conditions.map(({ what }) => what),
      ...by(statistic),
    }))
  return { rivals, isSure: groupedBy(field) !== null }
}

const UNASKED_QUERY = { having: null, keys: [], measures: [], order: null, most: null, show: [], yesNo: false } as const

/** How the figures of a group are taken together; null where the rows themselves are ranked. */
function groupStatistic(group: Key, field: Field, up: boolean): 'sum' | 'avg' | 'max' | 'min' | null {
  if (group.kind !== 'field') return isAdditive(field) ? 'sum' : 'avg'
  const isOwn = group.field.relation === field.relation
  if (group.field.isKey && !group.label && isOwn) return null
  if (isAdditive(field)) return 'sum'
  if (field.parts.some(part => JUDGED.has(part))) return 'avg'
  return group.label ? (up ? 'max' : 'min') : null
}

/** "what is the highest price": a figure, and not the row that has it. */
function isFigureAsked({ own, asked, used }: Context, field: Field, at: number | undefined, many: number): boolean {
  const isNamed = asked === null || (asked.kind === 'column' && asked.fields.includes(field))
  const isRow = own.bindings.some(
    one =>
      one.kind === 'entity' && one.table === own.table && (one.span.from < (at ?? 0) || one.span.from <= (at ?? 0) + 1),
  )
  const isWho = /^(?:who|which)\b/i.test(own.reading.text)
  return isNamed && many === 1 && !isRow && !isWho && freeColumns({ own, used }, () => true).length === 0
}

/** What is ranked: a group of rows, or null for rows themselves. */
function groupAsked(context: Context, at: number | undefined): Key | null {
  const { own, used, asked, keys } = context
  if (keys.length > 0) return keys[0]!
  const next = at === undefined ? own.bindings[0] : own.after(at, 3)
  for (const binding of [asked, next]) {
    if (!binding || used.has(binding) || binding.kind === 'value') continue
    if (binding.kind === 'column' && binding.fields.every(field => (isNumeric(field) && !field.isKey) || isTime(field)))
      continue
    const key = keyOf(own, binding)
    if (!key) continue
    used.add(binding)
    return key
  }
  return null
}

function rankedField(context: Context, scale: Scale | null, at: number | undefined): Field | null {
  const { own, used } = context
  const near = at === undefined ? null : own.after(at, 4)
  // No time is the largest.
  const fits = (field: Field) => isNumeric(field) || (scale === null && isTime(field))
  if (near?.kind === 'column' && !used.has(near) && near.fields.some(fits)) return takeField(context, near, fits)
  if (scale && scale.names.length > 0) {
    const field = own.scaleField(scale.names)
    if (field) return field
  }
  const [named] = freeColumns(context, isMeasure)
  if (named) return takeField(context, named, isMeasure)
  if (scale && scale.names.length > 0) return null
  return own.scaleField(['size', 'bytes', ...MONEY, 'quantity', 'population', 'area']) ?? own.onlyMeasure()
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
    fields.find(isName),
    ...fields.filter(({ isKey }) => isKey).slice(0, 2),
    field,
    ...conditions,
  ]
  return [...new Set(list.filter(one => one !== null && one !== undefined))]
}

export function firstOrLast(context: Context): Draft | null {
  const { own } = context
  const { first, last, top } = own.marks
  const mark = first ?? last
  if (!mark) return null
  const [named] = freeColumns(context, isTime)
  if (named) context.used.add(named)
  const field = own.timeField(named?.fields ?? [])
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
