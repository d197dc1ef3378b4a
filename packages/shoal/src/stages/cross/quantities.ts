// Values as people mean them: `30`, `30.0`, `"30"`, `30s`, `30 seconds` and `30000` with a name that ends in `_ms`.
import { lookup } from '@shoal/base/model/lookup'
import { wordsOf } from './names.ts'

export type Dimension = 'time' | 'bytes' | 'share' | 'none'

export interface Quantity {
  /** In seconds, bytes or as it is. */
  readonly amount: number
  readonly dimension: Dimension
}

const UNITS: Readonly<Record<string, readonly [factor: number, dimension: Dimension]>> = {
  ms: [0.001, 'time'],
  millis: [0.001, 'time'],
  millisecond: [0.001, 'time'],
  milliseconds: [0.001, 'time'],
  s: [1, 'time'],
  sec: [1, 'time'],
  secs: [1, 'time'],
  second: [1, 'time'],
  seconds: [1, 'time'],
  m: [60, 'time'],
  min: [60, 'time'],
  mins: [60, 'time'],
  minute: [60, 'time'],
  minutes: [60, 'time'],
  h: [3600, 'time'],
  hour: [3600, 'time'],
  hours: [3600, 'time'],
  day: [86_400, 'time'],
  days: [86_400, 'time'],
  week: [604_800, 'time'],
  weeks: [604_800, 'time'],
  b: [1, 'bytes'],
  bytes: [1, 'bytes'],
  kb: [1024, 'bytes'],
  kib: [1024, 'bytes'],
  mb: [1024 ** 2, 'bytes'],
  mib: [1024 ** 2, 'bytes'],
  gb: [1024 ** 3, 'bytes'],
  gib: [1024 ** 3, 'bytes'],
  '%': [0.01, 'share'],
  percent: [0.01, 'share'],
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  once: 1,
  twice: 2,
}

/** A number with what its unit, or the name it is assigned to, says about it. Null when the value is no number. */
export function quantityOf(value: string, name = ''): Quantity | null {
  const text = unquoted(value).toLowerCase()
  const match = /^([-+]?\d[\d_,]*(?:\.\d+)?|[a-z]+)(?:\s*|-)([a-z%]*)/.exec(text)
  if (!match || match[0].length < text.length) {
    // `30 seconds per request`: what follows the unit does not matter.
    if (!match || !/^[\s.,;:)]/.test(text.slice(match[0].length))) return null
  }
  const number = /^[a-z]/.test(match[1]!) ? lookup(NUMBER_WORDS, match[1]!) : Number(match[1]!.replace(/[_,]/g, ''))
  if (number === undefined || Number.isNaN(number)) return null
  const unit = lookup(UNITS, match[2]!) ?? (match[2] === '' ? unitInName(name) : undefined)
  return unit ? { amount: number * unit[0], dimension: unit[1] } : { amount: number, dimension: 'none' }
}

/** The same quantity; a number without a unit may have any. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  return Math.abs(a.amount - b.amount) <= 1e-9 * Math.max(1, Math.abs(a.amount), Math.abs(b.amount))
}

/** They can be compared: both times, both bytes, both bare numbers. */
export function isComparable(a: Quantity, b: Quantity): boolean {
  return a.dimension === b.dimension
}

/** Equal as settings go: quotes, case of true and false, and how a number is written do not matter. */
export function isSameValue(a: string, b: string): boolean {
  const [left, right] = [unquoted(a), unquoted(b)]
  if (left === right) return true
  const [x, y] = [quantityOf(left), quantityOf(right)]
  if (x && y) return isComparable(x, y) && isSameQuantity(x, y)
  return /^(true|false|yes|no|on|off|null|none)$/i.test(left) && truth(left) === truth(right)
}

export function unquoted(value: string): string {
  const text = value.trim()
  const inner = /^(["'`])(.*)\1$/s.exec(text)
  return inner ? inner[2]! : text
}

function truth(word: string): string {
  const lower = word.toLowerCase()
  if (['true', 'yes', 'on'].includes(lower)) return 'true'
  return ['false', 'no', 'off'].includes(lower) ? 'false' : lower === 'none' ? 'null' : lower
}

/** Units of one letter are too common in names to mean one. */
function unitInName(name: string): readonly [number, Dimension] | undefined {
  const last = wordsOf(name).at(-1) ?? ''
  return last.length > 1 && last !== 'min' ? lookup(UNITS, last) : undefined
}
