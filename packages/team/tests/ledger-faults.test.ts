// What goes wrong around a ledger: files that are none, that are damaged, newer, gone or locked. Always one
// line that says what to do, and nothing lost.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode } from '@shoal/base/model/errors'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { functionWorker } from '../src/function-worker.ts'
import { hostTeam } from '../src/host.ts'
import { memoryLedger } from '../src/memory-ledger.ts'
import { openSqliteLedger } from '../src/sqlite/ledger.ts'
import { migrations } from '../src/sqlite/schema.ts'
import { blobsOf, expectLine, fileOf, fixture, homesIn, integrityOf, shoal, soundLedger } from './chaos/homes.ts'

const dir = tempDir()
const never = new AbortController().signal
const { add: home, open } = homesIn(dir.path)
const program = (name: string) => fixture(`${name}.mjs`)

const children: ChildProcess[] = []

beforeAll(assertBuilt)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function expectRefusal(move: () => Promise<unknown>, code: ErrorCode): Promise<ShoalError> {
  const error = await move().then(
    () => null,
    thrown => thrown,
  )
  expect(error).toBeInstanceOf(ShoalError)
  expect(error.code).toBe(code)
  return error
}

const sound = () => soundLedger(home)

describe('a file that is no ledger', () => {
  let foreigners = 0
  const foreign = (mode: string, more = ''): Buffer => {
    const file = join(dir.path, `foreign-${foreigners++}.db`)
    const database = new Database(file)
    database.exec(
      `PRAGMA journal_mode = ${mode}; CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('a'); ${more}`,
    )
    database.close()
    return readFileSync(file)
  }

  it.each([
    ['text', () => 'these are my notes\n'.repeat(500)],
    ['a few bytes', () => 'hello'],
    ['bytes', () => Buffer.alloc(8192, 0xfe)],
    ['zeros', () => Buffer.alloc(8192)],
    ['a database of another program', () => foreign('DELETE')],
    ['one in WAL mode', () => foreign('WAL')],
    ['one with a name of its own', () => foreign('WAL', 'PRAGMA application_id = 77')],
    ['one with a version of its own', () => foreign('DELETE', 'PRAGMA user_version = 1')],
  ])('%s is refused, and nothing is written to it or beside it', async (_, make) => {
    const content = Buffer.from(make())
    const path = home(content)
    expect((await expectRefusal(async () => open(path), 'ledger-foreign')).message).toContain(fileOf(path))
    expect(readdirSync(path)).toEqual(['ledger.db'])
    expect(readFileSync(fileOf(path)).equals(content)).toBe(true)
  })

  it('the command says so in one line', () => {
    const content = foreign('WAL')
    const path = home(content)
    expectLine(shoal(['team', 'create', 'x'], path), 2, /is a database of another program — move the file away/)
    expectLine(shoal(['runs'], home('notes')), 2, /ledger\.db is not a ledger — move the file away/)
    expect(readdirSync(path)).toEqual(['ledger.db'])
    expect(readFileSync(fileOf(path)).equals(content)).toBe(true)
  })

  it('a directory in its place is refused', () => {
    const path = home()
    mkdirSync(fileOf(path))
    expectLine(shoal(['team', 'create', 'x'], path), 2, /ledger\.db is not a file/)
  })

  it('an empty file becomes a ledger', async () => {
    const path = home('')
    await open(path).createTeam({ name: 'first' })
    expect(await open(path).team('first')).toMatchObject({ name: 'first' })
  })
})

