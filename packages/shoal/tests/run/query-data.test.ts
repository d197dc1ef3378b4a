// query_data reads files exactly: as many rows as our own scanner counts, totals equal to the analyst's, nothing dropped.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { profileFile } from '../../src/run/profile.ts'
import { ask, DataFolder, plainRows, rowsOf } from './query-data-files.ts'

const folder = new DataFolder()
afterAll(() => folder.remove())

const types = async (file: string) => {
  const [table] = (await ask(null, [file])).tables
  return Object.fromEntries(table!.columns.map(({ name, type }) => [name, type]))
}

describe('types', () => {
  it('gives a column the narrowest type that every value has', async () => {
    const file = folder.write(
      'types.csv',
      'id,amount,day,at,ok,code,big,exp,note\n1,1.50,2024-01-31,2024-01-31T10:00:00,true,007,12345678901234567890,1e3,x\n-2,20,2023-12-01,2024-01-31 10:00:01.5,FALSE,042,1,2.5,\n',
    )
    expect(await types(file)).toEqual({
      id: 'BIGINT',
      amount: 'DECIMAL(4, 2)',
      day: 'DATE',
      at: 'TIMESTAMP',
      ok: 'BOOLEAN',
      code: 'VARCHAR',
      big: 'HUGEINT',
      exp: 'DOUBLE',
      note: 'VARCHAR',
    })
    expect(await rowsOf('SELECT * FROM types ORDER BY id DESC', file)).toEqual([
      [1, 1.5, '2024-01-31', '2024-01-31 10:00:00', true, '007', '12345678901234567890', 1000, 'x'],
      [-2, 20, '2023-12-01', '2024-01-31 10:00:01.5', false, '042', 1, 2.5, null],
    ])
  })

  it('keeps a column text for one late value, and says which', async () => {
    const lines = Array.from({ length: 20_000 }, (_, k) => `${k},${k === 19_990 ? '1.5x' : k}`)
    const file = folder.write('late.csv', `id,n\n${lines.join('\n')}\n`)
    const [table] = (await ask(null, [file])).tables
    expect(table).toMatchObject({ rows: 20_000 })
    expect(table!.columns[1]).toMatchObject({
      name: 'n',
      kind: 'text',
      type: 'VARCHAR',
      note: 'text, because 1 cell of 20000 is not a whole number: "1.5x"',
    })
  })

  it('widens a column whose later values need it', async () => {
    const lines = Array.from({ length: 20_000 }, (_, k) => (k === 19_990 ? '0.25' : `${k}`))
    const file = folder.write('widens.csv', `n,m\n${lines.map(n => `${n},1`).join('\n')}\n`)
    expect(await types(file)).toEqual({ n: 'DECIMAL(7, 2)', m: 'BIGINT' })
    expect(await rowsOf('SELECT sum(n) FROM widens', file)).toEqual([[(19_999 * 20_000) / 2 - 19_990 + 0.25]])
  })

  it('takes words for "no value" as NULL in columns of numbers and dates, and says so', async () => {
    const file = folder.write('words.csv', 'n,s\n1,null\nn/a,-\n,x\nNone,NA\n3,\n')
    const { tables, result } = await ask('SELECT count(n), sum(n), count(s) FROM words', [file])
    expect(result!.rows).toEqual([[2, 4, 4]])
    expect(tables[0]!.columns[0]).toMatchObject({
      type: 'BIGINT',
      note: '2 cells with a word for "no value" read as NULL',
    })
  })

  it('does not compare times in UTC with times of no zone', async () => {
    const file = folder.write(
      'zones.csv',
      'a,b\n2024-01-01T10:00:00Z,2024-01-01T10:00:00Z\n2024-01-01T11:00:00Z,2024-01-01T11:00:00\n',
    )
    expect(await types(file)).toEqual({ a: 'TIMESTAMP', b: 'VARCHAR' })
  })

  it('sums money exactly', async () => {
    const file = folder.write('money.csv', `a,b\n${'0.10,1\n'.repeat(1_000)}`)
    expect(await rowsOf('SELECT sum(a) = 100 FROM money', file)).toEqual([[true]])
  })
})

