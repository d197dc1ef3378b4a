// What a result says of values: numbers in lists, keys that differ in case, long rows, odd file names, secrets by value.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, DataFolder, plainRows, rowsOf } from './query-data-files.ts'

const folder = new DataFolder()
afterAll(() => folder.remove())

describe('keys of JSON that differ in case alone', () => {
  it.each([
    ['case.json', '[{"userId":1},{"userID":2},{"userid":3}]'],
    ['case.jsonl', '{"userId":1}\n{"userID":2}\n{"userid":3}\n'],
  ])('are all there in %s', async (name, text) => {
    const file = folder.write(name, text)
    const sql = `SELECT record->>'$.userId', record->>'$.userID', record->>'$.userid' FROM t`
    const { result, tables } = await ask(sql, [], { files: [{ name: 't', path: file, file }] })
    expect(result!.rows).toEqual([
      ['1', null, null],
      [null, '2', null],
      [null, null, '3'],
    ])
    expect(tables[0]!.notes.join()).toContain('differ in case alone')
  })

  it('are all there in a nested object', async () => {
    const file = folder.write('nested.jsonl', '{"a":{"x":1,"X":2}}\n{"a":{"X":3}}\n')
    expect(await rowsOf(`SELECT record->>'$.a.x', record->>'$.a.X' FROM nested`, file)).toEqual([
      ['1', '2'],
      [null, '3'],
    ])
  })

  it('are told from keys that end in a number', async () => {
    const file = folder.write('numbered.jsonl', '{"line":1,"line_1":2,"Line_2":3}\n')
    expect(await rowsOf('SELECT line, line_1, line_2 FROM numbered', file)).toEqual([[1, 2, 3]])
    const both = folder.write('both.jsonl', '{"line":1,"line_1":2}\n{"Line":3}\n')
    expect(await rowsOf(`SELECT record->>'$.Line' FROM t_both`, both)).toEqual([[null], ['3']])
  })
})

describe('values in lists and structs', () => {
  it('are as they are in cells', async () => {
    const file = folder.write('lists.jsonl', '{"rows":[{"a":1,"b":0.5},{"a":2,"b":null}]}\n{"rows":[]}\n')
    expect(await rowsOf('SELECT unnest(rows) FROM lists', file)).toEqual([[{ a: 1, b: 0.5 }], [{ a: 2, b: null }]])
    const sql = `SELECT list(i), [12345678901234567890], [1.25::DECIMAL(9, 2)], MAP {'k': 7::BIGINT},
      ['inf'::DOUBLE, 2], [DATE '2024-01-31'], [[true], NULL], array_value(1::BIGINT, 2), union_value(n := 3::BIGINT)
      FROM range(3) t(i)`
    expect(await rowsOf(sql, file)).toEqual([
      [
        [0, 1, 2],
        ['12345678901234567890'],
        [1.25],
        [{ key: 'k', value: 7 }],
        ['Infinity', 2],
        ['2024-01-31'],
        [[true], null],
        [1, 2],
        { tag: 'n', value: 3 },
      ],
    ])
  })
})

describe('numbers', () => {
  it('come out exactly: as texts where a double does not hold them', async () => {
    const file = folder.write('numbers.csv', 'n\n9007199254740993\n-9007199254740993\n9007199254740991\n')
    expect(await rowsOf('SELECT n FROM numbers', file)).toEqual([
      ['9007199254740993'],
      ['-9007199254740993'],
      [9007199254740991],
    ])
    const sql = `SELECT sum(n), 170141183460469231731687303715884105727::HUGEINT, 18446744073709551615::UBIGINT,
      12345678901234567.89::DECIMAL(30, 2), 0.1::DECIMAL(3, 2), -123456789012.345::DECIMAL(18, 3) FROM numbers`
    expect(await rowsOf(sql, file)).toEqual([
      [
        9007199254740991,
        '170141183460469231731687303715884105727',
        '18446744073709551615',
        '12345678901234567.89',
        0.1,
        -123456789012.345,
      ],
    ])
  })
})

