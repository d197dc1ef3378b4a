// The columns of entries: names as the log writes them, kept apart from those that every entry has, and at most so many. What
// has no column of its own stands in `other_fields`.
import type { Json } from '@shoal/base/model/json'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { LineParts } from '../../../text/log/format.ts'

export type EntryRow = Record<string, Json>

/** What an amount of time that is written with its unit is called beside the name that it has: `took=5ms` is `took_ms` too. */
export const MS = '_ms'
const MOST_COLUMNS = 64
const MOST_NAMES = 5000
const LONGEST_NAME = 100

/** Columns that say the same of every entry, whatever fields of that name it has. */
const OWN: ReadonlySet<string> = new Set(
  'time time_text zone day clock uptime level severity message template template_id lines details error_class other_fields line'.split(
    ' ',
  ),
)

/** A row with the columns that every entry has: all rows are built alike, which is several times as fast. */
export function emptyEntry(): EntryRow {
  return {
    time: null,
    time_text: null,
    zone: null,
    day: null,
    clock: null,
    uptime: null,
    level: null,
    severity: null,
    host: null,
    process: null,
    pid: null,
    source: null,
    thread: null,
    message: null,
    template: null,
    template_id: null,
    lines: 1,
    details: null,
    error_class: null,
  }
}

/** The level as the log writes it, and beside it what it means. */
export function fillLevel(row: EntryRow, { level, levelText }: Pick<LineParts, 'level' | 'levelText'>): void {
  if (levelText !== undefined && levelText !== '') row.level = levelText
  if (level) row.severity = level === 'warn' ? 'warning' : level
}

/** Counts the names of fields, and then says which have a column. */
export class EntryColumns {
  /** By name in lower case: SQL knows no other. */
  private readonly counts = new Map<string, { count: number; column: string }>()
  /** The same by name as it is written. */
  private readonly spelled = new Map<string, { count: number; column: string }>()
  /** By name as it is written. */
  private readonly columns = new Map<string, string>()
  private chosen: ReadonlyMap<string, string> | null = null

  /** Names in `always` have a column whatever else there is. */
  constructor(private readonly always: readonly string[]) {}

  count(name: string, by = 1): void {
    const spelled = this.spelled.get(name)
    if (spelled) {
      spelled.count += by
      return
    }
    const key = name.toLowerCase()
    // No row can have a column of that name: it stands among the other fields.
    if (key === '__proto__') return
    let known = this.counts.get(key)
    if (known) known.count += by
    else if (this.counts.size < MOST_NAMES && name.length <= LONGEST_NAME)
      this.counts.set(key, (known = { count: by, column: columnName(name) }))
    if (known && this.spelled.size < MOST_NAMES) this.spelled.set(name, known)
  }

  /** Sets a field of a row that has none of that name yet. */
  put(row: EntryRow, name: string, value: Json): void {
    if (value === null || value === '') return
    const column = this.columnOf(name)
    if (column === undefined) {
      const others = (row.other_fields ??= emptyRecord<Json>()) as Record<string, Json>
      others[name] ??= value
    } else if ((lookup(row, column) ?? null) === null) row[column] = value
    else if (row[column] !== value) row[`${column}_field`] ??= value
  }

  /** Whether the log itself writes a field of that name. */
  has(name: string): boolean {
    return this.counts.has(name.toLowerCase())
  }

  private columnOf(name: string): string | undefined {
    const known = this.columns.get(name)
    if (known !== undefined) return known
    this.chosen ??= this.choose()
    const key = name.toLowerCase()
    const base = key.endsWith(MS) ? this.chosen.get(key.slice(0, -MS.length)) : undefined
    const column = this.chosen.get(key) ?? (base === undefined ? undefined : base + MS)
    // Spellings of names that have a column are few.
    if (column !== undefined) this.columns.set(name, column)
    return column
  }

  private choose(): ReadonlyMap<string, string> {
    const byCount = [...this.counts].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))
    const own = byCount.slice(0, MOST_COLUMNS).map(([key, { column }]) => [key, column] as const)
    return new Map([...own, ...this.always.map(name => [name, name] as const)])
  }
}

function columnName(name: string): string {
  const key = name.toLowerCase()
  if (key === 'path') return 'request_path'
  return OWN.has(key) ? `${key}_field` : name
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/
const TRUTH = /^(?:true|false)$/

/** A text of a log as a value: plain numbers as numbers; codes with leading zeros, versions and all else stay text. */
export function fieldValue(name: string, text: string): Json {
  if (text === 'null') return null
  if (NUMBER.test(text) && !/version/i.test(name)) return Number(text)
  return TRUTH.test(text) ? text === 'true' : text
}