describe('tables that are not by the book', () => {
  it.each([
    [
      'short rows',
      'a,b\n1\n3,4\n',
      [
        [1, null],
        [3, 4],
      ],
    ],
    [
      'blank lines',
      'a,b\n1,2\n\n\n3,4\n',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'text behind a closing quote',
      'a,b\n"x"y,2\nz,4\n',
      [
        ['xy', 2],
        ['z', 4],
      ],
    ],
    [
      'a blank before a quote',
      'a,b\n "x",2\nz,4\n',
      [
        [' "x"', 2],
        ['z', 4],
      ],
    ],
    [
      'a blank behind a quote',
      'a,b\n"x" ,2\nz,4\n',
      [
        ['x ', 2],
        ['z', 4],
      ],
    ],
    [
      'a quote that never closes',
      'a,b\n"x,2\nz,4\n',
      [
        ['"x', 2],
        ['z', 4],
      ],
    ],
    [
      'CR LF and LF',
      'a,b\r\n1,2\n3,4\r\n',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      'CR alone',
      'a,b\r1,2\r3,4\r',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['quoted line ends', 'a,b\n"x\r\ny\n""z""",2\n', [['x\r\ny\n"z"', 2]]],
    ['a byte-order mark', '\ufeffa,b\n1,2\n', [[1, 2]]],
    [
      'no last line end',
      'a,b\n1,2\n3,4',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['a declared delimiter', 'sep=;\na;b\n1;2\n', [[1, 2]]],
    ['a header over two lines', '"a\nx",b\n1,2\n', [[1, 2]]],
    ['one column with blanks', 'a\n1\n\n2\n', [[1], [2]]],
  ])('%s', async (name, text, rows) => {
    const file = folder.write('odd.csv', text as string)
    expect(await rowsOf('SELECT * FROM odd', file), name as string).toEqual(rows)
  })

  it('keeps cells beyond the header in a column of their own', async () => {
    const file = folder.write('long.csv', 'a,b\n1,2,3,x\n4,5\n')
    const { tables, result } = await ask('SELECT * FROM long', [file])
    expect(plainRows(result!)).toEqual([
      [1, 2, '3,x'],
      [4, 5, null],
    ])
    expect(tables[0]!.notes).toEqual([
      '1 row has more cells than the header; the rest is in the column extra_cells (first at line 2)',
    ])
  })

  it.each([
    ['utf16le', Buffer.from('\ufeffname,n\ncafé 🐟,1\nb,2\n', 'utf16le')],
    ['latin1', Buffer.from(`name,n\ncafé,1\nb,2\n`, 'latin1')],
  ])('reads %s', async (encoding, bytes) => {
    const file = folder.write(`${encoding}.csv`, bytes)
    const [[name], [sum]] = [
      await rowsOf(`SELECT name FROM ${encoding} LIMIT 1`, file),
      await rowsOf(`SELECT sum(n) FROM ${encoding}`, file),
    ]
    expect([name, sum]).toEqual([[encoding === 'latin1' ? 'café' : 'café 🐟'], [3]])
  })

  it('tells apart columns that SQL takes for the same', async () => {
    const file = folder.write('same.csv', 'id,ID,,id\n1,2,3,4\n')
    expect(Object.keys(await types(file))).toEqual(['id', 'ID_2', 'column_3', 'id_3'])
  })

  it('holds rows longer than DuckDB takes for one', async () => {
    const file = folder.write('wide.csv', `a,b\n1,${'x'.repeat(3_000_000)}\n2,y\n`)
    expect(await rowsOf('SELECT a, length(b) FROM wide ORDER BY a', file)).toEqual([
      [1, 3_000_000],
      [2, 1],
    ])
  })
})

describe('JSON', () => {
  it('reads lines with late fields, nested ones and types that mix', async () => {
    const lines = Array.from({ length: 300 }, (_, k) =>
      JSON.stringify({
        id: k,
        tags: ['a', `t${k % 3}`],
        who: { city: `c${k % 2}` },
        mix: k === 299 ? 'x' : k,
        ...(k === 299 ? { late: true } : {}),
      }),
    )
    const file = folder.write('events.jsonl', `${lines.join('\n')}\n`)
    expect(await rowsOf('SELECT count(*), sum(id), count(late) FROM events', file)).toEqual([[300, 44_850, 1]])
    expect(await rowsOf('SELECT "who.city", count(*) FROM events GROUP BY 1 ORDER BY 1', file)).toEqual([
      ['c0', 150],
      ['c1', 150],
    ])
    expect(
      await rowsOf('SELECT t, count(*) FROM (SELECT unnest(tags) t FROM events) GROUP BY 1 ORDER BY 1', file),
    ).toEqual([
      ['a', 300],
      ['t0', 100],
      ['t1', 100],
      ['t2', 100],
    ])
    expect(await rowsOf('SELECT mix FROM events WHERE id >= 298 ORDER BY id', file)).toEqual([['298'], ['x']])
  })

  it('names the lines that are no JSON', async () => {
    const file = folder.write('broken.jsonl', '{"a":1}\n{"a":\n\n{"a":3}\nnope\n')
    const { tables, result } = await ask('SELECT sum(a), count(*) FROM broken', [file])
    expect(result!.rows).toEqual([[4, 2]])
    expect(tables[0]!.notes).toEqual(['2 lines left out as no JSON: lines 2, 5'])
  })

  it('keeps whole numbers that a double would round', async () => {
    const file = folder.write('long.jsonl', '{"id":12345678901234567890}\n{"id":1}\n')
    expect(await rowsOf('SELECT id FROM long ORDER BY id', file)).toEqual([[1], ['12345678901234567890']])
  })

  it('knows dates in texts, and leaves other texts as they are', async () => {
    const file = folder.write(
      'days.jsonl',
      '{"d":"2024-01-31","t":"2024/01/31","date":{"time":"10:00"}}\n{"d":"2024-02-01","t":"x","date":{"time":"11:00"}}\n',
    )
    expect(await types(file)).toMatchObject({ d: 'DATE', t: 'VARCHAR' })
    expect(await rowsOf('SELECT t, "date.time" FROM days ORDER BY d', file)).toEqual([
      ['2024/01/31', '10:00'],
      ['x', '11:00'],
    ])
  })

  it('counts records deep inside of a document as shoal does', async () => {
    const records = Array.from({ length: 3000 }, (_, i) => ({ i, name: `record ${i}` }))
    const deep = folder.write('deep.json', JSON.stringify({ meta: 1, 'a/b ~c': { items: records } }))
    const inArray = folder.write('in_array.json', JSON.stringify([{ meta: 1 }, { items: records }]))
    const empty = folder.write('empty_list.json', '[ ]')
    expect(await rowsOf('SELECT count(*), sum(i), max(name) FROM deep', deep)).toEqual([[3000, 4498500, 'record 999']])
    expect(await rowsOf('SELECT * FROM deep_document', deep)).toEqual([[1]])
    expect(await rowsOf('SELECT count(*), max(len(items)) FROM in_array', inArray)).toEqual([[2, 3000]])
    expect(await rowsOf('SELECT count(*) FROM empty_list', empty)).toEqual([[0]])
  })

  it('reads an array, an object and values that are no records', async () => {
    const array = folder.write('array.json', '[{"a":1},{"a":2,"b":"x"}]')
    const object = folder.write('object.json', '{"items":[{"a":1},{"a":2}],"n":1}')
    const mixed = folder.write('mixed.jsonl', '{"a":1}\n5\n"x"\n')
    const twice = folder.write('twice.jsonl', '{"a":1,"a":2}\n{"a":3}\n')
    expect(await rowsOf('SELECT * FROM t_array ORDER BY a', array)).toEqual([
      [1, null],
      [2, 'x'],
    ])
    expect(await rowsOf('SELECT sum(a), (SELECT n FROM object_document) FROM object', object)).toEqual([[3, 1]])
    expect(await rowsOf("SELECT count(*), count(record->>'$.a') FROM mixed", mixed)).toEqual([[3, 1]])
    expect(await rowsOf('SELECT count(*) FROM twice', twice)).toEqual([[2]])
  })

  it.each(['utf-16le', 'bom'])('reads %s', async encoding => {
    const text = '\ufeff{"a":"é"}\n{"a":"b"}\n'
    const file = folder.write('encoded.jsonl', encoding === 'bom' ? text : Buffer.from(text, 'utf16le'))
    expect(await rowsOf('SELECT a FROM encoded ORDER BY a', file)).toEqual([['b'], ['é']])
  })
})

describe('Parquet', () => {
  it('is known by its first bytes, whatever its name, and keeps its types', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const file = join(folder.path, 'numbers.data')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(
      `COPY (SELECT i AS id, i * 0.5 AS half, {'a': i} AS s FROM range(1000) t(i)) TO '${file}' (FORMAT parquet)`,
    )
    connection.closeSync()
    expect(await types(file)).toMatchObject({ id: 'BIGINT' })
    expect(await rowsOf('SELECT count(*), sum(id), sum(s.a) FROM numbers', file)).toEqual([[1000, 499_500, 499_500]])
    const damaged = folder.write('damaged.parquet', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(50, 7)]))
    await expect(ask(null, [damaged])).rejects.toMatchObject({ code: 'sql-failed' })
  })
})

