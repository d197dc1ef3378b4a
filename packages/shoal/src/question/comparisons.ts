// Sizes: "over 100 euros", "older than 30", "at least 4 cylinders" become conditions on the column that is meant.
import { lookup } from '@shoal/base/model/lookup'
import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import type { Compared } from './compared-in.ts'
import type { Hypothesis } from './hypothesis.ts'
import { moneyOfRow, PRICED } from './money.ts'
import { VERBS } from './scales.ts'
import { type Field, isMeasure, isNumeric, isTime, type Table } from './schema.ts'
import type { Span } from './tokens.ts'
import { percentDivisor } from './units.ts'

interface Near {
  readonly left: Binding | null
  readonly right: Binding | null
  readonly used: Set<Binding>
}

const FLIPPED: Readonly<Record<Compared['op'], Compared['op']>> = {
  '=': '=',
  '<>': '<>',
  between: 'between',
  '>': '<',
  '<': '>',
  '>=': '<=',
  '<=': '>=',
}

export function comparisons(own: Hypothesis, used: Set<Binding>): void {
  for (const compared of own.marks.compared) {
    const { span } = compared
    if (own.isSpent(span)) continue
    const next = own.reading.tokens[span.to]?.lower ?? ''
    // "less than 3 times" is asked of groups.
    if (/^times?$/.test(next)) continue
    const isUnit = isUnitWord(next)
    // "more than one open claim" is how many rows, and no size of them.
    if (rowsBehind(own, span)) continue
    // "less than 20 percent battery"
    const right = own.after(span.to, 2) ?? (isUnit ? own.after(span.to + 1, 2) : null)
    if (right?.kind === 'entity') {
      relatedRows(own, compared, right, used)
      continue
    }
    const unit = unitAt(own, span)
    const scaled = compared.scale && compared.scale.names.length > 0 ? own.scaled(compared.scale) : null
    const meant = scaled?.field ?? comparedField(own, compared, { left: own.before(span.from, 4), right, used }, unit)
    if (!meant) continue
    // "longer than 5 hours" is no distance.
    const spans = own.table.fields.filter(({ role }) => role === 'span')
    const isLength = unit?.seconds !== undefined && !isTimed(meant) && spans.length === 1
    const field = isLength ? spans[0]! : meant
    // "faster than 100" of speeds is more, of times it is less.
    const op = scaled && scaled.up !== compared.scale!.up ? FLIPPED[compared.op] : compared.op
    own.spend(span)
    // "500 ms" of `duration_ms` names it again, and of another column it is the unit.
    if (unit && right?.kind === 'column' && right.span.from === span.to && right.span.to === span.to + 1)
      used.add(right)
    const divisor = percentDivisor(own.reading.tokens, span.to, field)
    const told = (value: number) => inUnit(value, unit, field) / divisor
    if (unit?.seconds !== undefined && unit.seconds > 1 && !isTimed(field))
      own.doubts.push(`\`${field.column.name}\` told in another unit of time than the question says`)
    if (op === 'between')
      own.add(span, {
        kind: 'between',
        field,
        low: told(compared.value),
        high: told(compared.high),
      })
    else own.add(span, { kind: 'number', field, op, value: told(compared.value) })
  }
}

/** Rows that are called so behind a number, with values of theirs between. */
export function rowsBehind(own: Hypothesis, { to }: Span): boolean {
  for (let at = to; at < to + 3; ) {
    const binding = own.bindings.find(({ span }) => span.from === at)
    if (binding?.kind === 'entity') return binding.table === own.table && at > to
    if (binding?.kind !== 'value') return false
    at = binding.span.to
  }
  return false
}

const LATER =
  /^(?:after|later than|past|beyond|above|over|more than|higher than|greater than|larger than|bigger than|longer than|exceeds|exceeded|exceeding|exceed|>)$/i
const EARLIER = /^(?:before|earlier than|below|under|less than|lower than|smaller than|shorter than|fewer than|<)$/i
const LONGEST_WORDS = 2

