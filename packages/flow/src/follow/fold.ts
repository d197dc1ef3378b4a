// Computes with constants: operators and the harmless methods of strings, as far as languages agree on them.
import { lookup } from '@shoal/base/model/lookup'
import type { Constant } from '../code.ts'
import type { Value } from '../values.ts'
import { CONSTANT, HARMLESS, Trust } from '../values.ts'

const MOST_RESULTS = 8
/** Texts that grow without end are not worth following. */
const LONGEST = 4000

export function foldBinary(operator: string, left: Value, right: Value): Value {
  const both = left.trust === Trust.constant && right.trust === Trust.constant
  const otherwise = both ? CONSTANT : HARMLESS
  if (!left.known || !right.known) return otherwise
  const results = new Set<Constant>()
  for (const a of left.known) {
    for (const b of right.known) {
      const result = compute(operator, a, b)
      if (result === undefined) return otherwise
      results.add(result)
    }
  }
  if (results.size > MOST_RESULTS) return otherwise
  return { ...CONSTANT, known: [...results] }
}

function compute(operator: string, a: Constant, b: Constant): Constant | undefined {
  switch (operator) {
    case '==':
    case '===':
    case 'eq':
    case 'is':
      return sameConstant(a, b)
    case '!=':
    case '!==':
    case '<>':
    case 'ne':
    case 'is not':
      return !sameConstant(a, b)
  }
  if (typeof a === 'string' && typeof b === 'string') return compareText(operator, a, b)
  const [x, y] = [numberOf(a), numberOf(b)]
  return x === undefined || y === undefined ? undefined : arithmetic(operator, x, y)
}

/** A character is the same as its string; `1` and `true` are not the same in most languages, but no code relies on it. */
function sameConstant(a: Constant, b: Constant): boolean {
  return a === b || (a !== null && b !== null && String(a) === String(b))
}

function compareText(operator: string, a: string, b: string): Constant | undefined {
  switch (operator) {
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    case '>=':
      return a >= b
    case 'in':
      return b.includes(a)
    case 'not in':
      return !b.includes(a)
  }
  return undefined
}

function numberOf(value: Constant): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && value.length === 1) return value.charCodeAt(0)
  return typeof value === 'boolean' ? Number(value) : undefined
}

function arithmetic(operator: string, a: number, b: number): Constant | undefined {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
    case '//':
      // Whole numbers divide to whole numbers in most languages here; where they do not, the difference is harmless.
      return b === 0 ? undefined : Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b
    case '%':
      return b === 0 ? undefined : a % b
    case '**':
      return a ** b
    case '<<':
      return a << b
    case '>>':
      return a >> b
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    case '>=':
      return a >= b
  }
  return undefined
}

export function foldUnary(operator: string, operand: Constant): Constant | undefined {
  if (operator === '!' || operator === 'not') return !operand
  if (typeof operand !== 'number') return undefined
  if (operator === '-') return -operand
  if (operator === '+') return operand
  return operator === '~' ? ~operand : undefined
}

type Method = (text: string, ...args: Constant[]) => Constant | undefined

const upper: Method = text => text.toUpperCase()
const lower: Method = text => text.toLowerCase()
const trim: Method = text => text.trim()
const length: Method = text => text.length
const same: Method = (text, other) => text === other
const starts: Method = (text, other) => (typeof other === 'string' ? text.startsWith(other) : undefined)
const ends: Method = (text, other) => (typeof other === 'string' ? text.endsWith(other) : undefined)
const holds: Method = (text, other) => (typeof other === 'string' ? text.includes(other) : undefined)
const charAt: Method = (text, at) => (typeof at === 'number' && at >= 0 && at < text.length ? text[at] : undefined)
const find: Method = (text, other) => (typeof other === 'string' ? text.indexOf(other) : undefined)
const slice: Method = (text, from, to) =>
  typeof from === 'number' ? text.slice(from, typeof to === 'number' ? to : undefined) : undefined
const itself: Method = text => text
const replace: Method = (text, from, to) =>
  typeof from === 'string' && typeof to === 'string' ? text.replaceAll(from, to) : undefined

/** Methods of constant strings, by any of their names. */
const METHODS: Readonly<Record<string, Method>> = {
  toUpperCase: upper,
  upper,
  upcase: upper,
  ToUpper: upper,
  uppercase: upper,
  toLowerCase: lower,
  lower,
  downcase: lower,
  ToLower: lower,
  ToLowerInvariant: lower,
  lowercase: lower,
  trim,
  strip: trim,
  Trim: trim,
  toString: itself,
  ToString: itself,
  to_s: itself,
  intern: itself,
  length,
  size: length,
  isEmpty: (text: string) => text === '',
  equals: same,
  Equals: same,
  equalsIgnoreCase: (text, other) => text.toLowerCase() === String(other).toLowerCase(),
  startsWith: starts,
  startswith: starts,
  StartsWith: starts,
  'start_with?': starts,
  endsWith: ends,
  endswith: ends,
  EndsWith: ends,
  contains: holds,
  Contains: holds,
  includes: holds,
  charAt,
  indexOf: find,
  find,
  IndexOf: find,
  substring: slice,
  slice,
  replace,
  replaceAll: (text, from, to) => (/^[\w\s]*$/.test(String(from)) ? replace(text, from!, to!) : undefined),
}

/** The result of a method on a constant string; undefined if it is not known here. */
export function foldMethod(name: string, text: string, args: readonly Constant[]): Constant | undefined {
  if (!Object.hasOwn(METHODS, name) || text.length > LONGEST) return undefined
  const result = lookup(METHODS, name)!(text, ...args)
  return typeof result === 'string' && result.length > LONGEST ? undefined : result
}
