// What is read of a file for SQL and for questions has a bound too, on our threads and in DuckDB: a file that never comes to its
// end is given up and named, the others are asked, and the answer says that it is not in it.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { askRelations } from '../../../src/run/ask-relations.ts'
import { queryData } from '../../../src/run/query-data.ts'
import { Database } from '../../../src/sql/database.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { withPrivateDirectory } from '../query-data-files.ts'
import { GAVE_UP, stuckThreads } from './stuck-threads.ts'

const dir = tempDir()
const stuckIn = stuckThreads(dir.path)
const settings = { ...settingsFrom(), giveUpAfter: 0.3 }
const { signal } = new AbortController()
const cache = join(dir.path, '.cache')

beforeAll(() => assertBuilt())

const CSV = 'city,price\nUlm,3\nBonn,7\n'
const TABLE = 'structured_data'
const RECORDS = '{"a":1}\n{"a":2}\n'

/** What never ends, with a file on which it is done; one that is like it comes to its end. */
const STUCK: Readonly<Record<string, { readonly name: string; readonly contentType: string; readonly text: string }>> =
  {
    fingerprint: { name: '.csv', contentType: TABLE, text: 'a,b\n1,2\n' },
    sweep: { name: '.csv', contentType: TABLE, text: 'a,b\n3,4\n' },
    csvReading: { name: '.csv', contentType: TABLE, text: 'a,b\n5,6\n' },
    csvCopy: { name: '.csv', contentType: TABLE, text: 'a,password\n1,hunter2\n' },
    recordLines: { name: '.jsonl', contentType: 'jsonl', text: RECORDS },
    linesCopy: { name: '.jsonl', contentType: 'jsonl', text: `\n${RECORDS}` },
    documentCopy: { name: '.json', contentType: 'json', text: '[{"a":1},{"a":2}]' },
    copyFacts: { name: '.log', contentType: 'log', text: '2026-01-01 00:00:01 ERROR disk failed\n' },
  }

function made(where: string) {
  const { name, contentType, text } = STUCK[where]!
  const files = [`stuck-${where}${name}`, `zz-${where}${name}`].map((path, k) => {
    const body = text + (contentType === 'log' ? text : '\n').repeat(k)
    const file = dir.write(`all/${path}`, body)
    return { path, file, contentType, language: null, sizeBytes: body.length }
  })
  return { stuck: files[0]!, beside: files[1]! }
}

const other = () => {
  const file = dir.write('all/other.csv', CSV)
  return { file, path: 'other.csv', contentType: TABLE, language: null, sizeBytes: CSV.length }
}

it('a query is answered by the other files; each that is not in it is named', async () => {
  const files = Object.keys(STUCK).map(made)
  const read = [other(), ...files.flatMap(({ stuck, beside }) => [stuck, beside])]
  stuckIn('*')
  const { result, notes, isPartial, relations } = await queryData({
    sql: 'SELECT count(*) FROM other',
    files: read.map(({ file, path }) => ({ path, file, name: null, isFound: true })),
    settings,
    signal,
    cache,
  })
  expect(result!.rows).toEqual([[2]])
  expect(isPartial).toBe(true)
  const asked = relations.flatMap(({ kind, paths }) => (kind === 'files' ? [] : paths))
  expect(notes.filter(note => GAVE_UP.test(note)).map(note => note.split(':')[0]!)).toEqual(
    expect.arrayContaining(files.map(({ stuck }) => stuck.path)),
  )
  expect(notes.filter(note => GAVE_UP.test(note))).toHaveLength(files.length)
  for (const { stuck, beside } of files) {
    expect(asked).toContain(beside.path)
    expect(asked).not.toContain(stuck.path)
  }
})

it('a question is answered by the other files, and the answer says what is not in it', async () => {
  const stuck = ['csvReading', 'copyFacts'].map(where => made(where).stuck)
  const question = 'Which city has the highest price?'
  stuckIn('*')
  const answer = await askRelations({ question, files: [other(), ...stuck], settings, signal, cache })
  for (const { path } of stuck)
    expect(answer.notes).toContainEqual(expect.stringMatching(`^not asked: ${path}: ${GAVE_UP.source}$`))
  expect(JSON.stringify(answer.rows)).toContain('Bonn')
})

describe('DuckDB', () => {
  it('gives up a statement that works for too long, and says so', async () => {
    await withPrivateDirectory(async directory => {
      const database = await Database.open({ directory, signal })
      const endless = 'SELECT count(*) FROM range(1000000000000) t(i) WHERE i % 7 = 3'
      await expect(database.within(200).rows(endless)).rejects.toMatchObject({
        code: 'gave-up',
        message: expect.stringMatching(GAVE_UP),
      })
      expect(database.isAlive).toBe(false)
      await database.close()
    })
  })

  it('counts the work of one statement, not of all', async () => {
    await withPrivateDirectory(async directory => {
      const database = await Database.open({ directory, signal })
      const some = 'SELECT count(*) FROM range(3000000) t(i) WHERE i % 7 = 3'
      for (let k = 0; k < 10; k++) await database.within(2_000).rows(some)
      expect(database.isAlive).toBe(true)
      await database.close()
    })
  })

  it('a table that takes it too long costs no other table', async () => {
    const bomb = join(dir.path, 'a-bomb.parquet')
    await withPrivateDirectory(async directory => {
      const database = await Database.open({ directory, signal })
      // A few kilobytes of equal values.
      await database.rows(`COPY (SELECT 7 AS n, 8 AS m FROM range(25000000)) TO '${bomb}' (FORMAT parquet)`)
      await database.close()
    })
    const files = [bomb, dir.write('b.csv', CSV), dir.write('c.json', '[{"a":1},{"a":2}]')].map(path => ({
      path,
      file: path,
      name: null,
      isFound: true,
    }))
    const sql = 'SELECT (SELECT count(*) FROM b) + (SELECT count(*) FROM c)'
    const hasty = { ...settings, giveUpAfter: 0.2 }
    const { result, notes, isPartial } = await queryData({ sql, files, settings: hasty, signal, cache })
    expect(result!.rows).toEqual([[4]])
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`a-bomb.parquet: ${GAVE_UP.source}`)))
    expect(isPartial).toBe(true)
  })
})
