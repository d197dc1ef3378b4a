// Records laid flat with names that are kept are those laid flat one by one.
import type { Json } from '@shoal/base/model/json'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FlatRecord } from '../../../src/content/log/facts/flat-record.ts'

/** The plain way: an object by dotted names, the first value of a name that is one. */
function plainly(values: object): [string, Json][] {
  const flat = Object.create(null) as Record<string, Json>
  const visit = (value: unknown, name: string): void => {
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      for (const [key, part] of Object.entries(value)) visit(part, name === '' ? key : `${name}.${key}`)
    else flat[name] ??= value !== null && typeof value === 'object' ? JSON.stringify(value) : (value as Json)
  }
  visit(values, '')
  return Object.entries(flat)
}

const key = fc.constantFrom('a', 'b', 'a.b', '', '7', '10', '01', '__proto__', '4294967295')
const scalar = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.constant([1, 2]))
const { value } = fc.letrec(tie => ({
  value: fc.oneof({ depthSize: 'small', maxDepth: 4 }, scalar, tie('object')),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}))
const record = fc.dictionary(key, value, { maxKeys: 5 })

it('holds for any records in a row', () => {
  const flat = new FlatRecord()
  fc.assert(
    fc.property(fc.array(record, { maxLength: 4 }), records => {
      for (const values of records) {
        flat.read(values)
        const expected = plainly(values)
        expect(flat.fields().map(({ name, value }) => [name, value])).toEqual(expected)
        for (const [name, value] of expected) expect(flat.of(name)).toEqual(value)
        expect(flat.of('nowhere')).toBeNull()
      }
    }),
  )
})
