// What a hostile query tries: to read other files, to write, to load, to set, to reach out, to take all time or memory.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { installCommand } from '@shoal/base/model/optional-package'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Database } from '../../src/sql/database.ts'
import { loadDuckDb } from '../../src/sql/duckdb.ts'
import { ask, DataFolder, withPrivateDirectory } from './query-data-files.ts'

const folder = new DataFolder()
const data = folder.write('orders.csv', 'id,note\n1,a\n2,b\n')
const other = folder.write('other.csv', 'secret,b\n42,x\n')
const out = join(folder.path, 'out')
const before = readFileSync(data, 'utf8')

beforeAll(() => mkdirSync(out))
afterAll(() => folder.remove())

const codeOf = async (sql: string): Promise<string> => {
  try {
    await ask(sql, [data])
    return 'answered'
  } catch (error) {
    return error instanceof ShoalError ? error.code : String(error)
  }
}

const refused = [
  `SELECT * FROM read_csv('${other}')`,
  `SELECT * FROM read_csv('${data}')`,
  `SELECT * FROM '${other}'`,
  `FROM '${data}'`,
  `SELECT * FROM "${other}"`,
  `SELECT * FROM read_text('${other}')`,
  `SELECT * FROM read_blob('${other}')`,
  `SELECT * FROM read_json('${other}')`,
  `SELECT * FROM read_json_objects('${other}')`,
  `SELECT * FROM read_parquet('${other}')`,
  `SELECT * FROM parquet_metadata('${other}')`,
  `SELECT * FROM sniff_csv('${other}')`,
  `SELECT * FROM read_duckdb('${other}')`,
  `SELECT * FROM glob('${folder.path}/*')`,
  `SELECT (SELECT content FROM read_text('${other}'))`,
  `WITH x AS (SELECT * FROM read_text('${other}')) SELECT * FROM x`,
  `SELECT * FROM orders WHERE id IN (SELECT 1 FROM read_text('${other}'))`,
  `SELECT * FROM query('SELECT * FROM read_text(''${other}'')')`,
  `SELECT * FROM query_table('${other}')`,
  `SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''${other}'')'))`,
  `SELECT * FROM read_csv('https://example.com/x.csv')`,
  `SELECT * FROM 's3://bucket/x.parquet'`,
  `COPY (SELECT 1) TO '${out}/x.csv'`,
  `COPY orders TO '${data}'`,
  `COPY orders FROM '${other}'`,
  `EXPORT DATABASE '${out}/x'`,
  `IMPORT DATABASE '${out}'`,
  `ATTACH '${out}/x.db'`,
  `ATTACH ':memory:' AS m`,
  'DETACH memory',
  'INSTALL httpfs',
  'LOAD httpfs',
  'FORCE INSTALL json',
  'PRAGMA version',
  'PRAGMA database_list',
  'PRAGMA enable_profiling',
  'CALL pragma_version()',
  'SET threads = 8',
  'SET lock_configuration = false',
  'RESET lock_configuration',
  'SET VARIABLE a = 1',
  'CREATE TABLE t (a INT)',
  'CREATE TEMP TABLE t AS SELECT 1',
  "CREATE MACRO m() AS TABLE SELECT * FROM read_text('/etc/passwd')",
  'CREATE SECRET s (TYPE s3)',
  'INSERT INTO orders VALUES (3)',
  'DELETE FROM orders',
  'UPDATE orders SET id = 1',
  'DROP VIEW orders',
  'ALTER VIEW orders RENAME TO o',
  'BEGIN',
  'CHECKPOINT',
  'VACUUM',
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'USE memory',
  'SELECT 1; SELECT 2',
  'SELECT 1; DROP VIEW orders',
  'SELECT ?',
  'SUMMARIZE orders',
  'SELECT * FROM (SUMMARIZE orders)',
  `EXPLAIN COPY (SELECT 1) TO '${out}/x.csv'`,
  `EXPLAIN ANALYZE COPY (SELECT 1) TO '${out}/x.csv'`,
  'EXPLAIN ANALYZE DROP VIEW orders',
  `/* */ EXPLAIN ANALYZE COPY (SELECT 1) TO '${out}/x.csv'`,
  "SELECT * FROM enable_logging(storage = 'stdout')",
  `SELECT * FROM enable_logging(storage = 'file', storage_path = '${out}')`,
  'SELECT * FROM enable_profiling()',
  'SELECT * FROM enable_peg_parser()',
  "SELECT write_log('x')",
  'SELECT sleep_ms(1000)',
  "SELECT current_setting('temp_directory')",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM duckdb_secrets()',
  'SELECT * FROM duckdb_settings',
  "SELECT * FROM which_secret('s3://x', 's3')",
  'SELECT * FROM duckdb_temporary_files()',
  'SELECT * FROM checkpoint()',
  'PIVOT orders ON note USING count(*)',
  'SELECT s.* FROM (WITH pg_settings AS (SELECT 1 x) SELECT * FROM pg_settings) a, pg_catalog.pg_settings s',
  'SELECT s.* FROM (WITH pg_settings AS (SELECT 1 x) SELECT * FROM pg_settings) a, pg_settings s',
  'WITH pg_settings AS (SELECT 1 x) SELECT * FROM pg_catalog.pg_settings',
  'WITH a AS (SELECT * FROM pg_settings), pg_settings AS (SELECT 1 x) SELECT * FROM a',
  'WITH pg_settings AS (SELECT * FROM pg_settings) SELECT * FROM pg_settings',
  'WITH RECURSIVE pg_settings(n) AS (SELECT name FROM pg_settings UNION ALL SELECT n FROM pg_settings WHERE false) SELECT * FROM pg_settings',
  'SELECT (WITH pg_settings AS (SELECT 1 x) SELECT x FROM pg_settings), (SELECT max(setting) FROM pg_settings)',
  'SELECT * FROM orders WHERE EXISTS (WITH duckdb_views AS (SELECT 1) FROM duckdb_views) UNION ALL SELECT 1, sql FROM duckdb_views',
  'WITH duckdb_views AS (SELECT 1 x) SELECT sql FROM main.duckdb_views',
  'WITH duckdb_views AS (SELECT 1 x) SELECT sql FROM system.main.duckdb_views',
  'SELECT * FROM system.main.orders',
  'SELECT * FROM information_schema.views',
  'SELECT * FROM system.information_schema.views',
  'SELECT * FROM INFORMATION_SCHEMA.VIEWS',
  'SELECT * FROM main.sqlite_master',
  'SELECT * FROM sqlite_master',
  'DESCRIBE pg_catalog.pg_settings',
  'DESCRIBE pg_settings',
  'DESCRIBE information_schema.views',
  `DESCRIBE '${other}'`,
  `DESCRIBE SELECT * FROM read_csv('${other}')`,
  `DESCRIBE SELECT * FROM '${other}'`,
  'SHOW pg_settings',
  'SHOW DATABASES',
  'SHOW TABLES FROM pg_catalog',
  'SELECT * FROM (DESCRIBE pg_catalog.pg_settings)',
  'EXPLAIN SELECT * FROM pg_catalog.pg_settings',
  'EXPLAIN SELECT * FROM information_schema.views',
  `EXPLAIN SELECT * FROM read_csv('${other}')`,
  `EXPLAIN ANALYZE SELECT * FROM '${other}'`,
  'EXPLAIN (FORMAT json) SELECT * FROM pg_settings',
  'EXPLAIN DESCRIBE pg_settings',
  'EXPLAIN EXPLAIN SELECT * FROM pg_settings',
  'SELECT pg_get_viewdef(i) FROM range(3000) t(i)',
  'SELECT pg_catalog.pg_get_viewdef(i) FROM range(3000) t(i)',
  "SELECT json_serialize_plan('SELECT * FROM orders')",
]

