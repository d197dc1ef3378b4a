// Secrets of SQL that the names of columns give away: the rows of an INSERT, the lines of a COPY.
import { judged, type SecretSpan } from './assigned.ts'
import { kindOfName } from './names.ts'
import { stringValue } from './string-value.ts'

export const COLUMN_CUES = ['INSERT INTO ', 'insert into ', 'Insert into ', 'COPY '] as const
/** Rows are read so far. */
export const COLUMN_REACH = 64 << 10

const HEAD =
  /(?:INSERT INTO|COPY)[ \t]{1,8}[\w."`[\]]{1,128}[ \t\r\n]{0,20}\(([^()]{1,4000})\)[ \t\r\n]{0,20}(VALUES?[ \t\r\n]{0,20}(?=\()|FROM[ \t]{1,4}stdin[^\n]{0,100}\n)/iy
const NEXT_ROW = /[ \t\r\n]{0,20},[ \t\r\n]{0,20}(?=\()/y

export function columnSecrets(
  text: string,
  at: number,
): { readonly spans: readonly SecretSpan[]; readonly end: number } {
  HEAD.lastIndex = at
  const head = HEAD.exec(text)
  if (!head) return { spans: [], end: at }
  const names = head[1]!.split(',').map(name => name.trim().replace(/^["`[]|["`\]]$/g, ''))
  const secret = names.map(kindOfName)
  if (secret.every(kind => kind === null)) return { spans: [], end: at }
  const spans: SecretSpan[] = []
  const add = (column: number, start: number, end: number): void => {
    const kind = secret[column]
    if (!kind || kind === 'header') return
    const named = { kind, name: names[column]!, first: at, last: at, syntax: 'data' } as const
    const span = judged(text, named, { start, end, sure: true, quoted: true })
    if (span) spans.push(span)
  }
  const from = at + head[0].length
  const most = Math.min(text.length, from + COLUMN_REACH)
  const end = /^FROM/i.test(head[2]!) ? eachLine(text, { from, most }, add) : eachTuple(text, { from, most }, add)
  return { spans, end }
}

interface Part {
  readonly from: number
  readonly most: number
}
type Add = (column: number, start: number, end: number) => void

/** `1<tab>carla<tab>…`, up to `\.`. */
function eachLine(text: string, { from, most }: Part, add: Add): number {
  let at = from
  while (at < most && !text.startsWith('\\.', at)) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    let start = at
    for (const [column, cell] of text.slice(at, end).split('\t').entries()) {
      add(column, start, start + cell.length)
      start += cell.length + 1
    }
    at = end + 1
  }
  return at
}

/** `(1, 'carla', '…'), (2, …`. */
function eachTuple(text: string, { from, most }: Part, add: Add): number {
  let at = from
  while (at < most && text[at] === '(') {
    let depth = 0
    let column = 0
    let isFirst = true
    for (at++; at < most; at++) {
      const unit = text[at]!
      if (unit === ')' && depth-- === 0) break
      if (unit === '(') depth++
      else if (unit === ',' && depth === 0) {
        column++
        isFirst = true
      } else if (unit === "'" || unit === '"') {
        const value = stringValue(text, at)
        if (!value) return at
        if (isFirst) add(column, value.start, value.end)
        isFirst = false
        at = value.end
      }
    }
    NEXT_ROW.lastIndex = at + 1
    if (!NEXT_ROW.test(text)) break
    at = NEXT_ROW.lastIndex
  }
  return at
}
