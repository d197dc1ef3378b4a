// The records of a JSON document: the elements of its arrays, or the members of an object that is about none.
import type { Chunk } from '@shoal/base/model/chunk'
import type { RecordSpan } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { bodyRange } from '../../text/line-spans.ts'
import { innermostOpen, isArray, isObject, type UnitSpan, unitsFrom } from './units.ts'

/** From this share on, a part of an object is what it is about. */
const DOMINATING = 0.8
/** What is nested deeper is one record. */
const DEEPEST = 16

/** Those of the container that the chunk was cut in: of an element that is too large for a chunk, its own parts. */
export function* records(source: SourceText, { body }: Pick<Chunk, 'body'>): Generator<RecordSpan> {
  const { start, end, line } = bodyRange(source, body)
  const bytes = source.bytes(start, end)
  const from = start === 0 ? source.encoding.bom / source.encoding.unit : 0
  // A chunk that others follow ends in the container that they go on with.
  const open = end < source.size ? innermostOpen(bytes, from) : null
  const units = unitsFrom(bytes, open === null ? from : open + 1)
  const isRoot = start === 0 && open === null
  const found = isRoot ? units.flatMap(root => inside(bytes, root, 0)) : (elementsOf(bytes, units, 0) ?? units)
  let at = 0
  let reached = line
  const lineAt = (offset: number) => {
    for (; at < offset; at++) if (bytes[at] === source.eol) reached++
    return reached
  }
  for (const unit of found)
    yield { start: start + unit.start, end: start + unit.end, line: lineAt(unit.start), endLine: lineAt(unit.end) }
}

/** Of an array, its elements; of an object, what it is about; else the value itself. */
function inside(bytes: Uint8Array, unit: UnitSpan, depth: number): readonly UnitSpan[] {
  if (depth >= DEEPEST || !(isArray(bytes, unit) || isObject(bytes, unit))) return [unit]
  const units = unitsFrom(bytes.subarray(0, unit.end), unit.value + 1)
  if (isArray(bytes, unit)) return units
  const enough = DOMINATING * lengthOf(units)
  const largest = units.find(one => isObject(bytes, one) && lengthOf([one]) >= enough)
  return elementsOf(bytes, units, depth) ?? (largest ? inside(bytes, largest, depth + 1) : units)
}

/** The elements of the arrays that make up nearly all of some members; null when none do, or they are no members. */
function elementsOf(bytes: Uint8Array, units: readonly UnitSpan[], depth: number): readonly UnitSpan[] | null {
  const arrays = units.filter(unit => unit.isMember && isArray(bytes, unit))
  if (arrays.length === 0 || lengthOf(arrays) < DOMINATING * lengthOf(units)) return null
  return arrays.flatMap(unit => inside(bytes, unit, depth + 1))
}

function lengthOf(units: readonly UnitSpan[]): number {
  return units.reduce((sum, { start, end }) => sum + end - start, 0)
}
