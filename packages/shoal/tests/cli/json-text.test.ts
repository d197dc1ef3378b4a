import type { Json } from '@shoal/base/model/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText } from '../../src/cli/team/json-text.ts'

describe('JSON for people', () => {
  it('is the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.stringify(JSON.parse(jsonText(value as Json)))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('keeps on one line what fits, and breaks up the rest', () => {
    expect(jsonText({ a: [1, 'x, ]'], b: {}, c: [] })).toBe('{"a": [1, "x, ]"], "b": {}, "c": []}')
    const rows = [
      { name: 'one', text: 'x'.repeat(40) },
      { name: 'two', text: 'y'.repeat(40) },
    ]
    expect(jsonText({ rows })).toBe(
      `{\n  "rows": [\n    {"name": "one", "text": "${'x'.repeat(40)}"},\n    {"name": "two", "text": "${'y'.repeat(40)}"}\n  ]\n}`,
    )
  })

  it('is no harder to make for a value of any depth', () => {
    let deep: Json = 1
    for (let n = 0; n < 2000; n++) deep = [deep, n]
    expect(JSON.parse(jsonText(deep))).toEqual(deep)
  })
})
