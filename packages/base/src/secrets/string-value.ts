// A string as code and data write it: in quotes of any kind, escaped or not, with the letters before them and the calls
// that only wrap it. A string that the text cuts off goes to the end of its line.

export interface StringValue {
  readonly start: number
  readonly end: number
}

/** What makes a value of a string and nothing else: `Some(`, `String::from(`, `[]byte(`, `SecretStr(`, `(char *)`. */
const WRAPS =
  /(?:(?:new[ \t]{1,4})?(?:Some|Just|Optional\.of|(?:std::)?w?string|String(?:::from|::new)?|QString|str|bytes|\[\](?:byte|rune)|Secret(?:Str|String|Bytes|Box|Text|Value)?(?:::new|::from|\.of|\.from)?|(?:Box|Arc|Rc)::new|Cow::(?:Borrowed|from)|Buffer\.from|[Ff]ield|_T|TEXT)\((?:default[ \t]?=[ \t]?)?|\([\w ]{1,30}\*{0,2}\)[ \t]?)[ \t]{0,4}/y
const MOST_WRAPS = 3

/** Letters and marks that say what string it is, then its quote. */
const QUOTED = /(?:[bcflnrsu@$*&]{0,2}#{0,3}|u8|(\\{0,7}))(?:(["'`])|(&quot;|&#3[49];))/iy
const LONGEST = 64 << 10

/** What is inside the string that starts at `at`; null if none does. */
export function stringValue(text: string, at: number): StringValue | null {
  let from = at
  for (let k = 0; k < MOST_WRAPS; k++) {
    WRAPS.lastIndex = from
    if (!WRAPS.test(text)) break
    from = WRAPS.lastIndex
  }
  QUOTED.lastIndex = from
  const opening = QUOTED.exec(text)
  if (!opening) return null
  const [, escapes = '', quote, entity] = opening
  const start = QUOTED.lastIndex
  if (entity) return until(text, start, entity)
  if (text.startsWith(quote! + quote!, start)) return until(text, start + 2, quote!.repeat(3), true)
  // `""x""`: a string inside of a quoted cell.
  if (text[start] === quote && /[^\s,;:)\]}"'`]/.test(text[start + 1] ?? ' '))
    return until(text, start + 1, quote! + quote!)
  return { start, end: closing(text, start, quote!, escapes.length) }
}

/** Where the string ends: at its quote with no more escapes than the first had, or with the line. */
function closing(text: string, start: number, quote: string, escapes: number): number {
  const most = Math.min(text.length, start + LONGEST)
  let slashes = 0
  for (let at = start; at < most; at++) {
    const unit = text[at]!
    if (unit === '\n' || unit === '\r') return at
    if (unit === '\\') {
      slashes++
      continue
    }
    if (unit === quote) {
      const isEscaped = escapes === 0 ? slashes % 2 === 1 : slashes > escapes
      // `'it''s'`: a doubled quote stands for one.
      const isDoubled = escapes === 0 && text[at + 1] === quote && at > start && text[at + 2] !== quote
      if (isDoubled) at++
      else if (!isEscaped) return escapes === 0 ? at : at - slashes
    }
    slashes = 0
  }
  return most
}

function until(text: string, start: number, end: string, overLines = false): StringValue {
  const limit = start + LONGEST
  const line = overLines ? -1 : text.indexOf('\n', start)
  const stop = Math.min(text.length, limit, line < 0 ? limit : line)
  const found = text.slice(start, stop).indexOf(end)
  return { start, end: found < 0 ? stop : start + found }
}

/** Between two strings of one value: `'ab' +`, `"ab" .`, or nothing but a line end. */
const JOINS = /["'](?!["'])(?:\s{0,8}[+.&\\]\s{0,80}|[ \t]{0,8}\r?\n[ \t]{0,80})(?=["'])(?!["']{3})/y
const MOST_JOINED = 8

/** The strings that one is joined with, which ends at `end`. */
export function joinedStrings(text: string, end: number): StringValue[] {
  const found: StringValue[] = []
  for (let at = end; found.length < MOST_JOINED; ) {
    JOINS.lastIndex = at
    const next = JOINS.test(text) ? stringValue(text, JOINS.lastIndex) : null
    if (!next || next.end === next.start) break
    found.push(next)
    at = next.end
  }
  return found
}
