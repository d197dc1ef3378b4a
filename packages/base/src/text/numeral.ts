// Decimal numerals as text: what a number is when a double cannot hold it.

const NUMERAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/** One spelling for equal numbers: `1e3`, `1000` and `1000.00` give `1e3`. Null where the text is no numeral. */
export function canonicalNumeral(text: string): string | null {
  const parts = NUMERAL.exec(text)
  if (!parts) return null
  const [, sign, whole = '', fraction = '', power = '0'] = parts
  const digits = whole + fraction
  if (digits === '') return null
  let from = 0
  while (from < digits.length && digits[from] === '0') from++
  if (from === digits.length) return '0'
  let to = digits.length
  while (digits[to - 1] === '0') to--
  const exponent = BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - to)
  return `${sign === '-' ? '-' : ''}${digits.slice(from, to)}e${exponent}`
}

/** Whether a double prints as this numeral, or as one that equals it: then reading it as a number loses nothing. */
export function fitsDouble(text: string): boolean {
  const value = Number(text)
  if (!Number.isFinite(value)) return false
  return String(value) === text || canonicalNumeral(String(value)) === canonicalNumeral(text)
}

const NUMBER = /-?\d[\d.]*(?:[eE][+-]?\d+)?/y

/** The first number of a JSON text that reading it would alter, as it is written; null when there is none. */
export function alteredNumeral(json: string): string | null {
  for (const { numeral } of alteredNumerals(json)) return numeral
  return null
}

/** What a JSON text says, with the numbers that reading would alter kept as texts. Throws what `JSON.parse` does. */
export function parseExactly(json: string): unknown {
  let exact = ''
  let from = 0
  for (const { at, numeral } of alteredNumerals(json)) {
    exact += `${json.slice(from, at)}"${numeral}"`
    from = at + numeral.length
  }
  const value: unknown = JSON.parse(json)
  return from === 0 ? value : JSON.parse(exact + json.slice(from))
}

function* alteredNumerals(json: string): Generator<{ readonly at: number; readonly numeral: string }> {
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 34) at = stringEnd(json, at)
    else if (code === 45 || (code >= 48 && code <= 57)) {
      NUMBER.lastIndex = at
      const [numeral = json[at]!] = NUMBER.exec(json) ?? []
      // Up to 15 digits without an exponent a double holds.
      if ((numeral.length > 15 || /e/i.test(numeral)) && !fitsDouble(numeral)) yield { at, numeral }
      at += numeral.length - 1
    }
  }
}

/** Where the string that starts here ends. */
function stringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === 92) at++
    else if (code === 34) return at
  }
  return json.length
}
