// Packed files as users meet them: every command reads what they hold, places name the member, and what is not read is said.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { detect as detectTool } from '../../src/mcp/tools/detect.ts'
import { profile as profileTool } from '../../src/mcp/tools/profile.ts'
import { queryData as queryTool } from '../../src/mcp/tools/query-data.ts'
import { searchFiles as searchTool } from '../../src/mcp/tools/search-files.ts'
import { detect as libraryDetect } from '../../src/run/library.ts'
import { docxOf, notebookOf, pdfOf, sqliteOf, xlsxOf } from '../forms/documents.ts'
import { tarOf, zipOf } from '../forms/packs.ts'
import { makeLab } from '../mcp/lab.ts'
import { shoal } from './fake-io.ts'

const lab = makeLab()
const around = { cwd: lab.root, env: { SHOAL_HOME: lab.home } }
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(lab.root, name), content)
/** `plan`, `profile` and `chunk` start relative paths at the working directory of the process. */
const run = (command: string, ...args: string[]) =>
  shoal(
    [
      command,
      ...(['profile', 'chunk', 'plan'].includes(command) ? [join(lab.root, args[0]!), ...args.slice(1)] : args),
    ],
    around,
  )
const at = (name: string) => join(lab.root, name)

async function writeParquet(file: string): Promise<void> {
  const rows = `VALUES (9007199254740993, 1200.50::DECIMAL(18,2), TIMESTAMP '2026-02-03 10:30:00.123456', {a: 1}, [1, 2], 'ab'::BLOB, {password: 'Zk9-hunter-22x'}),
    (2, 1.25, NULL, NULL, NULL, NULL, NULL)`
  const names = 'id, amount, "at", nested, list, raw, db'
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  await connection.run(`COPY (SELECT * FROM (${rows}) t(${names})) TO '${file}' (FORMAT parquet)`)
  connection.closeSync()
}

const log = Array.from(
  { length: 120 },
  (_, k) => `2026-03-01T10:${String(k >> 1).padStart(2, '0')}:00Z ${k % 40 === 7 ? 'ERROR' : 'INFO'} pump step ${k}\n`,
)
const csv = `id,region,amount\n${Array.from({ length: 50 }, (_, k) => `${k},${k % 2 ? 'south' : 'north'},${k}`).join('\n')}\n`
mkdirSync(at('rotated'))
put('rotated/app.log.2.gz', gzipSync(log.slice(0, 40).join('')))
put('rotated/app.log.1', log.slice(40, 80).join(''))
put('rotated/app.log', log.slice(80).join(''))
put('sales.csv.gz', gzipSync(csv))
put('cut.log.gz', gzipSync(Buffer.from(log.join(''))).subarray(0, 350))
put(
  'logs.zip',
  zipOf([
    { name: 'app/a.log', content: log.join('') },
    { name: 'app/node_modules/x.log', content: 'x' },
    { name: 'users.csv', content: 'name,password\nann,hunter2horse\n' },
  ]),
)
put('logs.tgz', gzipSync(tarOf([{ name: 'b.log', content: log.join('') }])))
put('sealed.zip', zipOf([{ name: 'a.log', content: 'x', encrypted: true }]))
put(
  'book.xlsx',
  await xlsxOf({
    Orders: [
      ['id', 'amount'],
      [1, 10],
      [2, 32],
    ],
    Other: [['k'], ['v']],
  }),
)
put('shop.db', sqliteOf(['CREATE TABLE orders (id, amount)', 'INSERT INTO orders VALUES (1, 40), (2, 2)']))
put(
  'nb.ipynb',
  notebookOf([
    ['markdown', '# Title'],
    ['code', 'import os\n\ndef f(x):\n    return eval(x)\n'],
  ]),
)
put('plan.docx', docxOf('<w:p><w:r><w:t>The launch is on 4 May.</w:t></w:r></w:p>'))
put('report.pdf', pdfOf(['The pump failed at noon.', 'It was replaced.']))