describe('the law: what DuckDB sees is what our scanner sees', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '0', '7', '-12', '3.5', 'n/a', 'x', ' ', '"', ',', '\n', '\r\n', '""', ' "q" ', '2024-01-01'),
    fc.string({ maxLength: 6 }),
    fc.integer({ min: -1000, max: 1000 }).map(String),
  )
  const written = (text: string, force: boolean) =>
    force || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

  it('holds for any cells, quoted by the book', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), cell, fc.boolean()), { minLength: 1, maxLength: 30 }),
        async drawn => {
          // One more row keeps the column a text, so that cells can be compared as they were written.
          const rows = [...drawn, [0, 'a word', false] as const].map(
            ([n, text, force]) => [n, text.replaceAll('\0', ''), force] as const,
          )
          const body = rows.map(([n, text, force]) => `${n},${written(text, force)}\n`).join('')
          const file = folder.write('any.csv', `number,some text\n${body}`)
          const texts = rows.map(([, text]) => (text === '' ? null : text))
          const [sums] = await rowsOf('SELECT count(*), sum(number), count("some text") FROM t_any', file)
          const sum = rows.reduce((total, [n]) => total + n, 0)
          expect(sums).toEqual([rows.length, sum, texts.filter(text => text !== null).length])
          expect((await rowsOf('SELECT "some text" FROM t_any', file)).map(([text]) => text)).toEqual(texts)
        },
      ),
      { numRuns: 40 },
    )
  })
})

