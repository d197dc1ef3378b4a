// The promises of the runtime that no other test holds, and a test that every promise of docs/promises.md is held.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Ledger } from '@shoal/base/model/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt, bin } from '../../shoal/tests/cli/built-bin.ts'
import type { Outcome } from '../../shoal/tests/cli/fake-io.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { expireMembers } from '../src/expire-members.ts'
import { functionWorker } from '../src/function-worker.ts'
import { hostTeam } from '../src/host.ts'
import { processIdentity } from '../src/process-identity.ts'
import { breaches, countOf } from './chaos/event-laws.ts'
import { expectLine, fileOf, fixture, homesIn, integrityOf, shoal } from './chaos/homes.ts'
import { randomFrom } from './chaos/killer.ts'
import { type Mark, newMark } from './chaos/marked-processes.ts'
import { snapshot } from './conformance/ledger/world.ts'
import { stateViolations } from './ledger-laws.ts'
import { hasProc, until } from './live-processes.ts'

const dir = tempDir()
const { add: home, open } = homesIn(dir.path)
const never = new AbortController().signal
const marks: Mark[] = []

beforeAll(assertBuilt)
afterAll(() => {
  if (hasProc) for (const { pid } of marks.flatMap(mark => mark.alive())) process.kill(pid, 'SIGKILL')
})

async function allEvents(ledger: Ledger) {
  return await ledger.events({ after: 0, limit: 100_000 })
}

