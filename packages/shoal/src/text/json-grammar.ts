// Is a text JSON? A checker of the grammar that needs no closed document: a prefix cut off anywhere is judged by what
// is there. Comments, trailing commas and unquoted keys can be allowed, for the JSON that people write by hand.

export interface JsonVerdict {
  /** `complete`: one value, then nothing. `cut`: right so far, but it ends inside. `more`: text follows the value. */
  readonly state: 'complete' | 'cut' | 'more' | 'invalid'
  /** Where the value ended, or where the grammar broke. */
  readonly at: number
  /** Comments or trailing commas were met. */
  readonly relaxed: boolean
}

/** Checks one JSON value from `from` on. Only an object or an array counts as a document. */
export function checkJson(text: string, from = 0, relaxed = false): JsonVerdict {
  const reader = new Reader(text, from, relaxed)
  const state = reader.document()
  return { state, at: reader.at, relaxed: reader.usedRelaxed }
}

const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const QUOTE = 34
const COMMA = 44
const COLON = 58
const SLASH = 47
const BACKSLASH = 92

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|-?Infinity|NaN/y
/** What may be left of a number that the end of the text cuts in two. */
const HALF_NUMBER = /^(?:\.|[eE][+-]?)$/
const IDENTIFIER = /[A-Za-z_$][\w$]*/y

/** What may come next. */
const VALUE = 0
const KEY = 1
const AFTER = 2

class Reader {
  usedRelaxed = false

  constructor(
    private readonly text: string,
    public at: number,
    private readonly relaxed: boolean,
  ) {}

  document(): JsonVerdict['state'] {
    this.space()
    const first = this.text.charCodeAt(this.at)
    if (first !== OPEN_OBJECT && first !== OPEN_ARRAY) return 'invalid'
    const state = this.value()
    if (state !== 'complete') return state
    const end = this.at
    this.space()
    if (this.at >= this.text.length) return 'complete'
    this.at = end
    return 'more'
  }

  /** One value with everything inside it; a stack instead of recursion, so that depth is no danger. */
  private value(): JsonVerdict['state'] {
    const stack: number[] = []
    let expect = VALUE
    let emptyAllowed = false
    for (;;) {
      this.space()
      if (this.at >= this.text.length) return 'cut'
      const code = this.text.charCodeAt(this.at)
      const closes = code === CLOSE_OBJECT || code === CLOSE_ARRAY
      if (closes && (expect === AFTER || emptyAllowed || this.trailingComma())) {
        if (stack.pop() !== code) return 'invalid'
        this.at++
        if (stack.length === 0) return 'complete'
        expect = AFTER
        emptyAllowed = false
        continue
      }
      if (expect === AFTER) {
        if (code !== COMMA) return 'invalid'
        this.at++
        expect = stack.at(-1) === CLOSE_OBJECT ? KEY : VALUE
        continue
      }
      emptyAllowed = false
      if (expect === KEY) {
        const key = this.key(code)
        if (key !== 'complete') return key
        expect = VALUE
        continue
      }
      if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        stack.push(code + 2)
        this.at++
        expect = code === OPEN_OBJECT ? KEY : VALUE
        emptyAllowed = true
        continue
      }
      const scalar = this.scalar(code)
      if (scalar !== 'complete') return scalar
      expect = AFTER
    }
  }

  private key(code: number): JsonVerdict['state'] {
    if (code === QUOTE) {
      if (!this.string()) return this.cutOrInvalid()
    } else {
      IDENTIFIER.lastIndex = this.at
      if (!this.relaxed || !IDENTIFIER.test(this.text)) return 'invalid'
      this.at = IDENTIFIER.lastIndex
      this.usedRelaxed = true
    }
    this.space()
    if (this.at >= this.text.length) return 'cut'
    if (this.text.charCodeAt(this.at) !== COLON) return 'invalid'
    this.at++
    return 'complete'
  }

  private scalar(code: number): JsonVerdict['state'] {
    if (code === QUOTE) return this.string() ? 'complete' : this.cutOrInvalid()
    LITERAL.lastIndex = this.at
    if (LITERAL.test(this.text)) {
      this.at = LITERAL.lastIndex
      return HALF_NUMBER.test(this.text.slice(this.at, this.at + 3)) ? 'cut' : 'complete'
    }
    const rest = this.text.slice(this.at, this.at + 5)
    const partial = rest.length < 5 && ['true', 'false', 'null', '-'].some(word => word.startsWith(rest))
    return partial ? 'cut' : 'invalid'
  }

  /** Leaves `at` on the offending character, or at the end when the text is cut off inside the string. */
  private string(): boolean {
    let at = this.at + 1
    for (; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === QUOTE) {
        this.at = at + 1
        return true
      }
      if (code === BACKSLASH) at++
      else if (code < 32 && code !== 9) {
        this.at = at
        return false
      }
    }
    this.at = this.text.length
    return false
  }

  private cutOrInvalid(): 'cut' | 'invalid' {
    return this.at >= this.text.length ? 'cut' : 'invalid'
  }

  private trailingComma(): boolean {
    if (!this.relaxed) return false
    this.usedRelaxed = true
    return true
  }

  private space(): void {
    for (;;) {
      let code = this.text.charCodeAt(this.at)
      while (code === 32 || code === 10 || code === 13 || code === 9) code = this.text.charCodeAt(++this.at)
      if (code !== SLASH || !this.relaxed || !this.comment()) return
      this.usedRelaxed = true
    }
  }

  private comment(): boolean {
    const next = this.text.charCodeAt(this.at + 1)
    const [mark, skip] = next === SLASH ? ['\n', 1] : next === 42 ? ['*/', 2] : ['', 0]
    if (!mark) return false
    const end = this.text.indexOf(mark, this.at + 2)
    this.at = end < 0 ? this.text.length : end + skip
    return true
  }
}
