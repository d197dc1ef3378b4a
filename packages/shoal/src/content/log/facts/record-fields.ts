// Entries whose lines are records, JSON or `key=value`: every field is a column, nested ones by their dotted name.
import type { Json } from '@shoal/base/model/json'
import { emptyRecord } from '@shoal/base/model/lookup'
import type { LineParts } from '../../../text/log/format.ts'
import { levelOfValue } from '../../../text/log/record-format.ts'
import type { LogRoles } from '../../jsonl/analyst/log-roles.ts'
import { timeOfNumber, timeOfText } from '../../jsonl/analyst/stamps.ts'
import { type EntryColumns, type EntryRow, emptyEntry, fieldValue, fillLevel, MS } from './entry-columns.ts'
import type { EntryTimes, Stamp } from './entry-time.ts'
import { writtenMs } from './said-fields.ts'

const DEEPEST = 8
const MOST_FIELDS = 5000

export interface RecordReading {
  readonly roles: RecordNames | null
  readonly times: EntryTimes
  readonly columns: EntryColumns
  /** What is a text is written as one, as in JSON; otherwise all is text. */
  readonly isTyped: boolean
}

/** Names of the fields that say what a log says. */
export interface RecordNames {
  /** Those of the time, the level and the message. */
  readonly told: readonly string[]
  readonly source: string | null
}

export function recordNames({ time, level, message, source }: LogRoles): RecordNames {
  return {
    told: [time, level, message].map(dotted),
    // Where a program runs is not what it is.
    source: source !== null && !/host|pod|container/i.test(source) ? dotted(source) : null,
  }
}

type Values = Readonly<Record<string, unknown>>

export function namesOfRecord(values: Values): string[] {
  return Object.keys(flatten(values))
}

export function recordRow(parts: LineParts, { roles, times, columns, isTyped }: RecordReading): EntryRow {
  const flat = flatten(parts.values!)
  const [timeName = '', levelName = '', messageName = ''] = roles?.told ?? parts.told ?? []
  const row = emptyEntry()
  times.fill(row, stampOf(flat[timeName] ?? null, parts))
  const level = roles ? (flat[levelName] ?? null) : null
  fillLevel(row, level === null ? parts : { level: levelOfValue(level), levelText: String(level) })
  const message = roles ? (flat[messageName] ?? null) : null
  row.message = message === null ? (parts.message ?? parts.content) : String(message)
  if (parts.host !== undefined) row.host = parts.host
  if (parts.pid !== undefined) row[/^\d+$/.test(parts.pid) ? 'pid' : 'process'] = fieldValue('pid', parts.pid)
  const source = roles?.source ? flat[roles.source] : parts.component
  if (source !== undefined && source !== null) row.source = String(source)
  for (const [name, value] of Object.entries(flat)) {
    if (name === timeName || name === levelName || name === messageName) continue
    columns.put(row, name, isTyped || typeof value !== 'string' ? value : fieldValue(name, value))
    const took = typeof value === 'string' ? writtenMs(value) : null
    if (took !== null) columns.put(row, name + MS, took)
  }
  return row
}

/** The time that a field holds; what lacks a year has none. */
function stampOf(value: Json, parts: LineParts): Stamp {
  const { timestamp = null, epochMs = null, lacks = 'nothing' } = parts
  if (value === null || (String(value) === timestamp && epochMs !== null))
    return { text: timestamp, at: epochMs, lacks }
  if (typeof value === 'number') return { text: String(value), at: finite(timeOfNumber(value)), lacks: 'nothing' }
  const text = String(value)
  return { text, at: /\d{4}/.test(text) ? finite(timeOfText(text)) : null, lacks: 'nothing' }
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null
}

/** Nested objects by dotted names; lists as JSON. */
function flatten(values: Values): Record<string, Json> {
  const flat = emptyRecord<Json>()
  let room = MOST_FIELDS
  const visit = (value: unknown, name: string, depth: number): void => {
    if (room <= 0) return
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && depth < DEEPEST) {
      for (const [key, part] of Object.entries(value)) visit(part, name === '' ? key : `${name}.${key}`, depth + 1)
      return
    }
    room--
    flat[name] ??= value !== null && typeof value === 'object' ? JSON.stringify(value) : ((value ?? null) as Json)
  }
  visit(values, '', 0)
  return flat
}

/** `.http.status` → `http.status`, `["a b"].c` → `a b.c`. */
function dotted(path: string | null): string {
  if (path === null) return ''
  return path.replace(/\["((?:[^"\\]|\\.){0,200})"\]/g, '.$1').replace(/^\./, '')
}
