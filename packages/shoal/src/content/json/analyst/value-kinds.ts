// Types that do not agree, values that are null, and how both change along the file.
import type { FindingDraft } from '@shoal/base/model/finding'
import { type Field, kindsOf, typesOfKind, valuesByPart } from '../../../text/json-census/fields.ts'
import type { Spot } from '../../../text/json-census/quoter.ts'
import { PARTS } from '../../../text/json-census/slot.ts'
import { DIGIT, LETTER, NULL, OBJECT, type TypeName } from '../../../text/json-census/tape.ts'
import { lines, number, percent, type Subject, spotsOf } from './subject.ts'

/** Of one kind: a bound for files with very many fields. */
const MOST_FINDINGS = 1000
const FEWEST = 20
/** Nulls up to this share are the exception. */
const EXCEPTION = 0.05

export function typeFindings(subject: Subject): FindingDraft[] {
  const mixed = subject.fields.filter(field => kindsOf(field).length > 1 && !isTuple(field) && !isNested(field))
  return subject.leftOut
    .first(mixed, MOST_FINDINGS, 'fields of several types are listed')
    .map(field => typeFinding(subject, field))
}

/** Items of short arrays that are always of mixed types are tuples: `["EU", 3]`. */
export function isTuple(field: Field): boolean {
  if (!isItem(field)) return false
  const { arrays } = field.parent!.slot
  return arrays !== null && arrays.longest <= 8 && arrays.shortest === arrays.longest && arrays.count > 1
}

/** Items of arrays in arrays: rows, shapes and grids, whose places mean more than their values. */
export function isNested(field: Field): boolean {
  return isItem(field) && field.parent !== null && isItem(field.parent)
}

function isItem({ slot, parent }: Field): boolean {
  return parent !== null && parent.slot.items === slot
}

function typeFinding(subject: Subject, field: Field): FindingDraft {
  const [main, ...others] = kindsOf(field) as [
    { kind: TypeName; count: number },
    ...{ kind: TypeName; count: number }[],
  ]
  const count = others.reduce((sum, other) => sum + other.count, 0)
  const spots = spotsOfKinds(
    field,
    others.map(({ kind }) => kind),
  )
  const { line, at, quote } = subject.quoter.quote(spots[0]!)
  const total = main.count + count
  const turn = turnOf(field)
  const parts = others.map(other => `${article(other.kind)} in ${number(other.count)}`).join(' and ')
  const numeric = others.some(({ kind }) => kind === 'string') && main.kind !== 'string' && writtenNumbers(field)
  const rare = count <= total * 0.2
  return {
    type: 'type_inconsistency',
    key: `json.types:${field.path}`,
    summary: `${field.path} is ${article(main.kind)} in ${number(main.count)} of ${number(total)} values but ${parts} (${turn ? `from ${turn.before} to ${turn.after} at line ${number(turn.line)}, for good` : lines(spots, count)})${numeric ? '; some of the strings are written numbers' : ''}`,
    severity: rare || turn ? 'medium' : 'low',
    confidence: 'high',
    nature: 'problem',
    advice: 'Settle on one type, and convert the values that are of another',
    line,
    evidence: quote,
    at,
    jsonPath: field.path,
    distribution: [main, ...others].map(({ kind, count: times }) => ({ value: kind, count: times })),
    stats: { types: typesJson(field), lines: spots.map(spot => spot.line) },
    count,
    topics: [field.name, 'type', 'schema'],
    weight: rare ? 0.75 : 0.5,
  }
}

interface Turn {
  readonly before: TypeName
  readonly after: TypeName
  readonly line: number
}

/** Two types that do not mingle: up to some line the one, from then on the other. */
export function turnOf(field: Field): Turn | null {
  const kinds = kindsOf(field)
  if (kinds.length !== 2 || field.present < FEWEST) return null
  const [a, b] = [kinds[0]!.kind, kinds[1]!.kind]
  for (const [before, after] of [
    [a, b],
    [b, a],
  ] as const) {
    const first = spotsOfKinds(field, [after])[0]
    if (first && lastOf(field, before).at < first.at) return { before, after, line: first.line }
  }
  return null
}

