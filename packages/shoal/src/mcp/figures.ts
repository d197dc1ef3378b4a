// Figures can be larger than an answer: they are shown section by section.

import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import { clipped, within } from './room.ts'

export interface ShownFigures {
  /** A list that did not fit whole is an object by number: what is left keeps its place. */
  readonly figures: Json
  /** What there is at this place, by name or by number. */
  readonly sections: string[]
  readonly section_count: number
  /** What of it did not fit. */
  readonly left_out: string[]
  readonly left_out_count: number
}

/** Characters of JSON. */
const ROOM = 30_000
/** Names that are listed, and characters of them. */
const MOST_NAMES = 100
const ROOM_FOR_NAMES = 3000

/** The part of `figures` that `section` names, keys and numbers joined by `/`; all of it when null. As much as fits. */
export function showFigures(figures: Json, section: string | null, most = ROOM): ShownFigures {
  const value = section === null ? figures : figuresAt(figures, section)
  const entries = entriesOf(value)
  if (entries === null)
    return {
      figures: typeof value === 'string' ? clipped(value, most) : value,
      sections: [],
      section_count: 0,
      left_out: [],
      left_out_count: 0,
    }
  const fitting: [string, Json][] = []
  const leftOut: string[] = []
  let room = most
  for (const [name, part] of entries) {
    const size = JSON.stringify(part).length + JSON.stringify(name).length + 2
    if (size <= room) {
      room -= size
      fitting.push([name, part])
    } else leftOut.push(name)
  }
  return {
    figures: Array.isArray(value) && leftOut.length === 0 ? value : Object.fromEntries(fitting),
    sections: named(entries.map(([name]) => name)),
    section_count: entries.length,
    left_out: named(leftOut),
    left_out_count: leftOut.length,
  }
}

function figuresAt(figures: Json, section: string): Json {
  let value = figures
  // A key may hold a slash itself, so the longest that fits goes first.
  let rest = section.split('/')
  while (rest.length > 0) {
    const entries = new Map(entriesOf(value) ?? [])
    const taken = [...rest.keys()].map(k => rest.length - k).find(n => entries.has(rest.slice(0, n).join('/')))
    if (taken === undefined) throw noSection(section, [...entries.keys()])
    value = entries.get(rest.slice(0, taken).join('/'))!
    rest = rest.slice(taken)
  }
  return value
}

function entriesOf(value: Json): [string, Json][] | null {
  if (Array.isArray(value)) return value.map((part, index) => [String(index), part])
  return isRecord(value) ? (Object.entries(value) as [string, Json][]) : null
}

function named(names: readonly string[]): string[] {
  return within(names.slice(0, MOST_NAMES), ROOM_FOR_NAMES)
}

function noSection(section: string, known: readonly string[]): ShoalError {
  const shown = known.slice(0, 20).join(', ') + (known.length > 20 ? ' …' : '')
  return new ShoalError('bad-value', `there is no section "${section}"`, {
    detail: 'section',
    advice: known.length === 0 ? 'ask for one without the last part' : `there are ${shown}`,
  })
}
