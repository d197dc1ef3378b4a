// Secrets that only their surroundings give away: what is assigned to a name such as `password`, and passwords in URLs.
import type { Rule } from '../../model/finding.ts'
import { secretRules } from './rules.ts'
import { stringValue } from './string-value.ts'
import { typedValueStart } from './typed.ts'
import { isPlaceholder, judgeAssignment, judgeSaid } from './value.ts'

export interface SecretSpan {
  readonly rule: Rule
  /** The secret alone, without quotes or name. */
  readonly start: number
  readonly end: number
  readonly confidence: 'high' | 'medium' | 'low'
}

/** How far a name may reach to either side of the word that gave it away. */
const NAME_REACH = 60

/** Behind a name: a closing quote, then what assigns; `["password"] =`, `password =>`, `<password>`, `--password `. */
const ASSIGNS = /(\\?["'`]?\]?)[ \t]{0,20}(:=|=>|={1,3}|:|>|,(?=[ \t]?["'`]))[ \t]{0,20}/y
const OPTION = /[ \t]{1,4}/y
/** `Cookie: session=…`: what is assigned is itself an assignment. */
const COOKIE_NAME = /^[A-Za-z][\w.-]{1,40}=(?=[^\s=]{12})/
/** In a sentence: `password is …`, `password …`. */
const SAYS = /[ \t]{1,4}(?:(?:is|was|set to|changed to)[ \t:]{1,4})?["'`]?/y
/** What runs to the next space or bracket. */
const BARE = /(?:[^\s"'`,;<>()[\]{}\\&]|&(?!\w{1,40}=)){1,4096}/y
/** Where a line is an assignment and nothing else, brackets and signs belong to the value. */
const LINE_VALUE = /[^\s"'`<>]{1,4096}/y
export interface Assigned {
  readonly span: SecretSpan | null
  /** Where the value ends, secret or not: names inside it assign nothing. */
  readonly seen: number
}

/** What is assigned to the name in which `at` to `end` stands. */
export function assignedSecret(text: string, at: number, end: number): Assigned {
  const first = nameStart(text, at)
  const last = nameEnd(text, end)
  const declared = declaredSecret(text, first, last)
  if (declared) return { span: declared, seen: declared.end }
  const value = valueAfter(text, first, last)
  if (value === null) return { span: saidSecret(text, first, last), seen: end }
  const start =
    value.start + (COOKIE_NAME.exec(text.slice(value.start, Math.min(value.end, value.start + 80)))?.[0].length ?? 0)
  const verdict = judgeAssignment(text.slice(first, last), text.slice(start, value.end), value.sure)
  return { span: verdict && { ...verdict, start, end: value.end }, seen: value.end }
}

/** Code that names a type between the name and its value. Only a string is a value there. */
function declaredSecret(text: string, first: number, last: number): SecretSpan | null {
  const at = typedValueStart(text, first, last)
  const value = at < 0 ? null : stringValue(text, at)
  if (value === null || value === 'open') return null
  const verdict = judgeAssignment(text.slice(first, last), text.slice(value.start, value.end), false)
  return verdict && { ...verdict, ...value }
}

/** A name and, behind blanks only, something that no sentence would hold. */
function saidSecret(text: string, first: number, last: number): SecretSpan | null {
  SAYS.lastIndex = last
  if (!SAYS.test(text)) return null
  const value = bareValue(text, SAYS.lastIndex)
  const verdict = value && judgeSaid(text.slice(first, last), text.slice(value.start, value.end))
  return verdict && { ...verdict, start: value.start, end: value.end }
}

const AUTHORITY = /([^\s/@:"'<>`]{0,128}):([^\s/@"'<>`]{1,256})@(?=[\w[.$-])/y

/** Hosts that only manuals know. */
const EXAMPLE_HOST = /(?:www\.)?example\.(?:com|org|net)(?![\w.-])/y

/** The password of `scheme://user:password@host`; `at` is behind the two slashes. */
export function urlSecret(text: string, at: number): SecretSpan | null {
  AUTHORITY.lastIndex = at
  const found = AUTHORITY.exec(text)
  if (!found) return null
  const [, user, password] = found as unknown as [string, string, string]
  if (/^[$%{[<*]/.test(password) || /\$\{|\{\{/.test(password) || isPlaceholder(password)) return null
  // Manuals write what belongs there.
  if (/^(?:user(?:name)?|login|name|)$/i.test(user) && /^(?:pass(?:word|wd)?|pwd|pw|secret)$/i.test(password))
    return null
  if (user === '' && password.includes(':')) return null
  EXAMPLE_HOST.lastIndex = AUTHORITY.lastIndex
  if (EXAMPLE_HOST.test(text)) return null
  if (user.includes('.') && /^\d{1,5}$/.test(password)) return null
  const weak = judgeAssignment('password', password, true)?.rule === secretRules.weak
  const start = at + user.length + 1
  return {
    rule: weak ? secretRules.weak : secretRules.url,
    confidence: weak ? 'medium' : 'high',
    start,
    end: start + password.length,
  }
}

interface Value {
  readonly start: number
  readonly end: number
  /** The line is an assignment and nothing else, so that even a plain word is a value. */
  readonly sure: boolean
}

function valueAfter(text: string, first: number, last: number): Value | null {
  const option = first >= 2 && text.startsWith('--', first - 2)
  ASSIGNS.lastIndex = last
  const assigns = ASSIGNS.exec(text)
  if (!assigns) {
    OPTION.lastIndex = last
    return option && OPTION.test(text) ? valueAt(text, OPTION.lastIndex, false) : null
  }
  const at = ASSIGNS.lastIndex
  const sign = assigns[2]!
  if (sign.startsWith('==') || (sign === '>' && text[first - 1] !== '<')) return null
  const tight = sign === '=' && at - last <= 1 + assigns[1]!.length
  const config = sign === ':' || tight || sign === '>'
  const value = valueAt(text, at, config && (option || sign === '>' || startsLine(text, first)))
  // A tag holds what stands before the next one.
  return sign === '>' && value && text[value.end] !== '<' ? null : value
}

function valueAt(text: string, at: number, sure: boolean): Value | null {
  const quoted = stringValue(text, at)
  if (quoted) return quoted === 'open' ? null : { ...quoted, sure }
  return (sure ? lineValue(text, at) : null) ?? bareValue(text, at)
}

function lineValue(text: string, at: number): Value | null {
  LINE_VALUE.lastIndex = at
  const end = at + (LINE_VALUE.exec(text)?.[0].length ?? 0)
  const alone = /^[ \t]*(?:[\r\n<]|#|$)/.test(text.slice(end, end + 40))
  // A comma ends an argument or an element, and then a word may be a variable.
  return alone && end > at && text[end - 1] !== ',' && text[end - 1] !== ';' ? { start: at, end, sure: true } : null
}

function bareValue(text: string, at: number): Value | null {
  BARE.lastIndex = at
  let end = at + (BARE.exec(text)?.[0].length ?? 0)
  while (end > at && '.:?'.includes(text[end - 1]!)) end--
  // A call, an index or a template goes on behind it.
  return end === at || '([{'.includes(text[end] ?? '\n') ? null : { start: at, end, sure: false }
}

/** Before the name there are only blanks, `export`, a dash, a comment mark or an opening quote. */
function startsLine(text: string, first: number): boolean {
  const from = Math.max(0, first - 40)
  const before = text.slice(from, first)
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1)
  return /^[ \t]*(?:(?:export|set|ENV|ARG|-e|-|#|\/\/|;|\{|,)[ \t]*)?["']?$/.test(line)
}

function nameStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < NAME_REACH && isNameUnit(text.charCodeAt(start - 1))) start--
  // `--password`: the dashes belong to the option, not to the name.
  while (start < at && text[start] === '-') start++
  return start
}

function nameEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at < NAME_REACH && isNameUnit(text.charCodeAt(end))) end++
  return end
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 45 && unit <= 57 && unit !== 47) ||
    unit === 95 ||
    unit > 0xbf
  )
}
