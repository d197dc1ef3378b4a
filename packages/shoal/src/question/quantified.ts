// What holds of all that belongs to something, of nothing of it, or of several: "agents in every queue", "who worked only in
// billing", "customers that never paid in cash", "drivers with more than one car". These are conditions on groups, not on rows.

import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import { isUnitWord } from './comparisons.ts'
import type { Hypothesis } from './hypothesis.ts'
import { askedBinding, type Context, keyOf } from './keys.ts'
import { isPerson } from './people.ts'
import type { Condition, Key, Measure, Query, SomeRow } from './query.ts'
import { type Draft, isAdditive } from './ranking.ts'
import { type Field, isMeasure, isName, isNumeric, isTime } from './schema.ts'
import type { Span } from './tokens.ts'

/** "each queue", and "how many in every queue", ask for each by itself. */
const ALL = /^(?:all|every)$/
const ALL_COUNTED = /^all$/
const SEVERAL = /^(?:several|multiple)$/
const ONLY = /^(?:only|exclusively|solely)$/

/** Before keys and conditions are read, since "every queue" would be taken for a key and "more than one queue" for a size. */
export function quantified(own: Hypothesis, used: Set<Binding>): Draft | null {
  const { marks } = own
  if (
    marks.top ||
    marks.common ||
    marks.busiest ||
    marks.ranked.length + marks.most.length + marks.statistics.length > 0
  )
    return null
  const whose = thing(own)
  if (!whose) return null
  const told = ofAll(own, whose) ?? ofSeveral(own, whose)
  if (!told) return null
  for (const binding of [whose.binding, told.binding]) if (binding) used.add(binding)
  own.spend(
    marks.count,
    ...marks.each.filter(({ to }) => to === told.binding.span.from || to + 1 === told.binding.span.from),
  )
  return {
    shape: 'figures',
    keys: [whose.key],
    measures: [told.measure],
    having: told.having,
    order: { by: 'measure', descending: true },
    ...(marks.count && { countGroups: true }),
  }
}

interface Thing {
  readonly key: Key
  readonly binding: Binding | null
}

/** "which agents", "how many agents", "who": what has several rows. */
function thing(own: Hypothesis): Thing | null {
  const { count } = own.marks
  const binding = count ? own.after(count.to, 2) : askedBinding(own)
  const isPeople = count && /^(?:people|persons)$/.test(own.reading.tokens[count.to]?.lower ?? '')
  if (!binding) return count && !isPeople ? null : somebody(own)
  const isOther = binding.kind === 'entity' && binding.table !== own.table
  const key = binding.kind === 'column' || isOther ? keyOf(own, binding) : calledAs(own, binding)
  return key && isTold(key, own) && !isMeasure(key.field) ? { key, binding } : null
}

/** "agents" of agents.csv, where several rows are of one `agent`. */
function calledAs({ table, reading }: Hypothesis, { kind, span }: Binding): Key | null {
  const { stem } = reading.tokens[span.to - 1]!
  const field = kind === 'entity' ? table.fields.find(({ core }) => core.length === 1 && core[0] === stem) : undefined
  return field ? { kind: 'field', field, label: null } : null
}

/** The only column of people. */
function somebody({ reading, table }: Hypothesis): Thing | null {
  if (!/^who\b|^how many (?:people|persons)\b/i.test(reading.text)) return null
  const people = table.fields.filter(isPerson)
  // Of a member and a trainer, the one that every row has.
  const full = people.filter(({ present }) => present === table.relation.rows)
  const [person, other] = full.length === 1 ? full : people.length > 0 ? people : table.fields.filter(isCalledBy)
  return person && !other && isRepeated(person)
    ? { key: { kind: 'field', field: person, label: null }, binding: null }
    : null
}

/** By what somebody is told from others. */
function isCalledBy(field: Field): boolean {
  return field.column.kind === 'text' && (isName(field) || field.core.at(-1) === EMAIL)
}

const EMAIL = stem('email')

/** What is told apart within a file may stand in several. */
function isRepeated({ distinct, present, isKey, relation }: Field): boolean {
  return (!isKey || relation.paths.length > 1) && distinct < present
}

/** What rows lead to may be led to again. */
function isTold({ field }: Key, { table }: Hypothesis): boolean {
  return field.relation !== table.relation || isRepeated(field)
}

interface Told {
  readonly binding: Binding
  /** Different ones, or what figures come to together. */
  readonly measure: Measure
  readonly having: NonNullable<Query['having']>
}

