// The rows that a question is about: values, sizes, times and gaps that it names become conditions.

import { pushAll, smallest } from '../model/lists.ts'
import { identifier, literal } from '../text/sql-text.ts'
import type { Binding, FoundValue } from './bind.ts'
import { columnsCompared, comparisons } from './comparisons.ts'
import type { Hypothesis } from './hypothesis.ts'
import { isSoftWord } from './lexicon.ts'
import type { Period } from './periods.ts'
import { type Field, isCounted, isNumeric, isParticiple, isTime, isYear } from './schema.ts'
import { columnSql } from './sql-names.ts'
import type { Span } from './tokens.ts'
import { addSaid } from './troubles.ts'

/** `used`: bindings that something else has used already; what a condition uses is added. */
export function addConditions(own: Hypothesis, used: Set<Binding>): void {
  moves(own, used)
  comparisons(own, used)
  columnsCompared(own, used)
  statusClasses(own)
  numbers(own, used)
  gaps(own, used)
  signs(own, used)
  values(own, used)
  truths(own, used)
  unrelated(own, used)
  periods(own, used)
}

/** "articles that got cheaper": between two versions, where nothing is ranked or measured. */
function moves(own: Hypothesis, used: Set<Binding>): void {
  const { ranked, most, statistics, top } = own.marks
  if (!own.table.relation.versions || ranked.length + most.length + statistics.length > 0 || top) return
  for (const binding of own.bindings) {
    if (binding.kind !== 'column') continue
    const field = binding.fields.find(({ column }) => /_(?:in|de)crease$/.test(column.name))
    if (!field) continue
    used.add(binding)
    own.add(binding.span, { kind: 'number', field, op: '>', value: 0 })
  }
}

/** "4 cylinders", "status 500", "csat 1 or 2": numbers beside the name of a column. */
function numbers(own: Hypothesis, used: Set<Binding>): void {
  const { reading } = own
  const { tokens } = reading
  for (let k = 0; k < tokens.length; k++) {
    if (!isPlainNumber(own, k)) continue
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
    if (isNumeric(field) && texts.length === 1)
      own.add(where, { kind: 'number', field, op: not ? '<>' : '=', value: texts[0]!.value })
    else
      own.add(where, {
        kind: 'values',
        field,
        values: texts.map(one => (isNumeric(field) ? String(one.value) : one.text)),
        not,
      })
    k = end
  }
}

/** "5xx". */
function statusClasses(own: Hypothesis): void {
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const status = /^[1-5]xx$/.test(lower)
      ? own.table.fields.find(({ core, column }) => core.includes('statu') && isNumeric({ column }))
      : undefined
    if (!status) continue
    const span = { from: k, to: k + 1 }
    const low = Number(lower[0]) * 100
    own.reading.take(span, 'value')
    own.add(span, { kind: 'between', field: own.use(status), low, high: low + 99 })
  }
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

function hasText({ values, column }: Field, text: string): boolean {
  return column.kind === 'text' && (values?.some(value => value.text === text) ?? false)
}

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
function gaps(own: Hypothesis, used: Set<Binding>): void {
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
      own.add(span, { kind: 'missing', field: own.pick(near.fields, () => true)!, not: own.isNegated(span) })
    } else if (near?.kind === 'entity' && isWithout) noRows(own, near, span, used)
  }
}

/** "customers without orders", "have never ordered", "orders without a customer". */
function noRows(own: Hypothesis, binding: Extract<Binding, { kind: 'entity' }>, span: Span, used: Set<Binding>): void {
  const join = [...own.down, ...own.up.filter(({ via }) => !via)].find(({ table }) => table === binding.table)
  if (!join) return
  used.add(binding)
  own.spend(span)
  own.add(span, { kind: 'related', join, op: '=', count: 0 })
}

