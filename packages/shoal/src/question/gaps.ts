// What is not there: "missing email", "without orders", "no yellow cards", "not closed", "still open"; and what is below zero.
import type { Binding } from './bind.ts'
import type { Hypothesis } from './hypothesis.ts'
import { isSoftWord } from './lexicon.ts'
import { type Field, isCounted, isMeasure, isNumeric, isParticiple, isTime } from './schema.ts'
import type { Span } from './tokens.ts'

/** The nearest column before a place, whatever rows are called between. */
function columnBefore(own: Hypothesis, at: number, used: ReadonlySet<Binding>, fits: (field: Field) => boolean) {
  const before = own.bindings.filter(({ span }) => span.to <= at && at - span.to <= 5)
  for (const binding of before.reverse()) {
    if (binding.kind === 'entity') continue
    if (binding.kind === 'column' && !used.has(binding) && binding.fields.some(fits)) return binding
    return null
  }
  return null
}

/** "missing email", "without a phone", "email is empty". */
export function gaps(own: Hypothesis, used: Set<Binding>): void {
  for (const span of [...own.marks.missing, ...own.marks.without]) {
    const isWithout = own.marks.without.includes(span)
    // "missing values in last_login"
    const isSoft = isSoftWord(own.reading.tokens[span.to]?.lower ?? '') && own.after(span.to, 1) === null
    const next = own.after(isSoft ? span.to + 1 : span.to, 5)
    const near =
      next && !used.has(next) && next.kind !== 'value'
        ? next
        : isWithout
          ? null
          : columnBefore(own, span.from, used, () => true)
    if (near?.kind === 'column') {
      if (near.fields.every(({ role }) => role === 'element')) continue
      used.add(near)
      own.spend(span)
      const field = own.pick(near.fields, () => true)!
      const not = own.isNegated(span)
      if (isWithout && isNoneAtNull(field)) own.add(span, { kind: 'number', field, op: not ? '<>' : '=', value: 0 })
      else own.add(span, { kind: 'missing', field, not })
    } else if (near?.kind === 'entity' && isWithout) noRows(own, near, span, used)
  }
}

/** Every row says how much, and some that it is nothing: "no discount" is 0 there. */
function isNoneAtNull(field: Field): boolean {
  return isMeasure(field) && field.present === field.relation.rows && field.years?.from === 0
}

const HAVING = /^(?:have|has|had|with|got)$/

/** "how many visits had a trainer": those that have a value. */
export function presences(own: Hypothesis, used: Set<Binding>): void {
  // Of two versions "a different price" is what changed.
  if ((!own.marks.count && !own.marks.share) || own.table.relation.versions) return
  const { tokens } = own.reading
  for (const binding of own.bindings) {
    if (binding.kind !== 'column' || used.has(binding)) continue
    const { from, to } = binding.span
    const isA = /^(?:an?|any|some)$/.test(tokens[from - 1]?.lower ?? '') && HAVING.test(tokens[from - 2]?.lower ?? '')
    // "have the fee filled in"
    const isIn =
      SET.test(tokens[to]?.lower ?? '') &&
      tokens.slice(Math.max(0, from - 2), from).some(({ lower }) => HAVING.test(lower))
    const field = binding.fields.find(isGappy)
    if ((!isA && !isIn) || !field || own.bindings.some(one => one.kind === 'value' && one.span.from === to)) continue
    if (own.isNegated(binding.span)) continue
    if (isIn) own.reading.take({ from: to, to: to + 1 }, 'said')
    used.add(binding)
    own.add(binding.span, { kind: 'missing', field: own.use(field), not: true })
  }
}

/** "no yellow cards": none of what is counted, or no value. */
export function nones(own: Hypothesis, used: Set<Binding>): void {
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const span = { from: k, to: k + 1 }
    const next = lower === 'no' && own.reading.isFree(span) ? own.after(k + 1, 1) : null
    if (next?.kind !== 'column' || used.has(next)) continue
    const counted = next.fields.find(field => isCounted(field) || isNoneAtNull(field))
    const gappy = next.fields.find(field => field.present < field.relation.rows)
    const isFull = counted !== undefined && counted.present === counted.relation.rows
    const field = isFull ? counted : gappy
    if (!field) continue
    used.add(next)
    own.reading.take(span, 'none')
    if (isFull) own.add(span, { kind: 'number', field: own.use(field), op: '=', value: 0 })
    else own.add(span, { kind: 'missing', field: own.use(field), not: false })
  }
}

