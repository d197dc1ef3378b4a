// The secrets of one file under numbers, for what is kept of it: `[masked 1]`, `[masked 2]` … Nobody can read them, and yet
// different ones stay different.
import { kindOfName } from '@shoal/base/secrets/names'
import type { KnownSecrets } from './known-values.ts'
import { knownSecrets } from './known-values.ts'
import { changedStrings, secretSpans } from './shown-value.ts'

/** Different secrets that are told apart; those beyond are masked all alike. */
const MOST_NUMBERS = 1_000_000
/** Numbers that a double may not hold. */
const LONG_NUMBERS = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\d[\d.eE+-]{15,}/g
const KEPT = '\u0001number:'

export class NumberedSecrets {
  private readonly known: KnownSecrets
  private readonly numbers = new Map<string, number>()

  /** `values` are hidden wherever they stand. */
  constructor(values: Iterable<string>) {
    this.known = knownSecrets(values)
  }

  /** How many different ones were hidden. */
  get count(): number {
    return this.numbers.size
  }

  /** The text with its secrets hidden; the name that it stands under may be what shows them. */
  text(text: string, name: string): string {
    const spans = [...secretSpans(text, name), ...this.known.find(text)].sort((a, b) => a.start - b.start)
    let out = ''
    let from = 0
    for (const { start, end } of spans) {
      if (end <= from) continue
      const begin = Math.max(start, from)
      out += text.slice(from, begin) + this.numbered(text.slice(begin, end))
      from = end
    }
    return from === 0 ? text : out + text.slice(from)
  }

  /** The text of a JSON value with the secrets in all its strings hidden. */
  json(text: string): string {
    const whole = text.replace(LONG_NUMBERS, token => (token.startsWith('"') ? token : JSON.stringify(KEPT + token)))
    const value: unknown = JSON.parse(whole)
    let isClean = true
    const shown = changedStrings(value, (part, name) => {
      const hidden = this.text(part, name)
      if (hidden !== part) isClean = false
      return hidden
    })
    if (isClean) return text
    return JSON.stringify(shown).replace(/"\\u0001number:([^"]*)"/g, '$1')
  }

  private numbered(secret: string): string {
    let number = this.numbers.get(secret)
    if (number === undefined) {
      if (this.numbers.size >= MOST_NUMBERS) return '[masked]'
      number = this.numbers.size + 1
      this.numbers.set(secret, number)
    }
    return `[masked ${number}]`
  }
}

/** The name of a column or field that promises secrets. */
export function promisesSecrets(name: string): boolean {
  return kindOfName(name) !== null
}