const linked = fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const shared = existsSync(linked) ? realpathSync(linked) : linked

describe.skipIf(!existsSync(shared))('real files', () => {
  const tables = () => readdirSync(join(shared, 'tables')).map(name => join(shared, 'tables', name))

  it('agree with the profile: rows, and the sum of every number', async () => {
    for (const file of tables()) {
      const profile = await profileFile(file, {
        query: null,
        settings: settingsFrom(),
        signal: new AbortController().signal,
        cache: join(folder.path, 'cache'),
      })
      const figures = profile.figures as {
        rows: number
        columns: { name: string; type: string; sum?: number; count: number }[]
      }
      const [table] = (await ask(null, [file])).tables
      expect(table!.rows, file).toBe(figures.rows)
      const numbers = table!.columns.flatMap(({ type }, k) => (/^(?:BIGINT|DECIMAL|DOUBLE)/.test(type) ? [k] : []))
      const sql = numbers.map(k => `sum("${table!.columns[k]!.name}"), count("${table!.columns[k]!.name}")`).join(', ')
      if (numbers.length === 0) continue
      const [row] = await rowsOf(`SELECT ${sql} FROM "${table!.name}"`, file)
      for (const [i, k] of numbers.entries()) {
        const known = figures.columns[k]!
        expect(Number(row![2 * i]), `${file} ${known.name}`).toBeCloseTo(known.sum!, 6)
        expect(row![2 * i + 1]).toBe(known.count)
      }
    }
  })

  it('agree with the truth of the edge cases, cell by cell', async () => {
    const edge = join(shared, 'csv-edge')
    for (const name of readdirSync(join(edge, 'csvs'))) {
      const truth = JSON.parse(readFileSync(join(edge, 'json', name.replace('.csv', '.json')), 'utf8')) as Record<
        string,
        string
      >[]
      const { result } = await ask(`SELECT * FROM ${name.replace('.csv', '')}`, [join(edge, 'csvs', name)])
      const rows = plainRows(result!).map(row =>
        row.map(cell => (cell === null ? '' : typeof cell === 'string' ? cell : String(cell))),
      )
      // The truth has CR LF inside of cells where the file, as it is stored, has LF.
      const cells = truth.map(record => Object.values(record).map(cell => cell.replaceAll('\r\n', '\n')))
      expect(rows, name).toEqual(cells)
    }
  })

  it('agree on JSON', async () => {
    for (const name of readdirSync(join(shared, 'json'))) {
      const file = join(shared, 'json', name)
      const value = JSON.parse(readFileSync(file, 'utf8'))
      const [table] = (await ask(null, [file])).tables
      expect(table!.rows, name).toBe(Array.isArray(value) ? value.length : 1)
    }
  })
})

