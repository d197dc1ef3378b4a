// Which fields of JSON-lines records say what a log says, found from the head and the tail of the file: the same for
// every stretch of it.
import { lookup } from '@shoal/base/model/lookup'
import type { SourceText } from '@shoal/base/model/source'
import { nameOf } from '../../../text/json-census/path.ts'
import { type Shape, shapeOf } from '../../../text/json-shape.ts'
import { GENERAL, type RecordEnvelope, recordEnvelopeOf, type Values } from '../../../text/log/record-envelopes.ts'
import { classifyFields } from '../log-fields.ts'
import { sampleLines } from '../schema.ts'

/** Paths from the record: `.level`, `.http.status`. */
export interface LogRoles {
  readonly time: string
  readonly level: string | null
  readonly message: string | null
  readonly source: string | null
  readonly status: string | null
  readonly duration: string | null
  /** What names an error, the most telling first. */
  readonly errors: readonly string[]
  readonly identifiers: readonly string[]
  /** How levels are written: words, pino's 10 to 60, syslog's 7 to 0. */
  readonly scale: 'words' | 'tens' | 'syslog'
}

const DURATION =
  /^(?:duration|latency|elapsed|took|response_?time|time_?taken|request_?time|runtime)(?:_?(?:ms|us|ns|s|sec|secs|seconds|millis))?$|_ms$|Ms$/i
const SERVICE = [
  /^(service|service_?name)$/i,
  /^(app|application|component|module)$/i,
  /^(logger|logger_?name|source)$/i,
]
const TELLING = [/code/i, /type|class|name|kind/i, /^(err|error|exception|exc|cause)$/i, /message|msg/i]

/** Null if the records are no log: they need a time, and a level or a message. */
export function logRolesOf(source: SourceText): LogRoles | null {
  const records = sampleLines(source)
  const shape = shapeOf(records)
  const envelope = recordEnvelopeOf(records.filter(isObject))
  const classes = { ...classifyFields(shape), ...(envelope !== GENERAL && classesOf(envelope, shape)) }
  const scalar = (path: string) => isScalar(shape, path)
  const pick = (paths: readonly string[] | undefined, order: readonly RegExp[] = []) =>
    byName((paths ?? []).filter(scalar), order).map(within)
  const [time] = pick(classes.timestamp)
  const [level] = pick(classes.level)
  const [message] = pick(classes.message)
  if (time === undefined || (level === undefined && message === undefined)) return null
  const ofErrors = (path: string) => (classes.error ?? []).some(error => path.startsWith(`${within(error)}.`))
  const numeric = [...shape]
    .filter(([path, types]) => !path.includes('[]') && types.has('number') && DURATION.test(nameOf(path.slice(1))))
    .map(([path]) => path.slice(1))
  return {
    time,
    level: level ?? null,
    message: message ?? null,
    source: pick(classes.source, SERVICE)[0] ?? null,
    status: pick(classes.status).find(path => !ofErrors(path)) ?? null,
    duration: numeric.sort((a, b) => a.length - b.length)[0] ?? null,
    errors: pick([...(classes.error ?? []), ...inside(shape, classes.error ?? [])], TELLING).slice(0, 4),
    identifiers: pick(classes.identifier).slice(0, 6),
    scale: level === undefined ? 'words' : scaleOf(records, level),
  }
}

type Classes = ReturnType<typeof classifyFields>

/** The fields that records of a known kind have, by what they say. */
function classesOf({ time, level, message, source, reason, request }: RecordEnvelope, shape: Shape): Classes {
  const found = (names: string | undefined) => {
    const paths = (names ?? '').split('|').flatMap(name => [`["${name}"]`, `.${name}`])
    return paths
      .filter(path => path !== '.' && shape.has(`$${path}`))
      .map(path => (path.startsWith('[') ? `.${path}` : path))
  }
  return {
    timestamp: found(time),
    level: found(level),
    message: [...found(message), ...found(reason)],
    source: found(source),
    status: found(request?.status),
  }
}

function isObject(record: unknown): record is Values {
  return typeof record === 'object' && record !== null && !Array.isArray(record)
}

/** Scalars inside an object that holds the error: `.error.code`. */
function inside(shape: Shape, errors: readonly string[]): string[] {
  return errors.flatMap(error =>
    [...shape.keys()]
      .filter(path => path.startsWith(`$${within(error)}.`) && /\.(code|type|name|class|message|msg|kind)$/i.test(path))
      .map(path => path.slice(1)),
  )
}

function isScalar(shape: Shape, jqPath: string): boolean {
  const types = shape.get(`$${within(jqPath)}`)
  return types !== undefined && ['string', 'number', 'boolean'].some(type => types.has(type))
}

/** jq writes `.["a b"]` where paths have `["a b"]`. */
function within(jqPath: string): string {
  return jqPath.startsWith('.[') ? jqPath.slice(1) : jqPath
}

function byName(paths: readonly string[], order: readonly RegExp[]): string[] {
  const rank = (path: string) => {
    const at = order.findIndex(pattern => pattern.test(nameOf(within(path))))
    return at < 0 ? order.length : at
  }
  return [...new Set(paths)].sort((a, b) => rank(a) - rank(b))
}

function scaleOf(records: readonly unknown[], level: string): LogRoles['scale'] {
  const name = nameOf(level)
  const numbers = records
    .map(record => lookup((record ?? {}) as Record<string, unknown>, name))
    .filter(value => typeof value === 'number' || (typeof value === 'string' && /^\d{1,2}$/.test(value)))
    .map(Number)
  if (numbers.length === 0) return 'words'
  return numbers.every(value => value <= 7) ? 'syslog' : 'tens'
}
