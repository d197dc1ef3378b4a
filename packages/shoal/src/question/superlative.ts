// Questions for what has most of a measure: the most expensive order, the highest average price, the oldest of each group.
import { stem } from '@shoal/base/text/stem'
import { type Context, freeColumns, keyOf, takeField } from './keys.ts'
import type { Ranked } from './marks.ts'
import { MONEY, meantMeasure, moneyOfRow, saysTakings, takings } from './money.ts'
import { isOfPeople, isPerson } from './people.ts'
import type { Key } from './query.ts'
import { type Draft, groupedBy, groups, isAdditive, shown, whenField, whoKey } from './ranking.ts'
import type { Scale } from './scales.ts'
import { type Field, isMeasure, isName, isNumeric, isTime, isYear } from './schema.ts'

const JUDGED = new Set(['rate', 'score', 'csat', 'satisfact', 'grade', 'star', 'mark'])

/** "the most expensive order", "which region has the highest average price", "3 largest cities". */
export function superlative(context: Context): Draft | null {
  const { own, askedKeys } = context
  const { ranked, top, statistics: named, count } = own.marks
  const [mark] = ranked
  if (!mark && !top) return null
  const said = mark ? mark.scale.up : top!.up
  const many = top?.count ?? 1
  const at = mark?.span.to
  const statistic = named[0] ?? null
  const group =
    askedKeys[0] ?? groupAsked(context, at) ?? (statistic ? (oneOfSeveral(context) ?? whoKey(context, null)) : null)
  const keys = context.keys.length > 0 ? context.keys : group ? [group] : []
  if (count && keys.length > 0 && !context.rankBy) {
    own.spend(count, mark?.span)
    return groups(keys, { kind: 'count' }, said, many)
  }
  if (mark && BEEN.test(own.reading.text)) return isOfPeople(own.table) ? byAge(context, mark) : null
  const found = context.rankBy
    ? { field: context.rankBy, up: said }
    : byBirth(rankedField(context, mark?.scale ?? null, said, at))
  const { field, up } = found ?? { field: null, up: said }
  if (field && mark?.scale.names.includes('rating') && isGrade(field))
    own.ambiguous.push(`that less of \`${field.column.name}\` is better, as where 1 is the best`)
  const judged = field && !group && keys.length === 0 ? judgedPeople(context, field) : null
  if (judged) {
    own.spend(mark?.span, statistic?.span)
    return groups([judged], { kind: 'statistic', statistic: 'avg', field: field!, p: 0 }, up, many)
  }
  if (!field && mark && mark.scale.names[0] === 'age') return byAge(context, mark)
  if (!field) {
    // Of what hardly ever comes twice nothing is the most.
    if (mark || !group || (group.kind === 'field' && group.field.distinct * 2 > group.field.present)) return null
    return groups([group], { kind: 'count' }, up, many)
  }
  // "top 3 dishes": of what nothing is said they are counted.
  const isOfRows = isAdditive(field) && (field.relation === own.table.relation || saysTakings(own))
  if (!mark && group && !context.rankBy && !isNamedBy(own, field) && !isOfRows)
    return groups([group], { kind: 'count' }, up, many)
  own.spend(mark?.span)
  // "the quickest (lowest acceleration)" says it twice.
  for (const other of ranked.slice(1))
    if (own.reading.brackets.some(({ from, to }) => other.span.from >= from && other.span.from < to))
      own.spend(other.span)
  if (statistic && group) {
    own.spend(statistic.span)
    return groups([group], { kind: 'statistic', statistic: statistic.statistic, field, p: statistic.p }, up, many)
  }
  // "the oldest runner of each club"
  const thing = at === undefined ? null : own.after(at, 2)
  const isRows =
    thing?.kind === 'entity'
      ? thing.table === own.table
      : thing?.kind === 'column' && thing.fields.every(({ isKey }) => isKey)
  if (context.keys.length > 0 && mark && mark.scale.names.length > 0 && isRows && !statistic) {
    if (thing!.kind === 'column') context.used.add(thing!)
    return {
      shape: 'rows',
      keys: context.keys,
      within: context.keys.length,
      order: { by: field, descending: up },
      most: many,
      show: [
        ...context.keys.map(key => key.field),
        ...(thing!.kind === 'column' ? thing!.fields : []),
        ...shown(context, field),
      ],
    }
  }
  // "the highest price per category"
  if (context.keys.length > 0 && group === context.keys[0] && top === null)
    return {
      ...groups(context.keys, { kind: 'statistic', statistic: up ? 'max' : 'min', field, p: 0 }, up, null),
      order: { by: 'keys', descending: false },
    }
  if (mark && isHowMuch(context, field)) {
    own.spend(own.marks.howLong)
    return { shape: 'figures', keys: [], measures: [{ kind: 'statistic', statistic: up ? 'max' : 'min', field, p: 0 }] }
  }
  const isPrice = mark?.scale.names[0] === 'price'
  const told = group ? groupStatistic(group, field, up, isPrice) : null
  if (group && told) {
    const by = (statistic: 'sum' | 'avg' | 'max' | 'min') =>
      groups([group], { kind: 'statistic', statistic, field, p: 0 }, up, many)
    return { ...by(told), ...rivalsOf(context, by, { told, field, group, up }) }
  }
  const isThing =
    mark !== undefined &&
    mark.scale.names.length > 0 &&
    own.conditions.length > 0 &&
    own.table.fields.some(isName) &&
    !isNamedBy(own, field)
  if (!isThing && isFigureAsked(context, field, at, many) && !group)
    return { shape: 'figures', keys: [], measures: [{ kind: 'statistic', statistic: up ? 'max' : 'min', field, p: 0 }] }
  return {
    shape: 'rows',
    order: { by: field, descending: up },
    most: many,
    show: shown(context, field, group?.kind === 'field' ? group.field : null),
  }
}

