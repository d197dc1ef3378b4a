// Fields that one kind of object loses along the file: an event that had `user` up to some line and never again, while others
// keep it or never had it.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Field } from '../../../text/json-census/fields.ts'
import { type KindCount, TAG } from '../../../text/json-census/kinds.ts'
import type { Spot } from '../../../text/json-census/quoter.ts'
import { number, type Subject } from './subject.ts'

export interface LostField {
  readonly field: Field
  /** Objects of the kind with the field, all of them first, and those without it behind them. */
  readonly having: number
  readonly without: number
  readonly last: Spot
  readonly first: Spot
}

const FEWEST_WITH = 15
const FEWEST_WITHOUT = 10
const LEAST_SHARE = 0.05
/** Names that are nearly all different are no kinds. */
const FEWEST_OF_A_KIND = 5

/** `members` are fields that are not known to come or go for all objects alike. */
export function lostFields(members: readonly Field[]): LostField[] {
  return members.flatMap(field => {
    const shapes = [...(field.parent!.slot.shapes.all?.values() ?? [])]
    if (shapes.length < 2 || shapes.some(({ kinds }) => kinds === null)) return []
    const having = new Map<string, KindCount>()
    const lacking = new Map<string, KindCount>()
    for (const { keys, kinds } of shapes) {
      const side = keys.includes(field.name) ? having : lacking
      for (const [kind, own] of kinds!) side.set(kind, side.has(kind) ? joined(side.get(kind)!, own) : own)
    }
    const count = new Set([...having.keys(), ...lacking.keys()]).size
    if (count < 2 || count * FEWEST_OF_A_KIND > field.parents) return []
    return [...having].flatMap(([kind, own]): LostField[] => {
      const gone = lacking.get(kind)
      if (!gone || own.count < FEWEST_WITH || gone.first[0] <= own.last[0]) return []
      if (gone.count < Math.max(FEWEST_WITHOUT, LEAST_SHARE * own.count)) return []
      const [last, first] = [own.last, gone.first].map(([at, line]) => ({ at, line })) as [Spot, Spot]
      return [{ field, having: own.count, without: gone.count, last, first }]
    })
  })
}

function joined(a: KindCount, b: KindCount): KindCount {
  return {
    count: a.count + b.count,
    first: a.first[0] <= b.first[0] ? a.first : b.first,
    last: a.last[0] >= b.last[0] ? a.last : b.last,
  }
}

export function lostFinding(subject: Subject, lost: LostField): FindingDraft {
  const { field, having, without, last, first } = lost
  const { line, at, quote } = subject.quoter.quoteLine(first)
  const kind = kindAt(subject, first)
  return {
    type: 'schema_variation',
    key: `json.lost:${field.path}:${kind}`,
    summary: `${kind} loses the field ${field.path}: the first ${number(having)} have it, up to line ${number(last.line)}; the ${number(without)} behind, from line ${number(line)} on, do not`,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    advice: 'Find out what changed in what writes this kind of object at this place',
    line,
    evidence: quote,
    at,
    jsonPath: field.path,
    stats: { with_field: having, without_field: without, last_line: last.line, first_line_without: line },
    count: without,
    topics: [field.name, 'schema', 'drift', 'missing'],
    weight: 0.8,
  }
}

/** `type "refund"`, as an object of it says. */
function kindAt(subject: Subject, spot: Spot): string {
  const value = subject.quoter.value(spot.at)
  const [name, text] = Object.entries(typeof value === 'object' && value !== null ? value : {}).find(
    ([key, own]) => TAG.test(key) && typeof own === 'string',
  ) ?? ['', '']
  return name === '' ? 'One kind of object' : `${name} "${String(text).slice(0, 60)}"`
}
