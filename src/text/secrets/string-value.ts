// A string as code writes it: in quotes of any kind, with the letters before them and the calls that only wrap it.

export interface StringValue {
  readonly start: number
  readonly end: number
}

/** What makes a value of a string and nothing else: `Some(`, `String::from(`, `[]byte(`, `SecretStr(`, `(char *)`. */
const WRAPS =
  /(?:(?:new[ \t]{1,4})?(?:Some|Just|Optional\.of|(?:std::)?w?string|String(?:::from|::new)?|QString|str|bytes|\[\](?:byte|rune)|Secret(?:Str|String|Bytes|Box|Text|Value)?(?:::new|::from|\.of|\.from)?|(?:Box|Arc|Rc)::new|Cow::(?:Borrowed|from)|Buffer\.from|[Ff]ield|_T|TEXT)\((?:default[ \t]?=[ \t]?)?|\([\w ]{1,30}\*{0,2}\)[ \t]?)[ \t]{0,4}/y
const MOST_WRAPS = 3

/** Letters and marks that say what string it is, then its quote. */
const QUOTED = /(?:[bcflnrsu@$*&]{0,2}#{0,3}|u8|\\?)(["'`])/iy
const IN_QUOTES = {
  '"': /[^"\n\\]{0,4096}(?=\\?")/y,
  "'": /[^'\n\\]{0,4096}(?=\\?')/y,
  '`': /[^`\n\\]{0,4096}(?=\\?`)/y,
} as const

/** What is inside the string that starts at `at`. `open`: its quote is not closed before the line ends. */
export function stringValue(text: string, at: number): StringValue | 'open' | null {
  let from = at
  for (let k = 0; k < MOST_WRAPS; k++) {
    WRAPS.lastIndex = from
    if (!WRAPS.test(text)) break
    from = WRAPS.lastIndex
  }
  QUOTED.lastIndex = from
  const quote = QUOTED.exec(text)?.[1] as keyof typeof IN_QUOTES | undefined
  if (!quote) return null
  // `"""…"""`.
  const isTriple = text.startsWith(quote + quote, QUOTED.lastIndex)
  const start = QUOTED.lastIndex + (isTriple ? 2 : 0)
  const inside = IN_QUOTES[quote]
  inside.lastIndex = start
  const found = inside.exec(text)
  return found ? { start, end: start + found[0].length } : 'open'
}
