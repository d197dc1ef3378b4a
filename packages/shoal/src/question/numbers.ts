// Numbers that a question names: beside a column, or as the status of a request.
import { lookup } from '@shoal/base/model/lookup'
import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import type { Hypothesis } from './hypothesis.ts'
import { askedStatus } from './requests.ts'
import { type Field, isNumeric } from './schema.ts'
import { columnSql } from './sql-names.ts'
import { percentDivisor } from './units.ts'

/** "4 cylinders", "status 500", "csat 1 or 2": numbers beside the name of a column. */
export function numbers(own: Hypothesis, used: Set<Binding>): void {
  const { reading } = own
  const { tokens } = reading
  for (let k = 0; k < tokens.length; k++) {
    if (!isPlainNumber(own, k) && !isCountWord(own, k)) continue
    // A list of numbers belongs to one column.
    let end = k + 1
    while (['and', 'or', 'to'].includes(tokens[end]?.lower ?? '') && isPlainNumber(own, end + 1)) end += 2
    const texts = tokens.slice(k, end).filter((_, i) => i % 2 === 0)
    const fits = (field: Field) => isNumeric(field) || texts.every(({ text }) => hasText(field, text))
    const near = [own.after(end, 1), own.before(k, 3)].find(
      binding => binding?.kind === 'column' && !used.has(binding) && binding.fields.some(fits),
    )
    const status = near
      ? null
      : statusField(
          own,
          texts.map(({ value }) => value),
        )
    if (near?.kind !== 'column' && !status) continue
    const field = near?.kind === 'column' ? own.pick(near.fields, fits)! : own.use(status!)
    if (near) used.add(near)
    const span = { from: k, to: end }
    reading.take(span, 'value')
    const not = own.isNegated(span)
    const where = near ? { from: Math.min(k, near.span.from), to: Math.max(end, near.span.to) } : span
    const divisor = percentDivisor(tokens, end, field)
    if (divisor !== 1 && /^(?:percent|%)$/.test(tokens[end]?.lower ?? ''))
      reading.take({ from: end, to: end + 1 }, 'unit')
    if (isNumeric(field) && texts.length === 1)
      own.add(where, { kind: 'number', field, op: not ? '<>' : '=', value: texts[0]!.value / divisor })
    else
      own.add(where, {
        kind: 'values',
        field,
        values: texts.map(one => (isNumeric(field) ? String(one.value / divisor) : one.text)),
        not,
      })
    k = end
  }
}

/** Whose fault it was. */
const SIDES: Readonly<Record<string, number>> = { client: 4, server: 5 }

/** "5xx", "server errors". */
export function statusClasses(own: Hypothesis, used: Set<Binding>): void {
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const sided = /^errors?$/.test(own.reading.tokens[k + 1]?.lower ?? '') ? lookup(SIDES, lower) : undefined
    const low = Number(/^([1-5])xx$/.exec(lower)?.[1] ?? sided ?? 0) * 100
    const status = low > 0 ? statusCode(own) : null
    if (!status) continue
    const span = { from: k, to: k + (sided ? 2 : 1) }
    own.reading.take(span, 'value')
    for (const binding of own.bindings)
      if (binding.span.from >= span.from && binding.span.to <= span.to) used.add(binding)
    own.add(span, { kind: 'between', field: own.use(status), low, high: low + 99 })
  }
}

export const FAILED = /^(?:errors?|failed|failures?|failing|fails?|unsuccessful)$/

const SUCCEEDED = /^(?:successful|successfully|succeeded|success|successes)$/

/** "failed requests" of a log that tells it by status codes alone. */
export function outcomes(own: Hypothesis, used: Set<Binding>): void {
  truthOutcomes(own)
  const status = statusCode(own)
  if (!status || own.table.relation.kind !== 'entries') return
  const isOfRequests = askedStatus(own) !== null
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const span = { from: k, to: k + 1 }
    const failed = FAILED.test(lower)
    if (!failed && !SUCCEEDED.test(lower)) continue
    // The level of other entries says nothing of requests.
    const level = isOfRequests
      ? own.bindings.find(one => one.kind === 'value' && one.span.from === k && !used.has(one))
      : undefined
    if (level) used.add(level)
    else if (!own.reading.isFree(span)) continue
    own.reading.take(span, 'value')
    // "failed with 500" says it again.
    if (own.conditions.some(({ what }) => what.kind !== 'related' && what.field.column.name === status.column.name))
      continue
    own.doubts.push('server errors alone, from 500')
    own.add(span, { kind: 'number', field: own.use(status), op: failed ? '>=' : '<', value: 400 })
  }
}

