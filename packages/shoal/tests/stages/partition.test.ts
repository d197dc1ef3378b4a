// What the partition stage does for every content type: budgets, borrowed text, ids.
import { describe, expect, it } from 'vitest'
import { log } from '../../src/content/log/index.ts'
import { prose } from '../../src/content/prose/index.ts'
import { structuredData } from '../../src/content/structured-data/index.ts'
import { cutLawfully } from '../conformance/cutting.ts'

describe('a budget', () => {
  it('is kept with all that is borrowed, and splits between records where it can', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, i) => `${i},"several words\nin two lines, number ${i}",${'x '.repeat(i % 40)}`,
    )
    const { partition, texts } = await cutLawfully({
      type: structuredData,
      content: `id,text,more\n${rows.join('\n')}\n`,
      maxTokens: 400,
    })
    for (const chunk of partition.chunks) expect(chunk.tokens).toBeLessThanOrEqual(400)
    for (const text of texts) expect(text).toMatch(/^id,text,more\n\d+,"several/)
    expect(partition.chunks.some(chunk => chunk.continuation)).toBe(false)
  })

  it('heads every part with the header, also those of the piece that owns it', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},${'word '.repeat(i < 20 ? 60 : 1)}`)
    const { partition, texts } = await cutLawfully({
      type: structuredData,
      content: `id,text\n${rows.join('\n')}\n`,
      maxTokens: 600,
    })
    for (const text of texts) expect(text).toMatch(/^id,text\n\d+,word/)
    expect(partition.chunks.length).toBeGreaterThan(2)
  })

  it('never splits an entry of a log that fits', async () => {
    const entry = (i: number) =>
      `2026-02-11 01:30:${String(i % 60).padStart(2, '0')} ERROR request ${i} failed\n${'    at service.handler (service.js:10:5)\n'.repeat((i * 7) % 23)}`
    const { partition } = await cutLawfully({
      type: log,
      content: Array.from({ length: 400 }, (_, i) => entry(i)).join(''),
      maxTokens: 900,
    })
    expect(partition.chunks.length).toBeGreaterThan(50)
    for (const chunk of partition.chunks) {
      expect(chunk.tokens).toBeLessThanOrEqual(900)
      expect(chunk.continuation).toBe(false)
    }
  })

  it('leaves out a preamble that would fill it', async () => {
    const header = Array.from({ length: 300 }, (_, i) => `column_${i}`).join(',')
    const row = Array.from({ length: 300 }, () => '1').join(',')
    const { partition } = await cutLawfully({
      type: structuredData,
      content: `${header}\n${`${row}\n`.repeat(20)}`,
      maxTokens: 900,
    })
    for (const chunk of partition.chunks) expect(chunk.tokens).toBeLessThanOrEqual(900)
    expect(partition.chunks.every(chunk => chunk.preamble.length === 0)).toBe(true)
  })
})

it('takes any size that is asked for', async () => {
  const content = Array.from({ length: 3000 }, (_, i) => `Line ${i} of a plain text.\n`).join('')
  const { partition } = await cutLawfully({ type: prose, content, size: 1e9 })
  expect(partition.chunks).toHaveLength(1)
})

it('names the content type whose cutting fails', async () => {
  const broken = {
    ...prose,
    name: 'broken',
    cut: () => {
      throw new TypeError('kaboom')
    },
  }
  await expect(cutLawfully({ type: broken, content: 'x' })).rejects.toThrow(
    /^content type broken could not cut .*: kaboom$/,
  )
})