/** Grades from 1 to 6 at most: in some schools 1 is the best, in others the worst. */
function isGrade({ core, years }: Field): boolean {
  return core.includes(stem('grade')) && years !== undefined && years.from >= 0 && years.to <= 6
}

/** Who has been there longest began first. */
const BEEN = /\bbeen\b.{1,60}\blongest\b|\blongest[- ](?:serving|standing)\b/i

/** "who got the best ratings": of all that somebody got. */
function judgedPeople({ own }: Context, { parts }: Field): Key | null {
  if (!/^who\b/i.test(own.reading.text) || !parts.some(part => JUDGED.has(part))) return null
  const [person, other] = own.table.fields.filter(field => isPerson(field) && field.distinct * 2 <= field.present)
  return person && !other ? { kind: 'field', field: person, label: null } : null
}

/** "how old is the oldest": the figure, and not who has it. */
function isHowMuch({ own, keys }: Context, field: Field): boolean {
  const { howScaled, howLong } = own.marks
  const isLong = howLong !== null && own.marks.ranked.some(({ scale }) => scale.names.includes('length'))
  return keys.length === 0 && (isLong || (howScaled !== null && isNamedBy(own, field)))
}

/** "the oldest invoice", where nothing has an age but a date. */
function byAge(context: Context, { span, scale }: Ranked): Draft | null {
  const { own } = context
  // What is old is a row, and not what a row leads to.
  const next = own.after(span.to, 3)
  if (next?.kind === 'entity' && next.table !== own.table) return null
  const time = whenField(context)
  if (!time) return null
  // A work has the year in which it was made, whenever somebody got it.
  const year = own.table.fields.find(one => isYear(one) && one.parts.includes('year'))
  const field =
    year && isTime(time) && !isNamedBy(own, time)
      ? own.choose([year, time], `times of \`${time.column.name}\` instead of \`${year.column.name}\``)
      : time
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
function groupStatistic(group: Key, field: Field, up: boolean, isPrice: boolean): 'sum' | 'avg' | 'max' | 'min' | null {
  if (group.kind !== 'field') return isAdditive(field) ? 'sum' : 'avg'
  const isOwn = group.field.relation === field.relation
  if (group.field.isKey && !group.label && isOwn) return null
  // What is dear is so for one.
  if (isPrice) return up ? 'max' : 'min'
  if (isAdditive(field)) return 'sum'
  if (field.parts.some(part => JUDGED.has(part))) return 'avg'
  // Of a dish that is sold again and again one price is told, and not every sale; how long each took is told on average.
  const isOften = group.field.distinct * 2 <= group.field.present && groupedBy(field) === 'avg'
  if (isOften && field.role === 'span') return 'avg'
  return group.label || isOften ? (up ? 'max' : 'min') : null
}

/** Whether the question itself says what is ranked. */
function isNamedBy({ bindings }: Context['own'], field: Field): boolean {
  return bindings.some(one => one.kind === 'column' && one.fields.includes(field))
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
  // "dish with the highest revenue"
  const isWith =
    at !== undefined && /\b(?:with|having|has|had)(?: the)? \S+$/i.test(own.reading.words({ from: 0, to: at }))
  for (const binding of [asked, isWith ? own.before(at - 1, 3) : null, next]) {
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

/** "who has the longest average wait, A or B?" */
function oneOfSeveral({ own }: Context): Key | null {
  const several = own.conditions.find(({ what }) => what.kind === 'values' && !what.not && what.values.length > 1)
  if (several?.what.kind !== 'values' || !/\bor\b/i.test(own.reading.words(several.span))) return null
  return { kind: 'field', field: several.what.field, label: null }
}

/** Of two that are as old in years, the one that was born first is older. */
function byBirth(ranked: RankedField | null): RankedField | null {
  const born = ranked?.field.born
  return born ? { field: born, up: !ranked!.up } : ranked
}

interface RankedField {
  readonly field: Field
  /** Whether the most of it comes first. */
  readonly up: boolean
}

function rankedField(context: Context, scale: Scale | null, up: boolean, at: number | undefined): RankedField | null {
  const { own, used } = context
  const near = at === undefined ? null : own.after(at, 4)
  // No time is the largest; and what is slow or dear is a figure, and not a number by which things are called.
  const isScaled = scale !== null && scale.names.length > 0
  const fits = (field: Field) => (isScaled ? isMeasure(field) : isNumeric(field) || (scale === null && isTime(field)))
  const isNear = near?.kind === 'column' && !used.has(near) && near.fields.some(fits)
  // The youngest finisher is not the one with the least `finish_seconds`.
  const isOther = isScaled && isNear && !near.fields.some(field => isOn(scale, field))
  const scaled = isScaled && (!isNear || isOther) ? own.scaled(scale) : null
  // An order costs what it comes to in all, a product what one costs.
  const isOfRow = near?.kind === 'entity' && near.table === own.table && scale?.names[0] === 'price'
  if (scaled) return isOfRow ? { ...scaled, field: moneyOfRow(own, scaled.field) } : scaled
  if (isNear) return { field: takeField(context, near, fits), up: up !== isContrary(scale, near.fields) }
  const [named] = freeColumns(context, isMeasure)
  if (named) return { field: takeField(context, named, isMeasure), up: up !== isContrary(scale, named.fields) }
  const taken = takings(own) && meantMeasure(context, true)
  if (taken) return { field: taken, up }
  if (scale && scale.names.length > 0) return null
  const meant = own.scaleField(SIZED)
  // A price for one is no size.
  const field = meant && !meant.parts.includes('per') ? meant : own.onlyMeasure()
  return field && { field, up }
}

const SIZED = 'size bytes amount total quantity tonnes tons weight volume'
  .split(' ')
  .concat(MONEY, 'population', 'area')

/** Whether an adjective can measure a figure, by its name. */
function isOn({ names, contrary = [] }: Scale, { parts }: Field): boolean {
  return [...names, ...contrary].some(name => parts.includes(stem(name)))
}

/** "the fastest speed". */
function isContrary(scale: Scale | null, fields: readonly Field[]): boolean {
  const others = (scale?.contrary ?? []).map(stem)
  return fields.some(({ parts }) => parts.some(part => others.includes(part)))
}
