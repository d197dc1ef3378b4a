// Fields of a request that a line tells of: access logs of web servers, and what applications write of requests.
import { readHttp } from '../analyst/http-line.ts'
import { fieldValue } from './entry-columns.ts'
import type { OnField } from './said-fields.ts'

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
  'ms',
]

export function requestFields(content: string, onField: OnField): boolean {
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
  } else if (said) {
    onField('method', said.method)
    pathFields(said.path, onField)
    onField('status', said.status)
  }
  if (said && !Number.isNaN(said.duration)) onField('ms', said.duration)
  return served !== null || said !== null
}

/** The path of an address, and its query apart. */
function pathFields(address: string, onField: OnField): void {
  const bare = address.replace(/^https?:\/\/[^/?#]{1,300}/, '')
  const cut = bare.search(/[?#]/)
  onField('request_path', cut < 0 ? bare || '/' : bare.slice(0, cut) || '/')
  if (cut >= 0 && bare[cut] === '?') onField('query', bare.slice(cut + 1))
}
