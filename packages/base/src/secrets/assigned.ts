// What is assigned to a name that promises a secret, in any syntax: `password: …`, `"password": "…"`, `PASSWORD=…`,
// `<password>…</password>`, `--password …`. The position tells how sure it is that a value stands there.
import { kindOfName, type NameKind } from './names.ts'
import { isSaidWord, isSentence } from './stand-ins.ts'
import { joinedStrings, stringValue } from './string-value.ts'
import { typedValueStart } from './typed.ts'
import { isIdentifier, isMethod, judgeValue, type Syntax, sameWord, type Verdict } from './value.ts'

export interface SecretSpan extends Verdict {
  /** The secret alone, without quotes or name. */
  readonly start: number
  readonly end: number
}

/** A name that promises a secret, where it stands. */
export interface Named {
  readonly kind: NameKind
  readonly name: string
  readonly first: number
  readonly last: number
  readonly syntax: Syntax | undefined
}

export interface Assigned {
  readonly span: SecretSpan | null
  /** Strings that the value is joined with. */
  readonly more: readonly SecretSpan[]
  /** Where the value ends, secret or not: names inside it assign nothing. */
  readonly seen: number
}

interface Value {
  readonly start: number
  readonly end: number
  readonly sure: boolean
  readonly quoted: boolean
}

/** Behind a name: a closing quote or bracket, then what assigns; `["password"] =`, `password =>`, `<password>`. */
const ASSIGNS =
  /((?:\\{0,7}["'`]{1,2}|&quot;|&#3[49];)?[\])]?)[ \t]{0,20}(:=|=>|\|\|=?|\?\?=?|<-|[=!]={1,2}|[=:>—–→]|(?<=[ \t])-(?=[ \t])|(?<=["'`] )to(?= ["'`])|,(?=[ \t]{0,20}["'`]))[ \t]{0,20}/y
const OPTION = /[ \t]{1,4}(?!-)/y
/** Emphasis and tags between a label and what it labels: `**Password:** x`, `Password: <code>x</code>`. */
const MARKUP =
  /(?:\*{1,2}[ \t]{1,4}(?=\S)|<(?:\/?(?:b|strong|em|i|span|tt)|code|kbd|dd|td)(?:[ \t][^<>\n]{0,80})?>\s{0,20}){1,4}/y
/** `<dt>API key</dt><dd>x`, `<td>Password</td><td>x`. */
const NEXT_CELL =
  /[ \t]{0,4}:?<\/(?:dt|th|td|b|strong|label|span|string)>\s{0,40}<(?:dd|td|string)(?:[ \t][^<>\n]{0,80})?>\s{0,20}(?:<(?:code|kbd|b|strong)>)?/y