describe('a damaged ledger', () => {
  // Of a few bytes nobody can tell what they were.
  const NO_GOOD = /^ledger-(corrupt|foreign)$/

  it('one that was cut off anywhere is refused, and stays as it is', async () => {
    const whole = sound()
    expect(whole.length).toBeGreaterThan(10 * 4096)
    for (const length of [2, 100, 500, 4096, 5000, whole.length >> 1, whole.length - 4096]) {
      const cut = whole.subarray(0, length)
      const path = home(cut)
      await expect(async () => open(path).tasks('kept')).rejects.toMatchObject({ code: expect.stringMatching(NO_GOOD) })
      expect(readFileSync(fileOf(path)).equals(cut), `cut at ${length}`).toBe(true)
    }
  })

  it('one with rubbish in the middle is refused, and stays as it is', async () => {
    const spoilt = Buffer.from(sound())
    spoilt.fill(0xaa, 2 * 4096)
    const path = home(spoilt)
    await expectRefusal(async () => open(path).tasks('kept'), 'ledger-corrupt')
    expect(readFileSync(fileOf(path)).equals(spoilt)).toBe(true)
  })

  it('the command says so in one line', () => {
    const whole = sound()
    expectLine(
      shoal(['team', 'tasks', 'kept'], home(whole.subarray(0, whole.length >> 1))),
      2,
      /ledger\.db is damaged — move the file away to start afresh, or restore it from a copy/,
    )
  })
})

describe('two versions of shoal', () => {
  const newer = [...migrations, "ALTER TABLE teams ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'"]

  it('a newer ledger is refused with advice, and stays as it is', () => {
    const path = home(sound())
    const database = new Database(fileOf(path))
    database.exec(`PRAGMA user_version = ${newer.length}`)
    database.close()
    const before = readFileSync(fileOf(path))
    for (const args of [['runs'], ['team', 'create', 'x']])
      expectLine(shoal(args, path), 2, /written by a newer shoal .* — update shoal, or set SHOAL_HOME/)
    expect(readFileSync(fileOf(path)).equals(before)).toBe(true)
  })

  it('an older ledger is brought forward with all it has, and who still has it open as it was stops at its next move', async () => {
    const path = home()
    const old = open(path)
    await old.createTeam({
      name: 'kept',
      purpose: 'To stay',
      tasks: [{ id: 'a', subject: 'A', input: 'x'.repeat(9000) }],
    })
    const session = await old.join('kept', { name: 'ann' }, 60_000)
    const claim = await old.claim(session)
    const before = await old.events({ after: 0, limit: 100 })

    const young = open(path, { migrations: newer })
    expect(await young.events({ after: 0, limit: 100 })).toEqual(before)
    expect(await young.team('kept')).toMatchObject({ purpose: 'To stay' })
    expect(await young.input('kept', 'a')).toBe('x'.repeat(9000))

    const error = await expectRefusal(() => old.finish(claim!, { status: 'completed', result: 1 }), 'ledger-newer')
    expect(error.advice).toContain('update shoal')
    expect(await young.events({ after: 0, limit: 100 })).toEqual(before)
    // What was claimed before goes on.
    await young.finish(claim!, { status: 'completed', result: 1 })
    expect(await young.result('kept', 'a')).toBe(1)
  })

  it('a step forward that fails changes nothing', async () => {
    const path = home()
    await open(path).createTeam({ name: 'kept' })
    const broken = [...migrations, 'CREATE TABLE one (a); CREATE TABLE one (a)']
    await expect(async () => open(path, { migrations: broken })).rejects.toThrow()
    expect(await open(path).team('kept')).toMatchObject({ name: 'kept' })
    await open(path).createTeam({ name: 'more' })
  })
})

describe('eight processes that make the same ledger at once', () => {
  it('all find it, and each its own team in it', async () => {
    const path = join(dir.path, 'new', 'state')
    const names = Array.from({ length: 8 }, (_, at) => `team-${at}`)
    const ends = names.map(async name => {
      const child = spawn(process.execPath, [program('create-team'), fileOf(path), name], { stdio: 'pipe' })
      children.push(child)
      let stderr = ''
      child.stderr.on('data', text => {
        stderr += text
      })
      const [status] = await once(child, 'close')
      return { status, stderr }
    })
    for (const end of await Promise.all(ends)) expect(end).toEqual({ status: 0, stderr: '' })
    const teams = await open(path).teams()
    expect(teams.map(({ name }) => name).sort()).toEqual(names)
    expect(integrityOf(path)).toBe('ok')
  })
})

