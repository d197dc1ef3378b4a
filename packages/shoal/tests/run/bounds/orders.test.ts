// Whatever is done with the content of a file is an order to a thread that can be ended: one that never comes to its end is
// given up, named with the reason, and the rest goes on.
import { join } from 'node:path'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeAll, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { analyzePaths } from '../../../src/run/analysis/analyze.ts'
import { askRelations } from '../../../src/run/ask-relations.ts'
import { templateLines } from '../../../src/run/profile.ts'
import { queryData } from '../../../src/run/query-data.ts'
import { excerptsOf } from '../../../src/run/report-page/excerpts.ts'
import { searchedFiles } from '../../../src/run/search/files.ts'
import { searchFiles } from '../../../src/run/search-files.ts'
import { readRun } from '../../../src/web/api/run.ts'
import { readTask } from '../../../src/web/api/task.ts'
import { readText } from '../../../src/web/api/text.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { sampleFinding, sampleReport } from '../../stages/report/sample-report.ts'
import { GAVE_UP, stuckThreads } from './stuck-threads.ts'

const dir = tempDir()
const stuckIn = stuckThreads(dir.path)
const settings = { ...settingsFrom(), giveUpAfter: 0.3 }
const { signal } = new AbortController()

beforeAll(() => {
  assertBuilt()
  dir.write('log/stuck.log', '2026-01-01 00:00:01 ERROR disk failed\n'.repeat(20))
  dir.write('log/other.log', '2026-01-01 00:00:02 ERROR disk failed again\n'.repeat(20))
  dir.write('tables/stuck.csv', 'a,b\n1,2\n3,4\n')
  dir.write('across/.env', 'DB_HOST=localhost\nUNUSED_ONE=1\n')
  dir.write('across/stuck.js', 'connect(process.env.DB_HOST, process.env.DB_PORT)\n')
})

it.each(['words', 'text'] as const)('a search (%s)', async mode => {
  stuckIn('')
  const { files } = await searchedFiles([join(dir.path, 'log')], settings, signal)
  stuckIn('readBlocks')
  const order = { query: 'disk failed', mode, caseSensitive: false, files, limit: 50, cursor: null }
  const found = await searchFiles(order, { settings, signal })
  expect(found.skipped).toMatchObject([
    { path: join(dir.path, 'log/stuck.log'), reason: expect.stringMatching(GAVE_UP), cause: 'given-up' },
  ])
  expect(found).toMatchObject({ total: 20, files: 1, unread: 1 })
})

it('what hides secrets in the lines that a search shows', async () => {
  stuckIn('')
  const { files } = await searchedFiles([join(dir.path, 'log')], settings, signal)
  stuckIn('secretsNear')
  const order = { query: 'disk', mode: 'text' as const, caseSensitive: false, files, limit: 50, cursor: null }
  const found = await searchFiles(order, { settings, signal })
  expect(found.skipped).toMatchObject([{ path: join(dir.path, 'log/stuck.log') }])
  expect(new Set(found.matches.map(({ path }) => path))).toEqual(new Set([join(dir.path, 'log/other.log')]))
})

it('the lines around quotes', async () => {
  stuckIn('fileExcerpts')
  const names = ['stuck.log', 'other.log']
  const findings = names.map(path => sampleFinding({ path, line: 3, evidence: 'disk failed' }))
  const files = new Map(
    names.map(path => [path, { file: join(dir.path, 'log', path), sizeBytes: sizeOf(path), mtimeMs: null }]),
  )
  const report = sampleReport({ findings, answerEvidence: [], crossFile: [] })
  const made = await excerptsOf(report, { files, tasks: [], isTable: () => false, signal, settings })
  expect(made['stuck.log']).toMatchObject({ windows: [], problem: expect.stringMatching(GAVE_UP) })
  expect(made['other.log']).toMatchObject({ problem: null })
})