describe('every command reads what packed files hold', () => {
  it('detect names the members, and the library and the tool say the same', async () => {
    const { status, stdout } = await run('detect', 'logs.zip', 'logs.tgz', 'sales.csv.gz', 'nb.ipynb', '--json')
    expect(status).toBe(0)
    const found = (JSON.parse(stdout) as { path: string; content_type: string }[]).map(one => [
      one.path,
      one.content_type,
    ])
    expect(Object.fromEntries(found)).toEqual({
      'logs.zip!app/a.log': 'log',
      'logs.zip!users.csv': 'structured_data',
      'logs.tgz!b.log': 'log',
      'sales.csv.gz': 'structured_data',
      'nb.ipynb!code.py': 'source_code',
      'nb.ipynb!prose.md': 'prose',
    })
    const named: string[] = []
    for await (const one of libraryDetect(at('logs.tgz'))) named.push(one.path)
    expect(named).toEqual([`${at('logs.tgz')}!b.log`])
    const tool = await lab.server().call(detectTool, { paths: ['logs.tgz'] })
    expect(JSON.stringify(tool)).toContain('logs.tgz!b.log')
  })

  it('analyze answers from them, quotes the unpacked text and says so in every form', async () => {
    const { status, stdout } = await run(
      'analyze',
      'logs.zip',
      'How many errors are there?',
      '--name',
      'zipped',
      '--json',
    )
    expect(status).toBe(0)
    const report = JSON.parse(stdout)
    expect(report.answer).toMatch(/^3\b/)
    expect(report.answer_evidence[0]).toMatchObject({ path: 'logs.zip!app/a.log', line: 8 })
    expect(report.files[0]).toMatchObject({ unpacked_from: 'logs.zip', unpacked_by: ['zip'] })
    expect(report.skipped).toContainEqual({
      path: 'logs.zip!app/node_modules/x.log',
      reason: 'excluded by default: node_modules/',
    })
    for (const format of ['text', 'md'])
      expect((await run('report', 'zipped', '--format', format)).stdout).toMatch(
        /unpacked:? ?from logs\.zip|were unpacked: from logs\.zip/,
      )
    const sarif = JSON.parse((await run('report', 'zipped', '--format', 'sarif')).stdout)
    expect(JSON.stringify(sarif)).toContain('logs.zip!app/a.log')
  })

  it('a burst of errors that rotation cut in two is told as one, and its error is of one log', async () => {
    const start = Date.parse('2026-03-01T00:00:00Z')
    const lines = Array.from({ length: 6000 }, (_, k) => {
      const isBad = k > 2950 && k < 3080
      return `${new Date(start + k * 10_000).toISOString()} ${isBad ? `ERROR pump: valve stuck at ${k % 5}` : `INFO pump: step ${k}`}\n`
    })
    mkdirSync(at('cut'))
    put('cut/app.log.1.gz', gzipSync(lines.slice(0, 3000).join('')))
    put('cut/app.log', lines.slice(3000).join(''))
    const { findings } = JSON.parse((await run('analyze', 'cut', 'What looks wrong?', '--json')).stdout)
    const said = (findings as { summary: string; path: string; line: number }[]).filter(({ summary }) =>
      summary.includes('series'),
    )
    expect(said).toMatchObject([
      {
        summary:
          'One burst of errors over 2 files of the series cut/app.log: 129, from 2026-03-01T08:11:50.000Z to 2026-03-01T08:33:10.000Z',
        path: 'cut/app.log.1.gz',
        line: 2952,
      },
      {
        summary: expect.stringMatching(
          /^129 errors “valve stuck at .*; first 2026-03-01T08:11:50.000Z, last 2026-03-01T08:33:10.000Z; in 2 of 2 files of the series cut\/app.log$/,
        ),
      },
      { summary: expect.stringMatching(/^6,000 entries over 16 h 39 min, .* in 2 files of the series cut\/app.log$/) },
    ])
    expect(findings.some(({ summary }: { summary: string }) => summary.includes('stands in 2 logs'))).toBe(false)
    // Its parts are told in it, and not again.
    expect(findings.filter(({ type }: { type: string }) => type === 'burst')).toHaveLength(1)
    expect(findings.find(({ type }: { type: string }) => type === 'burst').stats.parts).toMatchObject([
      { path: 'cut/app.log.1.gz' },
      { path: 'cut/app.log' },
    ])
  })

  it('rotated logs are one series, asked in order of time', async () => {
    const { stdout } = await run('analyze', 'rotated', 'When was the first error?')
    expect(stdout).toContain('rotated/app.log.2.gz:8')
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'rotated/app.log is a series of 3 files, oldest first: rotated/app.log.2.gz, rotated/app.log.1, rotated/app.log.',
    )
  })

  it('what cannot be read says what to do about it', async () => {
    put('pack.7z', Buffer.from('377abcaf271c0004', 'hex'))
    put('torn.arrow', Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.alloc(100)]))
    put('no.ipynb', '{"a": 1}')
    const advice = async (name: string) => (await run('analyze', name, 'x?')).stderr.split(' — ')[1]
    expect(await advice('sealed.zip')).toBe('decrypt it first, with the program that made it\n')
    expect(await advice('pack.7z')).toContain('`readers` in the config file')
    expect(await advice('torn.arrow')).toContain('write it again')
    expect(await advice('no.ipynb')).toContain('write it again')
  })

  it('Parquet is a table of text to who reads lines, and itself to who asks in SQL', async () => {
    await writeParquet(at('types.parquet'))
    const { stdout } = await run('analyze', 'types.parquet', 'what is the total amount?')
    expect(stdout).toMatch(/^1,201\.75\n/)
    expect(stdout).toContain('types.parquet!table.csv:2')
    const chunked = await run('search', 'types.parquet', '9007199254740993')
    expect(chunked.stdout).toContain(
      '9007199254740993,1200.50,2026-02-03 10:30:00.123456,"{""a"":1}","[1,2]",(2 bytes),[masked]',
    )
    expect((await run('sql', 'types.parquet', 'SELECT nested.a FROM types', '--csv')).stdout).toBe('a\n1\n\n')
    put('torn.parquet', readFileSync(at('types.parquet')).subarray(0, 300))
    const torn = await run('analyze', 'torn.parquet', 'x?')
    expect(torn).toMatchObject({ status: 2, stderr: expect.stringContaining('the table cannot be read to its end') })
  })

  it('sql asks every sheet and every table', async () => {
    const sum = async (path: string, table: string) =>
      (await run('sql', path, `SELECT sum(amount) AS s FROM ${table}`, '--csv')).stdout.split('\n')[1]
    expect(await sum('book.xlsx', 'Orders')).toBe('42')
    expect(await sum('shop.db', 'orders')).toBe('42')
    expect(await sum('sales.csv.gz', 'sales')).toBe('1225')
    const tool = await lab
      .server()
      .call(queryTool, { sql: 'SELECT sum(amount) AS s FROM Orders', files: ['book.xlsx'] })
    expect(JSON.stringify(tool)).toContain('42')
  })

  it('search, profile and chunk take a member by its name', async () => {
    expect((await run('search', 'report.pdf', 'noon')).stdout).toBe('report.pdf!pages.md:3: The pump failed at noon.\n')
    expect((await run('search', 'logs.zip!app/a.log', 'ERROR', '--limit', '1')).stdout).toMatch(
      /^logs\.zip!app\/a\.log:8: /,
    )
    expect(JSON.parse((await run('profile', 'logs.zip!app/a.log', '--json')).stdout)).toMatchObject({
      path: at('logs.zip!app/a.log'),
      line_count: 120,
    })
    expect(JSON.parse((await run('chunk', 'plan.docx', '--json')).stdout)).toMatchObject({
      path: at('plan.docx!paragraphs.md'),
      line_count: 1,
    })
    const profiled = await lab.server().call(profileTool, { path: 'logs.zip!app/a.log' })
    expect(JSON.stringify(profiled)).toContain('120')
    expect(JSON.stringify(await lab.server().call(searchTool, { query: 'noon', paths: ['report.pdf'] }))).toContain(
      'pages.md',
    )
  })

  it('diff compares two archives by their members', async () => {
    put(
      'old.zip',
      zipOf([
        { name: 'a.txt', content: 'one\n' },
        { name: 'b.txt', content: 'same\n' },
      ]),
    )
    put(
      'new.zip',
      zipOf([
        { name: 'a.txt', content: 'two\n' },
        { name: 'b.txt', content: 'same\n' },
      ]),
    )
    const { status, stdout } = await run('diff', 'old.zip', 'new.zip', '--json')
    expect(status).toBe(0)
    expect(stdout).toContain('new.zip!a.txt')
    expect(stdout).not.toContain('new.zip!b.txt')
  })

  it('names directories and reads lists of files', async () => {
    const { stdout } = await run('detect', 'logs=rotated', '--json')
    expect((JSON.parse(stdout) as { path: string }[])[0]!.path).toMatch(/^logs\/app\.log/)
    put('list.txt', 'sales.csv.gz\nlogs.tgz\n')
    expect(JSON.parse((await run('detect', '--files-from', 'list.txt', '--json')).stdout)).toHaveLength(2)
    put('none.txt', '\n')
    expect(await run('detect', '--files-from', 'none.txt')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/the list is empty/),
    })
    expect(await run('detect', '--files-from', 'nowhere.txt')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/nowhere\.txt/),
    })
  })
})

