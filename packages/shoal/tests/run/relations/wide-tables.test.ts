// A table of thousands of columns is kept in several files side by side, and answers as if it were one.
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { queryData } from '../../../src/run/query-data.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-wide-')))
afterAll(() => rmSync(scratch, { recursive: true }))
const COLUMNS = 2_300
let files = 0

function parquetsIn(cache: string): string[] {
  return readdirSync(join(cache, 'relations'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.parquet'))
    .map(name => name.replace(/.*[\\/]/, ''))
    .sort()
}

function askingOf(text: string) {
  const file = join(scratch, `t${++files}.csv`)
  writeFileSync(file, text)
  const cache = mkdtempSync(join(scratch, 'cache-'))
  const named = [{ name: 't', path: 't.csv', file }]
  const { signal } = new AbortController()
  const ask = (sql: string | null) => queryData({ sql, files: named, settings: settingsFrom(), signal, cache })
  return { ask, cache }
}

describe('a wide table', () => {
  it('lists its columns, and gives the cells of a row from all of its files, with their lines', async () => {
    const cell = fc.constantFrom('1', '-20', '3.25', '', 'Oslo', 'two\nlines', 'a "b", c')
    const rows = fc.array(fc.array(cell, { minLength: 7, maxLength: 7 }), { minLength: 2, maxLength: 6 })
    const places = [0, 1, 999, 1000, 1001, 1999, 2299]
    await fc.assert(
      fc.asyncProperty(rows, async table => {
        const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
        const cells = table.map((row, r) =>
          Array.from({ length: COLUMNS }, (_, k) => (places.includes(k) ? row[places.indexOf(k)]! : `${r * k}`)),
        )
        const header = Array.from({ length: COLUMNS }, (_, k) => `c${k}`)
        const { ask, cache } = askingOf(`${[header, ...cells].map(row => row.map(quoted).join(',')).join('\n')}\n`)
        const listed = (await ask(null)).relations.find(({ name }) => name === 't')!
        expect(listed.columns.map(({ name }) => name)).toEqual(header)
        expect(listed.rows).toBe(table.length)
        expect(parquetsIn(cache).filter(name => /^0(?:-\d+)?\.parquet$/.test(name))).toHaveLength(3)
        const list = places.map(k => `c${k}::VARCHAR`)
        const { result } = await ask(`SELECT ${list.join(', ')}, c500, c1500, line FROM t ORDER BY line`)
        let line = 2
        const told = table.map((row, r) => {
          const own = line
          line += 1 + row.join('').split('\n').length - 1
          return [...row, r * 500, r * 1500, own]
        })
        // Text and numbers of a column say the same; what is missing is NULL.
        const plain = (value: unknown) => (value === null ? '' : /^-?[\d.]+$/.test(`${value}`) ? Number(value) : value)
        expect(result!.rows.map(row => row.map(plain))).toEqual(told.map(row => row.map(plain)))
        const filtered = await ask('SELECT c1500, line FROM t WHERE c500 = 500 AND c2200 = 2200')
        expect(filtered.result!.rows.map(row => row.map(Number))).toEqual([[1500, told[1]!.at(-1)]])
      }),
      { numRuns: 3 },
    )
  }, 120_000)
})
