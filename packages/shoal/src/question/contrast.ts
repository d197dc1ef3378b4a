// One against another: "more in France or in Spain", "how much dearer is A than B", "the gap between A and B", "paid vs failed"; and one
// figure for each of another: "revenue per visit", "cost per kg by carrier".
import { type Context, freeColumns, takeField } from './keys.ts'
import { isLightVerb } from './lexicon.ts'
import { doneElsewhere, meantMeasure, takings, verbField } from './money.ts'
import type { Condition, Key, Measure } from './query.ts'
import { type Draft, groupedBy } from './ranking.ts'
import { type Field, isMeasure, isNumeric } from './schema.ts'

interface Side {
  readonly where: Condition
  readonly name: string
}

interface Sides {
  readonly sides: readonly Side[]
  readonly key: Key
  /** Times follow each other: what is later is told against what was before. */
  readonly isTimed: boolean
}

/** Values of one column, or periods, that are told apart; the rest of the conditions hold for all of them. */
function sidesOf({ own }: Context): (Sides & { readonly at: Condition }) | null {
  for (const { what } of own.conditions) {
    if (what.kind === 'values' && !what.not && what.values.length > 1) {
      const { field } = what
      const sides = what.values.map(value => ({
        where: { kind: 'values', field, values: [value], not: false } as const,
        name: `of ${value}`,
      }))
      return { sides, key: { kind: 'field', field, label: null }, isTimed: field.role === 'file', at: what }
    }
    if (what.kind === 'period' && !what.not && what.parts.length > 1) {
      const { field, parts } = what
      const sides = parts.map(part => ({ where: { kind: 'period', field, parts: [part] } as const, name: part.text }))
      return { sides, key: { kind: 'periods', field, parts }, isTimed: true, at: what }
    }
  }
  return null
}

/** How the figures of many rows are one: as their name says, or else on average; whole numbers are added up. */
export function togetherBy(field: Field): 'sum' | 'avg' {
  return groupedBy(field) ?? (field.column.kind === 'whole' ? 'sum' : 'avg')
}

/** The figure that is compared: named, what an adjective or a verb measures, or how many rows there are. */
function figureOf(context: Context): Measure | null {
  const { own } = context
  const { comparative, statistics, gap } = own.marks
  const [named] = freeColumns(context, field => isMeasure(field))
  const scaled = comparative?.scale && comparative.scale.names.length > 0 ? own.scaled(comparative.scale) : null
  const done = named || scaled ? null : (verbField(context) ?? (isOfVerb(own) ? own.onlyMeasure() : null))
  if (done && isOfVerb(own)) doneElsewhere(own, () => true)
  const taken = named || scaled || done || !takings(own) ? null : meantMeasure(context, true)
  const field = named ? takeField(context, named, isMeasure) : (scaled?.field ?? done ?? taken)
  if (!field) {
    const isRows = own.bindings.some(one => one.kind === 'entity' && one.table === own.table)
    const isOpen = comparative?.scale && comparative.scale.names.length > 0
    const isPlain = comparative === null && gap === null
    if (isOfVerb(own)) own.blocked = 'no column says how much of it each has'
    return statistics.length > 0 || isOpen || isOfVerb(own) || !(isRows || isPlain) ? null : { kind: 'count' }
  }
  const [told] = statistics
  own.spend(told?.span)
  if (told) return { kind: 'statistic', statistic: told.statistic, field, p: told.p }
  // What is dearer or older is so for one; a gap in pay is one between people.
  const isOfOne = scaled !== null || (gap !== null && done !== null)
  return { kind: 'statistic', statistic: isOfOne ? 'avg' : togetherBy(field), field, p: 0 }
}

const HAS = /^(?:has|have|had|get|gets|got|is|are|was|were|been|there|see|sees|saw|do|does|did)$/

/** "did the Dutch carry more than the Swedes": more of what is done, and not more rows. */
function isOfVerb({ marks: { comparative }, reading: { tokens }, bindings, table }: Context['own']): boolean {
  if (!comparative || comparative.scale || !/^(?:than|or|in|on)?$/.test(tokens[comparative.span.to]?.lower ?? ''))
    return false
  const at = comparative.span.from - 1
  const { lower } = tokens[at] ?? { lower: '' }
  // "ship" of shipments is what rows are; "carry" says the same of ships only where rows are told.
  const isRow = table.nouns.includes(tokens[at]?.stem ?? '')
  const isOther = bindings.some(({ kind, span }) => kind !== 'entity' && span.to > at && span.from <= at)
  return isLightVerb(lower) && !HAS.test(lower) && !isRow && !isOther
}

const DIFFERENCE = /\b(?:how much|how many|by how much|difference|gap)\b/i

export function contrast(context: Context): Draft | null {
  const { own, keys } = context
  const { comparative, versus, gap, count, howMuch } = own.marks
  const found = sidesOf(context)
  // "who came in both" asks for those who did, and not how many in each.
  if (/^(?:who|which|what)\b.*\bboth\b/i.test(own.reading.text) && !comparative && !gap) return null
  if (!found || keys.length > 0 || (!comparative && !gap && versus.length === 0)) return null
  const { sides, key, isTimed, at } = found
  // "more than one order" and the like are read elsewhere.
  const isDifference =
    sides.length === 2 && (gap !== null || (comparative !== null && DIFFERENCE.test(own.reading.text)))
  if (!isDifference && !comparative && !isBare(context)) return null
  const measure = figureOf(context)
  if (!measure) return null
  own.spend(gap, comparative?.span, ...versus, ...(isDifference ? [count, howMuch] : []))
  if (comparative) own.reading.take(comparative.span, 'comparative')
  own.takeWords(/^(?:between|than)$/)
  if (isDifference) {
    const where = own.conditions.map(({ what }) => what).filter(what => what !== at)
    const [a, b] = sides.map((side): Measure => ({ kind: 'only', of: measure, ...side })) as [Measure, Measure]
    const isBack = comparative ? !comparative.up : isTimed
    return {
      shape: 'figures',
      where: [...where, at],
      measures: [{ kind: 'difference', one: isBack ? b : a, other: isBack ? a : b }, a, b],
    }
  }
  own.spend(count)
  return {
    shape: 'figures',
    keys: [key],
    measures: [measure],
    order: comparative ? { by: 'measure', descending: comparative.up } : { by: 'keys', descending: false },
  }
}

