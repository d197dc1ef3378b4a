import type { SourceText } from '@shoal/base/model/source'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK, walkLines } from '../../../src/text/structure/line-walker.ts'
import { memorySource } from '../code/memory-source.ts'

interface Seen {
  readonly offset: number
  readonly number: number
  readonly length: number
  readonly blank: boolean
}

async function linesOf(source: SourceText): Promise<{ count: number; seen: Seen[] }> {
  const seen: Seen[] = []
  const count = await walkLines(source, new AbortController().signal, ({ offset, number, from, head, to }) => {
    seen.push({ offset, number, length: to - from, blank: head === to })
  })
  return { count, seen }
}

describe('walkLines', () => {
  it('sees the lines that a split gives, whatever ends them', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '#', 'é'), maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        async (lines, end, closed) => {
          const text = lines.join(end) + (closed && lines.length > 0 ? end : '')
          const expected = text === '' ? [] : text.replace(/(\r\n|\n|\r)$/, '').split(end)
          const { count, seen } = await linesOf(memorySource(text))
          expect(count).toBe(expected.length)
          expect(seen.map(({ length }) => length)).toEqual(expected.map(part => Buffer.byteLength(part)))
          expect(seen.map(({ blank }) => blank)).toEqual(expected.map(part => part.trim() === ''))
          expect(seen.map(({ number }) => number)).toEqual(expected.map((_, i) => i + 1))
        },
      ),
    )
  })

  it('keeps lines whole across blocks and shows only the beginning of a longer one', async () => {
    const short = 'x'.repeat(1000)
    const long = 'y'.repeat(3 * BLOCK + 17)
    const lines = [...Array.from({ length: 400 }, () => short), long, short, '', long]
    const { count, seen } = await linesOf(memorySource(lines.join('\n')))
    expect(count).toBe(lines.length)
    let offset = 0
    for (const [i, line] of lines.entries()) {
      expect(seen[i]).toMatchObject({ offset, length: Math.min(line.length, BLOCK), blank: line === '' })
      offset += line.length + 1
    }
  })

  it('leaves a byte-order mark out of the first line, not out of its offset', async () => {
    const utf8 = await linesOf(memorySource(Buffer.from('\ufeff# A\nb\n')))
    expect(utf8.seen[0]).toMatchObject({ offset: 0, length: 3 })
    const utf16 = await linesOf(memorySource(Buffer.from('\ufeff# A\nb\n', 'utf16le')))
    expect(utf16.seen).toMatchObject([
      { offset: 0, length: 3 },
      { offset: 5, length: 1 },
    ])
  })

  it('stops when it is told to', async () => {
    await expect(walkLines(memorySource('a\nb'), AbortSignal.abort(), () => {})).rejects.toThrow()
  })
})