function ofAll(own: Hypothesis, whose: Thing): Told | null {
  const { tokens } = own.reading
  for (let k = whose.binding?.span.to ?? 1; k < tokens.length; k++) {
    // "used every van" is of all of them, "in every town" of each.
    const isIn = /^(?:in|on|at|for|per|of|from|by|during)$/.test(tokens[k - 1]?.lower ?? '')
    if (!(own.marks.count && isIn ? ALL_COUNTED : ALL).test(tokens[k]!.lower)) continue
    const told = belonging(own, own.after(k + 1, 4), whose)
    if (!told) continue
    own.reading.take({ from: k, to: k + 1 }, 'said')
    return { ...told, having: { op: '=', value: 'all' } }
  }
  return null
}

function ofSeveral(own: Hypothesis, whose: Thing): Told | null {
  const { tokens } = own.reading
  for (const { span, op, value, scale } of own.marks.compared) {
    if (scale || op === 'between') continue
    const next = own.after(span.to, 2)
    const told = belonging(own, next, whose) ?? amount(own, next, span)
    if (!told) continue
    own.spend(span)
    return { ...told, having: { op, value } }
  }
  for (let k = whose.binding?.span.to ?? 1; k < tokens.length; k++) {
    const told = SEVERAL.test(tokens[k]!.lower) ? belonging(own, own.after(k + 1, 2), whose) : null
    if (!told) continue
    own.reading.take({ from: k, to: k + 1 }, 'said')
    return { ...told, having: { op: '>', value: 1 } }
  }
  return null
}

/** What is not measured and is another column than what it belongs to. */
function belonging(own: Hypothesis, binding: Binding | null, { key }: Thing): Omit<Told, 'having'> | null {
  if (binding?.kind !== 'column') return null
  const field = own.pick(
    binding.fields,
    one => !isNumeric(one) && !isTime(one) && one.truth === null && one !== key.field,
  )
  return field && field.role !== 'file' && field.role !== 'element'
    ? { binding, measure: { kind: 'distinct', field } }
    : null
}

/** "agents with more than 20 tickets": what all their rows come to. */
function amount(own: Hypothesis, binding: Binding | null, { to }: Span): Omit<Told, 'having'> | null {
  if (binding?.kind !== 'column' || binding.span.from !== to || isUnitWord(own.reading.tokens[to]!.lower)) return null
  const field = own.pick(binding.fields, one => isMeasure(one) && isAdditive(one))
  if (!field) return null
  own.doubts.push(`single rows with so many \`${field.column.name}\``)
  return { binding, measure: { kind: 'statistic', statistic: 'sum', field, p: 0 } }
}

type Kept = Extract<Condition, { kind: 'values' | 'truth' | 'period' | 'contains' }>

/** "which agents never worked in tech": no row of theirs is there; rows of theirs that are elsewhere say nothing. */
export function ofGroups({ own }: Context, draft: Draft): Draft | null {
  const key = groupOf(own, draft)
  if (!key) return isOfSomebody(own, draft) ? null : draft
  const at = own.conditions.findIndex(
    ({ what, span }) =>
      (what.kind === 'values' || what.kind === 'truth' || what.kind === 'period' || what.kind === 'contains') &&
      what.field !== key.field &&
      what.field.relation === own.table.relation &&
      (('not' in what && what.not && !isOfRows(own, span)) ||
        isOnly(own, span.from, span.to) ||
        (what.kind === 'truth' && own.isNegated(span))),
  )
  if (at < 0) return draft
  const what = own.conditions[at]!.what as Kept
  const not = 'not' in what && what.not
  own.conditions.splice(at, 1)
  return {
    shape: 'figures',
    keys: [key],
    measures: [{ kind: 'count' }],
    having: { op: '=', value: not ? 0 : 100 },
    held: not ? { ...what, not: false } : what,
    order: { by: 'keys', descending: false },
    ...(own.marks.count && { countGroups: true }),
  }
}

/** "mechanics that have repairs that are not pending": it is said of the repairs, and others may be. */
function isOfRows({ bindings, table, marks }: Hypothesis, { from }: Span): boolean {
  const not = marks.negations.findLast(({ to }) => to <= from)
  return bindings.some(
    one =>
      one.kind === 'entity' && one.table === table && one.span.from > 1 && not !== undefined && not.from >= one.span.to,
  )
}

