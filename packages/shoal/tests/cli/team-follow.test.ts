// `--follow`: what happens is told as it happens, until the team has ended, is deleted, or Ctrl-C.
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Session } from '@shoal/base/model/team'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeEach, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../../../../tests/patience.ts'
import { over, type Started, start } from './over-ledger.ts'

const LEASE = 3_600_000

let ledger: Ledger
let worker: Session

beforeEach(async () => {
  ledger = memoryLedger()
  const tasks = [
    { id: 'a', subject: 'First' },
    { id: 'b', subject: 'Second', blockedBy: ['a'] },
  ]
  await ledger.createTeam({ name: 'run', definition: {}, tasks })
  worker = await ledger.join('run', { name: 'w' }, LEASE)
})

const follow = (verb: string, ...rest: string[]) => start(ledger, ['team', verb, 'run', '--follow', ...rest])

/** Waits until it has printed what the test is waiting for. */
const printed = async (started: Started, text: string | RegExp) => {
  for (let n = 0; n < PATIENCE_MS / 5; n++, await pause(5)) if (started.stdout().match(text)) return
  throw new Error(`${text} was not printed, but:\n${started.stdout()}${started.stderr()}`)
}

const ndjson = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

const work = async () => {
  const claim = await ledger.claim(worker)
  await ledger.finish(claim!, { status: 'completed', result: 1, summary: `did ${claim!.task.id}` })
}

describe('show --follow', () => {
  it('prints a line per event after the document, and ends with the run', async () => {
    const started = follow('show')
    await printed(started, /^w +idle/m)
    await work()
    await printed(started, /^\d\d:\d\d:\d\d {2}task-completed +a · w · did a$/m)
    await work()
    await ledger.endRun('run', 'completed')
    const { status, stdout, stderr } = await started.outcome
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/run-ended +completed$/)
  })

  it('starts from any event, for scripts one object to a line with the snapshot first', async () => {
    await work()
    await work()
    await ledger.endRun('run', 'completed')
    const all = await ledger.events({ team: 'run', after: 0, limit: 1000 })
    for (const after of [0, all[3]!.number, all.at(-1)!.number]) {
      const { status, stdout } = await follow('show', '--json', '--after', String(after)).outcome
      const [snapshot, ...events] = ndjson(stdout)
      expect(status).toBe(0)
      expect(snapshot).toMatchObject({ team: 'run', status: 'completed' })
      expect(events.map(({ number }) => number)).toEqual(
        all.map(({ number }) => number).filter(number => number > after),
      )
    }
    const [, first] = ndjson((await follow('show', '--json', '--after', '0').outcome).stdout)
    expect(first).toEqual({
      number: 1,
      at: new Date(all[0]!.at).toISOString(),
      kind: 'team-created',
      team: 'run',
      task: null,
      member: null,
      detail: null,
    })
  })

  it('of a run that has ended tells nothing more and ends', async () => {
    await ledger.endRun('run', 'stopped')
    expect((await follow('show', '--json').outcome).stdout.trimEnd().split('\n')).toHaveLength(1)
  })

  it('loses nothing and repeats nothing while much happens', async () => {
    await ledger.createTasks(
      'run',
      Array.from({ length: 300 }, (_, n) => ({ id: `n${n}`, subject: 'N' })),
    )
    const started = follow('show', '--json')
    await printed(started, /\n/)
    const { last_event: after } = JSON.parse(started.stdout().split('\n')[0]!)
    for (let n = 0; n < 302; n++) {
      await work()
      if (n % 50 === 0) await pause(1)
    }
    await ledger.endRun('run', 'completed')
    const [, ...events] = ndjson((await started.outcome).stdout)
    const happened = await ledger.events({ team: 'run', after, limit: 10_000 })
    expect(events.map(({ number }) => number)).toEqual(happened.map(({ number }) => number))
  })

  it('ends when the team is deleted, and says so', async () => {
    const started = follow('show')
    await printed(started, /^w +idle/m)
    await ledger.deleteTeam('run', { force: true })
    const { status, stderr } = await started.outcome
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'team run was deleted\n' })
  })

  it('ends with Ctrl-C, which is no failure', async () => {
    const stop = new AbortController()
    const started = start(ledger, ['team', 'show', 'run', '--follow'], { signal: stop.signal })
    await printed(started, /^w +idle/m)
    // An event comes after the page: what is broken off in the middle of that is interrupted.
    await work()
    await printed(started, /task-completed +a/)
    stop.abort()
    expect(await started.outcome).toMatchObject({ status: 0, stderr: '' })
  })

  it('lies still while nothing happens, even when other teams are busy', async () => {
    let looks = 0
    const counting: Ledger = {
      ...ledger,
      events: filter => {
        looks++
        return ledger.events(filter)
      },
    }
    const stop = new AbortController()
    const started = start(counting, ['team', 'show', 'run', '--follow'], { signal: stop.signal })
    await printed(started, /^w +idle/m)
    await work()
    await printed(started, /task-completed +a/)
    await pause(100)
    const before = looks
    await pause(300)
    // What was printed last may be followed by one more look.
    expect(looks - before).toBeLessThanOrEqual(1)
    await ledger.createTeam({ name: 'busy' })
    const began = performance.now()
    for (let n = 0; n < 200; n++) {
      await ledger.createTasks('busy', [{ subject: 'X' }])
      await pause(1)
    }
    expect(looks - before).toBeLessThan(40 + (performance.now() - began) / 20)
    stop.abort()
    await started.outcome
  })

  it('notices a member that died, though nobody tells', async () => {
    let now = Date.now()
    ledger = memoryLedger({ now: () => now })
    await ledger.createTeam({ name: 'run', definition: {} })
    await ledger.join('run', { name: 'w' }, 1000)
    const stop = new AbortController()
    const started = start(ledger, ['team', 'show', 'run', '--follow'], { signal: stop.signal, now: () => now })
    await printed(started, /^w +idle/m)
    now += 2000
    await ledger.createTeam({ name: 'other' })
    await printed(started, /member-died +w/)
    stop.abort()
    await started.outcome
  })

  it.each([
    [['--output', 'x'], '--follow and --output do not go together — leave one of them out, or redirect stdout'],
  ])('refuses %j', async (more, line) => {
    expect(await follow('show', ...more).outcome).toEqual({ status: 2, stdout: '', stderr: `shoal: ${line}\n` })
  })

  it('--after without --follow is a mistake', async () => {
    expect(await over(ledger, ['team', 'show', 'run', '--after', '3'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'shoal: --after says where to begin following — add --follow\n',
    })
  })
})

