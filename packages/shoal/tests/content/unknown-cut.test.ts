import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../src/content/unknown/cut.ts'
import { cutLawfully } from '../text/structure/lawful-cut.ts'

const numbered = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('')

describe('cutting unknown text', () => {
  it('gives ranges of exactly the target where there is no blank line (P7, M6)', async () => {
    const { cutting, sizes, labels } = await cutLawfully(cut, numbered(1000))
    expect(sizes).toEqual([200, 200, 200, 200, 200])
    expect(labels[1]).toBe('lines 201-400')
    expect(cutting).toMatchObject({ overlap: 20, method: 'lines' })
  })

  it('shares the lines out evenly', async () => {
    expect((await cutLawfully(cut, numbered(1001))).sizes).toEqual([167, 167, 167, 166, 167, 167])
    expect((await cutLawfully(cut, numbered(10))).sizes).toEqual([5, 5])
  })

  it('cuts into as many pieces as the plan says, at any length', async () => {
    for (const lines of [201, 1999, 6400, 6401, 13_000, 50_001]) {
      const { sizes } = await cutLawfully(cut, numbered(lines))
      expect(sizes).toHaveLength(Math.ceil(lines / 200))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
    }
  })

  it('moves a cut to a blank line nearby', async () => {
    const paragraphs = Array.from({ length: 60 }, (_, i) => `first of ${i}\n${'more\n'.repeat(15)}\n`).join('')
    const { texts } = await cutLawfully(cut, paragraphs)
    expect(texts.length).toBe(Math.ceil((60 * 17) / 200))
    for (const text of texts) expect(text).toMatch(/^first of \d+\n/)
  })

  it('leaves a file whole when asked, unless it does not fit', async () => {
    expect((await cutLawfully(cut, numbered(1000), { mode: 'whole' })).sizes).toEqual([1000])
    const { sizes } = await cutLawfully(cut, numbered(1000), { mode: 'whole', maxTokens: 500 })
    expect(sizes.length).toBeGreaterThan(4)
  })

  it('takes a single file in few pieces', async () => {
    expect((await cutLawfully(cut, numbered(2000), { mode: 'single' })).sizes).toHaveLength(10)
    expect((await cutLawfully(cut, numbered(3600), { mode: 'single' })).sizes).toHaveLength(9)
  })

  it('cuts any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
        await cutLawfully(cut, bytes, { size, maxTokens: 50 })
      }),
    )
  })

  it('gives one piece for a line of any length, and none for nothing', async () => {
    expect((await cutLawfully(cut, 'x'.repeat(5_000_000))).sizes).toEqual([1])
    expect((await cutLawfully(cut, '')).cutting).toMatchObject({ lineCount: 0, pieces: [] })
  })
})