/** Things of which some row has the one and some row the other, or none the other. */
export function ofSome({ own, used }: Context): Draft | null {
  const { top, statistics, ranked, most, common } = own.marks
  const whose = top || common || statistics.length + ranked.length + most.length > 0 ? null : thing(own)
  const some = whose && someRows(own, whose.key.field)
  if (!some) return null
  if (whose.binding) used.add(whose.binding)
  // Files that are named say more than which of them is the older.
  if (some.some(({ what }) => 'field' in what && what.field.role === 'file')) own.weakness -= SURER
  return {
    shape: 'figures',
    keys: [whose.key],
    measures: [{ kind: 'count' }],
    some,
    order: { by: 'keys', descending: false },
    ...(own.marks.count && { countGroups: true }),
  }
}

const SURER = 2

/** "in both May and June", "on Monday but not on Tuesday": what some rows of a group have, and what none has. */
function someRows(own: Hypothesis, key: Field): SomeRow[] | null {
  const { tokens } = own.reading
  const ofFiles = own.conditions.filter(
    ({ what }) => (what.kind === 'values' || what.kind === 'period') && what.field !== key,
  )
  for (const one of ofFiles) {
    const { what, span } = one as { what: Extract<Condition, { kind: 'values' | 'period' }>; span: Span }
    if (what.not || what.field.role === 'element') continue
    const other = ofFiles.find(
      ({ what: next }) => next !== what && 'not' in next && next.not && next.field === what.field,
    )
    const isBoth = tokens.slice(Math.max(0, span.from - 3), span.from + 1).some(({ lower }) => lower === 'both')
    const each = eachOf(what)
    if (!other && !(isBoth && each.length > 1)) continue
    own.conditions.splice(own.conditions.indexOf(one), 1)
    if (other) own.conditions.splice(own.conditions.indexOf(other), 1)
    own.spend(...own.marks.versus)
    const none = other ? [{ what: { ...other.what, not: false } as Condition, not: true }] : []
    return [...(isBoth ? each : [what]).map(part => ({ what: part, not: false })), ...none]
  }
  return inEveryFile(own)
}

const FILES = /\bboth (?:days|files|lists|tables|sheets|months|weeks|years|logs|times)\b/gi

/** "on both days", where each of two files is one. */
function inEveryFile(own: Hypothesis): SomeRow[] | null {
  const { table, reading, marks } = own
  const { file, relation } = table
  const [said] = file && relation.paths.length === 2 ? [...reading.text.matchAll(FILES)] : []
  if (!said) return null
  reading.take(reading.spanOf(said.index, said.index + said[0].length), 'said')
  own.spend(...marks.versus)
  return file!.values!.map(({ text }) => ({
    what: { kind: 'values', field: file!, values: [text], not: false },
    not: false,
  }))
}

function eachOf(what: Extract<Condition, { kind: 'values' | 'period' }>): Condition[] {
  return what.kind === 'values'
    ? what.values.map(value => ({ ...what, values: [value] }))
    : what.parts.map(part => ({ ...what, parts: [part] }))
}

/** "who has not come since May", where it is open which column says who: the other rows are not the answer. */
function isOfSomebody({ reading, conditions, table }: Hypothesis, { shape }: Draft): boolean {
  const isNot = conditions.some(({ what }) => (what.kind === 'values' || what.kind === 'period') && what.not)
  return shape === 'rows' && isNot && /^who\b/i.test(reading.text) && table.fields.filter(isPerson).length > 1
}

/** The one column whose values are asked for, or counted. */
function groupOf(own: Hypothesis, { shape, show = [], keys = [], measures = [] }: Draft): Key | null {
  const [measure] = measures
  const isRows = shape === 'rows' || (shape === 'figures' && keys.length === 0 && measure?.kind === 'count')
  const field =
    shape === 'values' && show.length === 1
      ? show[0]!
      : shape === 'figures' && keys.length === 0 && measure?.kind === 'distinct'
        ? measure.field
        : isRows && thing(own)?.key.field
  return field && isRepeated(field) ? { kind: 'field', field, label: null } : null
}

function isOnly({ reading }: Hypothesis, from: number, to: number): boolean {
  const { tokens } = reading
  for (const k of [from - 3, from - 2, from - 1, to]) {
    if (!ONLY.test(tokens[k]?.lower ?? '')) continue
    reading.take({ from: k, to: k + 1 }, 'said')
    return true
  }
  return false
}
