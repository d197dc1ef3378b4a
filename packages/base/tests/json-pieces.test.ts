// JSON in pieces is the JSON of one piece.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gathered, jsonPieces, ListOf } from '../src/text/json-pieces.ts'

it('together they are what JSON.stringify gives', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
    { numRuns: 100 },
  )
  const large = {
    list: Array.from({ length: 5000 }, (_, k) => ({ k, text: `${k}`, none: undefined })),
    empty: [],
    o: {},
  }
  const pieces = [...jsonPieces(large)]
  expect(pieces.length).toBeGreaterThan(5000)
  expect(pieces.join('')).toBe(JSON.stringify(large))
  const few = [...gathered(pieces)]
  expect(few.join('')).toBe(JSON.stringify(large))
  expect(few.length).toBeLessThan(5)
})

it('what JSON leaves out is left out, at any size', () => {
  class Named {
    toJSON() {
      return { name: 'it' }
    }
  }
  const odd = {
    a: () => 1,
    b: Symbol('b'),
    c: undefined,
    d: new Date(0),
    e: new Named(),
    f: [() => 1, undefined, Symbol('f')],
  }
  const large = { ...odd, list: Array.from({ length: 600 }, () => odd) }
  expect([...jsonPieces(large)].join('')).toBe(JSON.stringify(large))
})

it('a list that is made as it is written is the list, and never held whole', () => {
  let held = 0
  const made: number[] = []
  const list = new ListOf([1, 2, 3], n => {
    made.push(n)
    return { n, double: 2 * n }
  })
  const document = { none: new ListOf([], n => n), inner: { list } }
  expect(JSON.stringify(document)).toBe(
    '{"none":[],"inner":{"list":[{"n":1,"double":2},{"n":2,"double":4},{"n":3,"double":6}]}}',
  )
  made.length = 0
  for (const piece of jsonPieces(document)) {
    if (piece.includes('"n":')) held = Math.max(held, made.splice(0).length)
  }
  expect(held).toBe(1)
  expect([...jsonPieces(document)].join('')).toBe(JSON.stringify(document))
})
