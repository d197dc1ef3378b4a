// How a short text is written: an address, a number, a date, or else its letters and digits by kind. `DE` and `FR` are
// written alike, `A-17` and `17` are not.

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['number', /^[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?$/],
  ['boolean', /^(?:true|false)$/i],
  ['e-mail', /^[^@\s]{1,64}@[^@\s.]+(?:\.[^@\s.]+)+$/],
  ['URL', /^[a-z][a-z\d+.-]*:\/\/\S+$/i],
  ['UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['IP address', /^(?:\d{1,3}\.){3}\d{1,3}$/],
]

/** A form of these says what a value is, whatever its name. */
const TELLING: ReadonlySet<string> = new Set(['e-mail', 'URL', 'UUID', 'IP address'])
/** Digits of dates are told apart by how many they are: `2024-01-05`, `05.01.2024`. */
const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?!\d)/
const LONGEST = 24

export function formOf(text: string): string {
  const kind = KINDS.find(([, pattern]) => pattern.test(text))
  if (kind) return kind[0]
  const isDate = DATE.test(text)
  const form = text
    .slice(0, 200)
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Nd}+/gu, digits => (isDate ? '9'.repeat(digits.length) : '9'))
    .replace(/\p{Lu}(?=a)/gu, 'a')
    .replace(/aa+/g, 'a')
    .replace(/\p{Lu}/gu, 'A')
  // Words one after the other are prose: how many does not matter.
  const short = form.replace(/a(?: a)+/g, 'a a')
  return short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short
}

export function isTellingForm(form: string): boolean {
  return TELLING.has(form)
}

/** A code of fixed capitals or of capitals and digits: `DE`, `EUR`, `A-9`. */
export function isCodeForm(form: string): boolean {
  return /^A{2,4}$|^A{1,4}[-_]?9$/.test(form)
}
