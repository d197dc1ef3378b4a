// Questions for shares and rates: of what, and which part of it.
import { type Binding, OF_WHOLE, sharedRoot } from './bind.ts'
import { type Context, freeColumns, keyOf, takeField } from './keys.ts'
import { meantMeasure, takings } from './money.ts'
import type { Condition, Key, Measure, Query } from './query.ts'
import type { Draft } from './ranking.ts'
import { type Field, isMeasure, isTime } from './schema.ts'
import type { Span } from './tokens.ts'

const PIVOT = new Set(
  'are is was were have has had with that who which did do does got come comes came went made end ended result resulted fail failed led work works needed need stay live cost cause caused would take took leave left use used'.split(
    ' ',
  ),
)

/** "what share of the orders from Germany were returned": what stands behind the verb is the part. */
export function share(context: Context): Draft | null {
  const { own, keys } = context
  const { share: mark } = own.marks
  if (!mark) return null
  const { conditions } = own
  const parts = partOfOther(context, mark)
  if (parts) return parts
  const isSpoken = own.bindings.some(one => one.kind === 'entity' && one.table === own.table)
  const done = isSpoken ? doneTo(context, ({ span }) => span.from >= mark.to) : null
  if (done) {
    own.spend(mark)
    return {
      shape: 'figures',
      measures: [{ kind: 'share', of: [done] }],
      order: { by: 'measure', descending: true },
    }
  }
  // A share of runners is none of `runner.age`.
  const figure = freeColumns(context, isMeasure).find(({ score }) => score !== OF_WHOLE)
  if (conditions.length === 0 || (figure && keys.length > 0)) {
    const field = figure ? takeField(context, figure, isMeasure) : null
    const byKey = keys.length > 0 ? keys : field === null ? freeKey(context) : []
    if (byKey.length === 0) return null
    own.spend(mark, ...own.marks.statistics.map(({ span }) => span))
    return {
      shape: 'figures',
      keys: byKey,
      measures: [{ kind: 'part', field }],
      order: { by: 'measure', descending: true },
    }
  }
  if (figure) return shareOfSum(context, takeField(context, figure, isMeasure), mark)
  const taken = takings(own) && meantMeasure(context, true)
  if (taken) return shareOfSum(context, taken, mark)
  const part = partAsked(context, mark)
  // "what percentage of dogs had surgery": of dogs, and not of what was done to them; one of several times is one.
  const [thing] = conditions.filter(
    one => !part.includes(one) && one.span.from >= mark.to && one.span.from <= mark.to + 1,
  )
  const isRows = own.bindings.some(one => one.kind === 'entity' && one.table === own.table)
  if (thing?.what.kind === 'values' && thing.what.field.relation !== own.table.relation && !isRows)
    own.ambiguous.push(
      `each of \`${thing.what.field.relation.name}\` once, and not each row of \`${own.table.relation.name}\``,
    )
  own.spend(mark)
  return {
    shape: 'figures',
    where: conditions.filter(one => !part.includes(one)).map(({ what }) => what),
    measures: [{ kind: 'share', of: part.map(({ what }) => what) }],
    order: { by: 'measure', descending: true },
  }
}

/** "refunds as a share of purchases": so many of the one for one of the other. */
function partOfOther({ own }: Context, mark: Span): Draft | null {
  const [one] = own.conditions
  if (own.conditions.length !== 1 || one!.what.kind !== 'values' || one!.what.values.length !== 2) return null
  if (one!.span.from >= mark.from || one!.span.to <= mark.to || !/^as\b/i.test(own.reading.words(mark))) return null
  const { field, values } = one!.what
  const [a, b] = values.map((value): Measure => {
    const where = { kind: 'values', field, values: [value], not: false } as const
    return { kind: 'only', of: { kind: 'count' }, where, name: `of ${value}` }
  }) as [Measure, Measure]
  own.spend(mark)
  return { shape: 'figures', keys: [], measures: [{ kind: 'ratio', one: a, other: b }, a, b] }
}

/** "orders that were returned", where a row of returns leads to an order: that there is one. */
function doneTo({ own, used }: Context, fits: (binding: Binding) => boolean): Condition | null {
  for (const binding of own.bindings) {
    if (binding.kind !== 'entity' || used.has(binding) || !fits(binding)) continue
    const join = own.down.find(({ table }) => table === binding.table)
    if (!join) continue
    used.add(binding)
    const isNone = own.isNegated(binding.span)
    return { kind: 'related', join, ...(isNone ? { op: '=', count: 0 } : { op: '>=', count: 1 }) }
  }
  return null
}

const OF_WHAT = new Set(['in', 'on', 'at', 'during', 'for', 'from', 'of', 'by', 'among', 'within'])