describe('a long first row', () => {
  const columns = Array.from({ length: 90 }, (_, k) => `c${k}`)

  it('is shown with its cells cut further', async () => {
    const row = columns.map(() => 'x'.repeat(490)).join(',')
    const file = folder.write('wide.csv', `${columns.join(',')}\n${row}\n${row}\n`)
    const { result } = await ask('SELECT * FROM wide', [file])
    expect(result).toMatchObject({ rowCount: 2, truncated: true })
    expect(result!.rows).toHaveLength(1)
    expect(result!.rows[0]).toHaveLength(92)
    expect(result!.rows[0]![0]).toMatch(/^x{50,}…\[\+\d+ characters\]$/)
    const [, shown, left] = /^(x+)…\[\+(\d+) /.exec(result!.rows[0]![0] as string)!
    expect(shown!.length + Number(left)).toBe(490)
    expect(JSON.stringify(result).length).toBeLessThan(33_000)
  })

  it('is shown also where every character has to be escaped', async () => {
    const file = folder.write('one.csv', 'a,b\n1,2\n')
    const cells = columns.map(name => `repeat(chr(1), 490) AS ${name}`).join(', ')
    const { result } = await ask(`SELECT ${cells} FROM one`, [file])
    expect(result).toMatchObject({ rowCount: 1, truncated: false })
    expect(result!.rows).toHaveLength(1)
    expect(JSON.stringify(result).length).toBeLessThan(33_000)
  })
})

describe('names of files that DuckDB would expand', () => {
  const outer = new DataFolder()
  afterAll(() => outer.remove())

  beforeAll(() => {
    outer.write('x.csv', 'a,b\noutside,1\n')
    mkdirSync(join(folder.path, '[l]ink'))
    symlinkSync(outer.path, join(folder.path, 'link'))
    mkdirSync(join(folder.path, 'c0=9'))
  })

  it('are read as they are, not those that they would match', async () => {
    folder.write('[l]ink/x.csv', 'a,b\n7,2\n')
    const { tables, result } = await ask('SELECT * FROM x', [join(folder.path, '[l]ink/x.csv')])
    expect(tables[0]).toMatchObject({ rows: 1, columns: [{ type: 'BIGINT' }, { type: 'BIGINT' }] })
    expect(plainRows(result!)).toEqual([[7, 2]])
  })

  it.each(['h[1]', 'h*', 'h?', 'h{1,2}', '~h', "h'1", 'h\\[1]', 's3:h', 'h#1%20'])('%s', async stem => {
    folder.write('h1.csv', 'a,b\nother,1\n')
    folder.write('h1.json', '[{"a":"other"}]')
    folder.write('h1.jsonl', '{"a":"other"}\n')
    for (const [end, text] of [
      ['csv', 'a,b\n7,2\n'],
      ['json', '[{"a":7}]'],
      ['jsonl', '{"a":7}\n{"a":7}\n'],
    ] as const) {
      const file = folder.write(`${stem}.${end}`, text)
      const files = [{ name: 't', path: file, file }]
      const { tables, result } = await ask('SELECT DISTINCT a FROM t', [], { files })
      expect(tables[0]!.columns[0], file).toMatchObject({ name: 'a', type: 'BIGINT', note: null })
      expect(result!.rows, file).toEqual([[7]])
    }
  })

  it('are read as they are when they are Parquet', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    for (const [name, value] of [
      ['p1', "'other'"],
      ['p[1]', '7'],
      ['c0=9/p', '8'],
    ])
      await connection.run(`COPY (SELECT ${value} AS a) TO '${folder.path}/${name}.parquet' (FORMAT parquet)`)
    connection.closeSync()
    const asked = (name: string) => ask('SELECT * FROM p', [], { files: [fileOf(`${name}.parquet`)] })
    expect(plainRows((await asked('p[1]')).result!)).toEqual([[7]])
    expect(plainRows((await asked('c0=9/p')).result!)).toEqual([[8]])
  })

  it('give no columns and no compression', async () => {
    folder.write('c0=9/h.csv', 'a,b\n1,2\n')
    folder.write('c0=9/h.jsonl', '{"c0":1,"b":2}\n{"c0":3,"b":4}\n')
    folder.write('plain.json.gz', '[{"a":1}]')
    expect(await rowsOf('SELECT * FROM h', join(folder.path, 'c0=9/h.csv'))).toEqual([[1, 2]])
    expect(await rowsOf('SELECT * FROM h', join(folder.path, 'c0=9/h.jsonl'))).toEqual([
      [1, 2],
      [3, 4],
    ])
    const { result } = await ask('SELECT * FROM p', [], { files: [fileOf('plain.json.gz')] })
    expect(plainRows(result!)).toEqual([[1]])
  })

  const fileOf = (name: string) => ({ name: 'p', path: join(folder.path, name), file: join(folder.path, name) })
})

