// query_data and search as an agent calls them: jailed, bounded, and by the schemas they promise.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { queryData } from '../../src/mcp/tools/query-data.ts'
import { searchFiles as search } from '../../src/mcp/tools/search-files.ts'
import { makeLab } from './lab.ts'

const lab = makeLab()
const server = lab.server()
const put = (name: string, text: string) => writeFileSync(join(lab.root, name), text)
put('orders.csv', 'id,customer,amount\n1,ann,10.50\n2,bob,4.25\n3,ann,0.25\n')
put('customers.jsonl', '{"name":"ann","city":"Oslo"}\n{"name":"bob","city":"Bergen"}\n')
put('notes.txt', 'The pump failed.\nall is well\n')

describe('query_data', () => {
  it('tells the tables first, then answers', async () => {
    const known = await server.call(queryData, { files: ['orders.csv'] })
    expect(known.tables.map(({ name }: { name: string }) => name)).toEqual(['orders', 'files'])
    expect({ ...known, tables: known.tables.slice(0, 1) }).toMatchObject({
      columns: [],
      rows: [],
      tables: [
        {
          name: 'orders',
          path: 'orders.csv',
          rows: 3,
          column_count: 3,
          columns: [
            { name: 'id', type: 'BIGINT' },
            { name: 'customer', type: 'VARCHAR' },
            { name: 'amount', type: 'DECIMAL(4, 2)' },
          ],
        },
      ],
    })
    const sql =
      'SELECT c.city, sum(o.amount) AS total FROM orders o JOIN c ON c.name = o.customer GROUP BY ALL ORDER BY 2 DESC'
    const answer = await server.call(queryData, { sql, files: ['orders.csv'], tables: { c: 'customers.jsonl' } })
    expect(answer).toMatchObject({
      columns: [{ name: 'city' }, { name: 'total', type: 'DECIMAL(38,2)' }],
      rows: [
        ['Oslo', 10.75],
        ['Bergen', 4.25],
      ],
      row_count: 2,
      truncated: false,
    })
  })

  it('stays inside the roots', async () => {
    const outside = join(tmpdir(), `shoal-outside-${process.pid}.csv`)
    writeFileSync(outside, 'a,b\n1,2\n')
    symlinkSync(outside, join(lab.root, 'link.csv'))
    expect(await server.refused(queryData, { files: [outside] })).toMatch(/outside/)
    expect(await server.refused(queryData, { files: ['link.csv'] })).toMatch(/outside/)
    expect(await server.refused(queryData, { files: ['../orders.csv'] })).toMatch(/outside|no such/)
  })

  it('keeps a wide table and long rows within one answer', async () => {
    const names = Array.from({ length: 900 }, (_, k) => `column_with_a_long_name_${k}`)
    put('wide.csv', `${names.join(',')}\n${`${names.map(() => 'x'.repeat(600)).join(',')}\n`.repeat(3)}`)
    expect(await server.refused(queryData, { sql: 'SELECT * FROM wide', files: ['wide.csv'] })).toMatch(/902 columns/)
    const some = names.slice(0, 100).join(', ')
    const { tables, truncated, rows } = await server.call(queryData, {
      sql: `SELECT ${some} FROM wide`,
      files: ['wide.csv'],
    })
    expect(tables).toEqual([{ name: 'wide', kind: 'table', path: 'wide.csv', rows: 3, notes: [] }])
    const known = await server.call(queryData, { files: ['wide.csv'] })
    expect(known.tables[0]).toMatchObject({
      column_count: 900,
      rows: 3,
      notes: [expect.stringMatching(/^only the first \d+ columns/)],
    })
    const count = await server.call(queryData, { sql: 'SELECT count(*) FROM wide', files: ['wide.csv'] })
    expect(JSON.stringify(count).length).toBeLessThan(300)
    // The first row is always shown, its cells cut further.
    expect({ truncated, rows: rows.length }).toEqual({ truncated: true, rows: 1 })
    expect(JSON.stringify({ tables, rows }).length).toBeLessThan(45_000)
  })

  it('says why a column is text when a query fails over that', async () => {
    const rows = Array.from({ length: 2_400 }, (_, k) => `${k},${k === 2_000 ? 'basic' : `${k}.5`},plain`)
    put('plans.csv', `id,amount,word\n${rows.join('\n')}\n`)
    const why = 'amount is text because 1 cell of 2400 is not a number: "basic"; use TRY_CAST("amount" AS DOUBLE)'
    for (const sql of [
      'SELECT sum(amount) FROM plans',
      'SELECT count(*) FROM plans WHERE amount > 5',
      'SELECT avg(Amount) FROM plans',
      'SELECT sum(CAST(amount AS DOUBLE)) FROM plans',
    ])
      expect(await server.refused(queryData, { sql, files: ['plans.csv'] }), sql).toContain(why)
    expect(await server.refused(queryData, { sql: 'SELECT sum(word) FROM plans', files: ['plans.csv'] })).not.toMatch(
      /TRY_CAST/,
    )
    const sum = 'SELECT sum(TRY_CAST("amount" AS DOUBLE)) FROM plans'
    expect(await server.call(queryData, { sql: sum, files: ['plans.csv'] })).toMatchObject({
      rows: [[(2_399 * 2_400) / 2 - 2_000 + 2_399 / 2]],
    })
  })

  it.each(['DELETE FROM orders', 'SET threads = 1', "COPY orders TO 'x.csv'", 'DROP VIEW orders'])(
    'refuses %s by what can be asked',
    async sql => {
      const line = await server.refused(queryData, { sql, files: ['orders.csv'] })
      expect(line).toBe('only a SELECT can be asked: the files are only read')
    },
  )

  it('says of a PIVOT what it lacks', async () => {
    const sql = 'PIVOT orders ON customer USING count(*)'
    expect(await server.refused(queryData, { sql, files: ['orders.csv'] })).toMatch(/PIVOT must name its columns/)
  })

  it('calls an empty file empty, whatever it is named', async () => {
    mkdirSync(join(lab.root, 'odd'))
    for (const name of ['empty.csv', 'empty.json', 'empty.jsonl', 'empty.parquet', 'empty.txt']) {
      put(`odd/${name}`, '')
      expect(await server.refused(queryData, { files: [`odd/${name}`] })).toBe(`odd/${name} is empty`)
      expect(await server.call(search, { query: 'x y', mode: 'text', paths: [`odd/${name}`] })).toMatchObject({
        total: 0,
        note: `odd/${name} is empty`,
        skipped: [{ path: `odd/${name}`, reason: 'empty file' }],
      })
    }
  })

  it('refuses what is not a table, and a call without files', async () => {
    writeFileSync(join(lab.root, 'picture.png'), Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
    expect(await server.refused(queryData, { files: ['picture.png'] })).toMatch(/gives no rows/)
    expect(await server.refused(queryData, { sql: 'SELECT 1' })).toMatch(/name 1 to 20 files or directories/)
  })

  it('takes directories, and tells what documents and logs hold', async () => {
    mkdirSync(join(lab.root, 'mixed'))
    put('mixed/a.csv', 'n,m\n1,2\n')
    put('mixed/app.log', '2024-01-01 10:00:00 ERROR pump failed\n')
    const sql = 'SELECT (SELECT sum(n) FROM a), (SELECT message FROM entries), (SELECT count(*) FROM files)'
    expect((await server.call(queryData, { sql, files: ['mixed'] })).rows).toEqual([[1, 'pump failed', 2]])
  })
})

describe('search', () => {
  it('finds by words, text and pattern', async () => {
    mkdirSync(join(lab.root, 'sub'))
    put('sub/more.txt', 'pumps fail often\n')
    const { matches, total, skipped_count } = await server.call(search, {
      query: 'pump failing',
      mode: 'words',
      paths: ['notes.txt', 'sub'],
    })
    expect(matches.map(({ path, line }: { path: string; line: number }) => `${path}:${line}`).sort()).toEqual([
      'notes.txt:1',
      'sub/more.txt:1',
    ])
    expect({ total, skipped_count }).toEqual({ total: 2, skipped_count: 0 })
    const text = await server.call(search, {
      query: 'PUMP',
      mode: 'text',
      paths: ['.'],
      include: ['**/*.txt'],
      limit: 1,
    })
    expect(text).toMatchObject({ total: 2, total_is_exact: true, files: 2, matches: [{ path: 'notes.txt', line: 1 }] })
    const next = await server.call(search, {
      query: 'PUMP',
      mode: 'text',
      paths: ['.'],
      include: ['**/*.txt'],
      limit: 1,
      cursor: text.next_cursor,
    })
    expect(next).toMatchObject({ total: 2, matches: [{ path: 'sub/more.txt', line: 1 }], next_cursor: null })
  })

  it('says what may explain an answer, and nothing about secrets', async () => {
    put('keys.txt', 'password: tr0ub4dor&3x\n')
    const note = async (query: string, mode: string, paths = ['notes.txt']) =>
      (await server.call(search, { query, mode, paths })).note
    for (const query of ['pump|valve', 'pump.*', '\\d+ pump', '[a-z]+ pump'])
      expect(await note(query, 'words')).toBe('looks like a regular expression: mode regex')
    expect(await note('pump failed. Why?', 'words')).toBeUndefined()
    expect(await note('pump', 'text')).toBeUndefined()
    const hidden = await note('ub4dor', 'text', ['keys.txt'])
    expect(hidden).toMatch(/not searched for the secret itself/)
    // The same where there is no such secret: else the note would tell.
    expect(await note('ub5dor', 'text', ['keys.txt'])).toBe(hidden)
    expect(await note('ub4d.r', 'regex', ['keys.txt'])).toBe(hidden)
  })

  it('wants paths or a run, inside the roots', async () => {
    expect(await server.refused(search, { query: 'x' })).toMatch(/either/)
    expect(await server.refused(search, { query: 'x', paths: ['/etc'] })).toMatch(/outside/)
    expect(await server.refused(search, { query: 'x', run: 'none' })).toMatch(/no run/)
  })
})