/** "returned after the due date", "where the home score is higher than the away score": two columns of one row. */
export function columnsCompared(own: Hypothesis, used: Set<Binding>): void {
  const isTimed = (binding: Binding) => binding.kind === 'column' && binding.fields.some(isTime)
  const isSized = (binding: Binding) => binding.kind === 'column' && binding.fields.some(isMeasure)
  for (let k = 1; k < own.reading.tokens.length; k++)
    for (let length = LONGEST_WORDS; length >= 1; length--) {
      const span = { from: k, to: k + length }
      const words = own.reading.words(span)
      const op = LATER.test(words) ? '>' : EARLIER.test(words) ? '<' : null
      if (op === null || span.to > own.reading.tokens.length) continue
      const [left, right] = [own.before(span.from, 4), own.after(span.to, 3)]
      if (!left || !right || used.has(left) || used.has(right)) continue
      const fits = isTimed(left) && isTimed(right) ? isTime : isSized(left) && isSized(right) ? isMeasure : null
      if (!fits || left.kind !== 'column' || right.kind !== 'column') continue
      const [field, other] = [
        own.pick(left.fields, fits)!,
        own.pick(right.fields, one => fits(one) && !left.fields.includes(one)),
      ]
      if (!other) continue
      used.add(left)
      used.add(right)
      own.reading.take(span, 'comparison')
      own.spend(...own.marks.versus.filter(({ from }) => from >= span.from && from < span.to))
      own.add(span, { kind: 'columns', field, op, other })
    }
}

/** "customers with more than 3 orders"; where a row is an order, that is a condition on groups and not on rows. */
function relatedRows(
  own: Hypothesis,
  { op, value, span }: Compared,
  binding: Extract<Binding, { kind: 'entity' }>,
  used: Set<Binding>,
): void {
  const join = own.down.find(({ table }) => table === binding.table)
  if (!join || op === 'between') return
  used.add(binding)
  own.spend(span)
  own.add(span, { kind: 'related', join, op, count: value })
}

function comparedField(
  own: Hypothesis,
  { scale, span }: Compared,
  { left, right, used }: Near,
  unit: Unit | null,
): Field | null {
  const take = (binding: Binding | null): Field | null => {
    if (binding?.kind !== 'column') return null
    const isTold = (field: Field) => isNumeric(field) && (unit?.seconds === undefined || baseOf(field) !== undefined)
    const field = own.pick(binding.fields, binding.fields.some(isTold) ? isTold : isNumeric)
    if (field) used.add(binding)
    return field && !isTold(field) ? (timedField(own, field) ?? field) : field
  }
  if (scale) return take(left)
  // "members over 60"
  const people = left && !unit ? tableOf(own, left) : null
  const age = people?.fields.find(({ core }) => core.length === 1 && AGES.has(core[0]!))
  if (age && isMeasure(age)) return own.use(age)
  // "closed within 2 hours": how long it took until then.
  const until = unit?.seconds === undefined || left?.kind !== 'column' ? undefined : endingWith(own, left.fields)
  if (until) {
    used.add(left!)
    return until
  }
  // "delayed by more than 15 minutes": the unit is no column of minutes where another is named.
  const isRight = right?.kind === 'column' && right.span.from === span.to && !(unit && left?.kind === 'column')
  const near = isRight ? (take(right) ?? take(left)) : (take(left) ?? take(right))
  if (near) return near
  const verb = VERBS.find(([pattern]) =>
    own.reading.tokens.slice(0, span.from).some(({ lower }) => pattern.test(lower)),
  )
  const isMoney = /^[$€£]/.test(own.reading.tokens[span.to - 1]?.text ?? '')
  const names = [unit?.names, verb?.[1], isMoney ? PRICED : undefined].find(list => list !== undefined)
  const scaled = names ? own.scaleField(names) : null
  // What a thing costs is the price of one.
  const isPaid = (isMoney || unit?.names === PRICED || verb?.[1].includes('price')) && !COSTS.test(own.reading.text)
  const meant = scaled && isPaid ? moneyOfRow(own, scaled) : scaled
  const timed = unit?.seconds === undefined || (meant && baseOf(meant) !== undefined) ? null : timedField(own, meant)
  if (timed ?? meant) return timed ?? meant
  // "members under 30" is not asked of what their loans cost.
  if (people && people !== own.table) return null
  const only = own.onlyMeasure()
  if (only) own.weakness += 0.2
  return only
}

const COSTS = /\b(?:costs?|costing|prices?|priced)\b/i

/** The time from the begin of a row to a moment that is named. */
function endingWith({ table }: Hypothesis, fields: readonly Field[]): Field | undefined {
  return table.fields.find(({ ends }) => ends && fields.includes(ends.end))
}

/** The only figure that is told in a unit of time, whichever: "2 hours" of `Minutes`. */
function timedField(own: Hypothesis, meant: Field | null): Field | null {
  const all = own.table.fields.filter(field => isMeasure(field) && baseOf(field) !== undefined)
  const same = all.filter(({ parts }) => meant?.parts.every(part => parts.includes(part)))
  const timed = meant ? same : all
  return timed.length === 1 ? timed[0]! : null
}

