// Words that speak of two versions of a table: what moved, on which side a value stands, what is gone. They are bound to the columns that
// the relation of changes has for it, so that every other rule reads them like any column.
import { basename } from 'node:path'
import { pushAll } from '@shoal/base/model/lists'
import type { Binding } from './bind.ts'
import { BOTH_SIDES, CHANGE_WORDS, MOVE_WORDS, type Move, NO_LONGER, SIDE_WORDS, type Side } from './change-words.ts'
import type { Hypothesis } from './hypothesis.ts'
import { type ColumnBinding, type Context, freeColumns } from './keys.ts'
import type { Draft } from './ranking.ts'
import { type Field, isName } from './schema.ts'
import type { Span } from './tokens.ts'

/** Words between a figure and what is said of it. */
const REACH = 6
/** A reading that uses what versions are for comes before one that takes them together. */
const SURER = 0.5

export function bindVersions(own: Hypothesis): void {
  if (!own.table.relation.versions || own.table.relation.kind !== 'table') return
  noLonger(own)
  inOne(own)
  bothSides(own)
  oneSide(own)
  moves(own)
  measuredChanges(own)
  movesOfOne(own)
  sidesOfValues(own)
  doubtAverage(own)
  own.bindings.sort((a, b) => a.span.from - b.span.from)
}

/** `price_before` of `price`. */
function sibling(own: Hypothesis, { column }: Field, ending: string): Field | null {
  return own.table.fields.find(other => other.column.name === `${column.name}_${ending}`) ?? null
}

function isChange(binding: Binding): boolean {
  return binding.kind === 'value' && binding.found[0]!.field.column.name === 'change'
}

function replace(own: Hypothesis, old: Binding | undefined, ...by: readonly Binding[]): void {
  if (old) own.bindings.splice(own.bindings.indexOf(old), 1)
  pushAll(own.bindings, by)
  own.weakness -= SURER
}

function column(span: Span, field: Field, not = false): ColumnBinding {
  return { kind: 'column', span, fields: [field], score: 1, ...(not && { not }) }
}

/** The column that is nearest to a place, of which a sibling is there. */
function nearest(own: Hypothesis, { from, to }: Span, ending: string, reach = REACH) {
  const far = ({ span }: Binding) => Math.max(span.from - to, from - span.to, 0)
  return own.bindings
    .flatMap(binding => {
      if (binding.kind !== 'column' || far(binding) > reach) return []
      const field = binding.fields.find(one => !one.isKey && sibling(own, one, ending) !== null)
      return field ? [{ binding, field }] : []
    })
    .sort((a, b) => far(a.binding) - far(b.binding))[0]
}

/** "which are no longer sold". */
function noLonger(own: Hypothesis): void {
  const change = own.table.fields.find(field => field.column.name === 'change')!
  for (const match of own.reading.text.matchAll(NO_LONGER)) {
    const span = own.reading.spanOf(match.index, match.index + match[0].length)
    own.spend(own.marks.negations.find(({ to }) => to <= span.from && span.from - to <= 4))
    own.reading.take(span, 'value')
    replace(own, undefined, {
      kind: 'value',
      span,
      found: [{ field: change, values: ['removed'], score: 1 }],
      score: 1,
    })
  }
}

/** "how did the price change". */
const HOW =
  /^how (?:did|has|have|does|do)\b.{1,200}?\b(?:change|changed|differ|develop|developed|move|moved|evolve|evolved)\b/gi

/** "in June but not in May", "only in May", "missing in June": in one of the two. */
function inOne(own: Hypothesis): void {
  const change = own.table.fields.find(field => field.column.name === 'change')!
  const { tokens } = own.reading
  const bind = (span: Span, side: Side, isAbsent: boolean) => {
    const isNew = (side === 'before') === isAbsent
    own.reading.take(span, 'value')
    replace(own, undefined, {
      kind: 'value',
      span,
      found: [{ field: change, values: [isNew ? 'new' : 'removed'], score: 1 }],
      score: 1,
    })
  }
  for (const span of [...own.marks.negations, ...own.marks.missing]) {
    const side = sideAt(own, span.to, 3)
    if (side === null) continue
    own.spend(span)
    bind(span, side, true)
  }
  for (const [k, { lower }] of tokens.entries()) {
    const side = lower === 'only' ? sideAt(own, k + 1, 3) : null
    if (side !== null) bind({ from: k, to: k + 1 }, side, false)
  }
}

/** The version that is named within a few words. */
function sideAt(own: Hypothesis, at: number, reach: number): Side | null {
  const { before } = own.table.relation.versions!
  for (const { lower } of own.reading.tokens.slice(at, at + reach)) {
    const names = own.table.file?.aliases?.get(lower) ?? []
    if (names.length === 1) return names[0] === basename(before) || names[0] === before ? 'before' : 'after'
    if (!['in', 'on', 'the', 'from', 'at', 'of'].includes(lower)) return null
  }
  return null
}

