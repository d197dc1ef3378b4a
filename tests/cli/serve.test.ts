// `shoal serve` as a process: what it prints, what it opens, and how it ends.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveCommand } from '../../src/cli/serve.ts'
import { realWorld } from '../../src/cli/team/world.ts'
import { parseCommandLine } from '../../src/config/parse.ts'
import { resolveOptions } from '../../src/config/resolve.ts'
import { assertBuilt, bin, runBin } from './built-bin.ts'
import { fakeIo, shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const env = { SHOAL_HOME: join(dir.path, 'home') }
const around = { cwd: dir.path, env }

describe('what it refuses, in one line', () => {
  it.each([
    [['serve', 'none'], /^shoal: there is no run "none" — run `shoal runs` for the runs\n$/],
    [['serve', 'one', 'two'], /^shoal: shoal serve takes one RUN; it got 2 — /],
    [['serve', '--port', '65536'], /^shoal: --port must be at most 65535; it is 65536 — /],
    [['serve', '--json'], /^shoal: --json is not an option of `shoal serve` — /],
    [['analyze', '--open'], /^shoal: --open is not an option of `shoal analyze` — it belongs to `shoal serve`\n$/],
  ])('%j', async (argv, line) => {
    const { status, stdout, stderr } = await shoal(argv, around)
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(line) })
  })

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { status, stderr } = await shoal(['serve', '--port', String(port)], around)
    other.close()
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `shoal: port ${port} is taken — choose another, or none for a free one\n`,
    })
  })
})

describe('--open', () => {
  it('hands the browser an address that is good once, with the run that was named, and prints the other', async () => {
    const stop = new AbortController()
    const io = fakeIo({ ...around, signal: stop.signal })
    const ledger = (await realWorld.openLedger(io, { create: true }))!
    await ledger.createTeam({ name: 'nightly', definition: { kind: 'pattern' } as never, tasks: [] })
    await ledger.close()
    const { args, values } = parseCommandLine(['serve', 'nightly', '--open'])
    const opened = vi.fn<(url: string) => void>()
    const ended = serveCommand(realWorld, opened).run(io, { args, ...resolveOptions(values, {}, '') })
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce())
    const [url] = opened.mock.calls[0]!
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?ticket=[\w-]{43}#\/runs\/nightly$/)
    expect(io.stdout.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}#\/runs\/nightly\n$/)
    const followed = await fetch(url, { redirect: 'manual' })
    const [printed] = io.stdout.text.split('#')
    expect(new URL(followed.headers.get('location')!, url).href).toBe(printed)
    stop.abort()
    expect(await ended).toBe(0)
  })
})

describe('a process', () => {
  let child: ChildProcessWithoutNullStreams | null = null
  beforeAll(assertBuilt)
  afterEach(() => void child?.kill('SIGKILL'))

  const begin = async (...args: string[]) => {
    child = spawn(process.execPath, [bin, 'serve', ...args], {
      cwd: dir.path,
      env: { PATH: process.env.PATH, ...env, SHOAL_SERVE_TOKEN: 'of our own' },
    })
    const [printed] = await once(child.stdout.setEncoding('utf8'), 'data')
    return { process: child, url: new URL(printed.trim()), ended: once(child, 'exit') }
  }
  const statusOf = (run: string) =>
    (JSON.parse(runBin(['runs', '--json'], { env }).stdout) as { run: string; status: string }[]).find(
      one => one.run === run,
    )?.status

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends in order at %s, with what is open', async signal => {
    const { process, url, ended } = await begin()
    expect(url.search).toBe('?token=of%20our%20own')
    const stream = await fetch(new URL(`/api/events${url.search}`, url))
    expect(stream.status).toBe(200)
    process.kill(signal)
    expect(await ended).toEqual([0, null])
    await stream.text().catch(() => null)
  })

  it('stops the runs it has started, so that they can be resumed', async () => {
    const line = (n: number) => `2024-05-01T10:00:00Z INFO worker ${n} took ${n * 7} ms for request ${n * 31}\n`
    const large = Array.from({ length: 20_000 }, (_, n) => line(n)).join('')
    for (let n = 0; n < 20; n++) dir.write(`logs/app-${n}.log`, large)
    const { process, url, ended } = await begin()
    const { status } = await fetch(new URL(`/api/runs${url.search}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"paths":["logs"]}',
    })
    expect(status).toBe(201)
    await vi.waitFor(() => expect(statusOf('analyze-logs')).toBe('running'), { timeout: 20_000, interval: 200 })
    process.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(statusOf('analyze-logs')).toBe('interrupted')
    const resumed = runBin(['resume', 'analyze-logs', '--json', '--quiet'], { env, cwd: dir.path })
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
  }, 120_000)
})