export function nullFindings(subject: Subject): FindingDraft[] {
  const found = subject.fields
    .filter(field => field.counts.null > 0 && field.present >= FEWEST && field.parent !== null)
    .map(field => ({ field, rate: field.counts.null / field.present, change: changeOf(field, subject.source.size) }))
    .sort((a, b) => rank(a) - rank(b))
  return subject.leftOut.first(found, MOST_FINDINGS, 'fields with nulls are listed').map(({ field, rate, change }) => {
    const spots = spotsOf(field.slot.places[NULL]!)
    const start = change?.grows ? subject.spotOf(change.at) : null
    const { line, at, quote } = subject.quoter.quote(spots[0]!)
    const share = `${number(field.counts.null)} of ${number(field.present)} values of ${field.path} ${field.counts.null === 1 ? 'is' : 'are'} null (${percent(field.counts.null, field.present)})`
    const drift = change
      ? `; the rate ${change.grows ? 'grows' : 'falls'} from ${percent(change.before, 1)} to ${percent(change.after, 1)} about line ${number(subject.spotOf(change.at).line)}`
      : rate === 1
        ? '; it never holds a value'
        : rate <= EXCEPTION
          ? `: ${lines(spots, field.counts.null)}`
          : ''
    const problem = change !== null ? change.before <= EXCEPTION : rate <= EXCEPTION || rate === 1
    return {
      type: 'null_frequency',
      key: `json.null:${field.path}`,
      summary: share + drift,
      severity: change && problem ? 'medium' : 'low',
      confidence: 'high',
      nature: problem ? 'problem' : 'fact',
      advice: 'Fill in the nulls, or write down when the field may be null',
      line,
      evidence: quote,
      at,
      jsonPath: field.path,
      stats: {
        null: field.counts.null,
        present: field.present,
        lines: spots.map(spot => spot.line),
        ...(start ? { grows_from_line: start.line } : {}),
      },
      count: field.counts.null,
      topics: [field.name, 'null', 'missing', ...(change ? ['drift'] : [])],
      weight: change ? 0.7 : 0.45,
    }
  })
}

function rank({ rate, change }: { rate: number; change: Change | null }): number {
  return change ? 0 : rate <= EXCEPTION || rate === 1 ? 1 : 2
}

export interface Change {
  readonly before: number
  readonly after: number
  readonly grows: boolean
  /** The offset from which it holds, to a 64th of the file. */
  readonly at: number
}

/** The split of the file at which the rate of nulls, or of lacking fields, differs most; if it does so beyond chance. */
export function changeOf(field: Field, size: number, of: 'null' | 'lacking' = 'null'): Change | null {
  const present = valuesByPart(field.slot)
  const all = of === 'null' ? present : valuesByPart(field.parent!.slot, OBJECT)
  const hits =
    of === 'null' ? valuesByPart(field.slot, NULL) : all.map((count, part) => Math.max(0, count - present[part]!))
  const [n, m] = [total(all), total(hits)]
  let best: { z: number; before: number; after: number; part: number } | null = null
  let [seen, hit] = [0, 0]
  for (let part = 0; part + 1 < PARTS; part++) {
    seen += all[part]!
    hit += hits[part]!
    if (seen < FEWEST || n - seen < FEWEST || all[part] === 0) continue
    const [before, after, rate] = [hit / seen, (m - hit) / (n - seen), m / n]
    const z = Math.abs(before - after) / Math.sqrt(rate * (1 - rate) * (1 / seen + 1 / (n - seen)))
    if (Math.abs(before - after) >= 0.1 && z > 6 && (best === null || z > best.z)) best = { z, before, after, part }
  }
  if (!best) return null
  const first = of === 'null' ? field.slot.places[NULL]![0] : undefined
  const at = Math.ceil(((best.part + 1) / PARTS) * size)
  return {
    before: best.before,
    after: best.after,
    grows: best.after > best.before,
    at: best.before === 0 ? (first ?? at) : at,
  }
}

export function spotsOfKinds({ slot }: Field, kinds: readonly TypeName[]): Spot[] {
  return kinds
    .flatMap(typesOfKind)
    .flatMap(type => spotsOf(slot.places[type]!))
    .sort((a, b) => a.at - b.at)
    .slice(0, 5)
}

function lastOf({ slot }: Field, kind: TypeName): Spot {
  return typesOfKind(kind)
    .map(type => ({ at: slot.last[type * 2]!, line: slot.last[type * 2 + 1]! }))
    .reduce((a, b) => (b.at > a.at ? b : a))
}

export function typesJson({ counts }: Field): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

function article(kind: TypeName): string {
  return /^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`
}

/** Strings of digits only, points and signs aside. */
function writtenNumbers({ slot }: Field): boolean {
  return [...(slot.texts?.forms?.values() ?? [])].some(({ flags }) => (flags & DIGIT) !== 0 && (flags & LETTER) === 0)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
