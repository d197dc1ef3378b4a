// SQL runs in a process of its own: what a query takes, and how it ends, is no matter of ours or of the next query.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { eventually, PATIENCE_MS } from '../../../../tests/patience.ts'
import { Database } from '../../src/sql/database.ts'
import { releaseEngine, takeEngine } from '../../src/sql/engine-process.ts'
import { ask, CACHE, DataFolder, withPrivateDirectory } from './query-data-files.ts'

const folder = new DataFolder()
const data = folder.write('orders.csv', 'id,note\n1,a\n2,b\n')
const { signal } = new AbortController()
const isLinux = process.platform === 'linux'
const ENDLESS = 'SELECT count(*) FROM range(1000000000000) t(i) WHERE i % 7 = 3'

afterAll(() => folder.remove())

const count = async () => (await ask('SELECT count(*) FROM orders', [data])).result!.rows

/** The process that the next query would get. */
async function nextPid(): Promise<number> {
  const engine = await takeEngine(signal)
  const { pid } = engine
  await releaseEngine(engine)
  return pid!
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that nobody has buried yet is no longer running.
    return !(isLinux && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')))
  } catch {
    return false
  }
}

/** On a busy machine its time may be over before its memory is. */
const TOO_MUCH = /^[^\n]*(?:took more than 1 GB|Out of Memory|was stopped after 30 s)[^\n]*$/

const BOMBS = [
  "SELECT repeat('x', 2000000000)",
  "SELECT length(repeat(repeat('x', 1000000), 4000))",
  "SELECT list(repeat('x', 10000)) FROM range(1000000) t(i)",
  "SELECT string_agg(repeat('y', 10000), ',') FROM range(1000000) t(i)",
  "WITH RECURSIVE r(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM r WHERE length(s) < 4000000000) SELECT max(length(s)) FROM r",
  "SELECT repeat('z', 3000000) FROM range(2000)",
  "SELECT map_from_entries(list((i, repeat('k', 1000)))) FROM range(3000000) t(i)",
]

describe('a query that takes too much memory', () => {
  it.each(BOMBS)('is stopped, and the next is answered: %s', async sql => {
    const before = process.memoryUsage.rss()
    await expect(ask(sql, [data])).rejects.toMatchObject({
      code: 'sql-failed',
      message: expect.stringMatching(TOO_MUCH),
    })
    expect(process.memoryUsage.rss() - before, 'what the server itself took').toBeLessThan(400_000_000)
    expect(await count()).toEqual([[2]])
  })

  it.runIf(isLinux)('never has much more than it may', async () => {
    await withPrivateDirectory(async directory => {
      const engine = await takeEngine(signal)
      await engine.ask('open', [directory], { signal, milliseconds: null })
      const limits = { rows: 1, characters: 1000, milliseconds: PATIENCE_MS }
      const sql = "SELECT length(repeat(repeat('x', 1000000), 4000))"
      const asked = engine.ask('query', [sql, [], limits], { signal, milliseconds: PATIENCE_MS })
      let most = 0
      const watching = setInterval(() => {
        const pages = existsSync(`/proc/${engine.pid}/statm`) ? readFileSync(`/proc/${engine.pid}/statm`, 'latin1') : ''
        most = Math.max(most, Number(pages.split(' ')[1] ?? 0) * 4096)
      }, 5)
      await expect(asked).rejects.toThrow('took more than 1 GB')
      clearInterval(watching)
      await releaseEngine(engine)
      expect(most).toBeGreaterThan(100_000_000)
      expect(most).toBeLessThan(2_000_000_000)
    })
  })
})

describe('a query that takes too long', () => {
  it.each([
    ENDLESS,
    'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r',
    'SELECT count(*) FROM range(10000000) a(i), range(10000000) b(i) WHERE a.i + b.i = -1',
    'SELECT max(md5(repeat(i::VARCHAR, 1000))) FROM range(1000000000) t(i)',
  ])('is stopped, and the next is answered: %s', async sql => {
    await expect(ask(sql, [data], { limits: { milliseconds: 400 } })).rejects.toMatchObject({
      code: 'sql-failed',
      message: 'the query was stopped after 0.4 s',
    })
    expect(await count()).toEqual([[2]])
  })
})

describe('a result that is too large', () => {
  it('is cut to the rows and characters that were asked for', async () => {
    const { result } = await ask("SELECT i, repeat('w', 5000) FROM range(100000000) t(i)", [data], {
      limits: { rows: 7 },
    })
    expect(result).toMatchObject({ truncated: true, rowCount: null })
    expect(result!.rows).toHaveLength(7)
    expect(JSON.stringify(result!.rows).length).toBeLessThan(32_000)
  })
})

