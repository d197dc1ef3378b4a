// Texts of which every match of a regular expression must hold one. Only what is certain counts: whatever is not
// understood here ends the reading, and the expression is then tried on every line.

/** Shorter ones stand on nearly every line. */
const SHORTEST = 2

/** One text for each alternative, its longest run of plain ASCII; null when one of them has none, or nothing is certain. */
export function requiredTexts(pattern: string): string[] | null {
  const reader = new Reader(pattern)
  const texts: string[] = []
  do {
    const longest = reader.alternative()
    if (longest === null || longest.length < SHORTEST) return null
    texts.push(longest)
  } while (reader.nextAlternative())
  return texts
}

/** `\d`, `\b` and the like: something, but no text. */
const CLASS_ESCAPE = /[dDwWsSbB]/
/** A sign that stands for itself behind a backslash. */
const SIGN = /[^\w\s]/
const PLAIN = /[\x20-\x7e]/
const QUANTIFIER = /(?:([*?])|\+|\{(\d{1,9})(?:,\d{0,9})?\})\??/y

class Reader {
  private at = 0

  constructor(private readonly pattern: string) {}

  nextAlternative(): boolean {
    return this.pattern[this.at++] === '|'
  }

  /** The longest text of the alternative that starts here; null when it cannot be told. */
  alternative(): string | null {
    const { pattern } = this
    let longest = ''
    let run = ''
    const close = () => {
      if (run.length > longest.length) longest = run
      run = ''
    }
    while (this.at < pattern.length && pattern[this.at] !== '|') {
      const unit = this.unit()
      if (unit === null) return null
      const quantified = this.quantifier()
      if (quantified === 'none') {
        if (unit === '') close()
        else run += unit
        continue
      }
      // What may be missing belongs to no run; what is repeated ends one.
      if (quantified === 'repeated') run += unit
      close()
    }
    close()
    return longest
  }

  /** The next unit: its character, an empty text for what is none, null for what is not understood. */
  private unit(): string | null {
    const { pattern } = this
    const unit = pattern[this.at++]!
    if (unit === '\\') {
      const escaped = pattern[this.at++] ?? ''
      if (CLASS_ESCAPE.test(escaped)) return ''
      return SIGN.test(escaped) && PLAIN.test(escaped) ? escaped : null
    }
    if (unit === '[') return this.skipClass() ? '' : null
    if (unit === '(') return this.skipGroup() ? '' : null
    if (unit === '.' || unit === '^' || unit === '$') return ''
    if (')]{}*+?'.includes(unit)) return null
    return PLAIN.test(unit) ? unit : ''
  }

  private quantifier(): 'none' | 'optional' | 'repeated' {
    QUANTIFIER.lastIndex = this.at
    const found = QUANTIFIER.exec(this.pattern)
    if (!found) return 'none'
    this.at = QUANTIFIER.lastIndex
    return found[1] !== undefined || Number(found[2] ?? 1) === 0 ? 'optional' : 'repeated'
  }

  private skipClass(): boolean {
    for (; this.at < this.pattern.length; this.at++) {
      const unit = this.pattern[this.at]
      if (unit === '\\') this.at++
      else if (unit === ']') {
        this.at++
        return true
      }
    }
    return false
  }

  /** Whatever a group says, it is passed over: it may be a look around, or one of several. */
  private skipGroup(): boolean {
    let depth = 1
    while (this.at < this.pattern.length) {
      const unit = this.pattern[this.at++]
      if (unit === '\\') this.at++
      else if (unit === '[') {
        if (!this.skipClass()) return false
      } else if (unit === '(') depth++
      else if (unit === ')' && --depth === 0) return true
    }
    return false
  }
}
