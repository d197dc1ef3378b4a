// Escapes undone on bytes are those that JSON.parse undoes.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodedString, LONGEST_PLAIN, unescaped } from '../../../src/text/json-census/escapes.ts'

const into = new Uint8Array(LONGEST_PLAIN)
const piece = fc.constantFrom(
  'a',
  ' ',
  'é',
  '😀',
  '\\"',
  '\\\\',
  '\\/',
  '\\b',
  '\\f',
  '\\n',
  '\\r',
  '\\t',
  '\\u00e9',
  '\\x',
  '\\',
)

it('holds for any string', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const bytes = Buffer.from(`"${pieces.join('')}"`)
      const inside = bytes.subarray(1, -1)
      const length = unescaped(bytes, 1, bytes.length - 1, into)
      const isPlain = !/[^ -~]|\\u|\\x|(?<!\\)(?:\\\\)*\\$/.test(pieces.join(''))
      const whole = decodedString(inside, 34)
      if (length >= 0) expect(Buffer.from(into.subarray(0, length))).toEqual(Buffer.from(whole!.bytes))
      expect(length >= 0 || !isPlain).toBe(true)
    }),
  )
  expect(unescaped(Buffer.from('a\\nb'), 0, 4, into)).toBe(3)
  expect(unescaped(Buffer.from('a\\u0041'), 0, 7, into)).toBe(-1)
  expect(unescaped(Buffer.from('ab\\'), 0, 3, into)).toBe(-1)
})
