// The columns of facts as their writer has seen them: DuckDB, asked to look at every row, finds the same.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import type { Registry } from '@shoal/base/model/registry'
import { afterAll, expect, it } from 'vitest'
import { readRecords } from '../../../src/run/data/json-table.ts'
import { copyFacts, fieldsOf } from '../../../src/run/relations/fact-copy.ts'
import type { Database } from '../../../src/sql/database.ts'
import { DuckDatabase } from '../../../src/sql/duck-database.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-fact-columns-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
let next = 0

async function copied(rows: readonly Readonly<Record<string, Json>>[]) {
  const file = join(folder, `told-${next++}.txt`)
  writeFileSync(file, 'x')
  const facts = async function* () {
    for (const [k, values] of rows.entries()) yield { relation: 'entries', line: k + 1, values }
  }
  const registry = { get: () => ({ facts }) } as unknown as Registry
  const told = { path: 'x', file, sizeBytes: 1, language: null, number: 0 }
  const order = { files: [told], contentType: 'log', target: join(folder, `facts-${next}`) }
  const { copies } = await copyFacts(order, { registry, signal, onRead() {}, onFile() {} })
  return { copies, fields: fieldsOf(copies) }
}

const ROWS = [
  {
    message: 'a "quoted" one \\ with\nlines',
    empty: null,
    count: 1,
    debt: -1,
    share: 0.5,
    is: true,
    late: null,
    mixed: 1,
  },
  {
    message: 'é 😀',
    empty: null,
    count: -9_007_199_254_740_991,
    debt: -2,
    share: -2,
    is: false,
    late: null,
    mixed: 2.25,
  },
  { count: 0, new: 'x', late: 'here', share: -0, text: '2026-02-11', 'with.dot "x"': 7, id: '00f7' },
]

it('are those that DuckDB finds, with the same values', async () => {
  const { copies, fields } = await copied(ROWS)
  const database = (await DuckDatabase.open(join(folder, 'db'))) as unknown as Database
  const reading = { beside: ['l', 'f'], object: 1, task: { database }, rows: ROWS.length, rules: () => [] }
  const files = copies.map(({ file }) => file)
  const [seen, known] = [await readRecords(files, reading), await readRecords(files, { ...reading, fields })]
  const shown = ({ columns }: typeof seen) => columns.map(({ name, type }) => ({ name, type }))
  expect(fields?.map(({ name }) => name)).toEqual(Object.keys(Object.assign({}, ...ROWS)))
  expect(shown(known)).toEqual(shown(seen))
  const list = known.columns.map(({ sql }) => sql).join(', ')
  const all = await Promise.all(
    [seen, known].map(({ from }) => database.rows(`SELECT ${list} FROM ${from} ORDER BY l`)),
  )
  expect(all[1]).toEqual(all[0])
})

it.each([
  ['a list', [{ a: [1] }]],
  ['a number that a double does not hold', [{ a: 2 ** 60 }]],
  ['values of two kinds', [{ a: 1 }, { a: 'x' }]],
  ['names that differ in case alone', [{ a: 1, A: 2 }]],
])('are left to DuckDB where there is %s', async (_, rows) => {
  expect((await copied(rows)).fields).toBeNull()
})
