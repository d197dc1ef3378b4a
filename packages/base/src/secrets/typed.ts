// A name that code declares together with a type, so that the value stands behind both: `apiKey: string = '…'`,
// `API_KEY: &str = "…"`, `apiKey string = "…"`, `password[] = "…"`. A type is read only so far as to find its end.

/** No type is read beyond this, so that a name costs no more however long its line is. */
const TYPE_REACH = 160
const MOST_UNITED = 6

/** `apiKey?: `, `apiKey!: `, `password :`. */
const COLON = /[?!]?[ \t]{0,8}:(?![:=])[ \t]{0,8}/y
/** `password[] =`, `password[32] =`. */
const ARRAY = /\[[ \t\w+]{0,40}\][ \t]{0,20}(?==)/y
/** `ApiKey { get; set; } =`. */
const ACCESSORS =
  /[ \t]{0,8}\{[ \t]{0,8}(?:(?:get|set|init|private|protected|internal)[; \t]{1,8}){1,6}\}[ \t]{0,8}(?==)/y
/** Behind blanks alone nearly anything may stand: only types that hold text, and a sign apart from them. */
const APART =
  /[ \t]{1,20}(?:as[ \t]{1,4}|constant[ \t]{1,4}|\*|\[\d{0,5}\]){0,2}(?:[a-z]\w{0,30}\.)?(?:string|byte|rune|n?(?:var)?char2?|text|\w{0,30}(?:secret|password|token|string))(?:\(\d{1,6}\))?[ \t]{1,20}(?=:?=)/iy

/** `&'static mut`, `constant`: words and marks before a type. */
const BEFORE_TYPE =
  /(?:[&*?!~]|'\w{1,20}[ \t]{1,4}|(?:mut|const|constant|dyn|impl|readonly|unsigned|static|final|inout)[ \t]{1,4}){0,6}/y
const TYPE_NAME = /[A-Za-z_](?:::|[\w.$]){0,80}/y
const AFTER_TYPE = /[?!*&]{0,3}[ \t]{0,8}/y
const EQUALS = /:?=(?![=>~])[ \t]{0,20}(?:\([ \t]{0,4}(?=["']))?/y

/** Where `password:` ends a condition or a label, what follows is a statement. */
const STATEMENT =
  /(?:\b(?:if|elif|else|while|for|in|is|not|and|or|case|when|as|return|except|default)|[=<>!+%|?])[ \t]{1,8}$/

/** `std::string password("…")`. */
const TEXT_TYPE = /\b(?:w?string|String|QString)[ \t]{1,8}$/
const CONSTRUCTS = /[({][ \t]{0,4}(?=["'])/y

/** Where the value starts that is assigned to a declared name, which ends at `last`; -1 if it is not so declared. */
export function typedValueStart(text: string, first: number, last: number): number {
  if (!' \t:?![{('.includes(text[last] ?? '\n')) return -1
  // Headers have dashes in their names, and what they list looks declared: `Set-Cookie: id="…"`.
  if (text.slice(first, last).includes('-')) return -1
  const before = text.slice(Math.max(0, first - 24), first)
  const from = typeEnd(text, last, before)
  if (from >= 0) return matchEnd(EQUALS, text, from)
  return TEXT_TYPE.test(before) ? matchEnd(CONSTRUCTS, text, last) : -1
}

/** Where the sign should stand that assigns. */
function typeEnd(text: string, last: number, before: string): number {
  const colon = matchEnd(COLON, text, last)
  if (colon >= 0) return STATEMENT.test(before) ? -1 : unionEnd(text, colon)
  for (const form of [ARRAY, ACCESSORS, APART]) {
    const end = matchEnd(form, text, last)
    if (end >= 0) return end
  }
  return -1
}

function unionEnd(text: string, from: number): number {
  let at = from
  for (let k = 0; k < MOST_UNITED; k++) {
    at = oneTypeEnd(text, at, from + TYPE_REACH)
    if (at < 0 || (text[at] !== '|' && text[at] !== '&')) return at
    at++
    while (text[at] === ' ') at++
  }
  return -1
}

function oneTypeEnd(text: string, from: number, limit: number): number {
  const start = matchEnd(BEFORE_TYPE, text, from)
  let at = matchEnd(TYPE_NAME, text, start)
  if (at < 0) at = start
  while (at < limit && '<[('.includes(text[at] ?? '\n')) {
    at = bracketEnd(text, at, limit)
    if (at < 0) return -1
  }
  return at === start ? -1 : matchEnd(AFTER_TYPE, text, at)
}

function bracketEnd(text: string, from: number, limit: number): number {
  let depth = 0
  for (let at = from; at < limit && at < text.length; at++) {
    const unit = text[at]!
    if (unit === '\n' || unit === '\r') return -1
    if ('<[({'.includes(unit)) depth++
    else if ('>])}'.includes(unit) && --depth === 0) return at + 1
  }
  return -1
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
