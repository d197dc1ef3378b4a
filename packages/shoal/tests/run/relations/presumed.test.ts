// Types that are presumed from some values: where these say enough, no pass over the rows only counts; and what a later row
// contradicts ends as counting would have had it.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { queryData } from '../../../src/run/query-data.ts'
import type { Database } from '../../../src/sql/database.ts'
import { presumeColumns } from '../../../src/sql/presumed-columns.ts'
import type { TextColumn } from '../../../src/sql/typed-columns.ts'

const RULES = ['boolean', 'integer', 'huge', 'decimal', 'double', 'date', 'timestamp'] as const

function column(name: string, sample: readonly string[], others: readonly string[] = []): TextColumn {
  return { sql: name, name, sample, others, rules: RULES, type: 'VARCHAR' }
}

/** Nobody may ask it. */
const silent = {
  rows: async (sql: string) => {
    throw new Error(`asked: ${sql}`)
  },
} as unknown as Database

it('asks nothing of columns whose values say what they are', async () => {
  const columns = [
    column('id', ['1', '2'], ['900000']),
    column('price', ['1.50', '2'], ['1000.25']),
    column('day', ['2024-01-31']),
    column('at', ['2024-01-31T10:00:00Z']),
    column('code', ['007', '012']),
    column('is', ['true', 'FALSE']),
    column('name', ['a', '1']),
  ]
  const types = (await presumeColumns(silent, 't', columns)).map(({ type }) => type)
  expect(types).toEqual(['BIGINT', 'DECIMAL(18, 2)', 'DATE', 'TIMESTAMP', 'VARCHAR', 'BOOLEAN', 'VARCHAR'])
})

it.each([
  ['words for "no value"', column('n', ['1', 'n/a'])],
  ['no value at all', column('n', [])],
  ['days that may be months', column('d', ['03/04/2024', '05/06/2024'])],
  ['a value elsewhere that does not fit', column('n', ['1', '2'], ['x'])],
  ['times of which some are in UTC', column('t', ['2024-01-31T10:00:00Z', '2024-01-31T10:00:00'])],
  ['decimals of more digits than are kept in eight bytes', column('n', ['123456789012345.25'])],
])('counts the values of a column with %s', async (_, open) => {
  await expect(presumeColumns(silent, 't', [open])).rejects.toThrow('asked:')
})

/** What a row far behind the first ones says, and the type that holds it. */
const LATE: readonly (readonly [early: string, late: string, type: string, value: unknown])[] = [
  ['1', '9007199254740993', 'BIGINT', '9007199254740993'],
  ['1', '12345678901234567890', 'HUGEINT', '12345678901234567890'],
  ['1', '007', 'VARCHAR', '007'],
  ['1', '1.5', 'DECIMAL(2, 1)', 1.5],
  ['1.5', '1.25', 'DECIMAL(3, 2)', 1.25],
  ['1.5', '-1234567.5', 'DECIMAL(9, 1)', -1234567.5],
  ['1.5', 'n/a', 'DECIMAL(2, 1)', null],
  ['2024-01-31', '2024-02-30', 'VARCHAR', '2024-02-30'],
  ['2024-01-31T10:00:00', '2024-01-31T10:00:00Z', 'VARCHAR', '2024-01-31T10:00:00Z'],
  ['true', 'yes', 'VARCHAR', 'yes'],
]

it('is what counting says, whatever a late row holds', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-presumed-')))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    const rows = Array.from({ length: 700 }, (_, k) => [k, ...LATE.map(([early, late]) => (k === 600 ? late : early))])
    const header = ['row', ...LATE.map((_, k) => `c${k}`)]
    const table = write('late.csv', `${[header, ...rows].map(cells => cells.join(',')).join('\n')}\n`)
    const records = rows.map(cells =>
      JSON.stringify(Object.fromEntries(header.map((name, k) => [name, String(cells[k])]))),
    )
    const lines = write('late.jsonl', `${records.join('\n')}\n`)
    for (const file of [table, lines]) {
      const sql = `SELECT * EXCLUDE (path, line, "row") FROM late WHERE "row" = 600`
      const { result, relations } = await queryData({
        sql,
        files: [{ path: file, file, name: null }],
        settings: settingsFrom(),
        signal: new AbortController().signal,
        cache: join(folder, 'cache'),
      })
      const { columns } = relations.find(({ name }) => name === 'late')!
      expect(columns.slice(1).map(({ type }) => type)).toEqual(LATE.map(([, , type]) => type))
      expect(result!.rows[0]).toEqual(LATE.map(([, , , value]) => value))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('keeps the names of tables and what was left out where a later value is not what was presumed', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-presumed-')))
  try {
    const rows = Array.from({ length: 1500 }, (_, k) => JSON.stringify({ a: k < 1490 ? String(k) : `w${k}` }))
    const [lines, document] = [join(folder, 'lines.jsonl'), join(folder, 'two.json')]
    writeFileSync(lines, `${rows.toSpliced(700, 0, 'no JSON').join('\n')}\n`)
    writeFileSync(document, `{"first":[${rows}],"second":[${rows}]}`)
    const { relations } = await queryData({
      sql: null,
      files: [lines, document].map(path => ({ path, file: path, name: null })),
      settings: settingsFrom(),
      signal: new AbortController().signal,
      cache: join(folder, 'cache'),
    })
    const told = relations.filter(({ kind }) => kind === 'table').map(({ name, notes }) => [name, notes])
    expect(told).toEqual([
      ['lines', ['1 line left out as no JSON: line 701']],
      ['two_first', ['the records of first']],
      ['two_second', ['the records of second']],
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