/** "price before and after". */
function bothSides(own: Hypothesis): void {
  for (const match of [...own.reading.text.matchAll(BOTH_SIDES), ...lastWords(own.reading.text)]) {
    const span = own.reading.spanOf(match.index, match.index + match[0].length)
    const near = nearest(own, span, 'before')
    if (!near) continue
    drop(own, span)
    own.reading.take(span, 'side')
    const after = sibling(own, near.field, 'after')!
    replace(own, near.binding, column(near.binding.span, sibling(own, near.field, 'before')!), column(span, after))
  }
}

/** Only the verb is taken. */
function lastWords(text: string): { index: number; 0: string }[] {
  return [...text.matchAll(HOW)].map(({ index, 0: words }) => {
    const verb = words.split(' ').at(-1)!
    return { index: index + words.length - verb.length, 0: verb }
  })
}

/** Bindings of words that say something else. */
function drop(own: Hypothesis, { from, to }: Span): void {
  for (const binding of own.bindings.filter(({ span }) => span.from >= from && span.to <= to))
    own.bindings.splice(own.bindings.indexOf(binding), 1)
}

const ADVERBS = new Set(['before', 'previously', 'formerly', 'originally', 'now', 'currently', 'afterwards'])

/** "the old price", "price now": right beside the name, or as an adverb. */
function oneSide(own: Hypothesis): void {
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const side = SIDE_WORDS.get(lower)
    const span = { from: k, to: k + 1 }
    if (!side || !isOpen(own, k) || own.reading.tokens[k - 1]?.lower === 'than') continue
    const near = nearest(own, span, side, ADVERBS.has(lower) ? REACH : 0)
    if (!near) continue
    drop(own, span)
    own.reading.take(span, 'side')
    replace(own, near.binding, column(near.binding.span, sibling(own, near.field, side)!))
  }
}

/** A word that nothing has used, or only as a kind of change. */
function isOpen(own: Hypothesis, k: number): boolean {
  const use = own.reading.useOf(k)
  return (
    use === null ||
    use === 'distinct' ||
    own.bindings.some(
      one => one.span.from === k && one.kind === 'value' && (isChange(one) || one.found[0]!.field.role === 'file'),
    )
  )
}

function isMeasured({ marks }: Hypothesis): boolean {
  return marks.statistics.length + marks.ranked.length + marks.most.length > 0 || marks.top !== null
}

/** "gained the most honey", "the price rose", "a different status", "the same price". */
function moves(own: Hypothesis): void {
  for (const [k, { lower }] of own.reading.tokens.entries()) {
    const move = MOVE_WORDS.get(lower)
    if (move === undefined || !isOpen(own, k)) continue
    const span = { from: k, to: k + 1 }
    const isTurned = move === 'up' || move === 'down'
    // Parts that were dropped are gone; a price that dropped is lower.
    const isRow = CHANGE_WORDS.has(lower) && isTurned
    const near = nearest(own, span, isTurned ? 'increase' : 'changed', isRow ? 2 : REACH)
    if (!near) continue
    const ending = endingOf(own, move, near.field)
    drop(own, span)
    if (own.reading.useOf(k) === 'distinct') own.spend(own.marks.distinct)
    own.reading.take(span, 'move')
    replace(own, near.binding, column(near.binding.span, sibling(own, near.field, ending)!, move === 'same'))
    if (move === 'same') {
      const change = own.table.fields.find(field => field.column.name === 'change')!
      own.add(span, { kind: 'values', field: change, values: ['changed', 'unchanged'], not: false })
    }
  }
}

/** Of an average of increases those that fell may be meant or not. */
function doubtAverage(own: Hypothesis): void {
  const isAveraged = own.marks.statistics.some(({ statistic }) => statistic === 'avg' || statistic === 'median')
  const isTurned = own.bindings.some(
    one =>
      one.kind === 'column' &&
      /_(?:in|de)crease$/.test(one.fields[0]!.column.name) &&
      !/\bchange/i.test(own.reading.text),
  )
  if (isAveraged && isTurned) own.ambiguous.push('only of those that moved this way')
}

function endingOf(own: Hypothesis, move: Move, field: Field): string {
  if (move === 'up') return 'increase'
  if (move === 'down') return 'decrease'
  if (move === 'same' || !isMeasured(own) || !sibling(own, field, 'increase')) return 'changed'
  return own.marks.statistics.length > 0 ? 'increase' : 'difference'
}

