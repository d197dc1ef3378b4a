// What figures are told by: "per region", "by month and status", "which customer".
import { stem } from '@shoal/base/text/stem'
import type { Binding } from './bind.ts'
import type { Hypothesis } from './hypothesis.ts'
import { LIST_ALL, type Part } from './lexicon.ts'
import type { Join, Key } from './query.ts'
import { type Field, isMeasure, isName, isNumeric, isTime } from './schema.ts'
import type { Span } from './tokens.ts'

export type ColumnBinding = Extract<Binding, { kind: 'column' }>

export interface Context {
  readonly own: Hypothesis
  readonly used: Set<Binding>
  readonly keys: Key[]
  /** Keys of which the best or the worst is asked for: "which weekday". */
  readonly askedKeys: Key[]
  /** What "by revenue" ranks, where something is ranked. */
  readonly rankBy: Field | null
  /** "per kg", "per visit": what a figure is told for one of. */
  readonly per: Field | 'rows' | null
  /** What stands behind "which" or "what". */
  readonly asked: Binding | null
}

/** "by region and month", "per customer". */
export function keysOf(
  own: Hypothesis,
  used: Set<Binding>,
): Pick<Context, 'keys' | 'rankBy' | 'per'> & { askedKeys: Key[] } {
  const keys: { key: Key; at: number }[] = []
  let rankBy: Field | null = null
  let per: Context['per'] = null
  const isTop = own.marks.common !== null && /^top$/i.test(own.reading.words(own.marks.common.span))
  const isRanked = isTop || own.marks.top !== null || own.marks.ranked.length > 0 || own.marks.most.length > 0
  for (const mark of own.marks.each) {
    // "by a customer that we do not know" says who, and not by what.
    const isDoer = own.reading.words({ from: mark.to - 1, to: mark.to + 1 }).match(/^by an?$/i) !== null
    if (isDoer) continue
    per ??= perOf(own, mark, used)
    // "by total minutes"
    const isStatistic = isRanked && own.reading.useOf(mark.to) === 'statistic'
    let binding = qualified(own, own.after(isStatistic ? mark.to + 1 : mark.to, 3), used)
    for (let first = true; binding && !used.has(binding); first = false) {
      const isFigure = binding.kind === 'column' && binding.fields.every(isMeasure)
      const isBy = own.reading.tokens[mark.from]?.lower === 'by'
      if (isRanked && isFigure && first && isBy) {
        used.add(binding)
        rankBy = own.pick((binding as ColumnBinding).fields, isNumeric)
        break
      }
      if (isBy && isPeople(own, binding)) break
      if (isBy && first && isDoers(own, binding)) {
        used.add(binding)
        break
      }
      const key = keyOf(own, binding)
      if (!key && first && binding.kind === 'column' && !isBy) own.unkeyed = true
      if (!key || (!first && isFigure && !isFew(binding))) break
      used.add(binding)
      keys.push({ key, at: binding.span.from })
      const joint = jointAt(own, binding.span.to)
      binding = joint === null ? null : qualified(own, own.after(joint, 2), used)
    }
  }
  const asked: Key[] = []
  for (const { part, span, isEach } of own.marks.parts) {
    const named = own.table.fields.find(
      ({ core, column }) => core.length === 1 && core[0] === stem(part) && !['date', 'time'].includes(column.kind),
    )
    const field = named ?? own.timeField()
    const file = field ? null : fileOfPart(own, part)
    if (file) {
      own.spend(span)
      const key: Key = { kind: 'field', field: file, label: null }
      if (isEach) keys.push({ key, at: span.from })
      else asked.push(key)
      continue
    }
    if (!field) continue
    own.spend(span)
    const key: Key = named ? { kind: 'field', field: named, label: null } : { kind: 'part', field, part }
    if (isEach) keys.push({ key, at: span.from })
    else asked.push(key)
  }
  return { keys: keys.sort((a, b) => a.at - b.at).map(({ key }) => key), askedKeys: asked, rankBy, per }
}

