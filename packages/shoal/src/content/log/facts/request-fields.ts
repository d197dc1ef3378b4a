// Fields of a request that a line tells of: access logs of web servers, and what applications write of requests.
import { readHttp, timedTexts } from '../analyst/http-line.ts'
import { fieldValue } from './entry-columns.ts'
import { type OnField, TOOK } from './said-fields.ts'

/** Behind the time of an access log: `"GET /x HTTP/1.1" 200 512 "referrer" "agent"`; the request may be anything. */
const SERVED =
  /^"((?:[^"\\]|\\.){0,8000})" (\d{3}) (\d{1,15}|-)(?: "((?:[^"\\]|\\.){0,8000})" "((?:[^"\\]|\\.){0,8000})")?/
const REQUEST_LINE = /^([A-Z]{3,20}) (\S{1,8000})(?: (HTTP\/\d(?:\.\d)?))?$/

/** The names of all that requests may tell. */
export const REQUEST_NAMES = [
  'ip',
  'user',
  'method',
  'request_path',
  'query',
  'protocol',
  'status',
  'bytes',
  'referrer',
  'agent',
  TOOK,
]

export interface ToldRequest {
  /** What else is said stands from here on. */
  readonly end: number
  /** Names of pairs that have been told. */
  readonly names: readonly string[]
}

/** Null where the content is no request. */
export function requestFields(content: string, onField: OnField): ToldRequest | null {
  const served = SERVED.exec(content)
  const said = readHttp(content)
  if (served) {
    const [, request, status, bytes, referrer = '-', agent = '-'] = served
    const line = REQUEST_LINE.exec(request!)
    if (line) {
      onField('method', line[1]!)
      pathFields(line[2]!, onField)
      if (line[3] !== undefined) onField('protocol', line[3])
    }
    onField('status', Number(status))
    if (bytes !== '-') onField('bytes', fieldValue('bytes', bytes!))
    if (referrer !== '-') onField('referrer', referrer)
    if (agent !== '-') onField('agent', agent)
    return { end: served[0].length, names: [] }
  }
  if (!said) return null
  onField('method', said.method)
  pathFields(said.path, onField)
  onField('status', said.status)
  const took = said.pairs.length > 0 ? [] : timedTexts(content)
  if (took.length === 1) onField(TOOK, took[0]!.ms)
  return { end: 0, names: said.pairs }
}

/** The path of an address, and its query apart. */
function pathFields(address: string, onField: OnField): void {
  const bare = address.replace(/^https?:\/\/[^/?#]{1,300}/, '')
  const cut = bare.search(/[?#]/)
  onField('request_path', cut < 0 ? bare || '/' : bare.slice(0, cut) || '/')
  if (cut >= 0 && bare[cut] === '?') onField('query', bare.slice(cut + 1))
}
