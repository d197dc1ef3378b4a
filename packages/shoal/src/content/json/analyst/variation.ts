// Fields that some objects lack, fields that only a few have, and fields that come or go along the file.
import type { FindingDraft } from '@shoal/base/model/finding'
import { addTo, pushAll } from '@shoal/base/model/lists'
import { type Field, valuesByPart } from '../../../text/json-census/fields.ts'
import type { Spot } from '../../../text/json-census/quoter.ts'
import { OBJECT, TYPES } from '../../../text/json-census/tape.ts'
import { lostFields, lostFinding } from './lost-fields.ts'
import { lines, list, number, percent, type Subject, shareOf, spotsOf } from './subject.ts'
import { changeOf } from './value-kinds.ts'

/** Below this many objects nothing is rare. */
const FEWEST = 20
/** A field that at least this share of the objects has is expected in all of them. */
const EXPECTED = 0.95
/** A field that at least this share has is one that the others lack; what fewer have is a thing of their own. */
const USUAL = 0.5
/** A field that more than this share lacks is as good as optional: worth knowing, nothing wrong. */
const OPTIONAL = 0.2
const FEWEST_OF_A_KIND = 5
/** A field that at most this share has is one that only a few have. */
const RARE = 0.01
/** Of one kind: a bound for files with very many fields. */
const MOST_FINDINGS = 1000
/** What belongs to errors is rare by nature. */
const OF_ERRORS = /err|exception|stack|trace|cause|warn|fail|retry|debug|comment/i

export function variationFindings(subject: Subject): FindingDraft[] {
  const members = subject.fields.filter(isMember)
  const drifts = members.flatMap(field => comesOrGoes(field) ?? [])
  const drifting = new Set(drifts.map(({ field }) => field))
  const settled = members.filter(field => !drifting.has(field))
  const { leftOut } = subject
  const lost = lostFields(settled)
  const changing = settled.flatMap(field => {
    if (lost.some(one => one.field === field)) return []
    const finding = rateFinding(subject, field)
    return finding ? [{ field, finding }] : []
  })
  const steady = settled.filter(field => ![...changing, ...lost].some(one => one.field === field))
  const rates = changing.map(({ finding }) => finding)
  return [
    ...leftOut
      .first(drifts, MOST_FINDINGS, 'fields that come or go are listed')
      .map(drift => driftFinding(subject, drift)),
    ...leftOut
      .first(lost, MOST_FINDINGS, 'fields that a kind of object loses are listed')
      .map(one => lostFinding(subject, one)),
    ...leftOut.first(rates, MOST_FINDINGS, 'fields that become rarer or more frequent are listed'),
    ...lackingFindings(subject, steady),
    ...rareFindings(subject, settled),
  ]
}

export interface Coming {
  readonly field: Field
  readonly change: 'appears' | 'disappears'
  /** The first or the last value. */
  readonly spot: Spot
  /** Objects before it appears, or after it disappears. */
  readonly without: number
}

/** A field that nearly all objects have from some place on, or up to some place, and none before or behind it. */
export function comesOrGoes(field: Field): Coming | null {
  if (!isMember(field) || field.present === field.parents) return null
  const values = valuesByPart(field.slot)
  const objects = valuesByPart(field.parent!.slot, OBJECT)
  const first = values.findIndex(count => count > 0)
  const last = values.findLastIndex(count => count > 0)
  const before = sum(objects, 0, first)
  const behind = sum(objects, last + 1)
  const enough = Math.max(FEWEST / 2, field.parents * 0.05)
  const full = sum(values, first + 1, last) >= EXPECTED * sum(objects, first + 1, last)
  if (!full || field.present < FEWEST / 2) return null
  if (before >= enough && behind === 0)
    return {
      field,
      change: 'appears',
      spot: { at: field.at, line: field.line },
      without: field.parents - field.present,
    }
  if (behind >= enough && before === 0)
    return { field, change: 'disappears', spot: lastSpot(field), without: field.parents - field.present }
  return null
}