describe('secrets', () => {
  const secret = 'hunter2-Secret9x'
  const users = () => folder.write('users.csv', `user,password\nann,${secret}\nbob,\n`)

  it.each([
    'SELECT password AS p FROM users',
    "SELECT user || ':' || password FROM users",
    'SELECT [password] AS l, {p: password} AS s, MAP {coalesce(password, user): 1} AS m FROM users',
    'SELECT upper(password) AS p FROM users',
    'SELECT string_agg(user || password, chr(10)) FROM users',
    'SELECT u.t FROM (SELECT to_json(users)::VARCHAR AS t FROM users) u',
    'EXPLAIN ANALYZE SELECT max(password) FROM users',
  ])('are masked whatever they are called: %s', async sql => {
    const answer = JSON.stringify((await ask(sql, [users()])).result)
    expect(answer.toLowerCase()).not.toContain(secret.toLowerCase())
    if (!sql.startsWith('EXPLAIN')) expect(answer.toLowerCase()).toContain('[masked')
  })

  it('are masked in errors', async () => {
    const failed = ask('SELECT cast(password AS INT) FROM users', [users()])
    await expect(failed).rejects.toMatchObject({ code: 'sql-failed', message: expect.stringContaining('[masked 1]') })
    await expect(failed).rejects.not.toThrow(secret)
  })

  it('are masked in notes about columns', async () => {
    const file = folder.write('pins.csv', `user,password\na,123\nb,${secret}\n`)
    expect(JSON.stringify(await ask(null, [file]))).not.toContain(secret)
  })

  it.each([
    ['jsonl', `{"user":"ann","password":"${secret}"}\n{"user":"bob","password":null}\n`, 'password'],
    ['json', `[{"user":"ann","db":{"password":"${secret}"}}]`, '"db.password"'],
  ])('are masked in %s', async (end, text, path) => {
    const file = folder.write(`users.${end}`, text)
    const rows = JSON.stringify(await rowsOf(`SELECT ${path} AS p FROM users`, file))
    expect(rows).not.toContain(secret)
    expect(rows).toContain('[masked 1]')
  })

  it('are masked in Parquet, also in structs', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const file = join(folder.path, 'users.parquet')
    await connection.run(
      `COPY (SELECT '${secret}' AS password, {password: 'Other-${secret}'} AS db) TO '${file}' (FORMAT parquet)`,
    )
    connection.closeSync()
    const rows = JSON.stringify(await rowsOf('SELECT password AS p, db AS q FROM users', file))
    expect(rows).not.toContain(secret)
  })

  it('are masked deep in a file, in all tables of a query, and from memory', async () => {
    const lines = Array.from({ length: 40_000 }, (_, k) => `user-number-${k}-${'of'.repeat(50)},Pw${k}xQ7-${k}`)
    const many = folder.write('many.csv', `name,password\n${lines.join('\n')}\n`)
    const sql = `SELECT m.password AS p, u.password AS q FROM many m, users u WHERE m.name LIKE 'user-number-39999-%'`
    for (let round = 0; round < 2; round++) {
      const rows = JSON.stringify((await ask(sql, [many, users()])).result!.rows)
      expect(rows).not.toContain('39999xQ7')
      expect(rows).not.toContain(secret)
    }
  })

  it('are masked in any number, all apart', async () => {
    const lines = Array.from({ length: 50_001 }, (_, k) => `Pw${k}xQ7-${k},1`)
    const many = folder.write('most.csv', `password,n\n${lines.join('\n')}\n`)
    expect(
      await rowsOf("SELECT count(DISTINCT password), count(*) FILTER (password LIKE '[masked %]') FROM most", many),
    ).toEqual([[50_001, 50_001]])
  })

  it('are known anew when the file changed', async () => {
    await ask('SELECT password AS p FROM users', [users()])
    const file = folder.write('users.csv', 'user,password\nann,Changed-9-Word\ncid,x\n')
    expect(JSON.stringify((await ask('SELECT password AS p FROM users', [file])).result)).not.toContain(
      'Changed-9-Word',
    )
  })

  it('leave other values alone', async () => {
    const file = folder.write('tokens.csv', 'token,n\nhello,1\nworld,2\n')
    expect(await rowsOf('SELECT token AS t, n FROM tokens ORDER BY n', file)).toEqual([
      ['hello', 1],
      ['world', 2],
    ])
  })
})