/** What stands behind the verb, or before the noun: "orders from Spain that were returned", "family tickets in March". */
function partAsked({ own: { conditions: given, reading } }: Context, mark: Span): Context['own']['conditions'] {
  const { tokens } = reading
  const conditions = [...given].sort((a, b) => a.span.from - b.span.from)
  const some = (list: typeof conditions) => list.length > 0 && list.length < conditions.length
  const pivot = tokens.findIndex(({ lower }, k) => k >= mark.to && PIVOT.has(lower))
  const behind = conditions.filter(({ span }) => span.from >= pivot)
  if (pivot >= 0 && some(behind)) return behind
  const isOfWhat = ({ span, what }: (typeof conditions)[number]) =>
    what.kind === 'period' ||
    tokens.slice(Math.max(mark.to, span.from - 2), span.from).some(({ lower }) => OF_WHAT.has(lower))
  const plain = conditions.filter(one => !isOfWhat(one))
  if (some(plain)) return plain
  const last = conditions.filter(({ span }) => span.from >= Math.max(mark.to, conditions[0]!.span.to))
  if (some(last)) return last
  return conditions.length > 1 ? conditions.slice(1) : conditions
}

/** "what share of revenue comes from Germany": all groups, so that the part is seen among the others. */
function shareOfSum({ own }: Context, field: Field, mark: Span): Draft | null {
  own.spend(mark, ...own.marks.statistics.map(({ span }) => span))
  const of = own.conditions.map(({ what }) => what)
  return { shape: 'figures', keys: [], where: [], measures: [{ kind: 'sum-share', field, of }] }
}

function freeKey(context: Context): Key[] {
  const [binding] = freeColumns(context, field => !isMeasure(field))
  const key = binding && keyOf(context.own, binding)
  // As many parts as rows are no parts.
  if (!key || key.field.distinct * 2 > key.field.relation.rows) return []
  context.used.add(binding!)
  return [key]
}

/** "resolution rate" of a column `resolved`, "conversion rate" of a status "converted": what the noun is made of. */
function outcome({ own }: Context, k: number): Condition | null {
  const token = own.reading.tokens[k]
  if (!token || !own.reading.isFree({ from: k, to: k + 1 })) return null
  const isOf = (word: string) =>
    sharedRoot(token.lower, word) >= Math.max(5, Math.min(token.lower.length, word.length) - 3)
  const found = own.table.fields.flatMap((field): Condition[] => {
    if (field.truth !== null) return field.core.some(isOf) ? [{ kind: 'truth', field, not: false }] : []
    const values =
      field.column.kind === 'text' ? (field.values ?? []).filter(({ text }) => isOf(text.toLowerCase())) : []
    return values.map(({ text }) => ({ kind: 'values', field, values: [text], not: false }))
  })
  if (found.length !== 1) return null
  own.reading.take({ from: k, to: k + 1 }, 'value')
  return found[0]!
}

/** "error rate by service", "return rate": the share of rows of which the word before holds. */
export function rate(context: Context): Draft | null {
  const { own, used, asked, keys } = context
  const { rate: mark } = own.marks
  if (!mark) return null
  // "error rate (5xx)" says in brackets what it is the rate of.
  const bracket = own.reading.brackets.find(({ from }) => from === mark.to)
  const beside = own.conditions.filter(
    ({ span }) => span.to === mark.from || (bracket && span.from >= bracket.from && span.to <= bracket.to),
  )
  const before = own.before(mark.from, 1)
  // "cancellation rate" of a column `Cancel Date`: whether there is one.
  const gap =
    beside.length === 0 && before?.kind === 'column' && !used.has(before) && before.fields.some(isTime)
      ? takeField(context, before, isTime)
      : null
  const done = beside.length === 0 && !gap ? doneTo(context, ({ span }) => span.to === mark.from) : null
  const told = done ?? (beside.length === 0 && !gap && !before ? outcome(context, mark.from - 1) : null)
  const part: Query['where'] = gap
    ? [{ kind: 'missing', field: gap, not: true }]
    : told
      ? [told]
      : beside.map(({ what }) => what)
  if (part.length === 0) return null
  const group =
    asked && keys.length === 0 && !used.has(asked) && asked.span.from !== before?.span.from ? keyOf(own, asked) : null
  if (group) used.add(asked!)
  const [ranked] = own.marks.ranked
  own.spend(mark, ranked?.span)
  return {
    shape: 'figures',
    where: own.conditions.filter(one => !beside.includes(one)).map(({ what }) => what),
    ...(group && { keys: [group] }),
    measures: [{ kind: 'share', of: part }],
    order: { by: 'measure', descending: ranked?.scale.up ?? true },
    most: ranked ? (own.marks.top?.count ?? 1) : null,
  }
}
