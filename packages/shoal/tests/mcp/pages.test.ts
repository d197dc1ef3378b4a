import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showFigures } from '../../src/mcp/figures.ts'
import { pageOf, ROOM, textPage } from '../../src/mcp/page.ts'
import { portable } from '../../src/mcp/portable-schema.ts'

/** Of characters that are not whole. */
function halves(text: string): number {
  return text.match(/\p{Surrogate}/gu)?.length ?? 0
}

describe('pages', () => {
  it('of a text join to the whole, each within its room and without a character cut in two', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.constant('"\\\u0001'.repeat(3000)),
      fc.constant('😀'.repeat(30_000)),
      fc.constant('\ud800'.repeat(20_000)),
      fc.constant('\udc00\b'.repeat(10_000)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), lines => {
        const text = lines.join('\n')
        let joined = ''
        let cut = 0
        let cursor: string | undefined
        do {
          const page = textPage(text, cursor)
          expect(JSON.stringify(page.text).length).toBeLessThanOrEqual(ROOM + 2)
          cut += halves(page.text)
          joined += page.text
          cursor = page.next_cursor ?? undefined
        } while (cursor !== undefined)
        expect(joined).toBe(text)
        expect(cut).toBe(halves(text))
      }),
      { numRuns: 50 },
    )
  })

  it('of a list hold every item once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3000 }), { maxLength: 80 }),
        fc.integer({ min: 1, max: 30 }),
        (all, limit) => {
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const { items, next_cursor } = pageOf(all, { limit, cursor })
            expect(items.length).toBeLessThanOrEqual(limit)
            seen.push(...items)
            cursor = next_cursor ?? undefined
          } while (cursor !== undefined)
          expect(seen).toEqual(all)
        },
      ),
    )
  })

  it('refuse a cursor of another kind', () => {
    for (const cursor of ['x', '-1', '1.5', '', '9'.repeat(20)])
      expect(() => pageOf([1], { limit: 1, cursor })).toThrow('cursor')
  })
})

describe('figures', () => {
  const figures = { rows: 3, columns: [{ name: 'a/b' }, { name: 'x'.repeat(40_000) }], 'odd/key': { deep: [1, 2] } }

  it('show what fits and name what does not', () => {
    expect(showFigures(figures, null)).toEqual({
      figures: { rows: 3, 'odd/key': { deep: [1, 2] } },
      sections: ['rows', 'columns', 'odd/key'],
      section_count: 3,
      left_out: ['columns'],
      left_out_count: 1,
    })
    expect(showFigures(figures, 'columns')).toMatchObject({ figures: { '0': { name: 'a/b' } }, left_out: ['1'] })
    expect(showFigures(figures, 'columns/0/name').figures).toBe('a/b')
    expect(showFigures(figures, 'odd/key/deep/1').figures).toBe(2)
    const late = ['x'.repeat(40_000), 'second']
    expect(showFigures(late, null)).toMatchObject({ figures: { '1': 'second' }, left_out: ['0'] })
    expect(showFigures([1, [2]], null).figures).toEqual([1, [2]])
    expect(() => showFigures(figures, 'rows/none')).toThrow('there is no section')
    expect(() => showFigures(figures, 'nothing')).toThrow('there is no section')
  })
})

describe('figures of extreme shapes', () => {
  it('are never larger than their room', () => {
    const quotes = '"'.repeat(60_000)
    const keys = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${'"'.repeat(500)}${n}`, n]))
    for (const figures of [quotes, { quotes }, [quotes, 1], keys, { keys }])
      for (const section of [null, ...showFigures(figures, null).sections.slice(0, 1)])
        expect(JSON.stringify(showFigures(figures, section)).length).toBeLessThan(37_000)
    expect(showFigures({ quotes }, 'quotes').figures).toMatch(/^"{14000,15000}…$/)
  })
})

describe('portable schemas', () => {
  it('say one type at a time, and nothing that says nothing', () => {
    expect(
      portable({
        $schema: 'x',
        type: 'object',
        properties: { a: { description: 'd', type: ['string', 'null'], minLength: 1 } },
      }),
    ).toEqual({
      type: 'object',
      properties: { a: { description: 'd', anyOf: [{ type: 'string' }, { type: 'null' }] } },
    })
    expect(portable({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toEqual({
      type: 'integer',
      minimum: 1,
    })
    expect(portable({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} })).toEqual({
      type: 'object',
      additionalProperties: true,
    })
    expect(portable({ type: 'object', additionalProperties: false })).toEqual({
      type: 'object',
      additionalProperties: false,
    })
    expect(portable({ description: 'any' })).toMatchObject({ description: 'any', anyOf: expect.any(Array) })
  })
})