describe('names, memory and limits', () => {
  it('makes names unique and lets them be chosen', async () => {
    const a = folder.write('2024 Öre.csv', 'a,b\n1,2\n')
    const b = folder.write('2024-ore.csv', 'a,b\n3,4\n')
    const files = [
      { name: 'mine', path: a, file: a },
      { name: null, path: a, file: a },
      { name: null, path: b, file: b },
    ]
    const { tables, result } = await ask('SELECT m.a, t.a FROM mine m JOIN t_2024_ore_2 t ON true', [], { files })
    expect(tables.map(({ name }) => name)).toEqual(['mine', 't_2024_Ore', 't_2024_ore_2', 'files'])
    expect(result!.rows).toEqual([[1, 3]])
  })

  it('forgets what it knows of a file that changed', async () => {
    const file = folder.write('changes.csv', 'a,b\n1,2\n')
    await ask('SELECT 1', [file])
    folder.write('changes.csv', 'a,b\n1,2\nx,4\n')
    const { tables } = await ask('SELECT a, b FROM changes', [file])
    expect(tables[0]).toMatchObject({ rows: 2, columns: [{ type: 'VARCHAR' }, { type: 'BIGINT' }] })
  })

  it('shows as many rows as asked for, and counts all', async () => {
    const file = folder.write('n.csv', 'a,b\n1,2\n')
    const { result } = await ask('SELECT i FROM range(5000) t(i)', [file], { limits: { rows: 10 } })
    expect(result).toMatchObject({ rowCount: 5000, truncated: true })
    expect(result!.rows).toHaveLength(10)
    const all = await ask('SELECT 1', [file])
    expect(all.result).toMatchObject({ rowCount: 1, truncated: false })
  })

  it('clips cells and whole answers', async () => {
    const file = folder.write('clip.csv', 'a,b\n1,2\n')
    const { result } = await ask("SELECT repeat('é', 2000), [repeat('x', 900)] FROM range(1000)", [file], {
      limits: { rows: 1000 },
    })
    expect(result!.rows[0]![0]).toBe(`${'é'.repeat(500)}…[+1500 characters]`)
    expect(JSON.stringify(result!.rows).length).toBeLessThan(40_000)
    expect(result).toMatchObject({ truncated: true, rowCount: 1000 })
  })

  it('masks secrets by their shape and by the name of their column', async () => {
    const file = folder.write('users.csv', 'name,password\nann,hunter2-Secret9x\n')
    const text = JSON.stringify((await ask('SELECT * FROM users', [file])).result!.rows)
    expect(text).not.toContain('hunter2-Secret9x')
    expect(text).toContain('[masked 1]')
  })
})