describe('what is not read is said', () => {
  it('of a file that is cut off the first part is read, and the status is 6', async () => {
    for (const command of ['detect', 'plan', 'chunk', 'profile', 'search', 'analyze']) {
      const { status, stdout, stderr } = await run(command, 'cut.log.gz', ...(command === 'search' ? ['INFO'] : []))
      expect({ command, status }).toEqual({ command, status: 6 })
      if (command !== 'plan')
        expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(
          /its gzip data ends early; its first [\d,]+ bytes are read/,
        )
    }
  })

  it('of an encrypted archive, a wrong member and several members in one line', async () => {
    expect(await run('search', 'sealed.zip', 'x')).toMatchObject({
      stderr: expect.stringMatching(/sealed\.zip!a\.log: it is encrypted/),
    })
    expect(await run('profile', 'sealed.zip')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^shoal: [^\n]*it is encrypted[^\n]*\n$/),
    })
    expect(await run('profile', 'logs.zip!no.log')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/holds no such member/),
    })
    expect(await run('profile', 'logs.zip')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/logs\.zip holds 3 files[^\n]*logs\.zip!app\/a\.log/),
    })
    expect(await run('detect', 'logs.zip!no.log')).toMatchObject({ status: 2 })
  })

  it('with --no-unpack, and at the limits', async () => {
    expect((await run('detect', 'logs.zip', '--no-unpack')).stderr).toMatch(/a packed file, with --no-unpack/)
    expect((await run('detect', 'logs.zip', '--max-unpacked', '100')).stderr).toMatch(/it holds more than 100 B/)
  })

  it('secrets in them are masked, and lie where only their owner reads', async () => {
    const { stdout } = await run('search', 'logs.zip', 'ann')
    expect(stdout).not.toContain('hunter2horse')
    const store = join(lab.home, 'cache/unpacked')
    expect(statSync(store).mode & 0o077).toBe(0)
    for (const name of readdirSync(store)) expect(statSync(join(store, name)).mode & 0o077).toBe(0)
  })

  it('a run is resumed when what was unpacked is gone, and an agent outside the roots sees nothing', async () => {
    await run('analyze', 'logs.tgz', 'How many errors are there?', '--name', 'again')
    rmSync(join(lab.home, 'cache/unpacked'), { recursive: true, force: true })
    expect(await run('resume', 'again')).toMatchObject({ status: 0 })
    expect(
      await lab
        .server()
        .call(detectTool, { paths: ['../x.zip!a'] })
        .catch(error => error.message),
    ).toMatch(/outside|not|no such/i)
  })
})

it('an archive is left as it was', () => {
  expect(readFileSync(at('logs.zip')).subarray(0, 2).toString()).toBe('PK')
  expect(readdirSync(lab.root).filter(name => /-(?:wal|shm|journal)$/.test(name))).toEqual([])
})