describe('tasks --follow', () => {
  it('prints a line per change, new tasks included', async () => {
    const started = follow('tasks')
    await printed(started, /^b +blocked/m)
    const claim = await ledger.claim(worker)
    await printed(started, /in progress +a · First · w$/m)
    await ledger.finish(claim!, { status: 'completed', result: 1, summary: 'did a' })
    await printed(started, /completed +a · First · w · did a$/m)
    await printed(started, /ready +b · Second$/m)
    await ledger.createTasks('run', [{ id: 'c', subject: 'Third', blockedBy: ['b'] }])
    await printed(started, /blocked +c · Third · waits for b$/m)
    await ledger.endRun('run', 'stopped')
    expect(await started.outcome).toMatchObject({ status: 0, stderr: '' })
  })

  it('tells each standing of a task once', async () => {
    const started = follow('tasks', '--json')
    await printed(started, /\n/)
    await work()
    await ledger.send('run', { from: 'w', to: 'lead', text: 'about a', task: 'a' })
    await work()
    await ledger.endRun('run', 'completed')
    const [snapshot, ...changes] = ndjson((await started.outcome).stdout)
    expect(snapshot).toMatchObject({ team: 'run', tasks: [{ id: 'a' }, { id: 'b' }] })
    const standings = changes.map(({ id, state }) => `${id} ${state}`)
    expect(standings).toEqual([...new Set(standings)])
    expect(standings).toEqual(expect.arrayContaining(['a completed', 'b completed']))
  })

  it('keeps to the status that was asked for', async () => {
    const started = follow('tasks', '--json', '--status', 'completed')
    await printed(started, /\n/)
    await work()
    await ledger.endRun('run', 'stopped')
    const [snapshot, ...changes] = ndjson((await started.outcome).stdout)
    expect(snapshot.tasks).toEqual([])
    expect(changes).toMatchObject([{ id: 'a', state: 'completed' }])
  })
})

describe('messages --follow', () => {
  it('prints each message once, of one member when asked', async () => {
    await ledger.send('run', { from: 'lead', to: 'w', text: 'before' })
    await ledger.join('run', { name: 'other' }, LEASE)
    const started = follow('messages', '--member', 'w')
    const all = follow('messages', '--json')
    await printed(started, /lead → w +before/)
    await printed(all, /\n/)
    await ledger.send('run', { from: 'lead', to: 'other', text: 'not for w' })
    await ledger.send('run', { from: 'other', to: null, text: 'to all' })
    await printed(started, /^\d\d:\d\d:\d\d {2}3 {2}other → all {2}to all$/m)
    await ledger.endRun('run', 'completed')
    const { status, stdout } = await started.outcome
    expect(status).toBe(0)
    expect(stdout).not.toContain('not for w')
    const [snapshot, ...told] = ndjson((await all.outcome).stdout)
    expect(snapshot.messages.map(({ number }: { number: number }) => number)).toEqual([1])
    expect(told.map(({ number }) => number)).toEqual([2, 3])
  })

  it('with --unread does not tell again what was read', async () => {
    const { number } = await ledger.send('run', { from: 'w', to: 'lead', text: 'old' })
    await ledger.markRead('run', 'lead', number)
    const started = follow('messages', '--unread', '--json')
    await printed(started, /\n/)
    await ledger.send('run', { from: 'w', to: 'lead', text: 'new' })
    await ledger.endRun('run', 'completed')
    const [snapshot, ...told] = ndjson((await started.outcome).stdout)
    expect(snapshot.messages).toEqual([])
    expect(told).toMatchObject([{ line: 'new' }])
  })
})
