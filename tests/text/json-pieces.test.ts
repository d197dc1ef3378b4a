// JSON in pieces is the JSON of one piece.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gathered, jsonPieces } from '../../src/text/json-pieces.ts'

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
