// The rows of a log: one for each entry. One pass mines the templates and counts the names of fields, a second tells.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { coarsenKey } from '../../text/log/coarsen.ts'
import type { LineFormat, LineParts } from '../../text/log/format.ts'
import { maskContent } from '../../text/log/mask.ts'
import { TemplateTally } from '../../text/log/tally.ts'
import { mineTemplates, type TemplateBook } from '../../text/log/templates.ts'
import { logRolesOf } from '../jsonl/analyst/log-roles.ts'
import { eachLine } from './analyst/each-line.ts'
import { mayBeHttp } from './analyst/http-line.ts'
import { learnFormat } from './analyst/learn-format.ts'
import { lineEndBehind } from './analyst/template-lines.ts'
import { MOST_DETAILS, traceOf } from './analyst/traces.ts'
import { EntryColumns, type EntryRow, emptyEntry, fillLevel } from './facts/entry-columns.ts'
import { EntryTimes } from './facts/entry-time.ts'
import { FlatRecord } from './facts/flat-record.ts'
import { HostNames, type HostPlace, hostIn } from './facts/host-names.ts'
import { type RecordNames, recordNames, recordRow } from './facts/record-fields.ts'
import { REQUEST_NAMES, requestFields } from './facts/request-fields.ts'
import { hasPairs, namesOfPairs, SAID_NAMES, type Saying, saidFields, sayingOf, TOOK } from './facts/said-fields.ts'

/** Units of the second pass that are told at a time: with more, the rows outlive their time in memory. */
const STEP = 128 * 1024
/** Of the lines that continue an entry, so much is kept. */
const MOST_DETAIL_UNITS = 16 * 1024
const MOST_KEYS = 60_000
/** How long something took, where the log has a field `took` as well. */
const SAID_TOOK = 'message_ms'
const ALWAYS = [...REQUEST_NAMES, ...SAID_NAMES, 'host', 'process', 'pid', 'source', 'thread', SAID_TOOK]

export async function* entryRows(
  source: SourceText,
  about: FactsAbout,
  format: LineFormat = learnFormat(source).lines,
): AsyncGenerator<readonly FactRow[]> {
  const found = format.name === 'json' ? logRolesOf(source) : null
  const roles = found && recordNames(found)
  const tally = new TemplateTally()
  const columns = new EntryColumns(ALWAYS)
  const times = new EntryTimes()
  const hosts = new HostNames()
  const flat = new FlatRecord()
  const whole = { start: 0, end: source.size, line: 1, chunks: [] }
  await eachLine(source, whole, about, (text, line) => {
    const parts = format.split(text)
    if (!parts.header) return
    tally.add(parts.content, line)
    times.count(parts)
    hosts.count(parts)
    if (!parts.values) return
    flat.read(parts.values)
    for (const { name } of flat.fields()) columns.count(name)
  })
  for (const [key, { count }] of tally.entries()) for (const name of namesOfPairs(key)) columns.count(name, count)
  const teller = new Teller(mineTemplates(tally), {
    columns,
    times,
    roles,
    step: tally.step,
    format: format.name,
    isTyped: format.record === 'json',
    flat,
    hosts: hosts.place,
  })
  for (let start = 0, line = 1; start < source.size; ) {
    const end = lineEndBehind(source, Math.min(source.size, start + STEP))
    const { count } = await eachLine(source, { start, end, line, chunks: [] }, about, (text, at) => {
      const parts = format.split(text)
      if (parts.header) teller.begin(parts, at)
      else if (text.trim() !== '') teller.goOn(parts.carried ?? text)
    })
    yield teller.take()
    line += count
    start = end
  }
  yield teller.end()
}

/** What is worked out once for all messages with one key. */
interface KeyFacts extends Told {
  readonly pairs: boolean
  readonly http: boolean
}

/** What its template tells. */
interface Told {
  readonly template: string
  readonly id: string
  readonly saying: Saying
}

function formOf(key: string): Pick<KeyFacts, 'pairs' | 'http'> {
  return { pairs: hasPairs(key), http: mayBeHttp(key) || /^"\S?" \S/.test(key) }
}

/** What the first pass has found. */
interface KnownLog {
  readonly columns: EntryColumns
  readonly times: EntryTimes
  readonly roles: RecordNames | null
  /** How coarse the keys of its messages are. */
  readonly step: number
  readonly format: string
  readonly isTyped: boolean
  readonly flat: FlatRecord
  readonly hosts: HostPlace
}