/** "mobile vs desktop", "2024 against 2023": each for itself, and not both together. */
export function compared({ own, keys }: Context, draft: Draft): Draft {
  const { versus } = own.marks
  if (draft.shape !== 'figures' || (draft.keys ?? keys).length > 0 || draft.where) return draft
  const several = own.conditions.find(
    ({ what }) =>
      (what.kind === 'values' &&
        !what.not &&
        what.values.length > 1 &&
        (versus.length > 0 || (what.field.role === 'file' && what.values.length < what.field.distinct))) ||
      (what.kind === 'period' && !what.not && what.parts.length > 1),
  )
  if (!several) return draft
  own.spend(...versus)
  for (const [k, { lower }] of own.reading.tokens.entries())
    if (/^(?:more|less|fewer|higher|lower|better|worse)$/.test(lower))
      own.reading.take({ from: k, to: k + 1 }, 'versus')
  const { what } = several
  const key: Key =
    what.kind === 'period'
      ? { kind: 'periods', field: what.field, parts: what.parts }
      : { kind: 'field', field: (what as { field: Field }).field, label: null }
  // "were there more in May or in June": the one with more comes first.
  const said = /\b(?:(more|higher|better|greater|larger)|(fewer|less|lower|worse|smaller))\b/i.exec(own.reading.text)
  const isWhich = said !== null && /\bor\b/i.test(own.reading.text)
  return {
    ...draft,
    keys: [key],
    order: { by: isWhich ? 'measure' : 'keys', descending: isWhich && said[1] !== undefined },
  }
}

/** "paid vs failed": nothing else is said. */
function isBare({ own }: Context): boolean {
  const { statistics, most, ranked, count, share } = own.marks
  return statistics.length + most.length + ranked.length === 0 && !count && !share
}

/** "tonnes per hectare by crop", "revenue per visit"; "baked but not sold". */
export function ratio(context: Context): Draft | null {
  const { per, keys } = context
  if (!per) return null
  const one = counted(context)
  if (!one) return null
  const other = denominator(context, per)
  if (!other || (other.kind === one.kind && one.kind === 'count')) return null
  return {
    shape: 'figures',
    measures: [{ kind: 'ratio', one, other }],
    order: keys.length > 0 ? { by: 'measure', descending: true } : null,
  }
}

function counted(context: Context): Measure | null {
  const { own } = context
  const [named] = freeColumns(context, isMeasure)
  const sums = own.marks.statistics.filter(({ statistic }) => statistic === 'sum' || statistic === 'avg')
  if (sums.length < own.marks.statistics.length) return null
  own.spend(own.marks.count, own.marks.howMuch, ...sums.map(({ span }) => span))
  const meant = named ? takeField(context, named, isMeasure) : takings(own) && meantMeasure(context, true)
  if (meant) return { kind: 'statistic', statistic: 'sum', field: meant, p: 0 }
  return own.bindings.some(one => one.kind === 'entity' && one.table === own.table) ? { kind: 'count' } : null
}

/** What stands once for each group is not added up for every row of it. */
function denominator({ own, keys }: Context, per: Field | 'rows'): Measure | null {
  if (per === 'rows') return { kind: 'count' }
  if (per.relation === own.table.relation) return { kind: 'statistic', statistic: 'sum', field: per, p: 0 }
  const join = own.up.find(({ table }) => table.relation === per.relation)
  const isOnce = keys.length === 1 && join && !join.via && [join.from, join.to].includes(keys[0]!.field)
  return isOnce ? { kind: 'statistic', statistic: 'max', field: own.use(per), p: 0 } : null
}

/** "baked but not sold": what is left of one figure without the other. */
export function remainder(context: Context): Draft | null {
  const { own, keys } = context
  const match = /\b(?:but not|minus|without being|that were not|which were not)\b/i.exec(own.reading.text)
  if (!match) return null
  const at = own.reading.spanOf(match.index, match.index + match[0].length)
  const columns = freeColumns(context, isNumeric)
  const [a, b] = [columns.find(({ span }) => span.to <= at.from), columns.find(({ span }) => span.from >= at.to)]
  if (!a || !b || columns.length !== 2) return null
  const [one, other] = [a, b].map((binding): Measure => {
    const field = takeField(context, binding, isMeasure)
    return { kind: 'statistic', statistic: 'sum', field, p: 0 }
  }) as [Measure, Measure]
  own.spend(
    own.marks.count,
    own.marks.howMuch,
    ...own.marks.negations.filter(({ from }) => from >= at.from && from < at.to),
  )
  return {
    shape: 'figures',
    measures: [{ kind: 'difference', one, other }, one, other],
    order: keys.length > 0 ? { by: 'measure', descending: true } : null,
  }
}