describe('shoal run', () => {
  /** A run of fixtures/chaos/slow.yaml that has come to its stop: five tasks done, two in hand, one behind them. */
  async function startSlow() {
    const path = home()
    const mark = newMark()
    marks.push(mark)
    const [log, go] = [join(path, 'log'), join(path, 'go')]
    const env = { ...mark.env, CHAOS_LOG: log, CHAOS_GO: go }
    const child = spawn(process.execPath, [bin, 'run', fixture('slow.yaml'), '--json'], {
      env: { ...env, SHOAL_HOME: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = outcomeOf(child)
    const begun = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [])
    await until('all that can be done has begun', () => begun().length === 7)
    const ledger = open(path)
    while ((await ledger.counts('slow')).completed < 5) await pause(10)
    return { path, env, child, ended, begun, ledger, mark, letGo: () => writeFileSync(go, '') }
  }

  async function outcomeOf(child: ChildProcess): Promise<Outcome> {
    const [stdout, stderr] = [child.stdout!, child.stderr!].map(async stream => (await stream.toArray()).join(''))
    const [status] = await once(child, 'close')
    return { status, stdout: await stdout!, stderr: await stderr! }
  }

  /** What was there when it stopped was not done again; what was cut off was; and the end is that of any other run. */
  async function expectGoesOn({ path, env, begun, letGo }: Awaited<ReturnType<typeof startSlow>>): Promise<void> {
    letGo()
    const { status, stdout, stderr } = shoal(['resume', 'slow', '--json', '--quiet'], path, { env })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(begun().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'finish', 'wait-1', 'wait-1', 'wait-2', 'wait-2'])
    expect(resultsIn(stdout)).toEqual(await undisturbed())
    expect(integrityOf(path)).toBe('ok')
  }

  let expected: Promise<unknown> | null = null
  async function undisturbed(): Promise<unknown> {
    expected ??= (async () => {
      const { child: _, ended, letGo } = await startSlow()
      letGo()
      const { status, stdout } = await ended
      expect(status).toBe(0)
      return resultsIn(stdout)
    })()
    return await expected
  }

  function resultsIn(stdout: string): unknown {
    const { status, tasks } = JSON.parse(stdout)
    return { status, tasks: tasks.map(({ id, status, result }: Record<string, unknown>) => ({ id, status, result })) }
  }

  it('killed with -9: its commands are stopped, it counts as interrupted, and resume does only what was not done', async () => {
    const slow = await startSlow()
    const { path, child, ended, mark, ledger } = slow
    // While it lives nobody else leads it, and nobody deletes it by mistake.
    expectLine(
      shoal(['resume', 'slow'], path),
      2,
      new RegExp(`"slow" is being led in process ${child.pid} — follow it`),
    )
    expectLine(shoal(['team', 'delete', 'slow'], path), 2, /cannot be deleted: .* alive — shut them down/)
    child.kill('SIGKILL')
    await ended
    if (hasProc) await until('its commands are gone', () => mark.alive().length === 0)
    expect(JSON.parse(shoal(['runs', '--json'], path).stdout)).toMatchObject([{ run: 'slow', status: 'interrupted' }])
    expect(await ledger.counts('slow')).toMatchObject({ completed: 5, inProgress: 0, ready: 2, blocked: 1 })
    await expectGoesOn(slow)
  })

  it.each([
    ['Ctrl-C', 'SIGINT'],
    ['TERM', 'SIGTERM'],
  ] as const)(
    '%s: ends with 130 and names the resume, gives back what was in hand, and resume goes on',
    async (_, signal) => {
      const slow = await startSlow()
      const { child, ended, mark, ledger } = slow
      child.kill(signal)
      const { status, stdout, stderr } = await ended
      expect({ status, stdout }).toEqual({ status: 130, stdout: '' })
      expect(stderr).toMatch(/\nshoal: interrupted — go on with `shoal resume slow`\n$/)
      if (hasProc) await until('its commands are gone', () => mark.alive().length === 0)
      expect(await ledger.counts('slow')).toMatchObject({ completed: 5, inProgress: 0, ready: 2, blocked: 1 })
      expect(countOf(await allEvents(ledger), 'task-lost')).toBe(0)
      await expectGoesOn(slow)
    },
  )

  it('stopped by another process with shutdown --now: ends at once, and resume goes on', async () => {
    const slow = await startSlow()
    const { path, ended, mark } = slow
    expect(shoal(['team', 'shutdown', 'slow', '--now', '--reason', 'lunch'], path)).toMatchObject({ status: 0 })
    const { status, stderr } = await ended
    expect(status).toBe(130)
    expect(stderr).toMatch(/\nshoal: run slow was stopped: lunch — go on with `shoal resume slow`\n$/)
    if (hasProc) await until('its commands are gone', () => mark.alive().length === 0)
    expect(JSON.parse(shoal(['runs', '--json'], path).stdout)).toMatchObject([{ status: 'stopped', reason: 'lunch' }])
    await expectGoesOn(slow)
  })

  it('deleted with --force while it runs: it ends, with all it has started', async () => {
    const { path, ended, mark } = await startSlow()
    expect(shoal(['team', 'delete', 'slow', '--force'], path)).toMatchObject({ status: 0 })
    const { status, stdout, stderr } = await ended
    expect({ isFine: status === 0, stdout }).toEqual({ isFine: false, stdout: '' })
    expect(stderr).toMatch(/\nshoal: [^\n]*slow[^\n]* — [^\n]+\n$/)
    if (hasProc) await until('its commands are gone', () => mark.alive().length === 0)
    expect(JSON.parse(shoal(['runs', '--json'], path).stdout)).toEqual([])
  })
})

/** A member in a process of its own, that takes so long for each of its tasks. */
async function startMember(path: string, { name = 'ann', lease = 15_000 } = {}) {
  const mark = newMark()
  marks.push(mark)
  const child = spawn(process.execPath, [fixture('member.mjs'), fileOf(path), 't', name, String(lease)], {
    env: mark.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  child.stdout.on('data', text => {
    said.push(...String(text).trimEnd().split('\n'))
  })
  const ended = once(child, 'close')
  await until('it has begun', () => said.includes('begin a'))
  return { child, said, ended }
}

function task(id: string, ms: number) {
  return { id, subject: id.toUpperCase(), input: ms }
}

const here = functionWorker(async () => 'here')

describe('a worker that is killed', () => {
  it('on this machine is noticed long before its lease has run out, and its task is taken again', async () => {
    const path = home()
    const ledger = open(path)
    await ledger.createTeam({ name: 't', tasks: [task('a', 60_000)] })
    const { child, ended } = await startMember(path, { lease: 3_600_000 })
    const end = hostTeam({ ledger, team: 't', draft: { members: [{ name: 'bob', worker: here }] }, signal: never })
    await pause(100)
    child.kill('SIGKILL')
    await ended
    expect(await end).toEqual({ end: 'done' })
    expect(await ledger.task('t', 'a')).toMatchObject({ status: 'completed', owner: 'bob', attempts: 2 })
  })
})

describe('a process that sleeps', () => {
  it('longer than its lease, while others are awake: they take its task, and what it brings later is refused', async () => {
    const path = home()
    const ledger = open(path)
    await ledger.createTeam({ name: 't', tasks: [task('a', 2000), task('b', 10)] })
    const { child, said, ended } = await startMember(path, { lease: 600 })
    child.kill('SIGSTOP')
    const draft = { members: [{ name: 'bob', worker: here }], leaseMs: 5000 }
    expect(await hostTeam({ ledger, team: 't', draft, signal: never })).toEqual({ end: 'done' })
    child.kill('SIGCONT')
    expect(await ended).toEqual([0, null])
    // It did its work to the end, knew that it was for nothing, and ended well.
    expect(said).toEqual(['begin a', 'end a', 'done'])
    expect(await ledger.result('t', 'a')).toBe('here')
    const events = await allEvents(ledger)
    expect(countOf(events, 'task-completed')).toBe(2)
    expect(breaches(events)).toEqual([])
  })

  it('with all others, as when a laptop is closed: goes on where it was, and nothing is done again', async () => {
    const path = home()
    const ledger = open(path)
    await ledger.createTeam({ name: 't', tasks: [task('a', 300), task('b', 10)] })
    const { child, said, ended } = await startMember(path, { lease: 400 })
    child.kill('SIGSTOP')
    await pause(1000)
    child.kill('SIGCONT')
    expect(await ended).toEqual([0, null])
    expect(said).toEqual(['begin a', 'end a', 'begin b', 'end b', 'done'])
    expect(await ledger.result('t', 'a')).toBe('ann')
    expect(countOf(await allEvents(ledger), 'member-died')).toBe(0)
  })
})

describe('a clock that jumps', () => {
  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('an hour %s in the middle of a run: everything is completed, and once', async (_, jump) => {
    const path = home()
    let shift = 0
    const now = () => Date.now() + shift
    const ledger = open(path, { now })
    const tasks = Array.from({ length: 60 }, (_, at) => task(`t${at}`, 5))
    await ledger.createTeam({ name: 't', tasks })
    let done = 0
    const worker = functionWorker(async ({ input }) => {
      if (++done === 20) shift = jump
      await pause(input as number)
      return null
    })
    const hosts = ['ann', 'bob', 'cid'].map(name =>
      hostTeam({
        ledger: open(path, { now }),
        team: 't',
        draft: { members: [{ name, worker }], leaseMs: 150 },
        signal: never,
      }),
    )
    for (const end of await Promise.all(hosts)) expect(end).toEqual({ end: 'done' })
    expect(await ledger.counts('t')).toMatchObject({ total: 60, completed: 60 })
    const events = await allEvents(ledger)
    expect(countOf(events, 'task-completed')).toBe(60)
    expect(breaches(events)).toEqual([])
  })

  it('back: who died on this machine is noticed all the same', async () => {
    const path = home()
    let shift = 0
    const ledger = open(path, { now: () => Date.now() + shift })
    await ledger.createTeam({ name: 't', tasks: [task('a', 1)] })
    const child = spawn('true')
    const { host } = processIdentity()
    const session = await ledger.join('t', { name: 'ann', process: { host, pid: child.pid!, started: '' } }, 15_000)
    await ledger.claim(session)
    await once(child, 'close')
    shift = -3_600_000
    await expireMembers(ledger, 't')
    expect(await ledger.counts('t')).toMatchObject({ ready: 1, inProgress: 0 })
  })
})

describe('a power cut', () => {
  it('may take back the last moves, but never half of one', async () => {
    const path = home()
    const ledger = open(path)
    const moves = await workFor(ledger)
    const events = await allEvents(ledger)
    const log = readFileSync(`${fileOf(path)}-wal`)
    expect(log.length, 'all of it is still in the log').toBeGreaterThan(50 * 4096)

    const random = randomFrom(7)
    const lengths = [0, 31, 4096, log.length - 1, log.length]
    for (let at = 0; at < 40; at++) lengths.push(Math.floor(random() * log.length))
    const kept = new Set<number>()
    for (const length of lengths) {
      const after = home()
      copyFileSync(fileOf(path), fileOf(after))
      // Of the rest the disk may hold anything: here what was there is turned round.
      const rest = log.subarray(length).map(byte => ~byte)
      writeFileSync(`${fileOf(after)}-wal`, Buffer.concat([log.subarray(0, length), rest]))
      const found = open(after)
      const left = await allEvents(found)
      expect(left).toEqual(events.slice(0, left.length))
      expect(moves, `cut at ${length}`).toContain(left.length)
      expect(stateViolations(await snapshot(found))).toEqual([])
      expect(integrityOf(after)).toBe('ok')
      await found.createTeam({ name: 'afterwards' })
      kept.add(left.length)
    }
    expect(kept.size, 'different moments').toBeGreaterThan(10)
    expect(Math.max(...kept)).toBe(events.length)
  })

  /** Moves of every size; gives back after which events there was a moment between two moves. */
  async function workFor(ledger: Ledger): Promise<readonly number[]> {
    const moments = [0]
    const move = async <T>(made: Promise<T>): Promise<T> => {
      const value = await made
      moments.push(await ledger.lastEvent())
      return value
    }
    const tasks = Array.from({ length: 30 }, (_, at) => ({
      ...task(`t${at}`, at),
      description: 'd'.repeat(at * 40),
      ...(at % 3 === 2 ? { blockedBy: [`t${at - 1}`, `t${at - 2}`] } : {}),
    }))
    await move(ledger.createTeam({ name: 't', tasks }))
    const session = await move(ledger.join('t', { name: 'ann' }, 60_000))
    let claim = await move(ledger.claim(session))
    for (let at = 0; claim; at++) {
      const follow = at % 7 === 3 ? [{ id: `more-${at}`, subject: 'More' }] : []
      const result = 'r'.repeat(at * 100)
      const ending = { status: 'completed' as const, result, summary: `done ${at}`, follow }
      claim = await move(ledger.finish(claim, ending, { claimNext: true }))
      if (at % 5 === 0) await move(ledger.send('t', { from: 'ann', to: 'lead', text: `so far ${at}` }))
    }
    await move(ledger.leave(session))
    return moments
  }
})

describe('docs/promises.md', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const page = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  const rows = page.split('\n').filter(line => /^\|.*\|$/.test(line) && !/^\|[-| ]+\|$/.test(line))
  /** `[title](../packages/team/tests/….ts)`. */
  const named = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/((?:packages\/\w+\/)?tests\/[^)]+\.ts)\)/g)].map(
    ([, title, file]) => ({
      title: title!,
      file: file!,
    }),
  )

  it('names a test in every row of its tables', () => {
    expect(rows.length).toBeGreaterThan(10)
    const promises = rows.filter(row => !row.startsWith('| what happens'))
    expect(promises.filter(row => !/\]\(\.\.\/(?:packages\/\w+\/)?tests\//.test(row))).toEqual([])
  })

  it('names only tests that exist', () => {
    expect(named.length).toBeGreaterThan(10)
    for (const { title, file } of named) {
      const [start = '', end = ''] = title.split('…')
      const quoted = new RegExp(`(['"\`])${escaped(start)}[^\\n]*${escaped(end)}\\1`)
      expect(readFileSync(join(root, file), 'utf8'), title).toMatch(quoted)
    }
  })
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
