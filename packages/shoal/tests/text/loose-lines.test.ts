// JSON with comments and trailing commas, line by line: what it says is what strict JSON would say, and strict JSON stays as it is.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonRecords } from '../../src/sql/json-records.ts'
import { LooseLines } from '../../src/sql/loose-lines.ts'

function strict(text: string): string {
  const loose = new LooseLines()
  return text
    .split('\n')
    .map(line => loose.strict(line))
    .join('\n')
}

/** Pretty JSON with a comment at each line, and a comma behind every last value. */
function loosened(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line, k) => {
      const mark = k % 3 === 0 ? ' // "x", ] }' : k % 3 === 1 ? ' /* , } */' : ''
      return `${/[[{,]$/.test(line) || line === ']' || line === '}' ? line : `${line},`}${mark}`
    })
    .join('\n')
    .replace(/,(\s*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/)?)$/, '$1')
}

const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 })

describe('loose JSON', () => {
  it('says what strict JSON would say', () => {
    fc.assert(
      fc.property(objects, value => {
        expect(JSON.parse(strict(loosened(value)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
  it('of no liberties is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(JSON.parse(strict(JSON.stringify(value, null, indent)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
  it.each(['{"a": 1,, "b": 2}', '[1,', '{"a" 1}', '/ [1]'])('that is none stays none: %s', text => {
    expect(() => JSON.parse(strict(text))).toThrow()
  })
  it('of several lines of comment', () => {
    expect(strict('{ /* a\n "b": 1,\n */ "c": "//",\n}')).toBe('{ \n\n "c": "//"\n}')
  })
})

describe('records of a document', () => {
  const recordsOf = (lines: readonly (readonly [text: string, isPart: boolean])[]) => {
    const found: unknown[] = []
    const records = new JsonRecords('a.json', {
      record: (path, text, line) => found.push([path.join('.'), JSON.parse(text), line]),
      rest: (path, text, line) => found.push([path.join('.'), JSON.parse(text), line]),
    })
    for (const [k, [text, isPart]] of lines.entries()) records.add(text, k + 1, isPart)
    records.end(lines.length)
    return found
  }
  it('are those of settings with comments', () => {
    const lines = [
      '{',
      '  // how strict',
      '  "strict": true, // very',
      '  "all": [',
      '    { "a": [1, 2,], },',
      '  ],',
      '}',
    ]
    expect(recordsOf(lines.map(line => [line, false] as const))).toEqual([
      ['strict', true, 3],
      ['all', { a: [1, 2] }, 5],
    ])
  })
  it('keep the comma before a line that comes in parts', () => {
    expect(
      recordsOf([
        ['[{"a": 1},', false],
        ['{"a": "x,', true],
        ['] // y"}]', false],
      ]),
    ).toEqual([
      ['', { a: 1 }, 1],
      ['', { a: 'x,] // y' }, 2],
    ])
  })
  it('of a document that a comma ends are refused', () => {
    expect(() => recordsOf([['[{"a": 1}],', false]])).toThrow('a comma is its end')
  })
})
