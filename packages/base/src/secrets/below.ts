// Values that stand on the lines below their name: a plain value or a list by indentation, a list in brackets, an element over
// lines, a line that is continued, a here document, a string in parentheses.

import { pushAll } from '../model/lists.ts'
import { deeperEnd, judged, type Named, type SecretSpan } from './assigned.ts'
import { stringValue } from './string-value.ts'

/** What opens such a value behind its name, to the end of the line. */
const OPENS =
  /["']?\]?[ \t]{0,8}(?:(>)|(?:[:=]|:=|=>)[ \t]{0,8}(?:(\[)|(\()|(\\)|(["'])|<<[-~]?["']?([A-Za-z_]\w{0,30})["']?)?)[ \t]{0,8}(<!\[CDATA\[[ \t]{0,8})?(?:#[^\r\n]{0,80})?\r?\n/y
/** How far below a value is read. */
const REACH = 2048
const MOST_ITEMS = 100
const SHORTEST_ITEM = 4

/** `text` is read so far as the name's own lines go. */
export function secretsBelow(text: string, named: Named): SecretSpan[] {
  LIST.lastIndex = named.last
  if (named.syntax === 'data' && LIST.test(text))
    return inBrackets(text.slice(0, LIST.lastIndex + REACH), LIST.lastIndex, named)
  OPENS.lastIndex = named.last
  const opens = OPENS.exec(text)
  if (!opens) {
    const column = inColumn(text, named)
    return column.length > 0 ? column : besideInRow(text, named)
  }
  const [, element, list, parenthesis, continued, quote, word, cdata] = opens
  const from = OPENS.lastIndex
  const near = text.slice(0, Math.min(text.length, from + REACH))
  if (element !== undefined)
    return text[named.first - 1] === '<' || cdata !== undefined ? inElement(near, from, named) : []
  if (cdata !== undefined) return []
  if (list !== undefined) return inBrackets(near, from, named)
  if (parenthesis !== undefined) return stringsAt(near, from, named)
  if (word !== undefined) return hereDocument(near, from, { named, word })
  if (named.syntax === 'code') return []
  if (quote !== undefined) {
    // `"password:"` ends a string, and begins none.
    const opening = opens[0].indexOf(quote, opens[0].search(/[:=]/))
    return /[ \t=]/.test(opens[0][opening - 1]!) ? until(near, from, { named, stop: near.indexOf(quote, from) }) : []
  }
  if (continued !== undefined) return lineAt(near, from, named)
  return byIndentation(near, from, { named, onlyItems: false })
}

/** Of a name for several: the strings of a list, on the same line or below, or the values of a map. */
export function listedSecrets(text: string, named: Named): SecretSpan[] {
  MAP.lastIndex = named.last
  if (MAP.test(text)) return inMap(text, MAP.lastIndex, named)
  if (named.kind === 'noun' && /^tokens$/i.test(named.name)) return []
  LIST.lastIndex = named.last
  if (LIST.test(text)) return inBrackets(text.slice(0, LIST.lastIndex + REACH), LIST.lastIndex, named)
  BELOW.lastIndex = named.last
  if (named.syntax === 'code' || !BELOW.test(text)) return []
  return byIndentation(text.slice(0, BELOW.lastIndex + REACH), BELOW.lastIndex, { named, onlyItems: true })
}

const LIST = /["']?\]?[ \t]{0,8}[:=][ \t]{0,8}\[\s{0,80}(?=["'`])/y
const MAP = /["']?\]?[ \t]{0,8}(?::[ \t]{0,4}[\w<>, ]{1,60})?[:=][ \t]{0,8}\{(?!\{)/y
const ENTRY = /["'`]?([\w.-]{1,80})["'`]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?=["'`])/y
const BELOW = /["']?:[ \t]{0,8}(?:#[^\r\n]{0,80})?\r?\n/y

/** What a schema says of a field. */
const OF_A_SCHEMA = /^(?:shape|type|name|title|label|location(?:Name)?|ref|format|kind|in|documentation|description)$/i

const PATH = /^[a-z\d.-]{1,40}(?:\/[a-z\d.-]{1,40}){1,20}$/

/** `{ ci: "…", cd: "…" }`: what the keys are called says nothing, so that the look of the values decides. */
function inMap(text: string, from: number, named: Named): SecretSpan[] {
  const spans: SecretSpan[] = []
  const most = Math.min(text.length, from + REACH)
  const blanks = /[\s,]{0,80}/y
  for (let at = from; at < most && spans.length < MOST_ITEMS; ) {
    blanks.lastIndex = at
    blanks.test(text)
    ENTRY.lastIndex = blanks.lastIndex
    const entry = ENTRY.exec(text)
    const value = entry && stringValue(text, ENTRY.lastIndex)
    if (!value) break
    const found =
      OF_A_SCHEMA.test(entry[1]!) || PATH.test(text.slice(value.start, value.end))
        ? null
        : judged(text, named, { ...value, sure: false, quoted: true })
    if (found) spans.push(found)
    at = value.end + 1
  }
  return spans
}

/** `<password>` and its text below, up to the closing tag. */
function inElement(text: string, from: number, named: Named): SecretSpan[] {
  const stop = text.slice(from).search(/<\/|\]\]>|</)
  return stop < 0 || (text[from + stop + 1] !== '/' && !text.startsWith(']]>', from + stop))
    ? []
    : until(text, from, { named, stop: from + stop })
}

const RULER = /^[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*\r?$/
const ROW = /^[ \t]*\|.*\|[ \t]*\r?$/

/** Of a row no more is looked at, and of all rows below a name no more than this. */
const LONGEST_ROW = 4096
const LONGEST_COLUMN = 64 * 1024

/** `| user | password |`, a ruler below it, and the cells of its column. */
function inColumn(text: string, named: Named): SecretSpan[] {
  // Most names are no cell, which shows at once.
  if (!/^[ \t]{0,80}\|/.test(text.slice(named.last, named.last + 81))) return []
  const before = text.slice(Math.max(0, named.first - LONGEST_ROW), named.first)
  const cell = before.slice(before.lastIndexOf('\n') + 1).split('|')
  if (cell.length < 2 || cell.at(-1)!.trim() !== '') return []
  const start = named.first - cell.join('|').length
  const length = text.slice(named.last, start + LONGEST_ROW).indexOf('\n')
  const lineEnd = named.last + length
  if (length < 0 || !ROW.test(text.slice(start, lineEnd))) return []
  const spans: SecretSpan[] = []
  const last = Math.min(text.length, lineEnd + LONGEST_COLUMN)
  for (let at = lineEnd + 1, k = 0; k < MOST_ITEMS && at < last; k++) {
    const next = text.slice(at, at + LONGEST_ROW)
    const found = next.indexOf('\n')
    const line = found < 0 ? next : next.slice(0, found)
    if (k === 0 ? !RULER.test(line) : !ROW.test(line)) break
    const from =
      line
        .split('|')
        .slice(0, cell.length - 1)
        .join('|').length + 1
    const end = line.indexOf('|', from)
    if (k > 0 && end > from) pushAll(spans, span(text, named, { start: at + from, end: at + end }))
    if (found < 0) break
    at += found + 1
  }
  return spans
}

/** `| api_token | x |`: a table of settings; what stands in the next cell may be a word about it. */
function besideInRow(text: string, named: Named): SecretSpan[] {
  const cell = /[`*]{0,2}[ \t]{0,20}\|[ \t]{0,20}[`*]{0,2}([^\s|`*]{4,200})[`*]{0,2}[ \t]{0,80}\|/y
  cell.lastIndex = named.last
  const found = cell.exec(text)
  if (!found) return []
  const start = named.last + found[0].indexOf(found[1]!, found[0].indexOf('|'))
  const span = judged(text, named, { start, end: start + found[1]!.length, sure: false, quoted: true })
  return span ? [span] : []
}

/** Each string of a list is a value. */
function inBrackets(text: string, from: number, named: Named): SecretSpan[] {
  const spans: SecretSpan[] = []
  const item = /\s{0,80}(?=["'`])/y
  for (let at = from; spans.length < MOST_ITEMS; ) {
    item.lastIndex = at
    const value = item.test(text) ? stringValue(text, item.lastIndex) : null
    if (!value) return spans
    // Signs and syllables: a set of characters, not of secrets.
    if (value.end - value.start < SHORTEST_ITEM) return []
    pushAll(spans, span(text, named, value))
    const next = /["'`]{1,3}\s{0,4},[ \t]{0,8}(?:#[^\n]{0,80})?/y
    next.lastIndex = value.end
    if (!next.test(text)) return spans
    at = next.lastIndex
  }
  return spans
}

function stringsAt(text: string, from: number, named: Named): SecretSpan[] {
  const blanks = /[ \t]{0,80}(?=["'])/y
  blanks.lastIndex = from
  const value = blanks.test(text) ? stringValue(text, blanks.lastIndex) : null
  return value ? span(text, named, value) : []
}

function hereDocument(
  text: string,
  from: number,
  { named, word }: { readonly named: Named; readonly word: string },
): SecretSpan[] {
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end).trim()
    if (line === word) return until(text, from, { named, stop: at })
    if (end < 0) break
    at = end + 1
  }
  return []
}

/** All up to `stop` is one value. */
function until(
  text: string,
  from: number,
  { named, stop }: { readonly named: Named; readonly stop: number },
): SecretSpan[] {
  return stop <= from ? [] : span(text, named, { start: from, end: stop })
}

function lineAt(text: string, from: number, named: Named): SecretSpan[] {
  const end = text.slice(from).search(/\\?[\r\n]|$/)
  return span(text, named, { start: from, end: from + end })
}

const PAIR = /^[ \t]*(?:- )?["']?[\w.$/ -]{1,80}["']?[ \t]{0,4}[:=](?:[ \t\r]|$)/
const ITEM = /^[ \t]{0,200}- {1,8}(?=\S)/

/** A plain value that is deeper than its name, or a list. What has names of its own is a block of settings. */
function byIndentation(
  text: string,
  from: number,
  { named, onlyItems }: { readonly named: Named; readonly onlyItems: boolean },
): SecretSpan[] {
  const lineStart = text.lastIndexOf('\n', named.first - 1) + 1
  const before = text.slice(lineStart, named.first)
  if (!/^[ \t]*(?:- )?["']?$/.test(before)) return []
  const indent = /^[ \t]*/.exec(before)![0].length
  const spans: SecretSpan[] = []
  let isFirst = true
  for (let at = from; at < text.length && spans.length < MOST_ITEMS; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, end)
    const item = ITEM.exec(line)
    const depth = /^[ \t]*/.exec(line)![0].length
    if (item ? depth < indent : depth <= indent || PAIR.test(line)) break
    if (item) {
      const start = at + item[0].length
      if (PAIR.test(line) || /[&*![{]/.test(text[start]!)) break
      pushAll(spans, span(text, named, stringValue(text, start) ?? { start, end }))
    } else if (isFirst && !onlyItems) return until(text, at, { named, stop: plainEnd(text, at, indent) })
    else break
    isFirst = false
    at = end + 1
  }
  return spans
}

/** A plain value ends where its lines do, or where one has a name. */
function plainEnd(text: string, from: number, indent: number): number {
  const stop = deeperEnd(text, from, indent)
  let at = from
  while (at < stop) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? stop : Math.min(found, stop)
    if (PAIR.test(text.slice(at, end)) || text.slice(at, end).trim() === '') return at
    at = end + 1
  }
  return Math.min(at, stop)
}

function span(
  text: string,
  named: Named,
  { start, end }: { readonly start: number; readonly end: number },
): SecretSpan[] {
  const found = judged(text, named, { start, end, sure: true, quoted: true })
  return found ? [found] : []
}