describe('a hostile query', () => {
  it.each(refused)('is refused: %s', async sql => {
    expect(['sql-refused', 'sql-failed']).toContain(await codeOf(sql))
  })

  it.each(["SELECT getenv('HOME')", 'SELEC 1', '', ' ', ';', '-- nothing', 'SELECT * FROM orders WHERE'])(
    'fails: %s',
    async sql => {
      expect(['sql-refused', 'sql-failed']).toContain(await codeOf(sql))
    },
  )

  it('leaves nothing behind and changes nothing', () => {
    expect(readdirSync(out)).toEqual([])
    expect(readFileSync(data, 'utf8')).toBe(before)
    expect(readdirSync(folder.path).sort()).toEqual(['orders.csv', 'other.csv', 'out'])
  })

  it.each([
    'SELECT count(*) FROM orders;',
    'FROM orders',
    'TABLE orders',
    'VALUES (1)',
    'DESCRIBE orders',
    'SHOW TABLES',
    'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT * FROM r',
    'SELECT * FROM Orders o, unnest([1, 2]) u, range(2)',
    'EXPLAIN SELECT * FROM orders',
    "PIVOT orders ON note IN ('a', 'b') USING count(*)",
    'SELECT table_name FROM information_schema.tables',
    'SELECT column_name FROM information_schema.columns',
    'SELECT * FROM main.orders',
    'SELECT * FROM memory.main.orders',
    'DESCRIBE SELECT * FROM orders',
    'SHOW ALL TABLES',
    'WITH a AS (SELECT 1 x), b AS (SELECT * FROM a) SELECT * FROM b, a, (WITH c AS (FROM b) FROM c)',
    'WITH a AS (SELECT id FROM orders) SELECT (SELECT max(id) FROM a), id FROM orders WHERE id IN (FROM a) ORDER BY (SELECT 1 FROM a LIMIT 1)',
    'WITH a AS (SELECT 1 x) (SELECT x FROM a UNION ALL SELECT x FROM a) ORDER BY x',
  ])('an honest one is answered: %s', async sql => {
    expect(await codeOf(sql)).toBe('answered')
  })

  it('explains a refused SUMMARIZE', async () => {
    await expect(ask('SUMMARIZE orders', [data])).rejects.toMatchObject({
      code: 'sql-refused',
      advice: expect.stringContaining('`shoal profile`'),
    })
  })
})

