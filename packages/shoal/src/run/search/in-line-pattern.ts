// A regular expression for many lines at a time that finds what the given one finds in each of them alone: it matches no line end and looks at
// nothing behind one. Whatever is not understood here ends the reading, and the expression is then tried line by line.

/** Behind a backslash: what holds no line end as it is, and what does without it. */
const KEPT_ESCAPE = /[dwSbB]/
const NARROWED: Readonly<Record<string, string>> = { s: '[^\\S\\n]', W: '[^\\w\\n]', D: '[^\\d\\n]' }
/** A sign that stands for itself behind a backslash. */
const SIGN = /[^\w\s]/
const PLAIN = /[\x20-\x7e]/

/** To be used with the flag `m`; null when nothing is certain. */
export function inLinePattern(pattern: string): string | null {
  let made = ''
  for (let at = 0; at < pattern.length; at++) {
    const unit = pattern[at]!
    if (unit === '\\') {
      const escaped = pattern[++at] ?? ''
      const narrowed = Object.hasOwn(NARROWED, escaped) ? NARROWED[escaped]! : null
      if (narrowed === null && !KEPT_ESCAPE.test(escaped) && !(SIGN.test(escaped) && PLAIN.test(escaped))) return null
      made += narrowed ?? `\\${escaped}`
    } else if (unit === '[') {
      const end = classEnd(pattern, at)
      const narrowed = end === null ? null : narrowedClass(pattern.slice(at, end))
      if (narrowed === null) return null
      made += narrowed
      at = end! - 1
    } else if (unit === '(' && pattern[at + 1] === '?' && pattern[at + 2] !== ':') return null
    else if (!PLAIN.test(unit)) return null
    else made += unit
  }
  return made
}

function classEnd(pattern: string, from: number): number | null {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === ']') return at + 1
  }
  return null
}

/** A class that holds no line end; null for one that may, and for one whose parts are not plain. */
function narrowedClass(text: string): string | null {
  const isNegated = text.startsWith('[^')
  const inner = text.slice(isNegated ? 2 : 1, -1)
  if (!/^(?:[\x20-\x5b\x5d-\x7e]|\\[dw]|\\[^\w\s])*$/.test(inner)) return null
  return isNegated ? `[^\\n${inner}]` : text
}
