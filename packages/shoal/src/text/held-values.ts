// What stands under a name of a table or of JSON, put down small enough to be compared with what other files hold.
import { type Held, MOST_HELD } from '@shoal/base/model/anchor'
import { kindOfName } from '@shoal/base/secrets/names'
import { canonicalNumeral } from '@shoal/base/text/numeral'
import { hashText } from './hash.ts'
import { formOf } from './text-form.ts'

export interface KnownValue {
  readonly text: string
  readonly count: number
  /** Where it first stands; asked for only when it is kept. */
  line?(): number | null
}

/** Longer texts are prose, and nobody compares them. */
const LONGEST = 64
const MOST_FORMS = 8

/** Of all different values under a name; null when they cannot or must not be compared. */
export function heldOf(name: string, values: readonly KnownValue[], withLines: boolean): Held | null {
  const count = values.reduce((sum, value) => sum + value.count, 0)
  if (count === 0 || kindOfName(name) !== null || values.some(({ text }) => text.length > LONGEST)) return null
  const forms = new Set<string>()
  for (const { text } of values) if (forms.size <= MOST_FORMS) forms.add(formOf(text))
  const kept = sampleOf(values)
  const isNumeric = forms.size === 1 && forms.has('number')
  const numbers = isNumeric ? values.map(({ text }) => Number(text.replaceAll('_', ''))) : []
  const lines = withLines ? kept.map(({ line }) => line?.() ?? 0) : []
  return {
    count,
    distinct: values.length,
    values: kept.map(({ text }) => text),
    ...(lines.length > 0 && lines.every(line => line > 0) && { lines }),
    forms: forms.size > MOST_FORMS ? null : [...forms].sort(),
    ...(numbers.length > 0 && numbers.every(Number.isFinite) && { range: rangeOf(numbers) }),
  }
}

/** The same values are taken wherever they stand: those of the smallest hashes. In one order, however the file was read. */
function sampleOf(values: readonly KnownValue[]): KnownValue[] {
  return smallestHashes(values).sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
}

function smallestHashes(values: readonly KnownValue[]): KnownValue[] {
  if (values.length <= MOST_HELD) return [...values]
  return values
    .map(value => ({ value, place: placeInSample(valueKey(value.text)) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, MOST_HELD)
    .map(({ value }) => value)
}

/** The values with the smallest are kept of each file, so that two samples hold the same of what both have. */
export function placeInSample(key: string): string {
  return hashText(key)
}

/** Numbers are the same however they are written. */
export function valueKey(text: string): string {
  return /^[-+.\d]/.test(text) ? (canonicalNumeral(text) ?? text) : text
}

function rangeOf(numbers: readonly number[]): NonNullable<Held['range']> {
  let [least, most] = [numbers[0]!, numbers[0]!]
  for (const number of numbers) {
    if (number < least) least = number
    if (number > most) most = number
  }
  return { least, most }
}