const GOOD = new Set(['ok', 'success', 'successful', 'succeeded', 'passed', 'valid', 'healthy'].map(stem))
const BAD_WORD = /^(?:bad|fail|fails|failed|failing|failures?|errors?|unsuccessful|broken|faulty|invalid|unhealthy)$/
const GOOD_WORD = /^(?:good|successful|successfully|succeeded|success|successes|fine|healthy)$/

/** "bad readings", where a column says whether each was `ok`. */
function truthOutcomes(own: Hypothesis): void {
  const [good, other] = own.table.fields.filter(
    ({ truth, core }) => truth !== null && core.length === 1 && GOOD.has(core[0]!),
  )
  if (!good || other) return
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const span = { from: k, to: k + 1 }
    const isBad = BAD_WORD.test(lower)
    if ((!isBad && !GOOD_WORD.test(lower)) || !own.reading.isFree(span)) continue
    own.reading.take(span, 'value')
    const not = isBad !== own.isNegated(span)
    own.add(span, { kind: 'truth', field: own.use(good), not })
  }
}

/** The status of requests as a number; of several logs it may be a word in others. */
function statusCode({ table }: Hypothesis): Field | null {
  const isCode = ({ text }: { readonly text: string }) => /^[1-5]\d\d$/.test(text)
  const field = table.fields.find(({ core, values }) => core.includes('statu') && (values ?? []).some(isCode))
  if (!field || isNumeric(field)) return field ?? null
  return { ...field, column: { ...field.column, kind: 'whole' }, sql: `TRY_CAST(${columnSql(field)} AS INTEGER)` }
}

/** "502 responses": a number that a column of status codes has. */
function statusField(own: Hypothesis, codes: readonly number[]): Field | null {
  if (!codes.every(code => code >= 100 && code < 600)) return null
  const named = own.table.fields.find(
    ({ core, values }) => core.includes('statu') && values?.some(({ text }) => codes.includes(Number(text))),
  )
  return named ?? null
}

function isPlainNumber(own: Hypothesis, k: number): boolean {
  const token = own.reading.tokens[k]
  return token !== undefined && token.kind === 'number' && own.reading.isFree({ from: k, to: k + 1 })
}

/** "one star", "zero copay". */
function isCountWord(own: Hypothesis, k: number): boolean {
  const token = own.reading.tokens[k]!
  const next = own.bindings.find(({ span }) => span.from === k + 1)
  const isRating = next?.kind === 'column' && next.fields.every(one => isNumeric(one) && one.distinct <= 10)
  const isNone = token.value === 0 && next?.kind === 'column' && next.fields.some(isNumeric)
  return (
    token.kind === 'word' &&
    !Number.isNaN(token.value) &&
    (isRating || isNone) &&
    own.reading.isFree({ from: k, to: k + 1 })
  )
}

const ORDINALS = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

/** "their third attempt": a number by which few are told apart. */
export function ordinals(own: Hypothesis, used: Set<Binding>): void {
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const value = ORDINALS.indexOf(lower) + 2
    const span = { from: k, to: k + 1 }
    const next = value < 2 || !own.reading.isFree(span) ? undefined : own.bindings.find(one => one.span.from === k + 1)
    if (next?.kind !== 'column' || used.has(next)) continue
    const field = next.fields.find(one => one.column.kind === 'whole' && one.distinct <= MOST_TOLD_APART)
    if (!field) continue
    used.add(next)
    own.reading.take(span, 'value')
    own.add({ from: k, to: next.span.to }, { kind: 'number', field: own.use(field), op: '=', value })
  }
}

const MOST_TOLD_APART = 20

function hasText({ values, column }: Field, text: string): boolean {
  return column.kind === 'text' && (values?.some(value => value.text === text) ?? false)
}
