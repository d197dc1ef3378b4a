// The united schema: the tree of slots as a list of fields, each with its path and how often it is there.
import { stepOf } from './path.ts'
import { collapse, PARTS, type Slot } from './slot.ts'
import { ARRAY, BOOLEAN, INTEGER, NULL, NUMBER, OBJECT, STRING, TYPES, type TypeName, typeNames } from './tape.ts'

export interface Field {
  /** `$.users[*].name` */
  readonly path: string
  readonly name: string
  readonly slot: Slot
  readonly parent: Field | null
  /** Values met here, null included. */
  readonly present: number
  /** Objects that could have had it; for items of arrays and for roots as many as are present. */
  readonly parents: number
  readonly counts: Readonly<Record<TypeName, number>>
  /** Where it first stands. */
  readonly at: number
  readonly line: number
}

/** Names that are data rather than names: numbers, dates, hashes, ids with numbers in them. */
const GENERATED =
  /^(?:-?\d+|\d{4}-\d{2}(?:-\d{2})?.*|[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z]{0,12}[-_:]?\d{2,}|.[^@]*@.[^.]*\..+)$/i
const FEWEST_GENERATED = 8
const LONGEST_GENERATED = 64

/** Every path of the tree, parents before their members, in order of first sight. */
export function fieldsOf(root: Slot): Field[] {
  const fields: Field[] = []
  const stack: { slot: Slot; path: string; parent: Field | null }[] = [{ slot: root, path: '$', parent: null }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { slot, path, parent } = next
    if (isMap(slot)) collapse(slot)
    const field = toField(slot, path, parent)
    if (field.present > 0) fields.push(field)
    const inner: Slot[] = [...slot.members.values()]
    if (slot.items) inner.push(slot.items)
    if (slot.star) inner.push(slot.star)
    // Last in, first out: the one that stands first goes on the stack last.
    for (const member of inner.sort((a, b) => firstAt(b) - firstAt(a) || (a.name < b.name ? 1 : -1)))
      stack.push({ slot: member, path: path + stepTo(slot, member), parent: field })
  }
  return fields
}

/** How many values stand in each of the equal parts of the file; of one type, or all but null. */
export function valuesByPart(slot: Slot, only?: number): number[] {
  return Array.from({ length: PARTS }, (_, part) => {
    if (only !== undefined) return slot.types[part * TYPES + only]!
    let sum = 0
    for (let type = 0; type < TYPES; type++) sum += slot.types[part * TYPES + type]!
    return sum
  })
}

/** Types as people tell them apart: whole numbers are numbers, and null is the lack of a value. */
export function kindsOf({ counts }: Field): { readonly kind: TypeName; readonly count: number }[] {
  const kinds: { kind: TypeName; count: number }[] = [
    { kind: counts.number > 0 ? 'number' : 'integer', count: counts.integer + counts.number },
    { kind: 'string', count: counts.string },
    { kind: 'boolean', count: counts.boolean },
    { kind: 'object', count: counts.object },
    { kind: 'array', count: counts.array },
  ]
  return kinds.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

/** The counters of a kind as `kindsOf` names it. */
export function typesOfKind(kind: TypeName): readonly number[] {
  if (kind === 'integer' || kind === 'number') return [INTEGER, NUMBER]
  return [{ null: NULL, string: STRING, boolean: BOOLEAN, object: OBJECT, array: ARRAY }[kind]]
}

function toField(slot: Slot, path: string, parent: Field | null): Field {
  const totals = Array.from({ length: TYPES }, () => 0)
  for (let k = 0; k < slot.types.length; k++) totals[k % TYPES]! += slot.types[k]!
  const counts = Object.fromEntries(typeNames.map((name, type) => [name, totals[type]!])) as Record<TypeName, number>
  const present = totals.reduce((sum, count) => sum + count, 0) - slot.repeatedKeys.count
  const isMember = parent !== null && slot.name !== '[*]' && !(slot.name === '*' && parent.slot.star === slot)
  const first = firstPlace(slot)
  return {
    path,
    name: slot.name,
    slot,
    parent,
    present,
    parents: isMember ? parent.counts.object : present,
    counts,
    at: first[0],
    line: first[1],
  }
}

/** An object of many members whose names look generated is a map, however few they are. */
function isMap({ members, record }: Slot): boolean {
  if (record || members.size < FEWEST_GENERATED) return false
  let generated = 0
  for (const name of members.keys()) if (name.length <= LONGEST_GENERATED && GENERATED.test(name)) generated++
  return generated >= members.size * 0.9
}

function stepTo(parent: Slot, slot: Slot): string {
  if (slot === parent.items) return '[*]'
  return slot === parent.star ? '.*' : stepOf(slot.name)
}

function firstPlace(slot: Slot): readonly [number, number] {
  let best: readonly [number, number] = [Number.POSITIVE_INFINITY, 0]
  for (const places of slot.places) if (places.length > 0 && places[0]! < best[0]) best = [places[0]!, places[1]!]
  return best
}

function firstAt(slot: Slot): number {
  return firstPlace(slot)[0]
}