it('the templates of lines', async () => {
  stuckIn('templates')
  const all = async (name: string) => {
    const lines: unknown[] = []
    for await (const line of templateLines(join(dir.path, 'log', name), { settings, signal })) lines.push(line)
    return lines.length
  }
  await expect(all('stuck.log')).rejects.toMatchObject({ code: 'gave-up', detail: join(dir.path, 'log/stuck.log') })
  expect(await all('other.log')).toBe(20)
})

it.each(['inspect', 'sweep'])('what a query of SQL needs to know of a file (%s)', async where => {
  stuckIn(where)
  const path = join(dir.path, 'tables/stuck.csv')
  const query = {
    sql: 'SELECT 1',
    files: [{ name: 't', path, file: path }],
    rows: 1,
    settings,
    signal,
    cache: join(dir.path, '.cache'),
  }
  await expect(queryData(query)).rejects.toMatchObject({ code: 'gave-up', message: expect.stringMatching(GAVE_UP) })
})

it('the text of a file in the live view: the page says so', async () => {
  stuckIn('')
  const ledger = memoryLedger()
  await analyzePaths(['log'], null, settings, { ledger, signal, env: {}, cwd: dir.path, name: 'viewed' })
  const context = {
    ledger,
    settings,
    env: {},
    cwd: dir.path,
    signal,
    runDirectory: () => dir.path,
    now: () => Date.now(),
  }
  const { taskList } = await readRun(context, { run: 'viewed' })
  const view = async (name: string) => {
    const path = join(dir.path, 'log', name)
    for (const { id } of taskList)
      for (const piece of (await readTask(context, { run: 'viewed', task: id })).pieces)
        if (piece.path.endsWith(`/${name}`))
          return await readText(context, { run: 'viewed', task: id, path: piece.path, line: null })
    throw new Error(`nothing reads ${path}`)
  }
  stuckIn('textPage')
  expect(await view('stuck.log')).toMatchObject({ lines: [], problem: expect.stringMatching(GAVE_UP) })
  expect(await view('other.log')).toMatchObject({ lines: { length: 20 }, problem: null })
})

it('the lines that an answer points at: the answer stands, and says that they are not quoted', async () => {
  const files = ['stuck.csv', 'other.csv'].map(name => {
    const file = dir.write(`asked/${name}`, 'city,price\nUlm,3\nBonn,7\n')
    return { file, path: `asked/${name}`, contentType: 'structured_data', language: null, sizeBytes: 24 }
  })
  const asked = {
    settings,
    signal,
    cache: join(dir.path, '.asked-cache'),
    question: 'Which city has the highest price?',
  }
  for (const [k, notes] of [[0, [expect.stringMatching(GAVE_UP)]] as const, [1, []] as const]) {
    stuckIn('')
    const plain = await askRelations({ ...asked, files: [files[k]!] })
    expect(plain.evidence).toHaveLength(1)
    stuckIn('quotedLines')
    const { evidence, ...answer } = await askRelations({ ...asked, files: [files[k]!] })
    expect(answer).toEqual({ ...plain, evidence: undefined, notes })
    expect(evidence).toEqual(k === 0 ? [] : plain.evidence)
  }
})

it('the synthesis across files: each is still reported on', async () => {
  stuckIn('synthesiseCross')
  const options = { ledger: memoryLedger(), signal, env: {}, cwd: dir.path }
  const { report } = await analyzePaths(['across'], null, settings, options)
  expect(report!.failed).toEqual([{ what: 'Synthesis across files', reason: expect.stringMatching(GAVE_UP) }])
  expect(report!.coverage.filesRead).toBe(2)
  expect(report!.crossFile).toEqual([])
})

function sizeOf(name: string): number {
  return (
    (name === 'stuck.log' ? '2026-01-01 00:00:01 ERROR disk failed\n' : '2026-01-01 00:00:02 ERROR disk failed again\n')
      .length * 20
  )
}