function unrelated(own: Hypothesis, used: Set<Binding>): void {
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
      if (!join) continue
      used.add(next)
      own.spend(span)
      own.add(span, { kind: 'related', join, op: '=', count: 0 })
      continue
    }
    if (next.kind === 'entity' && next.table !== own.table) noRows(own, next, span, used)
    else if (
      next.kind === 'column' &&
      !isUnknown &&
      isCounted(next.fields[0]!) &&
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

function signs(own: Hypothesis, used: Set<Binding>): void {
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

/** Values of one column are alternatives, those of several columns all hold. */
function values(own: Hypothesis, used: Set<Binding>): void {
  const found: { field: Field; values: string[]; not: boolean; span: Span }[] = []
  for (const binding of own.bindings) {
    if (binding.kind !== 'value' || used.has(binding)) continue
    used.add(binding)
    if (addSaid(own, binding)) continue
    const choice = chosenValue(own, binding)
    if (choice.score < 0.9) own.weakness += 0.1
    const not = own.isNegated(binding.span) !== (choice.not ?? false)
    // A visit with surgery and dental has both in its list.
    const isBoth = choice.field.role === 'element' && own.reading.tokens[binding.span.from - 1]?.lower === 'and'
    const same = isBoth ? undefined : found.find(other => other.field === choice.field && other.not === not)
    if (same) {
      pushAll(same.values, choice.values)
      same.span = { from: same.span.from, to: binding.span.to }
    } else found.push({ field: own.use(choice.field), values: [...choice.values], not, span: binding.span })
  }
  for (const { field, values: texts, not, span } of found) {
    // Of rows that all stand in the file it says nothing.
    if (field.role === 'file' && isEveryFile(field, texts) && !not) continue
    own.add(span, { kind: 'values', field, values: [...new Set(texts)], not })
  }
}

/** The rows are of these files alone, or tell of both. */
function isEveryFile({ relation, values: all }: Field, texts: readonly string[]): boolean {
  return relation.versions !== undefined || all!.every(({ text }) => texts.includes(text) && all!.length === 1)
}

const NOW = new Set(['now', 'currently', 'presently', 'today'])
const FROM = new Set(['origin', 'from', 'sourc', 'departur', 'sender', 'start', 'depart', 'src'])
const TO = new Set(['destin', 'dest', 'to', 'target', 'arriv', 'recipi', 'receiv', 'end', 'dst'])

/** A value that stands in several columns: the one that the words beside it point at. */
function chosenValue(own: Hypothesis, { span, found }: Extract<Binding, { kind: 'value' }>): FoundValue {
  const [best] = found
  const rivals = found.filter(({ score }) => score >= best!.score - 0.01)
  if (rivals.length === 1) return best!
  const near = [own.before(span.from, 3), own.after(span.to, 1)]
  const named = rivals.find(({ field }) => near.some(other => other?.kind === 'column' && other.fields.includes(field)))
  if (named) return named
  // Another table that is not spoken of does not make it doubtful.
  const mine = rivals.filter(({ field }) => field.relation === own.table.relation)
  const isSpoken = own.bindings.some(other => other.kind === 'entity' && other.table !== own.table)
  if (mine.length === 1 && !isSpoken) return mine[0]!
  const before = own.reading.tokens[span.from - 1]?.lower
  const side = before === 'from' ? FROM : before === 'to' || before === 'into' ? TO : null
  const sided = side && rivals.filter(({ field }) => field.parts.some(part => side.has(part)))
  if (sided?.length === 1) return sided[0]!
  const words = own.reading.tokens.map(({ stem: said, lower }) => (NOW.has(lower) ? 'current' : said))
  // The parts that no rival has tell them apart; the nearest decides.
  const told = rivals.map(one => {
    const parts = one.field.parts.filter(part => !rivals.every(({ field }) => field.parts.includes(part)))
    const places = words.flatMap((word, k) => (parts.includes(word) ? [k] : []))
    return { one, places, near: smallest(places.map(k => Math.abs(k - span.from))) }
  })
  const [nearest, next] = told.sort((a, b) => a.near - b.near)
  if (nearest && nearest.near < 8 && nearest.near < (next?.near ?? Number.POSITIVE_INFINITY)) {
    for (const k of nearest.places) own.reading.take({ from: k, to: k + 1 }, 'column')
    return nearest.one
  }
  const other = rivals.find(({ field }) => field !== best!.field)!
  own.ambiguous.push(
    `"${best!.values[0]}" stands in \`${best!.field.column.name}\` and in \`${other.field.column.name}\``,
  )
  return best!
}

/** "returned orders": a column of yes and no that is named and asked for nothing else. */
function truths(own: Hypothesis, used: Set<Binding>): void {
  if (own.marks.distribution) return
  const first = own.reading.tokens[0]?.lower
  for (const binding of own.bindings) {
    if (binding.kind !== 'column' || used.has(binding)) continue
    const field = binding.fields.find(({ truth }) => truth !== null)
    if (binding.not && !field) {
      used.add(binding)
      own.add(binding.span, { kind: 'missing', field: own.pick(binding.fields, isTime)!, not: false })
      continue
    }
    if (!field || (first === 'what' && binding.span.from <= 2)) continue
    used.add(binding)
    if (own.conditions.some(({ what }) => what.kind !== 'related' && what.field === field)) continue
    own.add(binding.span, {
      kind: 'truth',
      field: own.use(field),
      not: own.isNegated(binding.span) !== (binding.not ?? false),
    })
  }
}

/** Several of one kind are alternatives: "in 2023 and 2024". */
function periods(own: Hypothesis, used: Set<Binding>): void {
  const groups = new Map<string, { field: Field; parts: { period: Period; sql: string }[]; span: Span }>()
  for (const { period, span } of own.marks.periods) {
    const near = own.before(span.from, 3)
    const named = near?.kind === 'column' && near.fields.some(one => isTime(one) || isYear(one)) ? near : null
    const ofYear = named?.kind === 'column' && period.years !== null ? named.fields.find(isYear) : undefined
    const field = ofYear ? null : own.timeField(named?.kind === 'column' ? named.fields : [])
    const isTimed = field && !(period.needsClock && field.column.kind === 'date')
    const year = isTimed || period.years === null ? null : (ofYear ?? yearField(own))
    if (!isTimed && !year && inFiles(own, span)) continue
    const unsure = isTimed || year ? undefined : own.table.relation.columns.find(({ ambiguousDate }) => ambiguousDate)
    if (unsure && period.years) {
      const text = `${identifier(own.table.relation.name)}.${identifier(unsure.name)}`
      const sql = yearSql(
        `TRY_CAST(regexp_extract(${text}, '(?:^|[^0-9])([0-9]{4})(?:[^0-9]|$)', 1) AS INTEGER)`,
        period.years,
      )
      own.add(span, {
        kind: 'period',
        field: own.table.fields.find(({ column }) => column === unsure)!,
        parts: [{ sql, text: period.text }],
      })
      continue
    }
    if (unsure) own.blocked = `\`${unsure.name}\` has dates of which nobody can tell the day from the month`
    if (!isTimed && !year) {
      own.reading.release(span)
      continue
    }
    if (named) used.add(named)
    const sql = isTimed ? period.sql(columnSql(field)) : yearSql(columnSql(year!), period.years!)
    const key = period.kind === 'side' ? `${groups.size}` : period.kind
    const group = groups.get(key) ?? { field: isTimed ? field : own.use(year!), parts: [], span }
    group.parts.push({ period, sql })
    groups.set(key, group)
  }
  for (const { field, parts, span } of groups.values())
    own.add(span, {
      kind: 'period',
      field,
      parts: parts.map(({ period, sql }) => ({ sql, text: periodText(period, field) })),
    })
}

/** "in February" of stock-february.csv. */
function inFiles(own: Hypothesis, span: Span): boolean {
  const { file } = own.table
  if (!file) return false
  const words = own.reading.tokens.slice(span.from, span.to).map(({ lower }) => lower)
  const names = words.flatMap(word => file.aliases!.get(word) ?? [])
  if (names.length === 0) return false
  if (isEveryFile(file, names)) return true
  const parts = words.flatMap(word => {
    const of = file.aliases!.get(word)
    return of ? [{ sql: `${columnSql(file)} IN (${of.map(literal).join(', ')})`, text: `in ${word}` }] : []
  })
  const before = own.conditions.find(({ what }) => what.kind === 'period' && what.field === file)
  if (before) own.conditions.splice(own.conditions.indexOf(before), 1)
  own.add(span, {
    kind: 'period',
    field: file,
    parts: [...(before?.what.kind === 'period' ? before.what.parts : []), ...parts],
  })
  return true
}

/** Of times in one year a day is a date; of several years it is one of each. */
function periodText({ text, day, kind }: Period, { years }: Field): string {
  if (kind !== 'month' || !years) return text
  if (years.from !== years.to) return `${text} of any year`
  const two = (number: number) => String(number).padStart(2, '0')
  return day ? `on ${years.from}-${two(day.month)}-${two(day.day)}` : text
}

function yearField(own: Hypothesis): Field | null {
  const fields = own.tables.flatMap(table => table.fields).filter(isYear)
  const named = fields.find(({ parts }) => parts.includes('year'))
  return named ?? (fields.length === 1 ? fields[0]! : null)
}

function yearSql(column: string, { from, to }: NonNullable<Period['years']>): string {
  if (from !== null && to !== null) return from === to ? `${column} = ${from}` : `${column} BETWEEN ${from} AND ${to}`
  return from === null ? `${column} <= ${to}` : `${column} >= ${from}`
}
