// Members by hand in processes of their own, killed anywhere: never two owners, nothing lost, nothing completed twice.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ledger } from '@shoal/base/model/ledger'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, PATIENCE_MS } from '../../../tests/patience.ts'
import { assertBuilt, bin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { openSqliteLedger } from '../src/sqlite/ledger.ts'

const dir = tempDir()
const started = new Set<ChildProcess>()
let ledger: Ledger
let home = ''
let homes = 0

beforeAll(assertBuilt)

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
  await ledger.close()
})

function open(): void {
  home = join(dir.path, `home-${++homes}`)
  dir.write(`home-${homes}/.keep`, '')
  ledger = openSqliteLedger(join(home, 'ledger.db'))
}

const environment = () => ({ PATH: process.env.PATH, SHOAL_HOME: home })

async function team(...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, 'team', ...args, '--json'], {
    env: environment(),
    timeout: PATIENCE_MS,
  })
  return JSON.parse(stdout)
}

/** Ended after so many milliseconds, wherever it is then; true when it was quicker. */
async function killed(afterMs: number, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [bin, 'team', ...args], { env: environment(), stdio: 'ignore' })
  started.add(child)
  const ended = new Promise<boolean>(resolve => child.once('exit', code => resolve(code === 0)))
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  const isDone = await ended
  clearTimeout(timer)
  started.delete(child)
  return isDone
}

async function countOf(kind: string): Promise<number> {
  return (await ledger.events({ team: 'crew', after: 0, limit: 10_000 })).filter(event => event.kind === kind).length
}

describe('members by hand', () => {
  it('whose calls are killed anywhere do every task once', async () => {
    open()
    const tasks = Array.from({ length: 6 }, (_, at) => ({ id: `t${at}`, subject: `Number ${at}` }))
    await ledger.createTeam({ name: 'crew', tasks })
    const work = async (member: string, seed: number) => {
      for (let call = seed; ; call++) {
        // Some are killed before they have begun, some on their way, some never.
        if (call % 3 === 0) await killed((call * 37) % 300, 'claim', 'crew', '--as', member)
        const { task, next } = await team('claim', 'crew', '--as', member)
        if (task === null && next === 'stop') return
        if (task === null) continue
        const done = ['done', 'crew', task.id, JSON.stringify({ by: member }), '--as', member]
        if (call % 2 === 0) await killed((call * 53) % 300, ...done)
        await team(...done)
      }
    }
    await Promise.all([work('ann', 0), work('bob', 1)])
    expect(await ledger.counts('crew')).toMatchObject({ total: 6, completed: 6 })
    expect(await countOf('task-claimed')).toBe(6)
    expect(await countOf('task-completed')).toBe(6)
    for (const { id } of tasks)
      expect(await ledger.result('crew', id)).toEqual({ by: (await ledger.task('crew', id)).owner })
  })

  it('that are never heard of again lose their task when the lease is over, and the lead is told', async () => {
    open()
    await ledger.createTeam({ name: 'crew', tasks: [{ id: 'a', subject: 'A' }] })
    await team('claim', 'crew', '--as', 'ann', '--lease', '1s')
    const given = await team('claim', 'crew', '--as', 'bob', '--wait', '2m')
    expect(given).toMatchObject({ task: { id: 'a', attempt: 2 }, again: false })
    const told = (await ledger.unread('crew', 'lead')).filter(({ from }) => from === 'ann')
    expect(told).toMatchObject([{ line: 'ann died with task "a" in hand', task: 'a' }])
  })
})

describe('beside the members of a run', () => {
  const pattern = (command: string) =>
    dir.write(
      `pattern-${homes}.yaml`,
      `pattern: swarm\nname: crew\nworkers: 1\nworker:\n  command: ${JSON.stringify(command)}\ntasks:\n  - id: a\n    subject: A\n`,
    )

  function run(file: string): Promise<number | null> {
    const child = spawn(process.execPath, [bin, 'run', file], { env: environment(), stdio: 'ignore' })
    started.add(child)
    return new Promise(resolve => child.once('exit', resolve))
  }

  const inHand = () =>
    eventually(async () => {
      const task = await ledger.task('crew', 'a')
      expect(task.status).toBe('in_progress')
      return task
    })

  it('the lead releases what hangs: its program is ended, and the task is done anew', async () => {
    open()
    const mark = join(home, 'pid')
    const ended = run(
      pattern(
        `if [ "$SHOAL_ATTEMPT" = 1 ]; then echo $$ > '${mark}'; exec sleep 600; fi; echo '{"attempt": '$SHOAL_ATTEMPT'}'`,
      ),
    )
    await inHand()
    const pid = await eventually(() => {
      const found = Number(readFileSync(mark, 'utf8'))
      expect(found).toBeGreaterThan(0)
      return found
    })
    await team('release', 'crew', 'a', '--reason', 'No word')
    expect(await ended).toBe(0)
    expect(await ledger.result('crew', 'a')).toEqual({ attempt: 2 })
    expect(() => process.kill(pid, 0)).toThrow()
  })

  it('what is said to a worker reaches it during its task, as a line of a file', async () => {
    open()
    const ended = run(
      pattern(`while ! grep -q tests "$SHOAL_INBOX" 2>/dev/null; do sleep 0.1; done; tail -n 1 "$SHOAL_INBOX"`),
    )
    const { owner } = await inHand()
    await team('send', 'crew', owner!, 'Leave the tests alone')
    expect(await ended).toBe(0)
    expect(await ledger.result('crew', 'a')).toMatchObject({
      from: 'lead',
      text: 'Leave the tests alone',
      kind: 'message',
    })
    expect(existsSync(join(home, 'runs', 'crew', 'inbox', 'lead.jsonl'))).toBe(false)
  })

  it('a member by hand takes a task of a run, and the run waits for it', async () => {
    open()
    const file = dir.write(
      `pattern-${homes}.yaml`,
      'pattern: swarm\nname: crew\nworkers: 1\nworker:\n  command: sleep 600\ntasks:\n  - id: slow\n    subject: Slow\n  - id: b\n    subject: B\n',
    )
    const ended = run(file)
    await eventually(async () => expect((await ledger.task('crew', 'slow')).status).toBe('in_progress'))
    const given = await team('claim', 'crew', '--as', 'ann', '--role', 'worker')
    expect(given.task.id).toBe('b')
    await team('done', 'crew', 'b', '1', '--as', 'ann')
    expect(await ledger.task('crew', 'b')).toMatchObject({ status: 'completed', owner: 'ann' })
    await team('reassign', 'crew', 'slow', 'ann')
    await team('done', 'crew', 'slow', '2', '--as', 'ann')
    expect(await ended).toBe(0)
    expect(await ledger.result('crew', 'slow')).toBe(2)
  })
})
