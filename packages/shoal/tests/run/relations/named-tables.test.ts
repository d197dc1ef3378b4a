// A large table of which only the columns are read that a query names answers as the whole table does, in every cell and every note.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { queryData } from '../../../src/run/query-data.ts'
import { wordsOfQuery } from '../../../src/sql/named-columns.ts'

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-named-')))
afterAll(() => rmSync(scratch, { recursive: true }))
const { signal } = new AbortController()
let files = 0

async function answer(text: string, sql: string, largeTable: number, cache: string) {
  const file = join(scratch, `t${++files}.csv`)
  writeFileSync(file, text)
  const asked = {
    sql,
    files: [{ name: 't', path: 't.csv', file }],
    settings: settingsFrom(),
    signal,
    cache,
    largeTable,
  }
  try {
    const { result, relations, used, notes } = await queryData(asked)
    return { result, relations, used, notes }
  } catch (error) {
    return { error: String(error) }
  }
}

/** Whether anything of some columns only is kept. */
function keepsSome(cache: string): boolean {
  const directory = join(cache, 'relations')
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).some(
    name => name.endsWith('.json') && readFileSync(join(directory, name), 'utf8').includes('"of":['),
  )
}

const cell = fc.constantFrom(
  '1',
  '2',
  '30',
  '4.50',
  '007',
  '',
  'n/a',
  'true',
  '2024-01-31',
  '2024-01-31T10:00:00Z',
  'Oslo',
  '1,5',
  'two\nlines',
  'a "b"',
  'é',
)
const NAMES = ['id', 'name', 'unit price', 'Größe', 'line', 'count', 'day', 'code']
const table = fc
  .record({
    rows: fc.array(fc.array(cell, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 12 }),
    kind: fc.constantFrom('free', 'even', 'ragged'),
  })
  .map(({ rows, kind }) => {
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const cells = rows.map(row => (kind === 'free' ? row : row.map((_, k) => rows[0]![k]!)))
    const lines = [NAMES, ...cells].map(row => row.map(quoted).join(','))
    return `${lines.join('\n')}\n${kind === 'ragged' ? '1,2\n' : ''}`
  })
const column = fc.constantFrom(
  'id',
  'name',
  '"unit price"',
  'ID',
  '"Größe"',
  '"line"',
  '"count"',
  'day',
  'code',
  't.id',
  'x.day',
  'missing',
  '_line',
  'path',
)
const expression = fc.oneof(
  column,
  fc.tuple(fc.constantFrom('count', 'min', 'max', 'any_value', 'typeof'), column).map(([name, of]) => `${name}(${of})`),
  fc.constantFrom(
    'count(*)',
    '*',
    't',
    'x',
    't.*',
    'x.*',
    'COLUMNS(*)',
    "COLUMNS('i.*')",
    '1 * 2',
    "'id'",
    'sum(id * 2)',
    '#1',
  ),
)
const query = fc
  .record({
    select: fc.array(expression, { minLength: 1, maxLength: 3 }),
    from: fc.constantFrom(
      't',
      't x',
      't AS x',
      't x(a, id)',
      't, t x',
      '(FROM t) x',
      '(SELECT id, day FROM t) x',
      't JOIN t x USING (id)',
      'range(3) t',
    ),
    tail: fc.constantFrom(
      '',
      ' WHERE id IS NOT NULL',
      ' ORDER BY ALL',
      ' GROUP BY ALL',
      ' ORDER BY name LIMIT 2',
      ' UNION ALL BY NAME FROM t',
      ' -- id',
    ),
    form: fc.constantFrom('', '', '', 'FROM t', 'DESCRIBE t', 'SUMMARIZE t', 'WITH c AS (FROM t) SELECT day FROM c'),
  })
  .map(({ select, from, tail, form }) => (form === '' ? `SELECT ${select.join(', ')} FROM ${from}${tail}` : form))

describe('columns that a query names', () => {
  it('are all that its answer needs', async () => {
    await fc.assert(
      fc.asyncProperty(table, query, async (text, sql) => {
        const cache = mkdtempSync(join(scratch, 'cache-'))
        const whole = await answer(text, sql, Number.POSITIVE_INFINITY, cache)
        const other = mkdtempSync(join(scratch, 'cache-'))
        expect(await answer(text, sql, 0, other), sql).toEqual(whole)
        expect(await answer(text, sql, 0, other), sql).toEqual(whole)
      }),
      { numRuns: 25 },
    )
  })

  it('are read alone, once, and the table as a whole when others have been asked for', async () => {
    const cache = mkdtempSync(join(scratch, 'cache-'))
    const text = `${NAMES.join(',')}\n1,Oslo,2.50,3,4,5,2024-01-31,007\n`
    const first = await answer(text, 'SELECT sum("unit price"), max(code) FROM t', 0, cache)
    expect(first).toMatchObject({ result: { rows: [[2.5, '007']] } })
    expect(keepsSome(cache)).toBe(true)
    for (const name of ['id', 'name', 'day', 'code', '"unit price"', '"line"', '"count"'])
      expect(await answer(text, `SELECT count(${name}) FROM t`, 0, cache)).toMatchObject({ result: { rows: [[1]] } })
    expect(await answer(text, 'SELECT * FROM t', 0, cache)).toMatchObject({ result: { rowCount: 1 } })
  })
})

it('are all that is read of a table of thousands of columns', async () => {
  const cache = mkdtempSync(join(scratch, 'cache-'))
  const names = Array.from({ length: 1_500 }, (_, k) => `c${k}x`)
  const text = `${names.join(',')}\n${names.map((_, k) => k).join(',')}\n`
  const told = await answer(text, 'SELECT c7x + c1499x AS sum FROM t', Number.POSITIVE_INFINITY, cache)
  expect(told).toMatchObject({ result: { rows: [[1506]] } })
  expect(keepsSome(cache)).toBe(true)
})

it.each([
  'SELECT * FROM t',
  'SELECT DISTINCT ON (id) * FROM t',
  'SELECT t.* FROM t',
  'SELECT t FROM t',
  'SELECT x FROM t AS x',
  'SELECT x FROM (SELECT 1 AS a) y, t x',
  'SELECT a FROM t x(a)',
  'FROM t',
  'SELECT 1 UNION ALL BY NAME FROM t',
  'SELECT (FROM t)',
  'SELECT COLUMNS(*) FROM t',
  'SELECT #1 FROM t',
  'SELECT id FROM t NATURAL JOIN u',
  'DESCRIBE t',
  'SELECT count(*) FROM timeline',
  'SELECT 1 -- id',
  'SELECT "id FROM t',
  "SELECT e'\\'' FROM t",
  'SELECT column_name FROM information_schema.columns',
])('%s reads the whole table', sql => {
  expect(wordsOfQuery(sql)).toBeNull()
})

it.each([
  ['SELECT count(*), sum(unit_price) FROM t', ['unit_price']],
  ['SELECT a * 2, (b) * (c) FROM t x WHERE x."My Col" > 1 GROUP BY ALL', ['a', 'b', 'c', 'my col']],
  [
    'WITH s AS (SELECT day, total FROM t) SELECT max(total) FROM s JOIN u USING (day) ORDER BY 1 LIMIT 3',
    ['day', 'total'],
  ],
])('%s names what it reads', (sql, names) => {
  const words = wordsOfQuery(sql)
  expect(names.filter(name => !words?.has(name))).toEqual([])
})
