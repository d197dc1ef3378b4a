// Secrets whose name stands in a field, an argument or a block of its own: `<add key="ApiSecret" value="…"/>`,
// `- name: DB_PASSWORD` with `value: …` below, `variable "db_password" { default = "…" }`, `auth=("admin", "…")`.
import { deeperEnd, judged, type Named, type SecretSpan, valueAt } from './assigned.ts'
import { isSaidWord } from './stand-ins.ts'
import { stringValue } from './string-value.ts'

/** How far ahead and back the other half is looked for. */
const REACH = 600
const BACK = 200

/** Before a name that is itself a value. */
const NAME_FIELD =
  /(?:^|[\s{,<("'-])["']?(?:(?:param(?:eter)?|option|setting|property|env|header|field|attribute|variable)[-_]?)?(?:name|key|id|field|variable|var|setting|property|param|parameter|header|env|attribute)(?:["']?\s{0,4}[:=]\s{0,4}["']?|>\s{0,20})(?:\/[\w.-]{1,20}){0,4}\/?$/i
const VALUE_FIELD =
  /(?:^|[\s{,<"'>])(?:(?:param(?:eter)?|option|setting|property|env|header|field|attribute|variable)[-_]?)?(?:value|val|string|content|default|plaintext)(?:["']?\s{0,4}[:=]\s{0,20}(?=\S)|>)/i
/** `<input type="`: what is typed there, and what stands there already. */
const INPUT_TYPE = /<input\b[^<>]{0,160}\btype[ ]?=[ ]?["']?$/i
/** `">`, the end of a tag whose text is the value. */
const TAG_END = /^["'][^<>\n]{0,100}>/
const OBJECT_END = /[{}]|\/>|<\/(?:property|setting|entry|param|parameter|add|dict)>|\n\s*-\s|\n\s*\n/i
const OPENS_BLOCK = /["']?\]?[ \t]{0,8}[:=]?[ \t]{0,8}\{/y
const OPENS_INDENT = /["']?:[ \t]{0,8}\r?\n(?=[ \t])/y
const DEFAULT = /(?:^|[\s{,;])["']?(?:default|value|defaultvalue|initial)["']?\s{0,12}[:=]\s{0,20}/i

/** What stands beside a name, or in the block that the name opens. */
export function secretBeside(text: string, named: Named): SecretSpan | null {
  return pairedSecret(text, named) ?? blockSecret(text, named) ?? setSecret(text, named)
}

function pairedSecret(text: string, named: Named): SecretSpan | null {
  const { first, last } = named
  const isInput = named.kind === 'password' && INPUT_TYPE.test(text.slice(Math.max(0, first - BACK), first))
  if (!isInput && !NAME_FIELD.test(text.slice(Math.max(0, first - 40), first))) return null
  if (isInput) return inputValue(text, named)
  const ahead = text.slice(last, last + REACH)
  const tag = TAG_END.exec(ahead)
  if (tag && !tag[0].endsWith('/>')) {
    const start = last + tag[0].length
    const end = start + Math.max(0, text.slice(start, start + 4096).search(/<|$/))
    const inside = judged(text, named, { start, end, sure: true, quoted: true })
    if (inside) return inside
  }
  const stop = ahead.search(OBJECT_END)
  const field = VALUE_FIELD.exec(stop < 0 ? ahead : ahead.slice(0, stop))
  if (field) return spanAt(text, last + field.index + field[0].length, named, field[0].endsWith('>'))
  return valueBefore(text, named)
}

/** `<input type="password" value="…">`, in either order. */
function inputValue(text: string, named: Named): SecretSpan | null {
  const from = text.lastIndexOf('<', named.first)
  const tag = text.slice(from, named.last + REACH)
  const end = tag.indexOf('>')
  const field = /\bvalue[ ]?=[ ]?(?=["'])/i.exec(end < 0 ? tag : tag.slice(0, end))
  return field && spanAt(text, from + field.index + field[0].length, named)
}

/** The value may come first: `{"value": "…", "name": "DB_PASSWORD"}`. */
function valueBefore(text: string, named: Named): SecretSpan | null {
  const from = Math.max(0, named.first - BACK)
  const back = text.slice(from, named.first)
  const open = Math.max(back.lastIndexOf('{'), back.lastIndexOf('<'))
  if (open < 0) return null
  const field = VALUE_FIELD.exec(back.slice(open))
  return field && spanAt(text, from + open + field.index + field[0].length, named)
}

function spanAt(text: string, at: number, named: Named, isElement = false): SecretSpan | null {
  if (isElement) {
    const end = at + Math.max(0, text.slice(at, at + 4096).search(/<|$/))
    return judged(text, named, { start: at, end, sure: true, quoted: true })
  }
  const value = valueAt(text, at)
  return value && judged(text, named, value)
}

/** `password: { type: …, default: … }`, in braces or by indentation. */
function blockSecret(text: string, named: Named): SecretSpan | null {
  const { first, last } = named
  OPENS_BLOCK.lastIndex = last
  OPENS_INDENT.lastIndex = last
  let block = ''
  let from = 0
  if (OPENS_BLOCK.test(text)) {
    from = OPENS_BLOCK.lastIndex
    block = text.slice(from, from + REACH * 2)
    block = block.slice(0, closingBrace(block))
  } else if (OPENS_INDENT.test(text)) {
    from = OPENS_INDENT.lastIndex
    const lineStart = text.lastIndexOf('\n', first - 1) + 1
    const indent = /^[ \t]*/.exec(text.slice(lineStart, first))![0].length
    const near = text.slice(0, from + REACH)
    block = near.slice(from, deeperEnd(near, from, indent))
  } else return null
  const field = DEFAULT.exec(block)
  return field && spanAt(text, from + field.index + field[0].length, named)
}

function closingBrace(block: string): number {
  let depth = 1
  for (let at = 0; at < block.length; at++) {
    if (block[at] === '{') depth++
    else if (block[at] === '}' && --depth === 0) return at
  }
  return block.length
}

const ASKS =
  /^_?(?:find|get|fetch|load|look_?up|has|is|list|count|re?generate|generate|invoke|delete|read|create|make|remove|revoke|rotate|validate|verify|check|parse|decode|encode|import|export)(?:_|[A-Z])/

/** `setPassword("…")`, `mail.withPassword("…")`, `builder.password("…")`. */
function setSecret(text: string, named: Named): SecretSpan | null {
  const { last, name } = named
  const method = /(?:^|\.)(?:set|with|use)_?([A-Za-z]\w*)$|\.(\w+)$/i.exec(name)
  if (text[last] !== '(' || !method) return null
  // `find_token('recovery', …)`: what is asked for, not what is set.
  if (named.kind !== 'password' && ASKS.test(method[2] ?? '')) return null
  const first = stringValue(text, last + 1)
  if (!first) return null
  // `set_password("carla", "…")`: whose it is, and then what it is.
  COMMA.lastIndex = first.end
  const second = named.kind === 'password' && COMMA.test(text) ? stringValue(text, COMMA.lastIndex) : null
  CLOSES.lastIndex = second?.end ?? 0
  const value = second && CLOSES.test(text) ? second : first
  return judged(text, { ...named, name: method[1] ?? method[2]! }, { ...value, sure: true, quoted: true })
}

/** What takes a user and a password: `auth=("admin", "…")`, `HTTPBasicAuth("admin", "…")`, `new NetworkCredential("admin", "…")`. */
const TAKES_BOTH = /(?:auth|authentication|credentials?)$/i
const BOTH = /["']?(?:[ \t]{0,4}[=:][ \t]{0,4}(?:\w{1,30}[ \t]{0,2})?)?[([][ \t\r\n]{0,40}/y

/** The same at their end, and nothing behind: `login("bob", "…")`, `getConnection(url, "sa", "…")`. */
const LOGS_IN = /(?:log_?in|sign_?in)$/i
const CONNECTS = /getconnection$/i
const OPENS = /\([ \t\r\n]{0,40}/y
const OPENS_BEHIND_ADDRESS = /\(\s{0,40}(?:"[^"\n]{0,300}"|[\w.]{1,80}(?:\(\))?)\s{0,40},\s{0,40}/y
const COMMA = /["'`]{1,3}\s{0,40},\s{0,40}/y
const CLOSES = /["'`]{1,3}\s{0,40}\)/y

export function secondArgument(text: string, named: Omit<Named, 'kind'>): SecretSpan | null {
  const isLast = LOGS_IN.test(named.name) || CONNECTS.test(named.name)
  if (!isLast && !TAKES_BOTH.test(named.name)) return null
  const opens = isLast ? (CONNECTS.test(named.name) ? OPENS_BEHIND_ADDRESS : OPENS) : BOTH
  opens.lastIndex = named.last
  if (!opens.test(text)) return null
  const user = stringValue(text, opens.lastIndex)
  if (!user || user.end - user.start > 200) return null
  // `login('Sign in', 'Continue')`: a user has no blanks in the name.
  if (isLast && /\s/.test(text.slice(user.start, user.end).trim())) return null
  COMMA.lastIndex = user.end
  const value = COMMA.test(text) ? stringValue(text, COMMA.lastIndex) : null
  CLOSES.lastIndex = value?.end ?? 0
  if (!value || (isLast && !CLOSES.test(text))) return null
  const behind = isLast ? null : fourth(text, value.end)
  if (behind)
    return judged(text, { ...named, kind: 'password', name: 'password' }, { ...behind, sure: true, quoted: true })
  return judged(text, { ...named, kind: 'password', name: 'password' }, { ...value, sure: true, quoted: true })
}

/** `Credentials("Realm", "host", "ci", "…")`: two more strings, and nothing behind. */
function fourth(text: string, secondEnd: number): { readonly start: number; readonly end: number } | null {
  let end = secondEnd
  let value = null
  for (let k = 0; k < 2; k++) {
    COMMA.lastIndex = end
    value = COMMA.test(text) ? stringValue(text, COMMA.lastIndex) : null
    if (!value) return null
    end = value.end
  }
  CLOSES.lastIndex = end
  return CLOSES.test(text) ? value : null
}

/** `credentials: carla / x`, `basicAuth: "carla:x"`: a user and a password in one value. */
const PAIR =
  /["']?[ \t]{0,4}(?:[:=]|\bis\b)[ \t]{0,4}["'`]?([\w.@+-]{1,60})(:| ?\/ ?)([^\s"'`/:,;]{3,199}[^\s"'`/:,;.!?])(?=[.!?]?(?:["'`,;]|[ \t]{0,4}(?:[\r\n]|$)))/y

const USER_BEFORE = /(?:user(?:name)?|login|mail) ?[/:] ?$/i

export function pairSecret(text: string, named: Omit<Named, 'kind'>): SecretSpan | null {
  if (
    text[named.first - 1] === ':' ||
    !(
      /(?:basic_?-?auth|^auth|^basic|credentials?|creds|userpwd|userpass|login|zugangsdaten|identifiants|credenciales)$/i.test(
        named.name,
      ) ||
      (/^pass(?:word)?$/i.test(named.name) && USER_BEFORE.test(text.slice(Math.max(0, named.first - 12), named.first)))
    )
  )
    return null
  PAIR.lastIndex = named.last
  const pair = PAIR.exec(text)
  if (!pair || /^\d+$/.test(pair[3]!) || (pair[2] === '/' && named.syntax === 'code') || isSaidWord(pair[3]!))
    return null
  const start = PAIR.lastIndex - pair[3]!.length
  return judged(
    text,
    { ...named, kind: 'password', name: 'password' },
    { start, end: start + pair[3]!.length, sure: true, quoted: true },
  )
}
