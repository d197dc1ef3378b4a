// An object whose parts are kept as text is, to whoever reads, copies or writes it, the object that it was made of.
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { jsonPieces } from '../src/text/json-pieces.ts'
import { keeper, keptText } from '../src/text/kept-json.ts'

interface Parts {
  readonly figures: unknown
  readonly topics: unknown
}

const keep = keeper<Parts>(['figures', 'topics'])
const parts = fc.record({ figures: fc.jsonValue(), topics: fc.jsonValue() })
const files = fc.array(fc.tuple(fc.string(), parts), { maxLength: 20 })
/** As it comes back from JSON: there is one zero. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value))

it('is read, copied, cloned and written like any other', () => {
  fc.assert(
    fc.property(files, given => {
      const wanted = given.map(([path, of]) => plain({ path, ...of }))
      const kept = given.map(([path, of]) => keep({ path }, of))
      expect(kept.map(({ path, figures, topics }) => ({ path, figures, topics }))).toEqual(wanted)
      expect(kept.toReversed().map(file => ({ ...file }))).toEqual(wanted.toReversed())
      expect(structuredClone(kept)).toEqual(wanted)
      expect(JSON.parse(JSON.stringify(kept))).toEqual(wanted)
      expect(JSON.parse([...jsonPieces(kept)].join(''))).toEqual(wanted)
      // Others may be made of the same text.
      expect(kept.map(file => ({ ...keep({ n: 1 }, file) }))).toEqual(
        wanted.map(({ figures, topics }) => ({ n: 1, figures, topics })),
      )
    }),
    { numRuns: 200 },
  )
})

it('two keepers of one object do not mix', () => {
  const keepAnswers = keeper<{ readonly answers: unknown }>(['answers'], { mark: Symbol('answers'), block: 100 })
  const file = keepAnswers(keep({ path: 'a' }, { figures: { n: 1 }, topics: ['x'] }), { answers: [{ text: 'yes' }] })
  const wanted = { path: 'a', figures: { n: 1 }, topics: ['x'], answers: [{ text: 'yes' }] }
  expect({ ...file }).toEqual(wanted)
  expect(JSON.parse(keptText(file)!)).toEqual(wanted)
})

it('is written without its parts being read', () => {
  const file = keep({ path: 'a' }, { figures: { n: 1 }, topics: [] })
  const parse = vi.spyOn(JSON, 'parse')
  try {
    expect([...jsonPieces([file])].join('')).toBe('[{"path":"a","figures":{"n":1},"topics":[]}]')
    expect(parse).not.toHaveBeenCalled()
    expect(file.figures).toEqual({ n: 1 })
    expect(parse).toHaveBeenCalledTimes(1)
  } finally {
    parse.mockRestore()
  }
  expect(keptText({ path: 'a' })).toBeNull()
})
