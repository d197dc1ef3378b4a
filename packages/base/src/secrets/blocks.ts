// Secrets that only the block around them gives away: all values of a Kubernetes Secret, the default of a Terraform
// variable that is marked sensitive. The name that tells may stand many lines above or below.

import { pushAll } from '../model/lists.ts'
import { deeperEnd, type SecretSpan } from './assigned.ts'
import { secretRules } from './rules.ts'
import { isPlaceholder, isReference } from './stand-ins.ts'
import { stringValue } from './string-value.ts'

export const BLOCK_CUES = ['stringData', 'sensitive', 'kubernetes_secret'] as const
/** How far such a block is looked at to both sides. */
export const BLOCK_REACH = 64 << 10

/** `kind: Secret`, the name at hand being `Secret`. */
export function isSecretKind(text: string, first: number, last: number): boolean {
  return (
    text.slice(first, last) === 'Secret' &&
    /kind["']?[ \t]{0,8}:[ \t]{0,8}["']?$/.test(text.slice(Math.max(0, first - 30), first))
  )
}

export interface Block {
  readonly spans: readonly SecretSpan[]
  /** Where it ends: what follows inside of it is the same block. */
  readonly end: number
}

/** `floor` is where the last block ended. */
export function kindSecrets(text: string, at: number, floor: number): Block {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const before = text.slice(lineStart, at)
  if (/"kind"[^\n]{0,12}$/.test(before)) return jsonSecrets(text, at, floor)
  const column = before.search(/kind/)
  const from = itemStart(text, lineStart, { column, floor: Math.max(floor, lineStart - BLOCK_REACH) })
  const below = text.indexOf('\n', at)
  const end = below < 0 ? text.length : itemEnd(text, below + 1, column)
  return { spans: fieldsOf(text, from, end, column).flatMap(field => entriesOf(text, field, column).spans), end }
}

export function blockSecrets(text: string, at: number, cue: string): Block {
  if (cue === 'kubernetes_secret') return resourceSecrets(text, at + cue.length)
  if (cue === 'sensitive') return { spans: sensitiveDefault(text, at), end: at }
  const behind = /^["']?[ \t]{0,4}:/.exec(text.slice(at + cue.length, at + cue.length + 8))
  if (!behind) return { spans: [], end: at }
  const from = at + cue.length + behind[0].length
  const brace = /^[ \t\r\n]{0,200}\{/.exec(text.slice(from, from + 220))
  if (brace) return stringsIn(text, from + brace[0].length)
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const lineEnd = text.indexOf('\n', at)
  return lineEnd < 0 ? { spans: [], end: at } : entriesOf(text, lineEnd + 1, at - lineStart)
}

/** The first line of the item that a field at this column is in. */
function itemStart(
  text: string,
  from: number,
  { column, floor }: { readonly column: number; readonly floor: number },
): number {
  let at = from
  // `- kind: Secret` begins the item.
  if (/^[ \t]*-/.test(text.slice(at, at + column))) return at
  while (at > floor) {
    const above = at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1
    const line = text.slice(above, Math.min(at, above + 200))
    const content = line.search(/\S/)
    if (line.startsWith('---')) break
    if (content >= 0 && content < column)
      return line[content] === '-' && /^-\s+\S/.test(line.slice(content)) ? above : at
    at = above
  }
  return at
}

function itemEnd(text: string, from: number, column: number): number {
  const limit = Math.min(text.length, from + BLOCK_REACH)
  let at = from
  while (at < limit) {
    const line = text.slice(at, at + 200)
    const content = line.search(/\S/)
    const isBlank = content < 0 || /^[ \t]*[\r\n]/.test(line)
    if (!isBlank && (content < column || line.startsWith('---'))) break
    const next = text.indexOf('\n', at)
    at = next < 0 ? text.length : next + 1
  }
  return at
}

/** Where the entries of `data` and `stringData` begin, of fields that stand at the column. */
function fieldsOf(text: string, from: number, to: number, column: number): number[] {
  const starts: number[] = []
  for (let at = from; at < to; ) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    const line = text.slice(at, Math.min(end, at + column + 40))
    if (
      /^(?:data|stringData)["']?:[ \t]*(?:#.*)?\r?$/.test(line.slice(column)) &&
      /^[ \t-]*["']?$/.test(line.slice(0, column))
    )
      starts.push(end + 1)
    at = end + 1
  }
  return starts
}

/** What is shown to everybody. */
const CERTIFICATE = /\.(?:crt|cer|pub)["']?:/

/** `resource "kubernetes_secret" "x" { data = { a = "…" } }`. */
function resourceSecrets(text: string, from: number): Block {
  const open = /^(?:_v1)?"[^{\n]{0,200}\{/.exec(text.slice(from, from + 220))
  if (!open) return { spans: [], end: from }
  const start = from + open[0].length
  const end = objectEnd(text, start)
  const data = /\bdata\s{0,8}=\s{0,8}\{/.exec(text.slice(start, end))
  if (!data) return { spans: [], end: from }
  const first = start + data.index + data[0].length
  const spans = [...text.slice(first, objectEnd(text, first)).matchAll(/=[ \t]{0,20}"([^"\n]{1,4096})"/g)].flatMap(
    ({ index, 0: whole, 1: value }) =>
      secretOf(text, first + index + whole.length - value!.length - 1, first + index + whole.length - 1),
  )
  return { spans, end }
}

/** `key: value`, all that is deeper than the field. */
function entriesOf(text: string, from: number, column: number): Block {
  const stop = deeperEnd(text.slice(0, Math.min(text.length, from + BLOCK_REACH)), from, column)
  const spans: SecretSpan[] = []
  for (let at = from; at < stop; ) {
    const next = text.indexOf('\n', at)
    const end = next < 0 || next > stop ? stop : next
    const key = /^([ \t]+)["']?[\w./-]{1,253}["']?:[ \t]*/.exec(text.slice(at, Math.min(end, at + 400)))
    let after = end + 1
    if (key && !CERTIFICATE.test(key[0])) {
      const start = at + key[0].length
      const value = stringValue(text, start) ?? {
        start,
        end: start + withoutComment(text.slice(start, end)).length,
      }
      const isBlock = /^[|>][+\d-]{0,2}$/.test(text.slice(value.start, value.end))
      if (isBlock) {
        after = Math.min(stop, deeperEnd(text.slice(0, stop), end + 1, key[1]!.length))
        pushAll(spans, secretOf(text, end + 1, after))
      } else pushAll(spans, secretOf(text, value.start, value.end))
    }
    at = after
  }
  return { spans, end: stop }
}

function jsonSecrets(text: string, at: number, floor: number): Block {
  const from = Math.max(floor, at - BLOCK_REACH)
  // The object that the kind is a field of.
  let depth = 0
  let open = at - 1
  for (; open >= from; open--) {
    if (text[open] === '}') depth++
    else if (text[open] === '{' && depth-- === 0) break
  }
  const base = Math.max(open, from)
  const end = objectEnd(text, base + 1)
  const spans = [...text.slice(base, end).matchAll(/"(?:data|stringData)"\s{0,8}:\s{0,8}\{/g)].flatMap(
    ({ index, 0: { length } }) => stringsIn(text, base + index + length).spans,
  )
  return { spans, end }
}

function objectEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + BLOCK_REACH)
  let depth = 1
  for (let at = from; at < limit; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return limit
}

/** The values of a flat JSON object. */
function stringsIn(text: string, from: number): Block {
  const end = objectEnd(text, from)
  const spans = [...text.slice(from, end).matchAll(/":\s{0,20}"((?:[^"\\\n]|\\.){1,65536})/g)].flatMap(
    ({ index, 0: whole, 1: value }) =>
      secretOf(text, from + index + whole.length - value!.length, from + index + whole.length),
  )
  return { spans, end }
}

function secretOf(text: string, start: number, end: number): SecretSpan[] {
  let from = start
  let to = end
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  const value = text.slice(from, to)
  if (value === '' || isPlaceholder(value) || isReference(value, true)) return []
  return [{ rule: secretRules.token, confidence: 'medium', start: from, end: to }]
}

/** `variable "x" { sensitive = true … default = "…" }`. */
function sensitiveDefault(text: string, at: number): SecretSpan[] {
  if (!/^sensitive[ \t]{0,20}=[ \t]{0,8}true/.test(text.slice(at, at + 50))) return []
  const near = Math.max(0, at - 2000)
  const open = near + text.slice(near, at).lastIndexOf('{')
  if (open < near) return []
  const block = text.slice(open, objectEnd(text, open + 1))
  const field = /\bdefault[ \t]{0,20}=[ \t]{0,8}/.exec(block)
  const value = field && stringValue(text, open + field.index + field[0].length)
  return value ? secretOf(text, value.start, value.end) : []
}

/** A plain value of YAML ends where blanks and a number sign stand, or with its line. */
function withoutComment(value: string): string {
  const comment = value.search(/\s#/)
  return (comment < 0 ? value : value.slice(0, comment)).trimEnd()
}
