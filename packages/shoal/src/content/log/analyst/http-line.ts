// Requests in a log: access logs of web servers, and what applications write of the requests they served.

export interface HttpLine {
  readonly method: string
  /** As written. */
  readonly path: string
  readonly status: number
  /** Milliseconds; NaN when the line does not say. */
  readonly duration: number
  /** Names of its pairs, where it is written as `method=GET path=/x status=200`. */
  readonly pairs: readonly string[]
}

/** A request that takes so long is slow. */
export const SLOW_MS = 1000

/** A key that may stand for a request; cheap, and the same for every line of the key. */
const METHOD_WORD = /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\b/

export function mayBeHttp(key: string): boolean {
  return METHOD_WORD.test(key)
}

/** `"GET /x HTTP/1.1" 200`, `GET /x 200 12ms`, `POST /x -> 502`, `method=GET path=/x status=200`. */
const REQUEST =
  /\b(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) ((?:https?:\/\/|\/)\S{0,2000})(?: HTTP\/\d(?:\.\d)?)?"?(?: (?:->|=>|-|:|returned|status[=:]?))?[ :]{1,2}"?([1-5]\d\d)\b(?!\.\d)/
const FIELDS = /\bmethod[=:]"?(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)\b/
const PATH_FIELD = /\b(?:path|uri|url|request)[=:]"?((?:https?:\/\/|\/)[^\s"]{0,2000})/
const STATUS_FIELD = /\b(?:status|code|status_code)[=:]"?([1-5]\d\d)\b/

const UNIT_DURATION =
  /(?:^|[\s=:(,"])(\d{1,9}(?:\.\d{1,9})?) ?(ms|msec|milliseconds|µs|us|s|sec|secs|seconds)(?![\w/=]|:\S)/
const FIELD_DURATION =
  /\b(?:request_time|upstream_response_time|response_time|resp_time|duration|elapsed|latency|took|rt|urt)(_ms|_us|_s)?[=:]"?(\d{1,9}(?:\.\d{1,9})?)(?![\w.])/

/** nginx writes `$request_time` behind the quoted fields: seconds with three places, and nothing else is written so. */
const BARE_SECONDS = /" (\d{1,5}\.\d{3})(?= |$)/

export function readHttp(content: string): HttpLine | null {
  const plain = REQUEST.exec(content)
  if (plain) {
    const rest = content.slice(plain.index + plain[0].length)
    return { method: plain[1]!, path: plain[2]!, status: Number(plain[3]), duration: durationIn(rest), pairs: [] }
  }
  const method = FIELDS.exec(content)
  const path = method && PATH_FIELD.exec(content)
  const status = path && STATUS_FIELD.exec(content)
  if (!status) return null
  const pairs = [method, path, status].map(([pair]) => pair.split(/[=:]/, 1)[0]!)
  return { method: method[1]!, path: path[1]!, status: Number(status[1]), duration: durationIn(content), pairs }
}

function durationIn(text: string): number {
  const field = FIELD_DURATION.exec(text)
  if (field) {
    const unit = field[1]
    const value = Number(field[2])
    // Servers write seconds with a fraction, programs whole milliseconds.
    if (unit === '_us') return value / 1000
    if (unit === '_s' || (unit === undefined && field[2]!.includes('.'))) return round(value * 1000)
    return value
  }
  const timed = UNIT_DURATION.exec(text)
  if (timed) return milliseconds(Number(timed[1]), timed[2]!)
  const bare = BARE_SECONDS.exec(text)
  return bare ? round(Number(bare[1]) * 1000) : Number.NaN
}

function milliseconds(value: number, unit: string): number {
  if (unit.startsWith('m')) return value
  return unit === 'µs' || unit === 'us' ? value / 1000 : round(value * 1000)
}

const UNIT_DURATIONS = new RegExp(UNIT_DURATION, 'g')

/** All numbers of a text that have a unit of time, and where they stand. */
export function timedTexts(text: string): { readonly start: number; readonly ms: number }[] {
  const timed: { readonly start: number; readonly ms: number }[] = []
  UNIT_DURATIONS.lastIndex = 0
  for (let found = UNIT_DURATIONS.exec(text); found; found = UNIT_DURATIONS.exec(text)) {
    const [whole, value, unit] = found
    timed.push({ start: found.index + whole.indexOf(value!), ms: milliseconds(Number(value), unit!) })
  }
  return timed
}

/** Whether a digit with a unit of time may stand in a text; what it denies has none. */
export function mayBeTimed(text: string): boolean {
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== LETTER_M && code !== LETTER_S && code !== LETTER_U && code !== MICRO) continue
    const before = text.charCodeAt(at - 1)
    if (isDigit(before) || (before === BLANK && isDigit(text.charCodeAt(at - 2)))) return true
  }
  return false
}

const [BLANK, LETTER_M, LETTER_S, LETTER_U, MICRO] = [32, 109, 115, 117, 181]

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** Parts of a path that name one thing of many: numbers, long hexadecimal ids, anything with several digits. */
const PARTICULAR = /^(?:\d+|[\da-f]{8,}(?:-[\da-f]{4,})*|(?=(?:[^\d]*\d){3})[\w.%~-]+)$/i

/** A path without its query; numbers, ids and the like as `*`. */
export function plainPath(path: string): string {
  const bare = path.replace(/^https?:\/\/[^/]{1,300}/, '').replace(/[?#;].*$/s, '')
  const parts = bare.split('/').slice(0, 8)
  return parts.map(part => (part.length <= 100 && !PARTICULAR.test(part) ? part : '*')).join('/') || '/'
}
