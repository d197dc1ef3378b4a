// Logs whose every line is a record: JSON objects, or `key=value` pairs. The message is the content.
import { emptyRecord, lookup } from '../../model/lookup.ts'
import type { Level, LineFormat, LineParts } from './format.ts'
import { levelOf } from './levels.ts'
import { STAMPS, type StampGap } from './stamps.ts'

const MESSAGE = ['msg', 'message', 'MESSAGE', '@message', 'log', 'text', 'event', 'body', 'description']
const TIME = ['time', 'timestamp', '@timestamp', 'ts', 't', 'datetime', 'date', '__REALTIME_TIMESTAMP']
const LEVEL = ['level', 'lvl', 'severity', 'loglevel', 'log_level', '@level', 'levelname', 'PRIORITY']
const COMPONENT = ['logger', 'component', 'module', 'name', 'service', 'source', 'caller', 'SYSLOG_IDENTIFIER', 'app']
const HOST = ['host', 'hostname', '_HOSTNAME', 'node']
const PID = ['pid', 'process', 'SYSLOG_PID', '_PID']
const MOST = 0.8
/** Pairs are read this far into a line. */
const MAX_PAIRS = 4000

type Values = Readonly<Record<string, unknown>>

export function recordFormat(lines: readonly string[]): LineFormat | null {
  if (lines.length === 0) return null
  const enough = MOST * lines.length
  // Sample lines may be cut short, so JSON is told by how it opens.
  if (lines.filter(line => /^\s*\{\s*"[^"]{1,80}"\s*:/.test(line)).length >= enough) return jsonFormat
  const pairs = lines.filter(
    line => PAIRS.test(line.slice(0, MAX_PAIRS)) && MESSAGE.some(key => line.includes(`${key}=`)),
  )
  return pairs.length >= enough ? format('logfmt', readPairs) : null
}

/** Every line is a JSON object. */
export const jsonFormat: LineFormat = format('json', readJson)

function format(name: string, read: (line: string) => Values | null): LineFormat {
  const split = (line: string): LineParts => {
    const values = read(line)
    const message = values && first(values, MESSAGE)
    if (!values) return { header: false, content: line, contentStart: 0 }
    const told = [TIME, LEVEL, MESSAGE].map(keys => keys.find(key => lookup(values, key) !== undefined) ?? '')
    const parts = { header: true, ...fieldsOf(values), values, told }
    if (typeof message !== 'string') return { ...parts, content: line, contentStart: 0 }
    return { ...parts, content: message, contentStart: Math.max(0, line.indexOf(message)) }
  }
  return { name, shape: name, split, contentOf: line => split(line).content }
}

function fieldsOf(values: Values): Partial<LineParts> {
  const parts: { -readonly [K in keyof LineParts]?: LineParts[K] } = {}
  const time = first(values, TIME)
  if (time !== undefined && time !== null) {
    parts.timestamp = String(time)
    const { at, lacks } = readTime(parts.timestamp)
    parts.epochMs = at
    parts.lacks = lacks
  }
  const level = first(values, LEVEL)
  if (level !== undefined && level !== null) {
    parts.level = levelOfValue(level)
    parts.levelText = String(level)
  }
  const component = first(values, COMPONENT)
  if (component !== undefined) parts.component = String(component)
  const host = first(values, HOST)
  if (host !== undefined) parts.host = String(host)
  const pid = first(values, PID)
  if (pid !== undefined) parts.pid = String(pid)
  return parts
}

function first(values: Values, keys: readonly string[]): unknown {
  for (const key of keys) if (lookup(values, key) !== undefined) return lookup(values, key)
  return undefined
}

/** Of a word, or of a number as libraries count them. */
export function levelOfValue(level: unknown): Level | null {
  return typeof level === 'number' ? numberedLevel(level) : levelOf(String(level))
}

/** bunyan and pino count in tens, syslog from 0 to 7. */
function numberedLevel(level: number): Level | null {
  if (level >= 10)
    return (['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const)[Math.floor(level / 10) - 1] ?? null
  return (['fatal', 'fatal', 'fatal', 'error', 'warn', 'info', 'info', 'debug'] as const)[level] ?? null
}

const WHOLE_STAMPS = STAMPS.filter(({ part }) => part === 'both').map(kind => ({
  pattern: new RegExp(`^(?:${kind.pattern})$`),
  kind,
}))

function readTime(text: string): { readonly at: number | null; readonly lacks: StampGap } {
  // journald counts microseconds.
  if (/^[12]\d{15}$/.test(text)) return { at: Number(text) / 1000, lacks: 'nothing' }
  const kind = WHOLE_STAMPS.find(({ pattern }) => pattern.test(text))?.kind
  return { at: kind?.read(text) ?? null, lacks: kind?.lacks ?? 'nothing' }
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
