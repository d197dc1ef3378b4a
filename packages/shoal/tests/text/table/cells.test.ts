// What the kernel takes a cell for, and the value it reads.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellClass } from '../../../src/text/table/classes.ts'
import { entriesOf } from '../../../src/text/table/merged-column.ts'
import { readSections } from '../../../src/text/table/read.ts'
import { setUp } from '../../../src/text/table/setup.ts'

const DIALECT = { delimiter: 44, quote: 34, eol: 10, expected: 1, columns: 1, sizeBytes: 0 }

/** The distinct cells of a column, in order, with class and value. */
async function read(
  cells: readonly string[],
): Promise<{ kind: number; value: number; text: string; identity: string }[]> {
  const bytes = Buffer.from(cells.map(cell => `"${cell.replaceAll('"', '""')}"\n`).join(''))
  const setup = setUp(DIALECT, new Uint8Array(0), { start: 0, sampled: 0, end: 0 })
  const text = {
    exact: true,
    bytes: (start: number, end: number) => bytes.subarray(start, end),
    between: (at: number) => at,
  }
  const tally = await readSections(setup, text, [{ start: 0, end: bytes.length, line: 1 }], () => {})
  return [...entriesOf(tally.columns[0]!)].map(({ kind, value, start, identity }) => ({
    kind,
    value,
    text: Buffer.from(start).toString(),
    identity,
  }))
}

const seconds = (text: string) => Date.parse(text) / 1000

const EXAMPLES: Readonly<Record<keyof typeof CellClass, readonly (readonly [string, number?])[]>> = {
  empty: [[''], ['  ']],
  nullHard: [['NULL'], ['null'], ['N/A'], ['n/a'], ['NaN'], ['#N/A'], ['\\N'], ['(null)'], ['<NA>']],
  nullSoft: [['None'], ['-'], ['NA'], ['nil'], ['--'], ['?']],
  integer: [
    ['0', 0],
    ['7', 7],
    ['-12', -12],
    ['+5', 5],
    [' 42 ', 42],
    ['18446744073709551616', 2 ** 64],
  ],
  decimal: [
    ['1.5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['-0.001', -0.001],
    ['3.141592653589793238', Math.PI],
  ],
  scientific: [
    ['1e5', 1e5],
    ['-2.5E-3', -0.0025],
    ['1e-300', 1e-300],
  ],
  grouped: [
    ['1,234', 1234],
    ['12,345,678.90', 12345678.9],
  ],
  currency: [
    ['$12.50', 12.5],
    ['€1,200', 1200],
    ['-£3', -3],
    ['$-4', -4],
  ],
  percent: [
    ['12%', 12],
    ['99.5%', 99.5],
  ],
  boolean: [['true'], ['FALSE'], ['Yes'], ['no']],
  date: [
    ['2026-01-31', seconds('2026-01-31')],
    ['2024-02-29', seconds('2024-02-29')],
    ['1969-12-31', -86400],
  ],
  dateSlash: [['2015/01/02', seconds('2015-01-02')]],
  dateLocal: [
    ['3/4/2026', seconds('2026-03-04')],
    ['12-31-1999', seconds('1999-12-31')],
  ],
  dateSwapped: [['31/12/2025', seconds('2025-12-31')]],
  datetime: [
    ['2026-01-01T21:04:00Z', seconds('2026-01-01T21:04:00Z')],
    ['2026-01-01 21:04:05.250', seconds('2026-01-01T21:04:05.250Z')],
    ['2026-01-01T21:04:00+02:00', seconds('2026-01-01T19:04:00Z')],
    ['2026-01-01T21:04:00-0530', seconds('2026-01-02T02:34:00Z')],
  ],
  datetimeOther: [
    ['2015/01/01 01:00:00', seconds('2015-01-01T01:00:00Z')],
    ['3/4/2026 11:30 PM', seconds('2026-03-04T23:30:00Z')],
  ],
  time: [
    ['12:30', 45000],
    ['9:05:07', 32707],
    ['23:59:59', 86399],
  ],
  badDate: [['2026-02-30'], ['2025-02-29'], ['2026-13-01'], ['31/31/2026'], ['2026-01-01T25:00:00']],
  code: [['007'], ['01234']],
  uuid: [['123e4567-e89b-12d3-a456-426614174000']],
  email: [['ann@example.org']],
  url: [['https://example.org/a?b=c'], ['www.example.org'], ['ftp://example.org']],
  ip: [['10.0.0.1'], ['255.255.255.255']],
  hex: [['deadbeef0123']],
  word: [['EU'], ['cust-0318'], ['a@b'], ['1.2.3'], ['256.1.1.1'], ['1e999'], ['12abc'], ['1,23,4'], ['é']],
  text: [['two words'], ['2 apples']],
  structure: [['{"a": 1}'], ['[1, 2]']],
}

describe('cells', () => {
  for (const [name, examples] of Object.entries(EXAMPLES))
    it(`${name}: ${examples.map(([cell]) => cell).join(' | ')}`, async () => {
      const found = await read(examples.map(([cell]) => cell))
      expect(found.map(({ kind }) => kind)).toEqual(examples.map(() => CellClass[name as keyof typeof CellClass]))
      for (const [k, [, value]] of examples.entries()) if (value !== undefined) expect(found[k]!.value).toBe(value)
    })

  it('numbers as people and programs write them have the value that JavaScript reads', async () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.tuple(fc.integer(), fc.nat(9)).map(([n, digits]) => (n / 10 ** digits).toFixed(digits)),
      fc.bigInt({ min: 1n, max: 10n ** 25n }).map(String),
      fc.tuple(fc.nat(), fc.integer({ min: -320, max: 290 })).map(([n, power]) => `${n}e${power}`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 50 }), async cells => {
        for (const { value, text } of await read(cells)) expect(value + 0, text).toBe(Number(text) + 0)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a text', () => {
  it('is told from others by itself, and where it is long by its start and SHA-256', async () => {
    const texts = Array.from({ length: 300 }, (_, length) => `x${'ab,é"'.repeat(60)}`.slice(0, length + 1))
    const found = await read(texts)
    expect(found.map(({ identity }) => identity)).toEqual(
      texts.map(text => {
        const bytes = Buffer.from(text)
        if (bytes.length <= 64) return bytes.toString('latin1')
        return bytes.toString('latin1', 0, 64) + createHash('sha256').update(bytes).digest().toString('latin1')
      }),
    )
  })
})