/** The settings of the database hold by themselves, also where the check of statements would let something pass. */
describe('a locked database', () => {
  it.each([
    `SELECT * FROM read_csv('${other}')`,
    `SELECT * FROM read_text('${other}')`,
    `SELECT * FROM glob('${folder.path}/*')`,
    `FROM '${other}'`,
    `COPY (SELECT 1) TO '${out}/x.csv'`,
    `ATTACH '${out}/x.db'`,
    `EXPORT DATABASE '${out}/x'`,
    'LOAD httpfs',
    'INSTALL httpfs',
    'SET enable_external_access = true',
    `SET allowed_paths = ['${other}']`,
    'SET lock_configuration = false',
    "SELECT * FROM read_csv('https://example.com/x.csv')",
  ])('refuses %s', async sql => {
    await withPrivateDirectory(async directory => {
      const database = await Database.open({ directory, signal: new AbortController().signal })
      try {
        await database.lock([data])
        await expect(database.rows(sql)).rejects.toThrow()
        expect(await database.rows(`SELECT count(*) FROM read_csv('${data}')`)).toEqual([[2n]])
      } finally {
        database.close()
      }
    })
    expect(existsSync(join(out, 'x.csv'))).toBe(false)
  })

  it('does not follow a link that is not the file it was given', async () => {
    const link = join(folder.path, 'link.csv')
    symlinkSync(other, link)
    await withPrivateDirectory(async directory => {
      const database = await Database.open({ directory, signal: new AbortController().signal })
      try {
        await database.lock([data])
        await expect(database.rows(`SELECT * FROM read_csv('${link}')`)).rejects.toThrow(/disabled/)
      } finally {
        database.close()
      }
    })
  })
})

describe('a file that is swapped while it is queried', () => {
  const swap = (file: string) => {
    renameSync(file, `${file}.away`)
    symlinkSync(other, file)
  }
  const swapBack = (file: string) => {
    rmSync(file)
    renameSync(`${file}.away`, file)
  }

  it('is refused when it has become a link to another', async () => {
    const own = new DataFolder()
    const file = own.write('swapped.csv', 'id,note\n1,a\n')
    const answer = ask('SELECT * FROM swapped', [file], { onFile: () => swap(file) })
    await expect(answer).rejects.toMatchObject({ code: 'file-changed', message: expect.not.stringContaining('42') })
    own.remove()
  })

  it('is refused when it was one for a moment only, between what is known of it and its reading', async () => {
    const own = new DataFolder()
    const file = own.write('swapped.csv', 'id,note\n1,a\n')
    const answer = ask('SELECT * FROM swapped', [file], {
      onFile: () => {
        swap(file)
        swapBack(file)
      },
    })
    await expect(answer).rejects.toMatchObject({ code: 'file-changed' })
    expect(readFileSync(file, 'utf8')).toContain('id,note')
    own.remove()
  })

  it('is told as it was read when it is swapped after that', async () => {
    const own = new DataFolder()
    const file = own.write('swapped.csv', 'id,note\n1,a\n')
    const second = own.write('second.csv', 'id,note\n1,a\n')
    const answer = await ask('SELECT * FROM swapped', [file, second], {
      onFile: done => {
        if (done === 1) swap(file)
      },
    })
    expect(JSON.stringify(answer.result)).not.toContain('42')
    own.remove()
  })

  it('tells nothing of the other, also where the query fails', async () => {
    const own = new DataFolder()
    const file = own.write('swapped.csv', 'id,note\n1,of this test\n')
    const answer = ask('SELECT error(note) FROM swapped', [file], { onFile: () => swap(file) })
    await expect(answer).rejects.toMatchObject({ code: 'file-changed', message: expect.stringContaining(file) })
    own.remove()
  })

  it('is refused when its path is that of a link from the start', async () => {
    const own = new DataFolder()
    const link = join(own.path, 'link.csv')
    symlinkSync(data, link)
    await expect(ask('SELECT * FROM link', [link])).rejects.toMatchObject({ code: 'file-changed' })
    own.remove()
  })
})

