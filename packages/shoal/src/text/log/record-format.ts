// Logs whose every line is a record: JSON objects, or `key=value` pairs. The message is the content; where it is the line of
// another log (a container's, the journal's), that line is taken apart as well.
import { emptyRecord } from '@shoal/base/model/lookup'
import { carriedFormat, withCarried } from './carried.ts'
import type { Level, LineFormat, LineParts } from './format.ts'
import { levelOf, syslogLevel } from './levels.ts'
import { FieldReader, field, GENERAL, type RecordEnvelope, recordEnvelopeOf, type Values } from './record-envelopes.ts'
import { stampReader } from './whole-stamps.ts'

const MOST = 0.8
/** Pairs are read this far into a line. */
const MAX_PAIRS = 4000
const MESSAGES = (GENERAL.message ?? '').split('|')

export function recordFormat(
  lines: readonly string[],
  learn: (lines: readonly string[]) => LineFormat,
): RecordFormat | null {
  if (lines.length === 0) return null
  const enough = MOST * lines.length
  // Sample lines may be cut short, so JSON is told by how it opens.
  if (lines.filter(line => /^\s*\{\s*"[^"]{1,80}"\s*:/.test(line)).length >= enough) return jsonFormat(lines, learn)
  const pairs = lines.filter(
    line => PAIRS.test(line.slice(0, MAX_PAIRS)) && MESSAGES.some(key => line.includes(`${key}=`)),
  )
  return pairs.length >= enough ? format({ ...GENERAL, name: 'logfmt' }, 'pairs', null) : null
}

/** Every line is a JSON object, of the kind that most of the sample is. */
export function jsonFormat(lines: readonly string[], learn: (lines: readonly string[]) => LineFormat): RecordFormat {
  const records = lines.map(readJson).filter(record => record !== null)
  const envelope = recordEnvelopeOf(records)
  const carried = records.map(record => field(record, envelope.message)).filter(text => typeof text === 'string')
  return format(envelope, 'json', envelope.carries ? carriedFormat(carried, learn) : null)
}

/** What a record says under some names (`a|b`: the first that it has), and under which. */
export type FieldOf = (names: string) => { readonly name: string; readonly value: unknown } | undefined

/** A format whose records may have been read already. */
export interface RecordFormat extends LineFormat {
  /** The names that a record is asked for. */
  readonly asks: readonly string[]
  /** The parts of a record; where its content starts is not told. */
  partsOf(line: string, fieldOf: FieldOf): LineParts
}

function format(envelope: RecordEnvelope, record: 'json' | 'pairs', inner: LineFormat | null): RecordFormat {
  const read = record === 'json' ? readJson : readPairs
  const readStamp = stampReader()
  const partsOf = (line: string, fieldOf: FieldOf, values?: Values): LineParts => {
    const content = contentOf(fieldOf, envelope) ?? line
    const parts = headOf(fieldOf, envelope, readStamp, content)
    if (values) {
      parts.values = values
      parts.contentStart = Math.max(0, line.indexOf(content))
    }
    return inner ? withCarried(parts, inner) : parts
  }
  const fields = new FieldReader()
  const fieldOf = (names: string) => fields.of(names)
  const split = (line: string): LineParts => {
    const values = read(line)
    if (!values) return { header: false, content: line, contentStart: 0 }
    fields.read(values)
    return partsOf(line, fieldOf, values)
  }
  const { name } = envelope
  return { name, record, shape: name, split, contentOf: line => split(line).content, asks: asksOf(envelope), partsOf }
}

function asksOf({ name: _name, has: _has, request, causes = [], ...own }: RecordEnvelope): string[] {
  const requested = request ? [request.method, request.path, request.status, request.took] : []
  const asked = [GENERAL.message, ...Object.values(own), ...causes, ...requested]
  return [...new Set(asked.filter(names => typeof names === 'string'))]
}

/** What the record says for people; null where it has no such field. */
function contentOf(fieldOf: FieldOf, { message, reason, request, causes = [] }: RecordEnvelope): string | null {
  if (request) {
    const [method, path, status] = [request.method, request.path, request.status].map(name => fieldOf(name)?.value)
    const took = Number(fieldOf(request.took)?.value)
    if (method !== undefined && path !== undefined && status !== undefined)
      return `${method} ${path} ${status}${Number.isNaN(took) ? '' : ` ${Math.round(took * request.unit * 1e3) / 1e3}ms`}`
  }
  const text = fieldOf(message ?? GENERAL.message!)?.value
  if (typeof text !== 'string') return null
  const why = reason === undefined ? undefined : fieldOf(reason)?.value
  if (typeof why === 'string' && !text.includes(why)) return `${why}: ${text}`
  let said = text
  for (const names of causes) {
    const cause = fieldOf(names)?.value
    if (isCause(cause) && !text.includes(cause)) said += `: ${cause}`
  }
  return said
}

const LONGEST_CAUSE = 300

/** A code or a sentence; a flag or a whole stack trace is none. */
function isCause(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_CAUSE && !value.includes('\n')
}

/** Fields that are told as they are written. */
const TEXTS = ['host', 'pid', 'client', 'user'] as const

type Parts = { -readonly [K in keyof LineParts]: LineParts[K] }

function headOf(
  fieldOf: FieldOf,
  envelope: RecordEnvelope,
  readStamp: ReturnType<typeof stampReader>,
  content: string,
): Parts {
  const { level, message, source, causes, syslog } = envelope
  const time = fieldOf(envelope.time)
  const grave = level === undefined ? undefined : fieldOf(level)
  const said = message === undefined ? undefined : fieldOf(message)
  const told = [time?.name ?? '', grave?.name ?? '', said?.name ?? '']
  const parts: Parts = { header: true, content, contentStart: 0, told }
  if (time !== undefined) {
    parts.timestamp = String(time.value)
    const { at, lacks } = readStamp(parts.timestamp)
    parts.epochMs = at
    parts.lacks = lacks
  }
  if (grave !== undefined) {
    parts.level = syslog ? syslogLevel(Number(grave.value)) : levelOfValue(grave.value)
    parts.levelText = String(grave.value)
  }
  const component = source === undefined ? undefined : textOf(fieldOf(source)?.value)
  if (component !== undefined) parts.component = component
  for (const name of TEXTS) {
    const names = envelope[name]
    const text = names === undefined ? undefined : textOf(fieldOf(names)?.value)
    if (text !== undefined) parts[name] = text
  }
  if (causes && typeof said?.value === 'string') parts.message = said.value
  return parts
}

function textOf(value: unknown): string | undefined {
  return value === undefined || typeof value === 'object' ? undefined : String(value)
}

/** Of a word, or of a number as libraries count them. */
export function levelOfValue(level: unknown): Level | null {
  if (typeof level === 'number') return numberedLevel(level)
  // An event of Kubernetes is normal or a warning.
  return level === 'Normal' ? 'info' : levelOf(String(level))
}

/** bunyan and pino count in tens, syslog from 0 to 7. */
function numberedLevel(level: number): Level | null {
  if (level >= 10)
    return (['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const)[Math.floor(level / 10) - 1] ?? null
  return syslogLevel(level)
}

function readJson(line: string): Values | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : null
  } catch {
    return null
  }
}

const PAIRS = /^\s*[\w.@-]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]*)(?:\s+[\w.@-]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]*)){1,}/
/** A key that nothing else runs into, with its value in quotes or without. */
const PAIR = /(?<![\w.@-])([\w.@-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))/g

function readPairs(line: string): Values | null {
  const values = emptyRecord<string>()
  for (const [, key, quoted, bare] of line.slice(0, MAX_PAIRS).matchAll(PAIR)) {
    values[key!] ??= quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''
  }
  return Object.keys(values).length > 1 ? values : null
}
