// A column that is named with one of its values, as in "grade A": what is asked for is rows, and not the column.
import type { Binding } from './bind.ts'
import type { Hypothesis } from './hypothesis.ts'
import type { Condition, Query } from './query.ts'
import type { Field } from './schema.ts'

/** "without grade A": another grade, or none; nothing is missing and has a value at once. */
export function withoutValue(where: readonly Condition[]): Condition[] {
  const lacks = (what: Condition) => what.kind === 'missing' && !what.not
  const isBoth = (one: Condition, other: Condition) =>
    lacks(one) && other.kind === 'values' && !other.not && 'field' in one && one.field === other.field
  return where
    .filter(what => !where.some(other => isBoth(what, other)))
    .map(what =>
      what.kind === 'values' && where.some(other => isBoth(other, what)) ? { ...what, not: true, orNone: true } : what,
    )
}

/** "how many with grade A": rows, for of what is named there is but the one. */
export function ofRows({ marks, bindings, reading }: Hypothesis, query: Query): Query {
  const [measure] = query.measures
  // "how many couriers … with courier Ann" counts couriers; "grade A" stands together.
  const named = bindings.find(
    one => one.kind === 'column' && measure?.kind === 'distinct' && one.fields.includes(measure.field),
  )
  const isApart =
    named !== undefined &&
    bindings.every(
      ({ kind, span }) => kind !== 'value' || span.from > named.span.to + 1 || span.to < named.span.from - 1,
    )
  if (isApart || (marks.count && /different/i.test(reading.words(marks.count)))) return query
  const isSaidOf = (field: Field, most = Number.POSITIVE_INFINITY) =>
    query.where.some(what => what.kind === 'values' && !what.not && what.field === field && what.values.length <= most)
  const [shown] = query.show
  // "list the grade A students"
  if (query.shape === 'values' && query.show.length === 1 && shown!.role !== 'file' && isSaidOf(shown!, 1))
    return { ...query, shape: 'rows', show: [] }
  const isNamed = measure?.kind === 'distinct' && isSaidOf(measure.field)
  return isNamed && query.measures.length === 1 && !marks.distinct ? { ...query, measures: [{ kind: 'count' }] } : query
}

/** What is counted: "how many customers", "how many Dutch customers" of orders; not "how many red car sales". */
export function countedThing(own: Hypothesis, at: number): Binding | null {
  const target = own.after(at, 4)
  if (target?.kind !== 'value') return target
  const thing = own.bindings.find(({ span }) => span.from === target.span.to)
  if (thing?.kind !== 'column' || own.bindings.some(({ span }) => span.from === thing.span.to)) return target
  const isOther = (field: Field) =>
    field.column.kind === 'text' && field.role === undefined && !target.found.some(one => one.field === field)
  return thing.fields.every(isOther) ? thing : target
}