describe('a large value that is lost', () => {
  /** A task whose result is a blob, one that needs it, and the file of the blob. */
  async function withBlob() {
    const path = home()
    const ledger = open(path)
    const tasks = [
      { id: 'a', subject: 'A' },
      { id: 'b', subject: 'B', blockedBy: ['a'] },
    ]
    await ledger.createTeam({ name: 't', tasks })
    const session = await ledger.join('t', { name: 'ann' }, 60_000)
    await ledger.finish((await ledger.claim(session))!, { status: 'completed', result: LARGE })
    await ledger.leave(session)
    const [blob] = blobsOf(path)
    return { path, ledger, blob: blob! }
  }
  const LARGE = 'r'.repeat(20_000)

  it.each([
    ['missing', (file: string) => rmSync(file)],
    ['cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100))],
    ['changed in one byte', (file: string) => writeFileSync(file, readFileSync(file).fill(0x73, 500, 501))],
  ])('%s: the error names the retry, and the retry brings it back', async (_, spoil) => {
    const { path, ledger, blob } = await withBlob()
    await expect(ledger.retry('t', 'a')).rejects.toMatchObject({ code: 'wrong-state' })
    spoil(blob)
    const error = await expectRefusal(() => ledger.result('t', 'a'), 'blob-lost')
    expect(error.message).toMatch(/^the result of task "a" is lost: .* is (gone|damaged)$/)
    expect(error.advice).toBe('run the task again with `shoal team retry`')
    // Everything else can still be seen.
    expect(await ledger.task('t', 'a')).toMatchObject({ status: 'completed', resultBytes: 20_002 })
    await ledger.retry('t', 'a')
    expect(await ledger.counts('t')).toMatchObject({ ready: 1, blocked: 1, completed: 0 })
    const worker = functionWorker(async ({ task, blockers }) => {
      const [before] = await blockers()
      return task.id === 'a' ? LARGE : (before!.result as string).length
    })
    const end = await hostTeam({ ledger, team: 't', draft: { members: [{ name: 'bob', worker }] }, signal: never })
    expect(end).toEqual({ end: 'done' })
    expect(await ledger.result('t', 'a')).toBe(LARGE)
    expect(await ledger.result('t', 'b')).toBe(20_000)
    expect(integrityOf(path)).toBe('ok')
  })

  it('the command says so in one line', async () => {
    const { path, blob } = await withBlob()
    rmSync(blob)
    expectLine(
      shoal(['team', 'task', 't', 'a', '--json'], path),
      5,
      /the result of task "a" is lost: .* is gone — run the task again with `shoal team retry`/,
    )
    expect(shoal(['team', 'retry', 't', 'a'], path)).toMatchObject({ status: 0 })
  })

  it('an input cannot be made again: its task fails and says so, and the rest goes on', async () => {
    const path = home()
    const ledger = open(path)
    const tasks = [
      { id: 'a', subject: 'A', input: 'i'.repeat(9000), priority: 1 },
      { id: 'b', subject: 'B' },
      { id: 'c', subject: 'C', blockedBy: ['a'] },
    ]
    await ledger.createTeam({ name: 't', tasks })
    for (const blob of blobsOf(path)) rmSync(blob)
    const draft = { members: [{ name: 'ann', worker: functionWorker(async () => null) }] }
    expect(await hostTeam({ ledger, team: 't', draft, signal: never })).toMatchObject({ end: 'stuck' })
    const { status, reason } = await ledger.task('t', 'a')
    expect(status).toBe('failed')
    expect(reason).toMatch(/^the input of task "a" is lost: .* is gone$/)
    expect((await expectRefusal(() => ledger.input('t', 'a'), 'blob-lost')).advice).toContain('shoal team skip')
    await ledger.skip('t', 'a', 'its input is lost')
    expect(await hostTeam({ ledger, team: 't', draft, signal: never })).toEqual({ end: 'done' })
    expect(await ledger.counts('t')).toMatchObject({ completed: 2, skipped: 1 })
  })
})

describe('a ledger that gives trouble', () => {
  it('no task fails because its ending could not be written down', async () => {
    const ledger = memoryLedger()
    await ledger.createTeam({ name: 't', tasks: [{ id: 'a', subject: 'A' }] })
    const trouble = new ShoalError('read-only', 'cannot be written')
    let finishes = 0
    const troubled: Ledger = {
      ...ledger,
      finish: async (...move) => {
        if (finishes++ === 0) throw trouble
        return await ledger.finish(...move)
      },
    }
    const draft = { members: [{ name: 'ann', worker: functionWorker(async () => 'done') }] }
    await expect(hostTeam({ ledger: troubled, team: 't', draft, signal: never })).rejects.toBe(trouble)
    expect(await ledger.counts('t')).toMatchObject({ ready: 1, failed: 0 })
    await hostTeam({ ledger, team: 't', draft, signal: never })
    expect(await ledger.result('t', 'a')).toBe('done')
  })
})

describe('a ledger that is deleted while it is in use', () => {
  it.each([
    ['deleted', (path: string) => rmSync(path, { recursive: true })],
    ['replaced', (path: string) => [rmSync(fileOf(path)), copyFileSync(fileOf(home(sound())), fileOf(path))]],
  ])('%s: who writes is told soon, instead of writing for nobody', async (_, remove) => {
    const path = home()
    const ledger = open(path)
    await ledger.createTeam({ name: 't', tasks: Array.from({ length: 1000 }, () => ({ subject: 'A' })) })
    const worker = functionWorker(async ({ task }) => {
      if (task.id === '3') remove(path)
      await pause(5)
      return null
    })
    const draft = { members: [{ name: 'ann', worker }] }
    const error = await expectRefusal(() => hostTeam({ ledger, team: 't', draft, signal: never }), 'not-found')
    expect(error.message).toBe(`${fileOf(path)} was deleted or replaced while it was in use`)
  })
})

describe('a lock that another process holds', () => {
  async function holdLock(path: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [program('hold-lock'), fileOf(path)], { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout!, 'data')
    return child
  }

  it.each([
    ['given back', (child: ChildProcess) => child.stdin!.end()],
    ['left by a process that is killed', (child: ChildProcess) => child.kill('SIGKILL')],
  ])('is waited for, in which time others have their turns: %s', async (_, release) => {
    const path = home()
    const ledger = open(path)
    await ledger.createTeam({ name: 't', tasks: [{ id: 'a', subject: 'A' }] })
    const child = await holdLock(path)
    let done = 0
    const moves = [
      ledger.createTeam({ name: 'one' }),
      ledger.createTasks('t', [{ id: 'b', subject: 'B' }]),
      ledger.join('t', { name: 'ann' }, 60_000),
    ].map(move => move.then(() => done++))
    let turns = 0
    const end = performance.now() + 600
    // On a busy machine turns are slow to come; where a wait blocks the process there are next to none, however long.
    while (performance.now() < end || (turns <= 10 && performance.now() < end + 30_000)) {
      await pause(5)
      await stat(path)
      turns++
    }
    expect(turns, 'turns of timers and files while three moves wait').toBeGreaterThan(10)
    expect(done).toBe(0)
    // Looks do not wait for it.
    expect(await ledger.counts('t')).toMatchObject({ total: 1 })
    release(child)
    await Promise.all(moves)
    expect(await ledger.counts('t')).toMatchObject({ total: 2 })
    expect(integrityOf(path)).toBe('ok')
  })
})

describe('a ledger that is closed', () => {
  it('refuses moves that still wait, and all that come after', async () => {
    const ledger = openSqliteLedger(fileOf(home()))
    const moves = ['a', 'b'].map(name => ledger.createTeam({ name }))
    await ledger.close()
    const late = [ledger.createTeam({ name: 'c' }), ledger.teams()]
    for (const move of [...moves, ...late]) await expect(move).rejects.toThrow('the ledger is closed')
    await ledger.changed(0, 10_000)
    await ledger.close()
  })
})