/** What is taken when nothing is given: `process.env.KEY || "x"`, `ENV['KEY'] ?? 'x'`, `(`. */
const ELSE = /(?:[\w.$[\]'"()?-]{1,80}[ \t]{1,4}(?:\|\||\?\?|\bor\b)[ \t]{1,4}|\([ \t]{0,4})(?=["'`])/y
/** A string on the line behind the sign. */
const NEXT_LINE = /\r?\n[ \t]{0,80}(?=["'`])/y
/** `Cookie: session=…`: what is assigned is itself an assignment. */
const COOKIE_NAME = /^[A-Za-z][\w.-]{1,40}=(?=[^\s=]{12})/
/** Before what a header holds: `Bearer`, `Token`, `AWS4-HMAC-SHA256`. */
const SCHEME = /^[A-Za-z][\w.-]{0,30}[ \t]{1,4}(?:token=["']?)?(?=\S)/
/** What runs to the next space or bracket. */
const BARE = /(?:[^\s"'`,;<>()[\]{}\\&]|&(?!\w{1,40}=|amp;)){1,4096}/y
const LINE = /[^\r\n]{1,4096}/y
const BLOCK_SCALAR = /[|>][+\d-]{0,2}[ \t]{0,8}(?:#[^\r\n]{0,200})?\r?\n/y

/** What is assigned to a name; null where nothing is. */
export function assignedSecret(text: string, named: Named): Assigned | null {
  const declared = declaredSecret(text, named)
  if (declared) return joined(text, declared, declared.end)
  const value = valueAfter(text, named)
  if (value === null) return null
  // A template may name what it stands for, and what is taken without it.
  const isTemplate = text.startsWith('${', value.start)
  // A header lists cookies, each with a name of its own.
  const isList = named.kind === 'session' && text.slice(value.start, value.end).includes(';')
  const span = judged(text, named, value)
  if (span && value.quoted) return joined(text, span, value.end)
  return { span, more: [], seen: isTemplate || isList ? value.start : value.end }
}

function joined(text: string, span: SecretSpan, end: number): Assigned {
  const more = joinedStrings(text, end).map(part => ({ ...span, ...part }))
  return { span, more, seen: more.at(-1)?.end ?? end }
}

/** Judges a value that stands under a name wherever that was found. */
export function judged(text: string, { kind, name, syntax }: Named, value: Value): SecretSpan | null {
  let { start, end } = value
  while (start < end && isSpace(text[start]!)) start++
  while (end > start && isSpace(text[end - 1]!)) end--
  const head = text.slice(start, Math.min(end, start + 80))
  if (kind === 'session') start += COOKIE_NAME.exec(head)?.[0].length ?? 0
  let { sure } = value
  if (kind === 'header') {
    const scheme = SCHEME.exec(head)?.[0].length ?? 0
    start += scheme
    sure = scheme > 0
    const blank = text.slice(start, end).search(/\s/)
    // Behind one word more follows a sentence, or a list of fields.
    if (blank >= 0) return null
    if (!sure && !/\d/.test(text.slice(start, end))) return null
  }
  const verdict = judgeValue(kind, name, text.slice(start, end), { sure, quoted: value.quoted, syntax })
  return verdict && { ...verdict, start, end }
}

/** A value at a place where only a value can stand: quoted, or up to the next mark. */
export function valueAt(text: string, at: number): Value | null {
  const quoted = stringValue(text, at)
  if (quoted) return { ...quoted, sure: true, quoted: true }
  const bare = bareValue(text, at)
  return bare && { ...bare, sure: true }
}

/** Code that names a type between the name and its value. Only a string is a value there. */
function declaredSecret(text: string, named: Named): SecretSpan | null {
  const at = typedValueStart(text, named.first, named.last)
  const value = at < 0 ? null : stringValue(text, at)
  if (!value || sameWord(named.name, text.slice(value.start, value.end))) return null
  return judged(text, named, { ...value, sure: true, quoted: true })
}

function valueAfter(text: string, { first, last, kind, syntax }: Named): Value | null {
  const option = first >= 2 && text.startsWith('--', first - 2)
  // `List<Token> all` is a type, not an element.
  const opens =
    /<(?:\w{1,20}:)?$/.test(text.slice(Math.max(0, first - 22), first)) &&
    !(syntax === 'code' && /[\w:]/.test(text[first - 2] ?? ''))
  const element = opens ? elementValue(text, last) : null
  if (element) return element
  ASSIGNS.lastIndex = last
  const assigns = ASSIGNS.exec(text)
  if (!assigns) {
    NEXT_CELL.lastIndex = last
    if (NEXT_CELL.test(text)) {
      const cell = bareValue(text, NEXT_CELL.lastIndex)
      return cell && endsElement(text, cell) ? { ...cell, sure: true, quoted: true } : null
    }
    OPTION.lastIndex = last
    return option && OPTION.test(text) ? optionValue(text, OPTION.lastIndex, false) : null
  }
  const [, closer, sign] = assigns as unknown as [string, string, string]
  if (/^!=|^>/.test(sign)) return null
  // `--token X` as two strings of a list.
  const isArgument = sign === ',' && text.startsWith('--', first - 2)
  const callee = text.slice(Math.max(0, first - 80), first)
  const isSet =
    sign === ',' &&
    !/[\])]/.test(closer) &&
    (isArgument || SETS.test(callee) || (kind === 'password' && COMPARES.test(callee)))
  if (sign === ',' && !isSet && !isKeyOfPair(text, { first, kind, closer })) return null
  const at = behindMarks(text, ASSIGNS.lastIndex, sign)
  if (sign.startsWith('==')) {
    const isCondition = CONDITION.test(text.slice(Math.max(0, first - 80), first))
    const compared = kind === 'password' && isCondition ? stringValue(text, at) : null
    return compared && compared.end - compared.start > 5 && !isSaidWord(text.slice(compared.start, compared.end))
      ? { ...compared, sure: true, quoted: true }
      : null
  }
  // `<Transport.auth_password>` and a quote: a reference in a text.
  if (sign === '>' && text[at] === '`') return null
  if (sign === '-' && /["'`]/.test(text[at] ?? '')) return null
  // In a shell these are no quotes: what stands between them is run.
  if (closesString(text, at) || (syntax === 'data' && text[at] === '`')) return null
  const quoted = stringValue(text, at)
  if (quoted && sign === ',' && !isArgument && isListed(text, first, quoted.end)) return null
  if (quoted && sign === ',' && !isSet && isFieldName(text.slice(quoted.start, quoted.end))) return null
  if (quoted) return { ...quoted, sure: sign !== ',' || isSet, quoted: true }
  const tight = sign === '=' && at - last <= 1 + closer.length
  if (option && tight) return optionValue(text, at, true)
  if (kind === 'header') return restOfLine(text, at, true)
  if (syntax !== 'code' && startsLine(text, first)) {
    const block = sign === ':' ? blockScalar(text, at, first) : null
    const isArrow = sign === '=>' && syntax === 'data'
    const line = block ?? (sign === ':' || sign === '=' || isArrow ? lineValue(text, at, syntax) : null)
    if (line) return line
  }
  const bare = bareValue(text, at)
  if (!bare) return null
  if (sign === ':' && endsElement(text, bare)) return { ...bare, sure: true, quoted: true }
  if (isDefault(text, bare, { first, sign })) return { ...bare, sure: true, quoted: true }
  // In a string of code there is data: `"dbname=x password=y"`.
  const isData = syntax === 'code' && tight && inString(text, first)
  const sure = (syntax !== 'code' || isData) && isPair(text, bare, { first, tight, sign, syntax })
  return { ...bare, sure, quoted: isData }
}

/** `setProperty("password", "x")`, `define('DB_PASSWORD', "x")`, `os.Setenv(…`, `getenv(…`, `VALUES ('smtp_password', 'x')`. */
const SETS =
  /(?:\b(?:set|put|add|define|default|config|append|insert|store|write)\w{0,30}|env\w{0,10}|header|property|Field|Var|environ\.get|option|with\w{0,20})\((?:[^()\n"]{0,20},|["'][^()"'\n]{0,40}["'],)?\s{0,20}["'`]$|\b(?:fill|type|fillIn|fill_in)\(\s{0,4}["'`][#.[\w=-]{0,40}$|\bVALUES\s{0,20}\(\s{0,4}["']$|\),\s{0,20}\(\s{0,4}["']$/i
/** What is done if a password is this one; a test asserts what it made up. */
const CONDITION = /\b(?:if|elif|while|when|return)\b[^\n;]{0,70}$/
/** `strcmp(password, "x")`, `equals(password, "x")`. */
const COMPARES = /(?:cmp|compare|equals?|eq)\w{0,20}\([\w>.& -]{0,40}$/i

interface Argument {
  readonly first: number
  readonly kind: NameKind
  readonly closer: string
}

/** `set("password", "x")`, `CURLOPT_PASSWORD, "x"`, `{passcode, "x"}`; a variable among arguments has no value behind it. */
function isKeyOfPair(text: string, { first, kind, closer }: Argument): boolean {
  if (/[\])]/.test(closer)) return false
  if (closer !== '' || /[{:]/.test(text[first - 1] ?? '')) return true
  if (/^[A-Z][A-Z\d_]*,/.test(text.slice(first, first + 80))) return true
  return kind === 'password' && COMPARES.test(text.slice(Math.max(0, first - 80), first))
}

/** `['aws_access_key', 'ec2_access_key']`: two names of fields. */
function isFieldName(value: string): boolean {
  return (isIdentifier(value) && /_/.test(value)) || (/^\w+$/.test(value) && kindOfName(value) !== null)
}

/** `'a', 'password', 'b', 'c'`: strings before and behind, so that none says what the next is. */
function isListed(text: string, first: number, end: number): boolean {
  const before = text.slice(Math.max(0, first - 150), first)
  return (
    /["'`]\s{0,40},\s{0,40}["'`][^"'`\s]{0,60}$/.test(before) &&
    /^["'`]\s{0,40},\s{0,40}["'`]/.test(text.slice(end, end + 90))
  )
}

/** `"Password:" + x`, `"$pwd':" >&2`: the quote ends a string that began before the name, and code follows. */
function closesString(text: string, at: number): boolean {
  // As reStructuredText sets off code: ``password=``.
  if (text.startsWith('``', at))
    return (
      text
        .slice(text.lastIndexOf('\n', at) + 1, at)
        .slice(-400)
        .split('``').length %
        2 ===
      0
    )
  const quote = text[at] ?? ''
  if (!/["'`]/.test(quote) || !/^(?:[\s;)\],.+?%>|&]|$)/.test(text.slice(at + 1, at + 2))) return false
  const from = Math.max(0, at - 400)
  const line = text.slice(from, at)
  let isOpen = false
  for (let k = Math.max(line.lastIndexOf('\n'), line.lastIndexOf('\r')) + 1; k < line.length; k++) {
    if (line[k] === '\\') k++
    else if (line[k] === quote) isOpen = !isOpen
  }
  return isOpen
}

interface Sign {
  readonly first: number
  readonly tight: boolean
  readonly sign: string
  readonly syntax: Syntax | undefined
}

/** `?token=x&`, `user=a password=b`, `{user: a, password: b}`, `login a, password: b.`: a field among others. */
function isPair(text: string, { start, end }: Value, { first, tight, sign, syntax }: Sign): boolean {
  const next = text[end] ?? '\n'
  const before = text[first - 1] ?? '\n'
  if (tight) return before === '?' || before === '&' || syntax === 'data' || /[\s;&|"'`<\\]/.test(next)
  if (/[-—–→]/.test(sign))
    return /\d/.test(text.slice(start, end)) && /^[ \t]{0,4}(?:[\r\n]|$)/.test(text.slice(end, end + 6))
  if (sign === '=' && syntax === undefined && isJoined(text.slice(start, end))) return true
  if (sign !== ':') return false
  // `'X-Api-Key: x'`: a field that is all of a string.
  if (/["'`]/.test(next) && before === next) return true
  const isLast = /^(?:[ \t]{0,8}(?:[\r\n]|$)|[.;](?:\s|$)|\)|\\[nr]|[ \t]{0,4}-->)/.test(text.slice(end, end + 10))
  return (isLast || (syntax === 'data' && endsField(text, first, end))) && !isSaidWord(text.slice(start, end))
}

/** `{user: a, password: b }`; in `{{ {'password': b } }}` a variable stands there. */
function endsField(text: string, first: number, end: number): boolean {
  if (/[,}\]]/.test(text[end] ?? '')) return true
  const before = text.slice(Math.max(0, first - 200), first)
  return /^ {1,4}[}\]]/.test(text.slice(end, end + 5)) && before.lastIndexOf('{{') <= before.lastIndexOf('}}')
}

/** `<p>Password: x</p>`, `Password: x<br>`: one word that is all there is behind the name, and none that texts have there. */
function endsElement(text: string, { start, end }: Value): boolean {
  return /^[ \t]{0,4}<(?:\/[a-z]|br\b)/i.test(text.slice(end, end + 12)) && !isSaidWord(text.slice(start, end))
}

/** Behind what stands between a sign and the value: a line end, emphasis, what is tried first. */
function behindMarks(text: string, at: number, sign: string): number {
  NEXT_LINE.lastIndex = at
  if (NEXT_LINE.test(text)) return NEXT_LINE.lastIndex
  MARKUP.lastIndex = at
  if (sign !== ',' && MARKUP.test(text)) return MARKUP.lastIndex
  ELSE.lastIndex = at
  return /^(?:=|:|:=)$/.test(sign) && ELSE.test(text) ? ELSE.lastIndex : at
}

/** `zebra-lantern-42`: words and a number, which no sentence has. */
export function isJoined(value: string): boolean {
  return /^\p{L}{3,30}(?:-\p{L}{3,30}){0,6}-\d{1,4}$/u.test(value) && !isMethod(value)
}

/** `--password x`: in a manual, what belongs there follows, or the sentence goes on, but not behind `=`. */
function optionValue(text: string, at: number, isJoinedOn: boolean): Value | null {
  const value = valueAt(text, at)
  if (!value || value.quoted) return value
  const word = text.slice(value.start, value.end).replace(/[*_]{1,2}$/, '')
  const isSaid = /^\p{L}+(?:[/|]\p{L}+){0,3}$/u.test(word) && word.split(/[/|]/).every(isSaidWord)
  const isManual = isSaid || /^[A-Z][A-Z_]*$/.test(word)
  return isManual || (!isJoinedOn && /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(text.slice(value.start, value.end + 2)))
    ? { ...value, sure: false }
    : value
}

/** `<password>x</password>`, with attributes or without. */
function elementValue(text: string, last: number): Value | null {
  const tag = /[^<>\n]{0,200}>(?:\s{0,40}<!\[CDATA\[)?/y
  tag.lastIndex = last
  const found = tag.exec(text)
  if (!found || found[0].includes('/>')) return null
  const start = tag.lastIndex
  const stop = text.slice(start, start + 4096).search(/[<\]]/)
  const end = stop < 0 ? Math.min(text.length, start + 4096) : start + stop
  // An empty element, or one with others inside.
  return end === start || (stop >= 0 && !/^(?:<\/|\]\]>)/.test(text.slice(end, end + 3)))
    ? null
    : { start, end, sure: true, quoted: true }
}

/** The rest of the line, where that is an assignment and nothing else. */
function lineValue(text: string, at: number, syntax: Syntax | undefined): Value | null {
  const { start, end } = restOfLine(text, at, false)
  const value = text.slice(start, end)
  if (value === '' || /^[[{(<]/.test(value)) return null
  const isWords = /\s/.test(value)
  if (isWords && (isSentence(value) || /["'`]/.test(value))) return null
  // A comma ends an argument or an element, and then a word may be a variable.
  if (/[,;]$/.test(value))
    return syntax === 'data' && !isWords ? { start, end: end - 1, sure: true, quoted: false } : null
  return { start, end, sure: true, quoted: false }
}

function restOfLine(text: string, at: number, sure: boolean): Value {
  LINE.lastIndex = at
  const line = LINE.exec(text)?.[0] ?? ''
  const comment = line.search(/\s(?:#|;\s)/)
  const shown = (comment < 0 ? line : line.slice(0, comment)).trimEnd()
  const quote = sure ? shown.search(/["'`]/) : -1
  return { start: at, end: at + (quote < 0 ? shown.length : quote), sure, quoted: false }
}

/** `password: |` and the deeper lines below it. */
function blockScalar(text: string, at: number, first: number): Value | null {
  BLOCK_SCALAR.lastIndex = at
  if (!BLOCK_SCALAR.test(text)) return null
  const start = BLOCK_SCALAR.lastIndex
  const own = first - (text.lastIndexOf('\n', first - 1) + 1)
  const end = deeperEnd(text, start, own)
  return end > start ? { start, end, sure: true, quoted: true } : null
}

/** Where the lines end that are indented by more than `indent`. */
export function deeperEnd(text: string, from: number, indent: number): number {
  let at = from
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at)
    const end = lineEnd < 0 ? text.length : lineEnd
    const blanks = /^[ \t]*/.exec(text.slice(at, Math.min(end, at + 200)))![0].length
    if (blanks <= indent && blanks < end - at - (text[end - 1] === '\r' ? 1 : 0)) break
    at = lineEnd < 0 ? end : end + 1
  }
  return at
}

function bareValue(text: string, at: number): Value | null {
  BARE.lastIndex = at
  let end = at + (BARE.exec(text)?.[0].length ?? 0)
  while (end > at && '.:?'.includes(text[end - 1]!)) end--
  // A call, an index or a template goes on behind it.
  return end === at || '([{'.includes(text[end] ?? '\n') ? null : { start: at, end, sure: false, quoted: false }
}

/** Before the name there are only blanks, `export`, a dash, a comment mark or an opening quote. */
function startsLine(text: string, first: number): boolean {
  const from = Math.max(0, first - 40)
  const before = text.slice(from, first)
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1)
  return /^[ \t]*(?:(?:export|set|setx|ENV|ARG|-e|-|\+|#|\/\/|;|\{|,|>)[ \t]*|\$env:)?(?:\*{1,2}|["'])?$/i.test(line)
}

/** `${db.password:x}`, `${DB_PASSWORD:-x}`: what is taken when nothing is set. */
function isDefault(text: string, { end }: Value, { first, sign }: Pick<Sign, 'first' | 'sign'>): boolean {
  return (
    sign.startsWith(':') && text[end] === '}' && /\$\{[\w.]{0,60}$/.test(text.slice(Math.max(0, first - 62), first))
  )
}

/** A quote is open on the line before: what stands there is data. */
function inString(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at)
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(/\\./g, '')
  return ['"', "'", '`'].some(quote => line.split(quote).length % 2 === 0)
}

function isSpace(unit: string): boolean {
  return unit === ' ' || unit === '\n' || unit === '\r' || unit === '\t'
}
