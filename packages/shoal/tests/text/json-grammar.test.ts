import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkJson } from '../../src/text/json-grammar.ts'

describe('the verdict on a text', () => {
  test.each([
    ['{"a": [1, -2.5e3, true, null, "x\\"y"]}', 'complete'],
    ['[]', 'complete'],
    ['  {}\n', 'complete'],
    ['{"a": 1} {"b": 2}', 'more'],
    ['{"a": [1, 2', 'cut'],
    ['{"a": "no end', 'cut'],
    ['{"a": tr', 'cut'],
    ['{"a" 1}', 'invalid'],
    ['{"a": 1,}', 'invalid'],
    ['[1 2]', 'invalid'],
    ['[1}', 'invalid'],
    ['{a: 1}', 'invalid'],
    ['"text"', 'invalid'],
    ['', 'invalid'],
    ['["line\nbreak"]', 'invalid'],
  ])('%j is %s', (text, state) => {
    expect(checkJson(text).state).toBe(state)
  })

  test('comments, trailing commas and bare keys are allowed on request', () => {
    const text = '{\n // why\n a: [1, 2,], /* and */ "b": NaN,\n}'
    expect(checkJson(text, 0, true)).toMatchObject({ state: 'complete', relaxed: true })
    expect(checkJson(text).state).toBe('invalid')
  })

  test('depth is no danger', () => {
    expect(checkJson('['.repeat(200_000)).state).toBe('cut')
    expect(checkJson('['.repeat(100_000) + ']'.repeat(100_000)).state).toBe('complete')
  })
})

test('what JSON.stringify writes is complete, and every prefix of it is cut', () => {
  const documents = fc.oneof(
    fc.array(fc.jsonValue(), { maxLength: 5 }),
    fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }),
  )
  fc.assert(
    fc.property(documents, fc.nat(), (value, at) => {
      const text = JSON.stringify(value, null, 1)
      expect(checkJson(text).state).toBe('complete')
      expect(checkJson(text.slice(0, 1 + (at % (text.length - 1)))).state).toBe('cut')
    }),
  )
})

test('it never calls valid what JSON.parse refuses', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('{', '}', '[', ']', '"a"', ':', ',', '1', 'null', ' ')), parts => {
      const text = parts.join('')
      if (checkJson(text).state === 'complete') JSON.parse(text)
    }),
    { numRuns: 2000 },
  )
})