class Teller {
  private rows: FactRow[] = []
  private open: { readonly line: number; readonly row: EntryRow; readonly details: string[]; count: number } | null =
    null
  private units = 0
  readonly columns: EntryColumns
  readonly times: EntryTimes
  readonly roles: RecordNames | null
  readonly isTyped: boolean
  readonly flat: FlatRecord
  private readonly keys = new Map<string, KeyFacts>()
  /** By key, where these are coarse. */
  private readonly tolds = new Map<string, Told>()
  /** The log has a field of the name that unnamed times are given. */
  private readonly isTookNamed: boolean

  constructor(
    private readonly book: TemplateBook,
    private readonly log: KnownLog,
  ) {
    const { columns, times, roles } = log
    this.columns = columns
    this.times = times
    this.roles = roles
    this.isTyped = log.isTyped
    this.flat = log.flat
    this.isTookNamed = columns.has('took') || columns.has(TOOK)
  }

  begin(parts: LineParts, line: number): void {
    this.close()
    this.open = { line, row: this.rowOf(parts), details: [], count: 0 }
    this.units = 0
  }

  goOn(text: string): void {
    const { open } = this
    if (!open) return
    open.count++
    this.units += text.length
    if (open.details.length < MOST_DETAILS && this.units <= MOST_DETAIL_UNITS) open.details.push(text)
  }

  /** The rows of entries that have ended. */
  take(): readonly FactRow[] {
    const { rows } = this
    this.rows = []
    return rows
  }

  end(): readonly FactRow[] {
    this.close()
    return this.take()
  }

  private close(): void {
    if (!this.open) return
    const { line, row, details, count } = this.open
    if (count > 0) {
      row.lines = count + 1
      row.details = details.join('\n')
      const trace = traceOf(String(row.message), details)
      if (trace?.errorClass) row.error_class = trace.errorClass
    }
    if (row.other_fields) row.other_fields = JSON.stringify(row.other_fields)
    this.rows.push({ relation: 'entries', line, values: row })
    this.open = null
  }

  private rowOf(parts: LineParts): EntryRow {
    const { columns } = this
    const record = parts.values ? recordRow(parts, this) : null
    const { template, id, saying, pairs, http } = this.factsOf(record ? String(record.message) : parts.content)
    const row: EntryRow = record ?? headerRow(parts, this.log)
    row.template = template
    row.template_id = id
    const put = (name: string, value: EntryRow[string]) =>
      columns.put(row, name === TOOK && this.isTookNamed ? SAID_TOOK : name, value)
    if (parts.client !== undefined && parts.client !== '-') put('ip', parts.client)
    if (parts.user !== undefined && parts.user !== '-') put('user', parts.user)
    const told = http ? requestFields(parts.content, put) : null
    // What a record says, it says in its fields.
    if (parts.values) return row
    const rest = told && told.end > 0 ? parts.content.slice(told.end) : parts.content
    if (rest !== '') saidFields(rest, saying, put, { some: pairs, known: told?.names })
    return row
  }

  private factsOf(content: string): KeyFacts {
    const key = maskContent(content)
    // With more keys than are kept, most come once: what their coarse forms tell is kept instead.
    if (this.log.step > 0) return { ...this.told(coarsenKey(key, this.log.step)), ...formOf(key) }
    const known = this.keys.get(key)
    if (known) return known
    const facts = { ...this.told(key), ...formOf(key) }
    if (this.keys.size < MOST_KEYS) this.keys.set(key, facts)
    return facts
  }

  private told(key: string): Told {
    const known = this.tolds.get(key)
    if (known) return known
    const { template, id } = this.book.templateOfKey(key)
    const told = { template, id, saying: sayingOf(template) }
    if (this.log.step > 0 && this.tolds.size < MOST_KEYS) this.tolds.set(key, told)
    return told
  }
}

function headerRow(parts: LineParts, { times, format, hosts }: KnownLog): EntryRow {
  const { timestamp = null, epochMs = null, lacks = 'nothing', host, component, pid, thread } = parts
  const row = emptyEntry()
  times.fill(row, { text: timestamp, at: epochMs, lacks })
  fillLevel(row, parts)
  if (host !== undefined && host !== '-') row.host = host
  // A program stands behind its host; all else is what a program calls its parts.
  const named = hostIn(hosts, parts)
  if (named !== null) row.host = named
  if (component !== undefined && component !== '-' && component !== named)
    row[host !== undefined || format.startsWith('syslog') ? 'process' : 'source'] = component
  if (pid !== undefined && pid !== '-') row.pid = /^\d{1,15}$/.test(pid) ? Number(pid) : pid
  if (thread !== undefined && thread !== '') row.thread = thread
  row.message = parts.content
  return row
}
