// The rows that a question is about: values, sizes, times and gaps that it names become conditions.
import { pushAll, smallest } from '@shoal/base/model/lists'
import type { Binding, FoundValue } from './bind.ts'
import { columnsCompared, comparisons } from './comparisons.ts'
import { gaps, nones, open, presences, signs, unrelated } from './gaps.ts'
import type { Hypothesis } from './hypothesis.ts'
import { isEveryFile, periods } from './in-periods.ts'
import { numbers, ordinals, outcomes, statusClasses } from './numbers.ts'
import { onlyRequests } from './requests.ts'
import { type Field, isTime } from './schema.ts'
import type { Span } from './tokens.ts'
import { addSaid } from './troubles.ts'

/** `used`: bindings that something else has used already; what a condition uses is added. */
export function addConditions(own: Hypothesis, used: Set<Binding>): void {
  moves(own, used)
  comparisons(own, used)
  columnsCompared(own, used)
  statusClasses(own, used)
  numbers(own, used)
  ordinals(own, used)
  gaps(own, used)
  nones(own, used)
  presences(own, used)
  open(own, used)
  outcomes(own, used)
  signs(own, used)
  values(own, used)
  truths(own, used)
  unrelated(own, used)
  periods(own, used)
  onlyRequests(own)
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

/** Values of one column are alternatives, those of several columns all hold. */
function values(own: Hypothesis, used: Set<Binding>): void {
  const found: { field: Field; values: string[]; not: boolean; span: Span }[] = []
  for (const binding of own.bindings) {
    if (binding.kind !== 'value' || used.has(binding)) continue
    used.add(binding)
    if (addSaid(own, binding)) continue
    const choice = chosenValue(own, binding)
    if (choice.score < 0.9) own.weakness += 0.1
    // "unpaid" is not "paid", and a third word may be neither.
    if (choice.not && (choice.field.values ?? []).length > 2)
      own.ambiguous.push(`what \`${choice.field.column.name}\` says beside "${choice.values[0]}" may mean it as well`)
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

const NOW = new Set(['now', 'currently', 'presently', 'today'])
export const FROM = new Set(['origin', 'from', 'sourc', 'departur', 'sender', 'start', 'depart', 'src'])
export const TO = new Set(['destin', 'dest', 'to', 'target', 'arriv', 'recipi', 'receiv', 'end', 'dst'])

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
  const doubt = `"${best!.values[0]}" stands in \`${best!.field.column.name}\` and in \`${other.field.column.name}\``
  return own.choose([best!, other], doubt)
}

/** "returned orders": a column of yes and no that is named and asked for nothing else. */
function truths(own: Hypothesis, used: Set<Binding>): void {
  if (own.marks.distribution || own.marks.correlation) return
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
