// JSON in pieces, for what is too large to be one text.
import type { Json } from '../model/json.ts'
import { isKept, keptText } from './kept-json.ts'

/** Characters that are handed on at once. */
const PIECE = 1 << 16
/** A list or an object of more values, all the way down, is taken apart. */
const MOST_VALUES = 500

/** A list whose elements are made one at a time, each time it is gone through. To `JSON.stringify` it is a list too. */
export class ListOf<T, R> implements Iterable<R> {
  constructor(
    private readonly elements: readonly T[],
    private readonly make: (element: T) => R,
  ) {}

  *[Symbol.iterator](): Generator<R> {
    for (const element of this.elements) yield this.make(element)
  }

  toJSON(): R[] {
    return [...this]
  }
}

/** A value that is written already: it goes on as its text, and only who wants the value reads it. */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): Json {
    return JSON.parse(this.text) as Json
  }

  /** To whoever only passes it on. */
  asJson(): Json {
    return this as unknown as Json
  }
}

/** Together the same as `JSON.stringify(value)`, but that kept parts come last; of what has no JSON, `null`. */
export function* jsonPieces(given: unknown): Generator<string> {
  if (given instanceof JsonText) {
    yield given.text
    return
  }
  const value = given instanceof ListOf ? given : plain(given)
  const kept = typeof value === 'object' && value !== null ? keptText(value) : null
  if (kept !== null || typeof value !== 'object' || value === null || isSmall(value)) {
    yield kept ?? JSON.stringify(value) ?? 'null'
    return
  }
  let lead = '['
  if (isList(value)) {
    for (const part of value) {
      yield lead
      yield* jsonPieces(part)
      lead = ','
    }
    yield lead === ',' ? ']' : '[]'
    return
  }
  lead = '{'
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined || typeof part === 'function' || typeof part === 'symbol') continue
    yield `${lead}${JSON.stringify(key)}:`
    yield* jsonPieces(part)
    lead = ','
  }
  yield lead === ',' ? '}' : '{}'
}

/** The same in fewer pieces, none of them empty. */
export function* gathered(parts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function plain(value: unknown): unknown {
  const { toJSON } = (value ?? {}) as { readonly toJSON?: unknown }
  return typeof toJSON === 'function' ? toJSON.call(value) : value
}

function isList(value: object): value is Iterable<unknown> {
  return Array.isArray(value) || value instanceof ListOf
}

function isSmall(value: object): boolean {
  let count = 0
  const open: object[] = [value]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next instanceof ListOf || next instanceof JsonText || isKept(next)) return false
    for (const part of Object.values(next)) {
      if (++count > MOST_VALUES) return false
      if (typeof part === 'object' && part !== null) open.push(part)
    }
  }
  return true
}