/** "the average price change" is a figure; "a different price" is whether there is one. */
function measuredChanges(own: Hypothesis): void {
  for (const binding of [...own.bindings]) {
    if (binding.kind !== 'column') continue
    const name = /^(.+)_(?:changed|difference)$/.exec(binding.fields[0]!.column.name)?.[1]
    const base = name === undefined ? undefined : own.table.fields.find(field => field.column.name === name)
    const meant = base && sibling(own, base, endingOf(own, 'any', base))
    if (meant && meant !== binding.fields[0]) replace(own, binding, column(binding.span, meant))
  }
}

/** "cheaper by the keg", where kegs and bottles have prices. */
function movesOfOne(own: Hypothesis): void {
  for (const binding of [...own.bindings]) {
    if (binding.kind !== 'column' || binding.fields.length < 2) continue
    for (const other of own.bindings) {
      if (other === binding || other.kind !== 'column') continue
      const field = binding.fields.find(({ column: { name } }) =>
        other.fields.some(base => name === `${base.column.name}_increase` || name === `${base.column.name}_decrease`),
      )
      if (!field) continue
      own.bindings.splice(own.bindings.indexOf(other), 1)
      replace(own, binding, column(binding.span, field))
      break
    }
  }
}

const CAME_FROM = new Set(['from', 'was', 'were'])
const WENT_TO = new Set(['to', 'into', 'now', 'became', 'become', 'turned'])

/** "strong in April but weak in May", "went from strong to weak". */
function sidesOfValues(own: Hypothesis): void {
  const valued = own.bindings.filter(
    (one): one is Extract<Binding, { kind: 'value' }> =>
      one.kind === 'value' && !isChange(one) && one.found[0]!.field.role !== 'file',
  )
  const sided = valued.flatMap(binding => {
    const side = sideByFile(own, binding, valued) ?? sideByWord(own, binding)
    return side ? [{ binding, side }] : []
  })
  if (new Set(sided.map(({ side }) => side)).size < 2) return
  for (const { binding, side } of sided) {
    const [first] = binding.found
    const field = sibling(own, first!.field, side)
    if (field) replace(own, binding, { ...binding, found: [{ ...first!, field }] })
  }
}

function sideByFile(own: Hypothesis, { span }: Binding, valued: readonly Binding[]): Side | null {
  const next = valued.find(other => other.span.from >= span.to)?.span.from ?? Number.POSITIVE_INFINITY
  const places = [
    ...own.marks.periods.map(({ span: said }) => said),
    ...own.bindings.filter(one => one.kind === 'value' && one.found[0]!.field.role === 'file').map(one => one.span),
  ]
  for (const said of places) {
    if (said.from < span.to || said.from >= next) continue
    const side = sideAt(own, said.from, said.to - said.from)
    if (side !== null) return side
  }
  return null
}

function sideByWord(own: Hypothesis, { span }: Binding): Side | null {
  const near = own.reading.tokens.slice(Math.max(0, span.from - 2), span.from).map(({ lower }) => lower)
  if (near.some(word => WENT_TO.has(word))) return 'after'
  return near.some(word => CAME_FROM.has(word)) ? 'before' : null
}

/** "what changed?", "what is different for the Red Kite?": every row that differs, with what stood there and what stands there. */
export function whatChanged(context: Context): Draft | null {
  const { own, used } = context
  const { versions, kind } = own.table.relation
  if (!versions || kind !== 'table' || own.marks.count || isMeasured(own)) return null
  const at = own.conditions.find(({ what }) => what.kind === 'values' && what.field.column.name === 'change')
  if (at?.what.kind !== 'values' || at.what.values.join() !== 'changed') return null
  if (!/^(?:what|show|list|tell|give|describe|summari[sz]e|all|the)\b/i.test(own.reading.text)) return null
  if (freeColumns(context, () => true).length > 0 || context.keys.length > 0) return null
  const { fields } = own.table
  const differing = fields.filter(({ column: { name }, values }) => name.endsWith('_changed') && isEver(values))
  const sides = differing.flatMap(({ column: { name } }) => {
    const base = name.replace(/_changed$/, '')
    return fields.filter(field => [`${base}_before`, `${base}_after`].includes(field.column.name))
  })
  for (const binding of own.bindings) if (binding.kind === 'entity' && binding.table === own.table) used.add(binding)
  return {
    shape: 'rows',
    where: [
      ...own.conditions.filter(one => one !== at).map(({ what }) => what),
      { ...at.what, values: ['changed', 'new', 'removed'] },
    ],
    show: [
      ...new Set([
        ...fields.filter(({ isKey }) => isKey).slice(0, 1),
        ...fields.filter(isName).slice(0, 1),
        at.what.field,
        ...sides,
      ]),
    ],
  }
}

function isEver(values: Field['values']): boolean {
  return values?.some(({ text }) => text === 'true') ?? false
}