const endless = 'SELECT count(*) FROM range(1000000000000) t(i) WHERE i % 7 = 3'

describe('limits', () => {
  it('stops a query that takes too long', async () => {
    await expect(ask(endless, [data], { limits: { milliseconds: 300 } })).rejects.toMatchObject({
      code: 'sql-failed',
      message: 'the query was stopped after 0.3 s',
    })
  })

  it('stops when it is cancelled, and removes what it wrote', async () => {
    // A temporary directory of its own: other tests make and remove theirs at the same time.
    const own = new DataFolder()
    vi.stubEnv('TMPDIR', own.path)
    try {
      const control = new AbortController()
      const answer = ask(endless, [data], { signal: control.signal })
      answer.catch(() => {})
      await expect.poll(() => readdirSync(own.path)).toEqual([expect.stringMatching(/^shoal-sql-/)])
      control.abort()
      await expect(answer).rejects.toThrow(/abort|interrupted/)
      expect(readdirSync(own.path)).toEqual([])
    } finally {
      vi.unstubAllEnvs()
      own.remove()
    }
  })

  it('removes what a killed process left, and nothing else', async () => {
    const own = new DataFolder()
    vi.stubEnv('TMPDIR', own.path)
    try {
      const { pid } = spawnSync(process.execPath, ['--version'])
      const named = (id: number, end: string) => `shoal-sql-${hostname().replace(/[^A-Za-z0-9]+/g, '_')}-${id}-${end}`
      const others = [named(process.pid, 'abc'), `shoal-sql-elsewhere-${pid}-abc`, `mine-${pid}-abc`]
      for (const name of [named(pid, 'abc'), ...others]) {
        mkdirSync(join(own.path, name))
        own.write(join(name, 'copy.csv'), 'a,b\n1,2\n')
      }
      await ask('SELECT 1', [data])
      expect(readdirSync(own.path).sort()).toEqual([...others].sort())
    } finally {
      vi.unstubAllEnvs()
      own.remove()
    }
  })

  it('takes no more memory than it may', async () => {
    const code = codeOf('SELECT max(l) FROM (SELECT list(i) l FROM range(400000000) t(i))')
    expect(await code).toBe('sql-failed')
  })
})

describe('without the package', () => {
  it('says the one command that adds it', async () => {
    const missing = Object.assign(new Error("Cannot find package '@duckdb/node-api'"), { code: 'ERR_MODULE_NOT_FOUND' })
    await expect(loadDuckDb(() => Promise.reject(missing))).rejects.toMatchObject({
      code: 'package-missing',
      message: 'SQL needs the package @duckdb/node-api, which is not installed',
      advice: expect.stringMatching(/^run `npm install .*@duckdb\/node-api`$/),
    })
  })

  it.each([
    ['/usr/lib/node_modules/shoal/dist/sql/duckdb.js', false, 'npm install -g @duckdb/node-api'],
    [
      '/home/a b/app/node_modules/shoal/dist/sql/duckdb.js',
      true,
      'npm install --prefix "/home/a b/app" @duckdb/node-api',
    ],
    ['/home/me/shoal/dist/sql/duckdb.js', true, 'npm install @duckdb/node-api'],
  ])('for %s', (file, isProject, command) => {
    const exists = vi.fn(() => isProject)
    expect(installCommand('@duckdb/node-api', file, exists)).toBe(command)
  })
})