function driftFinding(subject: Subject, { field, change, spot, without }: Coming): FindingDraft {
  const { line, at, quote } = subject.quoter.quote(spot)
  const where = change === 'appears' ? `first stands on line ${number(line)}` : `last stands on line ${number(line)}`
  return {
    type: 'schema_variation',
    key: `json.drift:${change}:${field.path}`,
    summary: `The field ${field.path} ${change} within the file: it ${where}; ${shareOf(without, field, subject)} do not have it, all ${change === 'appears' ? 'before' : 'behind'} that`,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    advice: 'Find out what changed at this place, and let readers expect records of both kinds',
    line,
    evidence: quote,
    at,
    jsonPath: field.path,
    stats: {
      present: field.present,
      objects: field.parents,
      [change === 'appears' ? 'first_line' : 'last_line']: line,
    },
    count: without,
    topics: [field.name, 'schema', 'drift', 'missing'],
    weight: 0.8,
  }
}

/** A field that is there more or less often from some place on. */
function rateFinding(subject: Subject, field: Field): FindingDraft | null {
  if (field.present === field.parents) return null
  const change = changeOf(field, subject.source.size, 'lacking')
  if (change === null) return null
  const { line, at, quote } = subject.quoter.quote({ at: field.at, line: field.line })
  const from = subject.spotOf(change.at).line
  return {
    type: 'schema_variation',
    key: `json.drift:rate:${field.path}`,
    summary: `${field.path} is missing ${change.grows ? 'more' : 'less'} often from about line ${number(from)} on: ${percent(change.before, 1)} before, ${percent(change.after, 1)} behind; ${shareOf(field.parents - field.present, field, subject)} lack it`,
    severity: change.before <= 0.05 ? 'medium' : 'low',
    confidence: 'medium',
    nature: change.before <= 0.05 ? 'problem' : 'fact',
    advice: 'Find out what changed at this place, and whether the field may be missing',
    line,
    evidence: quote,
    at,
    jsonPath: field.path,
    stats: { present: field.present, objects: field.parents, from_line: from },
    count: field.parents - field.present,
    topics: [field.name, 'drift', 'missing', 'schema'],
    weight: 0.6,
  }
}

/**
 * Objects that could have had the field: all, or, where a member such as `type` tells kinds apart, those of the kinds
 * that have it at all. A key that a kind never has is not missing from it.
 */
function couldHave({ parent, name, parents }: Field): number {
  const shapes = [...(parent!.slot.shapes.all?.values() ?? [])]
  const kinds = new Map<string, { count: number; has: boolean }>()
  for (const { keys, kinds: own } of shapes) {
    if (own === null) return parents
    for (const [kind, { count }] of own) {
      const known = kinds.get(kind) ?? { count: 0, has: false }
      kinds.set(kind, { count: known.count + count, has: known.has || keys.includes(name) })
    }
  }
  // Names that are nearly all different are no kinds.
  if (kinds.size < 2 || kinds.size * FEWEST_OF_A_KIND > parents) return parents
  return [...kinds.values()].reduce((all, { count, has }) => all + (has ? count : 0), 0)
}

/** One finding for all fields that the same objects lack. */
function lackingFindings(subject: Subject, members: readonly Field[]): FindingDraft[] {
  const groups = new Map<string, { fields: Field[]; spots: Spot[]; count: number; could: number }>()
  for (const field of members) {
    const could = couldHave(field)
    const count = could - field.present
    if (count <= 0 || field.present < could * USUAL) continue
    const spots = could === field.parents ? lackingSpots(field) : []
    const key = `${field.parent!.path} ${count} ${could} ${spots[0]?.at}`
    const group = groups.get(key) ?? { fields: [], spots, count, could }
    group.fields.push(field)
    groups.set(key, group)
  }
  return subject.leftOut
    .first([...groups.values()], MOST_FINDINGS, 'groups of missing fields are listed')
    .map(({ fields, spots, count, could }) => {
      const [field] = fields as [Field]
      const spot = spots[0] ?? { at: field.parent!.at, line: field.parent!.line }
      const { line, at, quote } = subject.quoter.quoteLine(spot)
      const names = list(fields.map(({ name }) => name))
      return {
        type: 'schema_variation',
        key: `json.lacks:${field.parent!.path}:${names}`,
        summary: `${could === field.parents ? shareOf(count, field, subject) : `${number(count)} of the ${number(could)} objects at ${field.parent!.path} of kinds that have it`} (${percent(count, could)}) ${count === 1 ? 'lacks' : 'lack'} ${names}${spots.length > 0 ? ` (${lines(spots, count)})` : ''}`,
        severity: count <= could * OPTIONAL ? 'medium' : 'low',
        confidence: 'high',
        nature: count <= could * OPTIONAL ? 'problem' : 'fact',
        advice: 'Add the missing fields, or declare them optional',
        line,
        evidence: quote,
        at,
        jsonPath: field.path,
        stats: {
          lacking: count,
          objects: could,
          share: Math.round((count / could) * 10_000) / 10_000,
          lines: spots.map(each => each.line),
        },
        count,
        topics: [...fields.map(({ name }) => name), 'missing', 'schema'],
        weight: 0.6,
      }
    })
}

