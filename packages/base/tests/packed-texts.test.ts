// Texts that are packed are read as they were added, in any order.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PackedTexts } from '../src/text/packed-texts.ts'

it('every text is read as it was added, however many blocks there are', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.jsonValue().map(value => JSON.stringify(value).repeat(200)),
        { maxLength: 60 },
      ),
      fc.constantFrom(undefined, 100, 8192),
      (texts, block) => {
        const packed = new PackedTexts(block)
        const all = texts.map(text => packed.add(text))
        expect(all.map(one => one.read())).toEqual(texts)
        expect(all.toReversed().map(one => one.read())).toEqual(texts.toReversed())
      },
    ),
    { numRuns: 50 },
  )
  const packed = new PackedTexts()
  const texts = Array.from({ length: 5000 }, (_, k) => JSON.stringify({ name: `ünïcode ${k} 🐟`, rows: [k, k + 1] }))
  const all = texts.map(text => packed.add(text))
  expect(all.map(one => one.read())).toEqual(texts)
  expect(packed.add('x'.repeat(1_000_000)).read()).toHaveLength(1_000_000)
})