describe('the process of a query', () => {
  it('is the same for the next one, and another after it was ended', async () => {
    await count()
    const first = await nextPid()
    await count()
    expect(await nextPid()).toBe(first)
    await expect(ask(ENDLESS, [data], { limits: { milliseconds: 200 } })).rejects.toThrow('stopped after 0.2 s')
    expect(isRunning(first)).toBe(false)
    await count()
    expect(await nextPid()).not.toBe(first)
  })

  it('ends with an abort', async () => {
    await count()
    const pid = await nextPid()
    const control = new AbortController()
    const answer = ask(ENDLESS, [data], { signal: control.signal })
    setTimeout(() => control.abort(), 200)
    await expect(answer).rejects.toThrow(/abort/)
    expect(isRunning(pid)).toBe(false)
  })

  it.runIf(isLinux)('may be killed by others: the query says so, and the next is answered', async () => {
    await count()
    const pid = await nextPid()
    const answer = ask(ENDLESS, [data])
    answer.catch(() => {})
    // It works where its query keeps what does not fit into memory.
    await expect.poll(() => readlinkSync(`/proc/${pid}/cwd`)).toContain('shoal-sql-')
    process.kill(pid, 'SIGKILL')
    await expect(answer).rejects.toMatchObject({
      code: 'sql-failed',
      message: 'the process of the query ended unexpectedly (SIGKILL)',
    })
    expect(await count()).toEqual([[2]])
  })

  it('is one for each query at a time: what one takes costs no other', async () => {
    const bomb = ask("SELECT length(repeat(repeat('x', 1000000), 4000))", [data]).catch((error: Error) => error.message)
    const honest = await Promise.all(Array.from({ length: 6 }, count))
    expect(honest).toEqual(Array.from({ length: 6 }, () => [[2]]))
    expect(await bomb).toMatch(TOO_MUCH)
  })

  it('a query that waits for its turn may be taken back', async () => {
    const control = new AbortController()
    const end = new AbortController()
    const running = Array.from({ length: 4 }, () => ask(ENDLESS, [data], { signal: end.signal }))
    const waiting = ask('SELECT 1', [data], { signal: control.signal })
    setTimeout(() => control.abort(), 100)
    await expect(waiting).rejects.toThrow(/abort/)
    end.abort()
    await Promise.allSettled(running)
    expect(await count()).toEqual([[2]])
  })

  it.runIf(isLinux)('knows nothing of our environment', async () => {
    vi.stubEnv('SHOAL_TEST_KEY', 'sk-of-the-server')
    await expect(ask(ENDLESS, [data], { limits: { milliseconds: 100 } })).rejects.toThrow('stopped')
    await count()
    const environment = readFileSync(`/proc/${await nextPid()}/environ`, 'latin1')
    vi.unstubAllEnvs()
    expect(environment).not.toContain('sk-of-the-server')
    expect(
      environment
        .split('\0')
        .filter(Boolean)
        .map(line => line.split('=')[0]),
    ).toEqual(expect.not.arrayContaining(['HOME', 'PATH']))
  })

  it.runIf(isLinux)('reads what was opened, whatever takes its place', async () => {
    const own = new DataFolder()
    const file = own.write('mine.csv', 'a,b\n1,mine\n')
    const other = own.write('other.csv', 'a,b\n1,other\n')
    await withPrivateDirectory(async directory => {
      const database = await Database.open({ directory, signal })
      const attached = await database.attach(file)
      renameSync(file, `${file}.away`)
      symlinkSync(other, file)
      expect(await database.rows(`SELECT b FROM read_csv('${attached}')`)).toEqual([['mine']])
      await expect(database.attach(file)).rejects.toMatchObject({ code: 'file-changed' })
      await database.close()
    })
    own.remove()
  })
})

describe('a program that asks', () => {
  const script = (body: string) => `
    import { queryData } from ${JSON.stringify(built('run/query-data.js'))}
    import { takeEngine, releaseEngine } from ${JSON.stringify(built('sql/engine-process.js'))}
    import { settingsFrom } from ${JSON.stringify(built('config/resolve.js'))}
    const { signal } = new AbortController()
    const ask = sql => queryData({ sql, files: [{ name: 'o', path: 'o', file: ${JSON.stringify(data)} }], settings: settingsFrom(), signal, cache: ${JSON.stringify(CACHE)} })
    await ask('SELECT 1')
    const engine = await takeEngine(signal)
    console.log(engine.pid)
    await releaseEngine(engine)
    ${body}`
  const start = (body: string) =>
    spawn(process.execPath, ['--input-type=module', '-e', script(body)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const firstLine = (child: ChildProcess) =>
    new Promise<string>(resolve => child.stdout!.once('data', bytes => resolve(String(bytes))))

  it('ends by itself, and its process with it', async () => {
    const child = start('')
    const pid = Number(await firstLine(child))
    const [code] = await new Promise<[number | null]>(resolve => child.once('exit', code => resolve([code])))
    expect(code).toBe(0)
    await eventually(() => expect(isRunning(pid)).toBe(false))
  })

  it('may be killed in the middle of a query: its process ends too', async () => {
    const child = start(`ask(${JSON.stringify(ENDLESS)}).catch(() => {})`)
    const pid = Number(await firstLine(child))
    expect(isRunning(pid)).toBe(true)
    child.kill('SIGKILL')
    await eventually(() => expect(isRunning(pid)).toBe(false))
  })
})

function built(file: string): string {
  return fileURLToPath(new URL(`../../../../build/shoal/${file}`, import.meta.url))
}