function rareFindings(subject: Subject, members: readonly Field[]): FindingDraft[] {
  const groups = new Map<string, Field[]>()
  for (const field of members) {
    const most = Math.max(2, field.parents * RARE)
    if (field.present > most || field.parents < FEWEST * 2) continue
    const key = `${field.parent!.path} ${field.present} ${spotsOf(firstPlaces(field), 1)[0]?.line}`
    addTo(groups, key, field)
  }
  return subject.leftOut.first([...groups.values()], MOST_FINDINGS, 'groups of rare fields are listed').map(fields => {
    const [field] = fields as [Field]
    const spots = spotsOf(firstPlaces(field))
    const { line, at, quote } = subject.quoter.quote({ at: field.at, line: field.line })
    const twin = nearName(field)
    const names = list(fields.map(({ name }) => name))
    const isRecord = field.parent === subject.records && field.parents >= 200
    const expected = !twin && (!isRecord || field.present > 3 || OF_ERRORS.test(field.name))
    return {
      type: 'schema_variation',
      key: `json.rare-field:${field.parent!.path}:${names}`,
      summary: `Only ${shareOf(field.present, field, subject)} ${field.present === 1 ? 'has' : 'have'} ${names} (${lines(spots, field.present)})${twin ? `; the others write it ${twin}` : ''}`,
      severity: twin ? 'medium' : 'low',
      confidence: twin ? 'high' : 'medium',
      nature: expected ? 'fact' : 'problem',
      advice: twin ? 'Settle on one name for the field' : 'Write down what the field is for, or remove it',
      line,
      evidence: quote,
      at,
      jsonPath: field.path,
      stats: { present: field.present, objects: field.parents, lines: spots.map(each => each.line) },
      count: field.present,
      topics: [...fields.map(({ name }) => name), 'schema'],
      weight: twin ? 0.7 : 0.4,
    }
  })
}

/** A common field beside a rare one whose name differs only in case, dashes or one letter. */
function nearName({ name, parent, slot }: Field): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  for (const other of parent!.slot.members.values()) {
    if (other === slot || total(other.types) < parent!.counts.object / 2) continue
    if (plain(other.name) === plain(name) || (name.length > 4 && oneEdit(name, other.name))) return other.name
  }
  return null
}

/** One letter more, less or another, or two swapped. */
export function oneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** Whether a field is one that enough objects could have. */
export function isMember({ parent, slot }: Field): boolean {
  return parent !== null && slot !== parent.slot.items && slot !== parent.slot.star && parent.counts.object >= FEWEST
}

/** The first objects whose shape does not have the field. */
function lackingSpots({ parent, name }: Field): Spot[] {
  const spots: Spot[] = []
  for (const shape of parent!.slot.shapes.all?.values() ?? [])
    if (!shape.keys.includes(name)) pushAll(spots, spotsOf(shape.places))
  return spots.sort((a, b) => a.at - b.at).slice(0, 5)
}

function firstPlaces({ slot }: Field): number[] {
  return slot.places
    .flatMap(places => spotsOf(places, 6))
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, line }) => [at, line])
}

function lastSpot({ slot }: Field): Spot {
  let spot: Spot = { at: 0, line: 0 }
  for (let type = 0; type < TYPES; type++)
    if (slot.last[type * 2 + 1]! > 0 && slot.last[type * 2]! >= spot.at)
      spot = { at: slot.last[type * 2]!, line: slot.last[type * 2 + 1]! }
  return spot
}

function sum(counts: readonly number[], from = 0, to = counts.length): number {
  return counts.slice(from, Math.max(from, to)).reduce((all, count) => all + count, 0)
}

function total(counts: Uint32Array): number {
  return counts.reduce((all, count) => all + count, 0)
}
