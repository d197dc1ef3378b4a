// `shoal serve` as a process: what it prints, what it opens, and how it ends.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { openInBrowser } from '../../src/cli/browser.ts'
import { serveCommand } from '../../src/cli/serve.ts'
import { realWorld } from '../../src/cli/team/world.ts'
import { parseCommandLine } from '../../src/config/parse.ts'
import { resolveOptions } from '../../src/config/resolve.ts'
import { type Stub, startStub } from '../models/stub/server.ts'
import { honestAnalyst } from '../run/models/honest-analyst.ts'
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

  it('a token that could be guessed', async () => {
    const { status, stderr } = await shoal(['serve'], { ...around, env: { ...env, SHOAL_SERVE_TOKEN: 'x'.repeat(15) } })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^shoal: SHOAL_SERVE_TOKEN must have at least 16 characters — /),
    })
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
    const tidied = vi.fn()
    const opened = vi.fn<(url: string) => () => void>(() => tidied)
    const ended = serveCommand(realWorld, opened).run(io, { args, ...resolveOptions(values, {}, '') })
    await eventually(() => expect(opened).toHaveBeenCalledOnce())
    const [url] = opened.mock.calls[0]!
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?ticket=[\w-]{43}#\/runs\/nightly$/)
    expect(io.stdout.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}#\/runs\/nightly\n$/)
    const followed = await fetch(url, { redirect: 'manual' })
    const [printed] = io.stdout.text.split('#')
    expect(new URL(followed.headers.get('location')!, url).href).toBe(printed)
    expect(tidied).not.toHaveBeenCalled()
    stop.abort()
    expect(await ended).toBe(0)
    expect(tidied).toHaveBeenCalledOnce()
  })

  it('tells whoever lists processes nothing but the name of a file of its owner', async () => {
    const script = dir.write(
      'opener.mjs',
      "import { writeFileSync } from 'node:fs'\nwriteFileSync(...process.argv.slice(2))",
    )
    const seen = join(dir.path, 'opened')
    const url = 'http://127.0.0.1:1/?ticket=t&x="<y>#/runs/a'
    const tidy = openInBrowser(url, line => expect.unreachable(line), [process.execPath, script, seen])
    await eventually(() => expect(readFileSync(seen, 'utf8')).toMatch(/^file:/))
    const file = fileURLToPath(readFileSync(seen, 'utf8'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    expect(readFileSync(file, 'utf8')).toContain(
      'content="0;url=http://127.0.0.1:1/?ticket=t&#38;x=&#34;&#60;y&#62;#/runs/a"',
    )
    tidy()
    expect(existsSync(dirname(file))).toBe(false)
  })

  it('says so when there is nothing that opens', async () => {
    const note = vi.fn()
    const tidy = openInBrowser('http://127.0.0.1:1/', note, [join(dir.path, 'none')])
    const said = expect.stringMatching(/^no browser could be opened/)
    await eventually(() => expect(note).toHaveBeenCalledWith(said))
    tidy()
  })
})

describe('a process', () => {
  let child: ChildProcessWithoutNullStreams | null = null
  let provider: Stub
  let isSilent = true
  const honest = honestAnalyst()
  beforeAll(async () => {
    assertBuilt()
    provider = await startStub(request => (isSilent ? { hang: true } : honest(request)))
  })
  beforeEach(() => {
    isSilent = true
  })
  afterEach(() => void child?.kill('SIGKILL'))
  afterAll(() => provider.close())
  const account = () => ({ ANTHROPIC_API_KEY: 'a-key-for-tests', ANTHROPIC_BASE_URL: `${provider.url}/v1` })

  const begin = async (...args: string[]) => {
    child = spawn(process.execPath, [bin, 'serve', ...args], {
      cwd: dir.path,
      env: { PATH: process.env.PATH, ...env, ...account(), SHOAL_SERVE_TOKEN: 'a token of our own' },
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
    expect(url.search).toBe('?token=a%20token%20of%20our%20own')
    const stream = await fetch(new URL(`/api/events${url.search}`, url))
    expect(stream.status).toBe(200)
    process.kill(signal)
    expect(await ended).toEqual([0, null])
    await stream.text().catch(() => null)
  })

  /** A run that is at work until its provider answers. */
  const start = async (url: URL) => {
    const before = provider.count
    // What was read before would be known, and nobody asked.
    dir.write('notes/deploy.md', `# Deploy\n\nThe disk of build host ${before} was full.\n`)
    const answer = await fetch(new URL(`/api/runs${url.search}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"paths":["notes"],"model":"anthropic:claude-haiku-4-5"}',
    })
    expect(answer.status).toBe(201)
    const { run } = (await answer.json()) as { run: string }
    await eventually(() => expect(provider.count).toBeGreaterThan(before))
    expect(statusOf(run)).toBe('running')
    return run
  }
  /** Processes that lead it, as the system lists them. */
  const leads = (run: string) =>
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .filter(pid => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`--name=${run}`)
        } catch {
          return false
        }
      })

  it('stops the runs it has started, so that they can be resumed', async () => {
    const { process, url, ended } = await begin()
    const run = await start(url)
    process.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(statusOf(run)).toBe('interrupted')
    isSilent = false
    const resumed = await shoal(['resume', run, '--json', '--quiet'], { cwd: dir.path, env: { ...env, ...account() } })
    expect({ status: resumed.status, stderr: resumed.stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.skipIf(!existsSync('/proc/self/cmdline'))(
    'leaves no run behind, whether it is asked twice or killed',
    async () => {
      for (const signals of [['SIGINT', 'SIGINT'], ['SIGKILL']] as const) {
        const { process, url, ended } = await begin()
        const run = await start(url)
        const [lead] = leads(run)
        expect(lead).toBeDefined()
        expect(readFileSync(`/proc/${lead}/environ`, 'utf8')).not.toContain('SHOAL_SERVE_TOKEN')
        for (const signal of signals) process.kill(signal)
        await ended
        await eventually(() => expect(leads(run)).toEqual([]))
      }
    },
  )
})