const UNITS: readonly (readonly string[])[] = [
  ['kg', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['t', 'ton', 'tons', 'tonne', 'tonnes'],
  ['g', 'gram', 'grams'],
  ['km', 'kilometre', 'kilometres', 'kilometer', 'kilometers'],
  ['ha', 'hectare', 'hectares'],
  ['m2', 'sqm', 'square'],
  ['l', 'litre', 'litres', 'liter', 'liters'],
  ['mile', 'miles'],
  ['kwh'],
]

/** A figure of which each row has its own, by its name or by its unit; a few whole numbers are groups, unless there is another key. */
function perOf(own: Hypothesis, mark: Span, used: Set<Binding>): Context['per'] {
  const { tokens } = own.reading
  if (tokens[mark.from]?.lower !== 'per' || mark.to - mark.from > 1) return null
  const { each, parts } = own.marks
  const isTold = each.some(other => other !== mark) || parts.some(({ isEach }) => isEach)
  const words = unitWords(own, mark.to)
  const next = own.after(words && tokens[mark.to + 1]?.lower === 'of' ? mark.to + 2 : mark.to, 2)
  if (next?.kind === 'entity' && next.table === own.table && !own.table.relation.list) {
    used.add(next)
    return 'rows'
  }
  // "tickets per label": each label of the lists, and not how long they are.
  const isSized = (field: Field) => isMeasure(field) && field.role !== 'size' && (isTold || !isFewOf(field))
  const named = next?.kind === 'column' && !used.has(next) && next.fields.some(isSized) ? next : null
  const ofUnit = unitField(own, mark.to)
  if (!named && !ofUnit) return null
  own.reading.take({ from: mark.to, to: mark.to + 1 }, 'unit')
  if (!named) return ofUnit
  used.add(named)
  return own.pick(named.fields, isSized)
}

function unitWords({ reading }: Hypothesis, at: number): readonly string[] | undefined {
  return UNITS.find(line => line.includes(reading.tokens[at]?.lower ?? ''))
}

/** The only figure in the unit that stands at a place: "how many hectares", "per kg". */
export function unitField(own: Hypothesis, at: number): Field | null {
  const words = unitWords(own, at)
  const fields = words ? own.table.fields.filter(one => isMeasure(one) && hasWord(one, words)) : []
  if (fields.length !== 1) return null
  own.reading.take({ from: at, to: at + 1 }, 'unit')
  return fields[0]!
}

function hasWord({ column }: Field, words: readonly string[]): boolean {
  return (
    column.name
      .replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).some(word => words.includes(word))
}

const NAMED_PARTS: Partial<Record<Part, RegExp>> = {
  year: /(?:19|20)\d\d/,
  quarter: /q[1-4]/i,
  month: /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|(?:19|20)\d\d\D?(?:0[1-9]|1[0-2])(?!\d)/i,
  day: /(?:19|20)\d\d\D?\d\d\D?\d\d|mon|tue|wed|thu|fri|sat|sun/i,
  weekday: /mon|tue|wed|thu|fri|sat|sun/i,
}

/** "which month", where each file is one. */
function fileOfPart({ table }: Hypothesis, part: Part): Field | null {
  const isPart = NAMED_PARTS[part]
  if (!isPart || !table.file || table.relation.paths.length < 2 || table.relation.versions) return null
  return table.relation.paths.every(path => isPart.test(path.split('/').at(-1)!)) ? table.file : null
}

/** Where the next key begins: "by region and month", "by region, month", "by region × month". */
function jointAt({ reading: { tokens, text } }: Hypothesis, at: number): number | null {
  const [last, next] = [tokens[at - 1], tokens[at]]
  if (!next) return null
  if (['and', 'then', 'x'].includes(next.lower)) return at + 1
  return /[,&×+]/.test(text.slice(last!.end, next.start)) ? at : null
}

/** "customer segment": the column behind what it belongs to. */
function qualified(own: Hypothesis, binding: Binding | null, used: Set<Binding>): Binding | null {
  if (!binding || binding.kind === 'value') return binding
  const next = own.bindings.find(({ span }) => span.from === binding.span.to)
  if (next?.kind !== 'column' || used.has(next) || used.has(binding)) return binding
  if (jointAt(own, binding.span.to) !== null) return binding
  used.add(binding)
  return next
}

/** Numbers of which there are few are groups: cylinders, stars. */
function isFew(binding: Binding): boolean {
  return binding.kind === 'column' && binding.fields.some(isFewOf)
}

function isFewOf({ distinct, column }: Field): boolean {
  return column.kind === 'whole' && distinct <= 30
}

/** "visits by smokers": those who are, and not by whether they are. */
function isPeople(own: Hypothesis, binding: Binding): boolean {
  if (binding.kind !== 'column' || !binding.fields.some(({ truth }) => truth !== null)) return false
  const { text } = own.reading.tokens[binding.span.to - 1]!
  return /[^s]s$/.test(text) && !binding.fields.some(({ column }) => column.name.toLowerCase().endsWith('s'))
}

/** "how many dives by divers with a licence": whose they are, and not by what they are told. */
function isDoers({ reading: { tokens }, marks }: Hypothesis, { span, kind }: Binding): boolean {
  const isAsked = marks.count !== null || marks.statistics.length > 0
  const isSeveral = /[^s]s$/.test(tokens[span.to - 1]!.lower) && kind !== 'value'
  return isAsked && isSeveral && /^(?:with|who|whose|that|from)$/.test(tokens[span.to]?.lower ?? '')
}

export function keyOf(own: Hypothesis, binding: Binding): Key | null {
  if (binding.kind === 'column') {
    if (binding.fields.every(({ role }) => role === 'size' || role === 'element')) return null
    const field = own.pick(binding.fields, one => !isTime(one)) ?? own.pick(binding.fields, () => true)
    if (!field) return null
    return isTime(field) ? { kind: 'part', field, part: 'day' } : withLabel(own, field)
  }
  if (binding.kind === 'entity' && binding.table === own.table && own.table.relation.list) {
    // An element of a list of values is its value.
    const { column } = own.table.relation.list
    const elements = own.table.fields.filter(one => one.column.name.startsWith(`${column}.`))
    const texts = elements.filter(one => one.column.kind === 'text')
    const value =
      own.table.fields.find(one => one.column.name === column) ??
      elements.find(isName) ??
      (texts.length === 1 ? texts[0] : undefined)
    return value ? { kind: 'field', field: value, label: null } : null
  }
  if (binding.kind !== 'entity' || binding.table === own.table) return null
  const join = own.up.find(({ table }) => table === binding.table)
  return join ? keyOfJoin(own, join) : null
}

export function keyOfJoin(own: Hypothesis, { from }: Join): Key {
  return withLabel(own, own.use(from))
}

/** A key that leads to a table with names shows them. */
function withLabel(own: Hypothesis, field: Field): Key {
  const join = own.up.find(({ from }) => from === field)
  const label =
    join?.table.fields.find(one => one !== join.to && isName(one)) ??
    join?.table.fields.find(one => one !== join.to && one.isKey && one.column.kind === 'text')
  return { kind: 'field', field, label: label ? own.use(label) : null }
}

const ASKING = new Set(['which', 'what', 'whose'])

export function askedBinding(own: Hypothesis): Binding | null {
  const { tokens } = own.reading
  // "the 3 customers that spent the most" asks as "which 3 customers" does.
  const several =
    own.marks.top && own.marks.most.length > 0 ? tokens.findIndex(({ value }) => value === own.marks.top!.count) : -1
  const at = several >= 0 ? several : tokens.findIndex(({ lower }) => ASKING.has(lower))
  // "which two couriers"
  const isSeveral = own.reading.useOf(at + 1) === 'top'
  if (at >= 0) return beyond(own, own.after(isSeveral ? at + 2 : at + 1, 5))
  return LIST_ALL.test(own.reading.text) ? own.after(1, 5) : null
}

/** "which bird species": the column behind what the rows are called. */
function beyond(own: Hypothesis, binding: Binding | null): Binding | null {
  if (binding?.kind !== 'entity' || binding.table !== own.table) return binding
  const next = own.bindings.find(({ span }) => span.from === binding.span.to)
  return next?.kind === 'column' ? next : binding
}

/** Columns that are named and that nothing else has used. */
export function freeColumns(
  { own, used }: Pick<Context, 'own' | 'used'>,
  fits: (field: Field) => boolean,
): ColumnBinding[] {
  return own.bindings.filter(
    (binding): binding is ColumnBinding =>
      binding.kind === 'column' &&
      !used.has(binding) &&
      binding.fields.some(field => field.role !== 'element' && fits(field)),
  )
}

/** Takes a binding for a field that fits. */
export function takeField(
  { own, used }: Pick<Context, 'own' | 'used'>,
  binding: ColumnBinding,
  fits: (field: Field) => boolean,
): Field {
  used.add(binding)
  return own.pick(binding.fields, fits)!
}