const AGES = new Set(['age', stem('age')])

/** Its name says in which unit it is told, or the unit is all that it could be. */
const isTimed = (field: Field) => baseOf(field) !== undefined || field.parts.some(part => AGES.has(part))

/** The unit of time that a name says, in seconds. */
function baseOf({ parts }: Field): number | undefined {
  return parts.map(part => lookup(SECONDS, part)).find(seconds => seconds !== undefined)
}

/** The table whose rows a name speaks of, by what they are called or by their key. */
function tableOf(own: Hypothesis, binding: Binding): Table | null {
  if (binding.kind === 'entity') return binding.table
  const join = own.up.find(({ from }) => binding.kind === 'column' && binding.fields.includes(from))
  return join?.table ?? null
}

interface Unit {
  readonly words: RegExp
  readonly names: readonly string[]
  readonly seconds?: number
}

const UNITS: readonly Unit[] = [
  { words: /^(?:dollars?|usd|euros?|eur|pounds?|gbp|chf|francs?|bucks|cents)$/, names: PRICED },
  { words: /^(?:ms|milliseconds?|millis)$/, names: ['ms', 'duration', 'latency', 'elapsed', 'time'], seconds: 0.001 },
  {
    words: /^(?:s|secs?|seconds?)$/,
    names: ['second', 'sec', 'ms', 'duration', 'latency', 'elapsed', 'time'],
    seconds: 1,
  },
  { words: /^(?:mins?|minutes?)$/, names: ['minutes', 'min', 'duration', 'length', 'runtime', 'time'], seconds: 60 },
  { words: /^(?:hours?|hrs?)$/, names: ['hours', 'duration', 'length', 'time'], seconds: 3600 },
  { words: /^years?$/, names: ['age', 'years'], seconds: 31_557_600 },
  { words: /^months?$/, names: ['months', 'days', 'duration'], seconds: 2_629_800 },
  { words: /^days?$/, names: ['days', 'duration'], seconds: 86_400 },
  { words: /^weeks?$/, names: ['weeks', 'days', 'duration'], seconds: 604_800 },
  { words: /^(?:kg|kilos?|kilograms?|lbs?)$/, names: ['weight', 'mass'] },
  {
    words: /^(?:km|kilometers?|kilometres?|miles?|meters?|metres?|m|cm|mm)$/,
    names: ['distance', 'length', 'height', 'km', 'miles', 'precipitation'],
  },
  { words: /^(?:degrees?|celsius|fahrenheit)$/, names: ['temperature', 'temp'] },
  { words: /^(?:bytes?|kb|mb|gb)$/, names: ['bytes', 'size'] },
  { words: /^(?:stars?|points?)$/, names: ['rating', 'score', 'stars', 'points'] },
  { words: /^(?:percent|%)$/, names: ['percent', 'pct', 'rate', 'share'] },
]

export function isUnitWord(lower: string): boolean {
  return UNITS.some(({ words }) => words.test(lower))
}

function unitAt(own: Hypothesis, { to }: Span): Unit | null {
  const token = own.reading.tokens[to]
  const unit = token && UNITS.find(({ words }) => words.test(token.lower))
  if (!unit) return null
  own.reading.take({ from: to, to: to + 1 }, 'unit')
  if (own.reading.tokens[to + 1]?.lower === 'old') own.reading.take({ from: to + 1, to: to + 2 }, 'unit')
  return unit
}

/** "in euros": the unit of a figure that is asked for. */
export function takeUnits(own: Hypothesis): void {
  for (const [k, { lower }] of own.reading.tokens.entries())
    if (
      own.reading.isFree({ from: k, to: k + 1 }) &&
      own.reading.tokens[k - 1]?.lower === 'in' &&
      UNITS.some(({ words }) => words.test(lower))
    )
      own.reading.take({ from: k, to: k + 1 }, 'unit')
}

const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  milli: 0.001,
  millisecond: 0.001,
  second: 1,
  sec: 1,
  s: 1,
  minut: 60,
  min: 60,
  hour: 3600,
  hr: 3600,
  dai: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
}

/** "over 2 seconds" of a column in milliseconds is 2000; 5 hours are as many days as rows of 5 hours are reckoned to take. */
function inUnit(value: number, unit: Unit | null, field: Field): number {
  const base = unit?.seconds === undefined ? undefined : baseOf(field)
  return base === undefined ? value : (value * unit!.seconds!) / base
}
