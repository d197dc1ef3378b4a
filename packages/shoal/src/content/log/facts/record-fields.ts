// Entries whose lines are records, JSON or `key=value`: every field is a column, nested ones by their dotted name.
import type { Json } from '@shoal/base/model/json'
import type { LineParts } from '../../../text/log/format.ts'
import { levelOfValue } from '../../../text/log/record-format.ts'
import type { LogRoles } from '../../jsonl/analyst/log-roles.ts'
import { timeOfNumber, timeOfText } from '../../jsonl/analyst/stamps.ts'
import { type EntryColumns, type EntryRow, emptyEntry, fieldValue, fillLevel, MS } from './entry-columns.ts'
import type { EntryTimes, Stamp } from './entry-time.ts'
import type { FlatRecord } from './flat-record.ts'
import { writtenMs } from './said-fields.ts'

export interface RecordReading {
  readonly roles: RecordNames | null
  readonly times: EntryTimes
  readonly columns: EntryColumns
  /** What is a text is written as one, as in JSON; otherwise all is text. */
  readonly isTyped: boolean
  readonly flat: FlatRecord
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

export function recordRow(parts: LineParts, { roles, times, columns, isTyped, flat }: RecordReading): EntryRow {
  flat.read(parts.values!)
  const [timeName = '', levelName = '', messageName = ''] = roles?.told ?? parts.told ?? []
  const row = emptyEntry()
  times.fill(row, stampOf(flat.of(timeName), parts))
  const level = roles ? flat.of(levelName) : null
  fillLevel(row, level === null ? parts : { level: levelOfValue(level), levelText: String(level) })
  const message = roles ? flat.of(messageName) : null
  row.message = message === null ? (parts.message ?? parts.content) : String(message)
  if (parts.host !== undefined) row.host = parts.host
  if (parts.pid !== undefined) row[/^\d+$/.test(parts.pid) ? 'pid' : 'process'] = fieldValue('pid', parts.pid)
  const source = roles?.source ? flat.of(roles.source) : parts.component
  if (source !== undefined && source !== null) row.source = String(source)
  for (const { name, value } of flat.fields()) {
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

/** `.http.status` → `http.status`, `["a b"].c` → `a b.c`. */
function dotted(path: string | null): string {
  if (path === null) return ''
  return path.replace(/\["((?:[^"\\]|\\.){0,200})"\]/g, '.$1').replace(/^\./, '')
}
