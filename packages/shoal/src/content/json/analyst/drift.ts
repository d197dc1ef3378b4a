// How the fields of a file change from its start to its end, as figures.
import type { Json } from '@shoal/base/model/json'
import { pushAll } from '@shoal/base/model/lists'
import { type Field, valuesByPart } from '../../../text/json-census/fields.ts'
import { PARTS } from '../../../text/json-census/slot.ts'
import { NULL, OBJECT } from '../../../text/json-census/tape.ts'
import { number, percent, type Subject } from './subject.ts'
import { changeOf, turnOf } from './value-kinds.ts'
import { comesOrGoes, isMember } from './variation.ts'

const MOST_FIELDS = 40
/** Records of a stretch, so that shares of them say something. */
const STRETCH_RECORDS = 10
const MOST_STRETCHES = 32

/** A change of a field from some line on. */
export interface Change {
  readonly path: string
  readonly change: 'appears' | 'disappears' | 'type' | 'lacking' | 'null'
  readonly line: number
  readonly without?: number
  readonly from?: string
  readonly to?: string
  readonly before?: number
  readonly after?: number
}

/** Fields that come or go, are there more or less often, turn into another type or into null, and from which line on. */
export function changesOf(subject: Subject): Change[] {
  return subject.fields.flatMap((field): Change[] => {
    const { path } = field
    const found: Change[] = []
    const drift = comesOrGoes(field)
    if (drift) found.push({ path, change: drift.change, line: drift.spot.line, without: drift.without })
    else if (isMember(field) && field.present < field.parents) pushAll(found, ratesOf(subject, field, 'lacking'))
    const turn = turnOf(field)
    if (turn) found.push({ path, change: 'type', line: turn.line, from: turn.before, to: turn.after })
    if (field.parent !== null && field.counts.null > 0 && field.counts.null < field.present)
      pushAll(found, ratesOf(subject, field, 'null'))
    return found
  })
}

export function driftJson(subject: Subject): Json {
  return changesOf(subject).map(change => ({ ...change }))
}

export function changeText({ change, without = 0, from = '', to = '', before = 0, after = 0 }: Change): string {
  if (change === 'appears') return `appears: the ${number(without)} before lack it`
  if (change === 'disappears') return `last seen: the ${number(without)} behind lack it`
  if (change === 'type') return `turns from ${from} to ${to}`
  const what = change === 'null' ? 'null' : 'missing'
  return `${what} ${after > before ? 'more' : 'less'} often: ${percent(before, 1)} before, ${percent(after, 1)} behind`
}

function ratesOf(subject: Subject, field: Field, of: 'null' | 'lacking'): Change[] {
  const change = changeOf(field, subject.source.size, of)
  if (!change) return []
  const { before, after, at } = change
  return [{ path: field.path, change: of, line: subject.spotOf(at).line, before: round(before), after: round(after) }]
}

/**
 * The share of objects in which each field holds a value, in stretches of the file of equal length; null when all always
 * do, or when there are too few records to tell. A share is null where a stretch has no such object.
 */
export function presenceJson(subject: Subject): Json {
  const members = subject.fields.filter(isMember)
  const partial = members.filter(({ present, parents, counts }) => present - counts.null < parents)
  const records = subject.records?.counts.object ?? 0
  if (partial.length === 0 || records < STRETCH_RECORDS * 2) return null
  const kept = new Set(
    [...partial, ...members.filter(({ parent }) => parent === subject.records)].slice(0, MOST_FIELDS),
  )
  const count = Math.min(MOST_STRETCHES, 2 ** Math.floor(Math.log2(records / STRETCH_RECORDS)))
  return {
    stretches: stretchesOf(subject, count),
    fields: members
      .filter(field => kept.has(field))
      .map(field => ({ path: field.path, shares: sharesOf(field, count) })),
    partial_fields: partial.length,
  }
}

function stretchesOf({ about, source, spotOf, fields, records }: Subject, count: number): Json {
  const objects = inStretches(valuesByPart((records ?? fields[0]!).slot, OBJECT), count)
  return objects.map((each, k) => ({
    // The first line that starts in the stretch: a record belongs to the stretch that it starts in.
    first_line: k === 0 ? 1 : Math.min(about.lineCount, spotOf(Math.ceil((k / count) * source.size) - 1).line + 1),
    records: each,
  }))
}

function sharesOf({ slot, parent }: Field, count: number): Json {
  const nulls = valuesByPart(slot, NULL)
  const present = inStretches(
    valuesByPart(slot).map((values, part) => values - nulls[part]!),
    count,
  )
  const objects = inStretches(valuesByPart(parent!.slot, OBJECT), count)
  return present.map((values, k) => (objects[k] === 0 ? null : Math.min(1, round(values / objects[k]!))))
}

/** The parts of the census put together to fewer; `count` divides their number. */
function inStretches(parts: readonly number[], count: number): number[] {
  const each = PARTS / count
  return Array.from({ length: count }, (_, k) =>
    parts.slice(k * each, (k + 1) * each).reduce((sum, values) => sum + values, 0),
  )
}

function round(rate: number): number {
  return Number(rate.toPrecision(6))
}
