// Logs whose every line is a record: JSON objects, or `key=value` pairs. The message is the content; where it is the line of
// another log (a container's, the journal's), that line is taken apart as well.
import { emptyRecord } from '../../model/lookup.ts'
import { carriedFormat, withCarried } from './carried.ts'
import type { Level, LineFormat, LineParts } from './format.ts'
import { levelOf, syslogLevel } from './levels.ts'
import { field, fieldNamed, GENERAL, type RecordEnvelope, recordEnvelopeOf, type Values } from './record-envelopes.ts'
import { stampReader } from './whole-stamps.ts'

const MOST = 0.8
/** Pairs are read this far into a line. */
const MAX_PAIRS = 4000
const MESSAGES = (GENERAL.message ?? '').split('|')

export function recordFormat(
  lines: readonly string[],
  learn: (lines: readonly string[]) => LineFormat,
): LineFormat | null {
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
export function jsonFormat(lines: readonly string[], learn: (lines: readonly string[]) => LineFormat): LineFormat {
  const records = lines.map(readJson).filter(record => record !== null)
  const envelope = recordEnvelopeOf(records)
  const carried = records.map(record => field(record, envelope.message)).filter(text => typeof text === 'string')
  return format(envelope, 'json', envelope.carries ? carriedFormat(carried, learn) : null)
}

function format(envelope: RecordEnvelope, record: 'json' | 'pairs', inner: LineFormat | null): LineFormat {
  const read = record === 'json' ? readJson : readPairs
  const readStamp = stampReader()
  const split = (line: string): LineParts => {
    const values = read(line)
    if (!values) return { header: false, content: line, contentStart: 0 }
    const parts = partsOf(values, envelope, readStamp)
    const content = contentOf(values, envelope) ?? line
    const message = field(values, envelope.message)
    const whole = {
      ...parts,
      content,
      contentStart: Math.max(0, line.indexOf(content)),
      ...(envelope.causes && typeof message === 'string' && { message }),
    }
    return inner ? withCarried(whole, inner) : whole
  }
  return { name: envelope.name, record, shape: envelope.name, split, contentOf: line => split(line).content }
}

/** What the record says for people; null where it has no such field. */
function contentOf(values: Values, { message, reason, request, causes = [] }: RecordEnvelope): string | null {
  if (request) {
    const [method, path, status] = [request.method, request.path, request.status].map(name => field(values, name))
    const took = Number(field(values, request.took))
    if (method !== undefined && path !== undefined && status !== undefined)
      return `${method} ${path} ${status}${Number.isNaN(took) ? '' : ` ${Math.round(took * request.unit * 1e3) / 1e3}ms`}`
  }
  const text = field(values, message ?? GENERAL.message)
  if (typeof text !== 'string') return null
  const why = reason === undefined ? undefined : field(values, reason)
  if (typeof why === 'string' && !text.includes(why)) return `${why}: ${text}`
  const because = causes.map(names => field(values, names)).filter(cause => isCause(cause) && !text.includes(cause))
  return because.length === 0 ? text : `${text}: ${because.join(': ')}`
}

const LONGEST_CAUSE = 300

/** A code or a sentence; a flag or a whole stack trace is none. */
function isCause(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_CAUSE && !value.includes('\n')
}

function partsOf(
  values: Values,
  { time, level, source, host, pid, client, user, message, syslog }: RecordEnvelope,
  readStamp: ReturnType<typeof stampReader>,
): LineParts {
  const told: string[] = []
  const take = (names: string | undefined): unknown => {
    const found = names === undefined ? undefined : fieldNamed(values, names)
    told.push(found?.name ?? '')
    return found?.value
  }
  const [written, grave] = [take(time), take(level)]
  take(message)
  const parts: { -readonly [K in keyof LineParts]: LineParts[K] } = {
    header: true,
    content: '',
    contentStart: 0,
    values,
    told,
  }
  if (written !== undefined) {
    parts.timestamp = String(written)
    const { at, lacks } = readStamp(parts.timestamp)
    parts.epochMs = at
    parts.lacks = lacks
  }
  if (grave !== undefined) {
    parts.level = syslog ? syslogLevel(Number(grave)) : levelOfValue(grave)
    parts.levelText = String(grave)
  }
  const texts = { component: source, host, pid, client, user } as const
  for (const [name, names] of Object.entries(texts)) {
    const value = field(values, names)
    if (value !== undefined && typeof value !== 'object') parts[name as keyof typeof texts] = String(value)
  }
  return parts
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
