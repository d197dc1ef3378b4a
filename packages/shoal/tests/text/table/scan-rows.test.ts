// The second look sees the rows and cells that were written, however they are written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanRows } from '../../../src/text/table/scan-rows.ts'
import { setUp } from '../../../src/text/table/setup.ts'

const DIALECT = { delimiter: 44, quote: 34, eol: 10, expected: 3, columns: 3, sizeBytes: 0 }

async function scan(text: string, columns: readonly number[], block: number) {
  const bytes = Buffer.from(text)
  const setup = setUp(DIALECT, bytes, { start: 0, sampled: bytes.length, end: bytes.length })
  // Small blocks, so that records go over their ends.
  const source = {
    exact: true,
    bytes: (start: number, end: number) => bytes.subarray(start, end),
    between: (offset: number) => Math.max(1, offset - 1024 * 1024 + block),
  }
  const rows: { keys: (string | null)[]; numbers: number[] }[] = []
  const count = await scanRows({ setup, text: source, start: 0, end: bytes.length, columns }, row =>
    rows.push({
      keys: columns.map(column => row.key(column)),
      numbers: columns.map(column => row.number(column)),
    }),
  )
  expect(count).toBe(rows.length)
  return rows
}

const quoted = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

describe('rows', () => {
  it('have the cells that were written', async () => {
    const cell = fc.oneof(
      fc.constantFrom('', 'a', '"', 'x,y', 'a\nb', '""', '1.5', ' 7 '),
      fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', '"', ',', '\n', ' ', '1') }),
    )
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        fc.subarray([0, 1, 2], { minLength: 1 }),
        async (table, eol, closed, block, columns) => {
          const text = table.map(cells => cells.map(quoted).join(',')).join(eol) + (closed ? eol : '')
          const found = await scan(text, columns, block)
          expect(found.map(({ keys }) => keys)).toEqual(table.map(cells => columns.map(column => cells[column]!)))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('have numbers as JavaScript reads them, and as people write them', async () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 20 }), async numbers => {
        const found = await scan(numbers.map(x => `a,${x},b\n`).join(''), [1], 7)
        expect(found.map(row => row.numbers[0]! + 0)).toEqual(numbers.map(x => x + 0))
      }),
    )
    const written = await scan('1,"$1,200.50",12%\n007,-,x\n,NaN,1e3\n', [0, 1, 2], 9)
    expect(written.map(({ numbers }) => numbers)).toEqual([
      [1, 1200.5, expect.any(Number)],
      [Number.NaN, Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN, 1000],
    ])
  })

  it('leave out blank lines and cells that are not there', async () => {
    const rows = await scan('2026-01-05,x\n\n\r\n2026-01-05T10:00:00Z\n', [0, 1, 2], 100)
    expect(rows).toEqual([
      { keys: ['2026-01-05', 'x', null], numbers: expect.any(Array) },
      { keys: ['2026-01-05T10:00:00Z', null, null], numbers: expect.any(Array) },
    ])
  })
})
