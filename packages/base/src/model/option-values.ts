// Reads one value of one option, typed on a command line or written in a config file, and says precisely what is wrong.

import { type ErrorCode, ShoalError } from './errors.ts'
import { lookup } from './lookup.ts'
import type { Option, Override } from './option.ts'

/** A value as text from the command line. `origin` names it in errors: `--max-files`. */
export function readTyped(option: Option, typed: readonly string[], origin: string): unknown {
  const last = typed.at(-1)!
  const fail = (expected: string) => wrong('bad-value', origin, expected, last)
  switch (option.type) {
    case 'boolean':
      throw fail('given without a value')
    case 'text':
      return readText(option, last, fail)
    case 'choice':
      if (option.choices.includes(last)) return last
      throw fail(oneOf(option.choices))
    case 'count': {
      const match = /^(\d+)([kM]?)$/.exec(last)
      const value = match ? Number(match[1]) * (lookup({ k: 1_000, M: 1_000_000 }, match[2]!) ?? 1) : Number.NaN
      return readCount(option.min, value, fail)
    }
    case 'amount':
      return readAmount(/^\d+(\.\d+)?$/.test(last) ? Number(last) : Number.NaN, fail)
    case 'choices': {
      const items = typed.flatMap(item => item.split(',')).map(item => item.trim())
      const unknown = items.find(item => !option.choices.includes(item))
      if (unknown !== undefined) throw wrong('bad-value', origin, someOf(option.choices), unknown)
      return inOrder(option.choices, items)
    }
    case 'list':
      for (const item of typed) if (item === '') throw wrong('bad-value', origin, `a ${option.placeholder}`, item)
      return typed
    case 'overrides':
      return typed.map(item => readOverride(item, origin))
  }
}

/** A value from a config file. `origin` names file and key. */
export function readConfigured(option: Option, value: unknown, origin: string): unknown {
  const fail = (expected: string) => wrong('config-invalid', origin, expected, value)
  switch (option.type) {
    case 'boolean':
      if (typeof value === 'boolean') return value
      throw fail('true or false')
    case 'text':
      if (typeof value === 'string') return readText(option, value, fail)
      throw fail('a string')
    case 'choice':
      if (typeof value === 'string' && option.choices.includes(value)) return value
      throw fail(oneOf(option.choices))
    case 'count':
      return readCount(option.min, value, fail)
    case 'amount':
      return readAmount(value, fail)
    case 'choices': {
      const items: readonly unknown[] = Array.isArray(value) ? value : [value]
      if (items.every(item => typeof item === 'string' && option.choices.includes(item)))
        return inOrder(option.choices, items)
      throw fail(someOf(option.choices))
    }
    case 'list':
      if (Array.isArray(value) && value.every(item => typeof item === 'string' && item !== '')) return value
      throw fail('an array of strings')
    case 'overrides':
      if (isRecord(value) && Object.values(value).every(type => typeof type === 'string' && type !== ''))
        return Object.entries(value).map(([glob, type]) => ({ glob, type: type as string }))
      throw fail('an object of globs and content types, such as { "*.dat": "structured_data" }')
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Shows a wrong value in an error, on one line and not too long. */
export function shown(value: unknown): string {
  const text =
    typeof value === 'string' || isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function readText(option: Extract<Option, { type: 'text' }>, value: string, fail: (expected: string) => ShoalError) {
  if (value.trim() === '') throw fail(`a ${option.placeholder}, not empty`)
  if (option.pattern && !option.pattern.test(value)) throw fail(option.expects ?? `a ${option.placeholder}`)
  return value
}

function readCount(min: number, value: unknown, fail: (expected: string) => ShoalError): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value
  throw fail(`a whole number of at least ${min}`)
}

function readAmount(value: unknown, fail: (expected: string) => ShoalError): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw fail('an amount of US dollars above 0, such as 0.50')
}

/** `GLOB=TYPE`, split at the last equals sign; a bare `TYPE` is for every file. */
function readOverride(typed: string, origin: string): Override {
  const equals = typed.lastIndexOf('=')
  const override = { glob: equals === -1 ? '**' : typed.slice(0, equals), type: typed.slice(equals + 1) }
  if (override.glob !== '' && override.type !== '') return override
  throw wrong('bad-value', origin, 'GLOB=TYPE or TYPE', typed)
}

/** Each once, in the order of the choices: what is asked for in another order is the same. */
function inOrder(choices: readonly string[], items: readonly unknown[]): string[] {
  return choices.filter(choice => items.includes(choice))
}

function someOf(choices: readonly string[]): string {
  return `${oneOf(choices)}, or several of them`
}

function oneOf(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

function wrong(code: ErrorCode, origin: string, expected: string, value: unknown): ShoalError {
  return new ShoalError(code, `${origin} must be ${expected}; it is ${shown(value)}`, { detail: origin })
}