const NOT_YET =
  /\b(?:(?:has|have|had|is|are|was|were)(?: not|n't)(?: yet)? been|not yet|never been) (\p{L}{3,20}(?:ed|en|t))\b/giu

/** "marks that have not been entered yet": those that have no value; "still out": rows that began and have not ended. */
export function open(own: Hypothesis, used: Set<Binding>): void {
  for (const match of own.reading.text.matchAll(NOT_YET)) {
    const { to } = own.reading.spanOf(match.index, match.index + match[0].length)
    const span = { from: to - 1, to }
    const column = columnBefore(own, to - 1, used, isGappy) ?? rowsCalledSo(own)
    if (!own.reading.isFree(span) || !column || !SET.test(match[1]!)) continue
    const field = own.pick(
      (column as Extract<Binding, { kind: 'column' }>).fields,
      one => one.present < one.relation.rows,
    )!
    used.add(column)
    own.spend(own.marks.negations.find(({ from }) => from < to && to - from <= 4))
    own.reading.take(span, 'missing')
    own.add(span, { kind: 'missing', field, not: false })
  }
  const still = own.reading.tokens.findIndex(({ lower }) => lower === 'still')
  const ends = own.table.fields.find(({ ends }) => ends)?.ends
  if (still < 0 || !ends || ends.end.present === own.table.relation.rows) return
  if (own.conditions.some(({ what }) => what.kind !== 'related' && what.field === ends.end)) return
  if (own.reading.tokens[still + 1]?.lower === 'out') own.reading.take({ from: still + 1, to: still + 2 }, 'missing')
  own.add({ from: still, to: still + 1 }, { kind: 'missing', field: ends.end, not: false })
}

const isGappy = ({ present, relation }: Field) => present < relation.rows

/** "marks" of marks.csv, which has a column `Mark`. */
function rowsCalledSo(own: Hypothesis): Binding | null {
  for (const binding of own.bindings) {
    if (binding.kind !== 'entity' || binding.table !== own.table) continue
    const said = own.reading.tokens[binding.span.to - 1]!.stem
    const fields = own.table.fields.filter(field => field.core.length === 1 && field.core[0] === said && isGappy(field))
    if (fields.length > 0) return { kind: 'column', span: binding.span, fields, score: 1 }
  }
  return null
}

const SET = /^(?:entered|recorded|filled|given|set|reported|noted|added|registered|submitted|handed|provided|known)$/i

/** "customers without orders", "have never ordered", "orders without a customer". */
function noRows(own: Hypothesis, binding: Extract<Binding, { kind: 'entity' }>, span: Span, used: Set<Binding>): void {
  const join = [...own.down, ...own.up.filter(({ via }) => !via)].find(({ table }) => table === binding.table)
  if (!join) return
  used.add(binding)
  own.spend(span)
  own.add(span, { kind: 'related', join, op: '=', count: 0 })
}

export function unrelated(own: Hypothesis, used: Set<Binding>): void {
  for (const span of [...own.marks.unknown, ...own.marks.negations]) {
    if (own.isSpent(span)) continue
    const isUnknown = own.marks.unknown.includes(span)
    // "an unknown customer", "a customer that we do not know".
    const isBefore = own.reading.words(span).includes(' ')
    const near = [own.after(span.to, 2), own.before(span.from, 4)]
    const next = isUnknown ? ((isBefore ? near.reverse() : near).find(Boolean) ?? null) : own.after(span.to, 6)
    if (!next || used.has(next)) continue
    if (isUnknown && next.kind === 'column') {
      const join = own.up.find(({ from, via }) => !via && next.fields.includes(from))
      if (!join && !next.fields.some(isGappy)) continue
      used.add(next)
      own.spend(span)
      if (join) own.add(span, { kind: 'related', join, op: '=', count: 0 })
      else own.add(span, { kind: 'missing', field: own.pick(next.fields, isGappy)!, not: false })
      continue
    }
    if (next.kind === 'entity' && next.table !== own.table) noRows(own, next, span, used)
    else if (
      next.kind === 'column' &&
      !isUnknown &&
      isCounted(next.fields[0]!) &&
      next.fields[0]!.years?.from === 0 &&
      isParticiple(own.reading.tokens[next.span.to - 1]!.lower, next.fields[0]!)
    ) {
      used.add(next)
      own.spend(span)
      own.add(span, { kind: 'number', field: own.pick(next.fields, isCounted)!, op: '=', value: 0 })
    }
    // "not closed", where `closed_at` says when.
    else if (
      next.kind === 'column' &&
      next.fields.some(field => isTime(field) || field.present < field.relation.rows)
    ) {
      used.add(next)
      own.spend(span)
      own.add(span, {
        kind: 'missing',
        field: own.pick(next.fields, field => isTime(field) || field.present < field.relation.rows)!,
        not: false,
      })
    }
  }
}

export function signs(own: Hypothesis, used: Set<Binding>): void {
  for (const span of own.marks.negative) {
    const next = own.after(span.to)
    const near =
      next?.kind === 'column' && next.fields.some(isNumeric) ? next : columnBefore(own, span.from, used, isNumeric)
    const field = near?.kind === 'column' ? own.pick(near.fields, isNumeric) : own.onlyMeasure()
    if (!field) continue
    own.spend(span)
    if (near && own.marks.statistics.length === 0) used.add(near)
    own.add(span, { kind: 'number', field, op: '<', value: 0 })
  }
}
