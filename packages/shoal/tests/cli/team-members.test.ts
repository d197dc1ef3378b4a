// Members by hand: whoever has a shell joins a team, claims its tasks and ends them. Over the in-memory ledger.

import type { Ledger } from '@shoal/base/model/ledger'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { type Around, over, start } from './over-ledger.ts'

let ledger: Ledger
let skew: number

beforeEach(async () => {
  skew = 0
  // Leases are told by the real clock, as everywhere outside of a ledger.
  ledger = memoryLedger({ now: () => Date.now() + skew })
  await ledger.createTeam({
    name: 'rename',
    tasks: [
      { id: 'model', subject: 'Rename the class', description: 'Loader becomes Reader', input: { file: 'a.py' } },
      { id: 'callers', subject: 'Change the callers', blockedBy: ['model'], role: 'coder', retries: 1 },
      { id: 'docs', subject: 'Change the docs', blockedBy: ['callers'], needsApproval: true },
    ],
  })
})

const team = (argv: readonly string[], around: Around = {}) => over(ledger, ['team', ...argv], around)

async function fine(...argv: string[]): Promise<string> {
  const { status, stdout, stderr } = await team(argv)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const json = async (...argv: string[]) => JSON.parse(await fine(...argv, '--json'))

async function refused(argv: readonly string[], around: Around = {}) {
  const { status, stdout, stderr } = await team(argv, around)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^shoal: [^\n]+ — [^\n]+\n$/)
  return { status, line: stderr.slice('shoal: '.length, -1) }
}

const taskOf = (id: string) => ledger.task('rename', id)
const minutesLeft = (until: string) => Math.round((Date.parse(until) - Date.now()) / 60_000)

describe('join', () => {
  it('makes a member without a process, alive for its lease; again only renews it', async () => {
    const joined = await json('join', 'rename', 'ann', '--role', 'coder', '--lease', '1h')
    expect(joined).toMatchObject({ team: 'rename', member: 'ann', role: 'coder', session: 1, messages: [] })
    expect(minutesLeft(joined.lease_until)).toBe(60)
    // A call that asks for no certain lease never shortens one.
    const again = await json('join', 'rename', 'ann')
    expect(again).toMatchObject({ role: 'coder', session: 1 })
    expect(minutesLeft(again.lease_until)).toBe(60)
    expect(await fine('join', 'rename', 'bob')).toMatch(
      /^bob is a member of rename, alive until .*\nnext: shoal team claim/,
    )
    expect(await ledger.members('rename')).toMatchObject([{}, { name: 'ann', kind: 'agent' }, { name: 'bob' }])
  })

  it('refuses the name of one that lives in a process, and a lease beyond all measure', async () => {
    const process = { host: 'here', pid: 1, started: '1' }
    await ledger.join('rename', { name: 'worker', kind: 'command', process }, 60_000)
    expect((await refused(['join', 'rename', 'worker'])).line).toContain('"worker" has joined already and is alive')
    for (const lease of ['0s', '3h', '999999h'])
      expect((await refused(['join', 'rename', 'ann', '--lease', lease])).line).toContain('at most 2h')
    expect((await refused(['join', 'rename', 'ann', '--lease', 'soon'])).line).toContain('a time such as 30m or 2h')
  })

  it('refuses runs whose tasks are checked as they are done', async () => {
    await ledger.createTeam({ name: 'read', definition: { kind: 'analyze' }, tasks: [{ id: 'a', subject: 'A' }] })
    for (const argv of [
      ['join', 'read', 'ann'],
      ['claim', 'read', '--as', 'ann'],
      ['done', 'read', 'a', '1', '--as', 'ann'],
      ['release', 'read', 'a'],
      ['reassign', 'read', 'a', 'ann'],
    ])
      expect(await refused(argv)).toMatchObject({ status: 2, line: expect.stringContaining('is an analysis') })
  })
})

describe('claim', () => {
  it('tells the task to people and agents, with the commands that end it', async () => {
    const text = await fine('claim', 'rename', '--as', 'ann')
    expect(text).toContain('You are ann, a member of the team rename.\n')
    expect(text).toContain('# Task model: Rename the class\n\nLoader becomes Reader\n')
    expect(text).toContain('"file": "a.py"')
    expect(text).toContain('shoal team done --as ann rename model RESULT')
    expect(text).not.toContain('Your last message')
    expect(await taskOf('model')).toMatchObject({ status: 'in_progress', owner: 'ann' })
  })

  it('tells scripts the same as commands are told on their standard input', async () => {
    await fine('join', 'rename', 'ann')
    await ledger.send('rename', { from: 'lead', to: 'ann', text: 'Leave the tests alone\nall of them' })
    const given = await json('claim', 'rename', '--as', 'ann')
    expect(given).toMatchObject({
      protocol: 1,
      team: 'rename',
      member: { name: 'ann', role: null },
      task: { id: 'model', subject: 'Rename the class', attempt: 1, phase: 'work', plan: null, last_failure: null },
      input: { file: 'a.py' },
      blocked_by: [],
      messages: [{ kind: 'message', from: 'lead', text: 'Leave the tests alone\nall of them' }],
      again: false,
      next: 'work',
      reason: null,
    })
    // In hand, it is given again; what was shown is not.
    expect(await json('claim', 'rename', '--as', 'ann')).toMatchObject({
      task: { id: 'model' },
      again: true,
      messages: [],
    })
  })

  it('carries results of the tasks before, and in phase work the approved plan', async () => {
    await fine('done', 'rename', 'model', '{"renamed": 3}', '--as', 'ann')
    const callers = await json('claim', 'rename', '--as', 'carl', '--role', 'coder')
    expect(callers.blocked_by).toEqual([
      { id: 'model', subject: 'Rename the class', status: 'completed', result: { renamed: 3 } },
    ])
    await fine('done', 'rename', 'callers', 'Twelve of them', '--as', 'carl')
    expect(await json('claim', 'rename', '--as', 'ann')).toMatchObject({
      task: { id: 'docs', phase: 'plan', plan: null },
    })
    expect(await refused(['done', 'rename', 'docs', '1', '--as', 'ann'])).toMatchObject({ status: 2 })
    await fine('plan', 'rename', 'docs', '{"pages": ["a", "b"]}', '--as', 'ann', '--summary', 'two pages')
    await fine('approve', 'rename', 'docs', '--feedback', 'Only page a')
    const work = await json('claim', 'rename', '--as', 'ann')
    expect(work.task).toMatchObject({ phase: 'work', plan: { pages: ['a', 'b'] }, feedback: 'Only page a' })
    expect(work.messages).toMatchObject([{ kind: 'plan_approval_response', from: 'lead' }])
    expect(await fine('claim', 'rename', '--as', 'ann')).toContain('# The approved plan\n')
  })

  it('says why there is nothing, and whether to wait', async () => {
    await fine('claim', 'rename', '--as', 'ann')
    expect(await json('claim', 'rename', '--as', 'carl', '--role', 'coder')).toMatchObject({
      task: null,
      next: 'wait',
      reason: expect.stringContaining('task "callers" waits for model'),
    })
    expect(await fine('claim', 'rename', 'docs', '--as', 'bob')).toMatch(/^wait: task "docs" waits for callers\n$/)
    for (const id of ['callers', 'docs']) await ledger.skip('rename', id, 'no')
    await fine('done', 'rename', 'model', '--as', 'ann')
    const over = await json('claim', 'rename', '--as', 'bob')
    expect(over).toMatchObject({ task: null, next: 'stop', lease_until: null, reason: 'all 3 tasks are done' })
    expect((await ledger.members('rename')).find(({ name }) => name === 'bob')?.state).toBe('left')
  })

  it('waits for a task, and ends with the signal', async () => {
    await fine('claim', 'rename', '--as', 'ann')
    const waiting = start(ledger, [
      'team',
      'claim',
      'rename',
      '--as',
      'carl',
      '--role',
      'coder',
      '--wait',
      '1h',
      '--json',
    ])
    await eventually(async () => expect((await ledger.members('rename')).map(({ name }) => name)).toContain('carl'))
    await fine('done', 'rename', 'model', 'done', '--as', 'ann')
    const { status, stdout } = await waiting.outcome
    expect({ status, task: JSON.parse(stdout).task.id }).toEqual({ status: 0, task: 'callers' })
  })

  it('takes the name from the environment, of this team only', async () => {
    expect((await refused(['claim', 'rename'])).line).toBe(
      'shoal team claim needs --as: your name in the team — add --as NAME, or set SHOAL_MEMBER',
    )
    const elsewhere = { env: { SHOAL_MEMBER: 'dan', SHOAL_TEAM: 'another' } }
    expect((await refused(['claim', 'rename'], elsewhere)).line).toContain('needs --as')
    const here = { env: { SHOAL_MEMBER: 'dan', SHOAL_TEAM: 'rename' } }
    expect(await team(['claim', 'rename', '--json'], here)).toMatchObject({ status: 0 })
    expect(await taskOf('model')).toMatchObject({ owner: 'dan' })
  })
})

describe('done, plan and fail', () => {
  it.each([
    ['{"n": 12345678901234567890}', { n: '12345678901234567890' }],
    ['{"n": 12}', { n: 12 }],
    ['All of them', { text: 'All of them' }],
    ['I did it:\n```json\n{"n": 1}\n```\n', { n: 1 }],
  ])('reads %j as what it is', async (typed, result) => {
    const { status } = await team(['done', 'rename', 'model', '-', '--as', 'ann'], { stdin: typed })
    expect(status).toBe(0)
    expect(await ledger.result('rename', 'model')).toEqual(result)
    expect(await ledger.log('rename', 'model')).toBe(typed.startsWith('I did') ? typed : null)
  })

  it('has no result when none is given, and a summary for the lead', async () => {
    await fine('done', 'rename', 'model', '--as', 'ann', '--summary', 'renamed it')
    expect(await ledger.result('rename', 'model')).toBe(null)
    expect(await ledger.unread('rename', 'lead')).toMatchObject([{ kind: 'task-report', line: 'renamed it' }])
    // Told twice, for the answer to the first was lost.
    await fine('done', 'rename', 'model', '--as', 'ann')
    expect((await refused(['done', 'rename', 'model', '2', '--as', 'ann'])).line).toContain('is completed')
  })

  it('is refused to one that lost the task to another', async () => {
    await fine('claim', 'rename', '--as', 'ann', '--lease', '1m')
    skew += 61_000
    await fine('claim', 'rename', '--as', 'bob')
    expect(await refused(['done', 'rename', 'model', '1', '--as', 'ann'])).toEqual({
      status: 2,
      line: expect.stringContaining('task "model" is in the hands of bob'),
    })
    await fine('done', 'rename', 'model', '2', '--as', 'bob')
    expect(await ledger.result('rename', 'model')).toBe(2)
  })

  it('fails with a reason, is tried again while it may, and says why it failed', async () => {
    await fine('done', 'rename', 'model', '--as', 'ann')
    expect((await refused(['fail', 'rename', 'callers', '--as', 'carl'])).line).toContain('needs --reason')
    await fine('join', 'rename', 'carl', '--role', 'coder')
    await fine('fail', 'rename', 'callers', '--as', 'carl', '--reason', 'No compiler')
    expect(await json('claim', 'rename', '--as', 'carl')).toMatchObject({
      task: { id: 'callers', attempt: 2, last_failure: 'No compiler' },
    })
    expect(await json('fail', 'rename', 'callers', '--as', 'carl', '--reason', 'Still none')).toMatchObject({
      status: 'failed',
      reason: 'Still none',
    })
  })
})

describe('the lead', () => {
  it('is told of a member that died, once, and its task is open again', async () => {
    await fine('claim', 'rename', '--as', 'ann', '--lease', '1m')
    skew += 61_000
    await fine('show', 'rename')
    await fine('show', 'rename')
    expect(await ledger.unread('rename', 'lead')).toMatchObject([
      { from: 'ann', line: 'ann died with task "model" in hand', task: 'model' },
    ])
    expect(await taskOf('model')).toMatchObject({ status: 'pending', owner: null })
  })

  it('releases a hanging task, and its member hears of it with the next call', async () => {
    await fine('claim', 'rename', '--as', 'ann')
    expect((await refused(['release', 'rename', 'model', '--as', 'bob'])).line).toBe(
      'task "model" is in the hands of ann — the lead may release it',
    )
    expect(await json('release', 'rename', 'model', '--reason', 'No word for an hour')).toMatchObject({
      state: 'ready',
    })
    await fine('claim', 'rename', '--as', 'bob')
    expect(await json('claim', 'rename', '--as', 'ann')).toMatchObject({
      task: null,
      messages: [{ from: 'lead', text: 'Task model was taken from you: No word for an hour' }],
    })
    expect(await refused(['release', 'rename', 'docs'])).toMatchObject({
      status: 2,
      line: expect.stringContaining("is pending and in nobody's hands"),
    })
  })

  it('takes a task from one that lives in a process by ending its session', async () => {
    const process = { host: 'elsewhere', pid: 1, started: '1' }
    const session = await ledger.join('rename', { name: 'worker', kind: 'command', process }, 60_000)
    const claim = await ledger.claim(session)
    await fine('release', 'rename', 'model')
    expect(await ledger.renew([session], 60_000)).toMatchObject([{ alive: false }])
    await expect(ledger.finish(claim!, { status: 'completed', result: 1 })).rejects.toMatchObject({
      code: 'lease-lost',
    })
    expect(await taskOf('model')).toMatchObject({ status: 'pending' })
  })

  it('gives a task to a member by hand, whoever has it', async () => {
    await fine('claim', 'rename', '--as', 'ann')
    expect((await refused(['reassign', 'rename', 'model', 'bob'])).line).toContain('has no member "bob"')
    await fine('join', 'rename', 'bob')
    expect(await json('reassign', 'rename', 'model', 'bob', '--reason', 'Ann is stuck')).toMatchObject({
      status: 'in_progress',
      owner: 'bob',
    })
    await fine('reassign', 'rename', 'model', 'bob')
    expect(await json('claim', 'rename', '--as', 'bob')).toMatchObject({
      task: { id: 'model' },
      again: true,
      messages: [{ text: 'Task model is yours: Ann is stuck' }],
    })
    expect((await refused(['reassign', 'rename', 'callers', 'ann'])).line).toContain('is for coder only')
    await fine('join', 'rename', 'ann', '--role', 'coder')
    expect((await refused(['reassign', 'rename', 'callers', 'ann'])).line).toContain('is pending and not ready')
    expect((await refused(['reassign', 'rename', 'docs', 'bob'])).line).toContain('"bob" has task "model" in hand')
  })
})

describe('inbox and answer', () => {
  it('shows what was not read, whole, and counts it as read', async () => {
    await fine('join', 'rename', 'ann')
    await ledger.send('rename', { from: 'lead', to: 'ann', text: 'One\nand more', task: 'model' })
    expect(await fine('inbox', 'rename', '--as', 'ann')).toBe('lead: One (task model)\n    and more\n')
    expect(await team(['inbox', 'rename', '--as', 'ann'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'nothing unread\n',
    })
    expect((await refused(['inbox', 'rename', '--as', 'nobody'])).line).toContain('has no member "nobody"')
  })

  it('follows for a file that is watched, and marks nothing as read', async () => {
    await fine('join', 'rename', 'ann')
    await fine('join', 'rename', 'bob')
    await ledger.send('rename', { from: 'bob', to: 'ann', text: 'First' })
    const stop = new AbortController()
    const following = start(ledger, ['team', 'inbox', 'rename', '--as', 'ann', '--follow', '--json'], {
      signal: stop.signal,
    })
    await eventually(() => expect(following.stdout()).toContain('First'))
    await ledger.send('rename', { from: 'lead', to: null, text: 'To all' })
    await ledger.send('rename', { from: 'lead', to: 'bob', text: 'Not for ann' })
    await ledger.send('rename', { from: 'lead', to: 'ann', text: 'Last' })
    await eventually(() => expect(following.stdout()).toContain('Last'))
    stop.abort()
    expect((await following.outcome).status).toBe(0)
    const lines = following.stdout().trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line).text)).toEqual(['First', 'To all', 'Last'])
    expect((await json('inbox', 'rename', '--as', 'ann')).messages).toHaveLength(3)
  })

  it('answers a request to shut down, after the task at hand', async () => {
    await fine('claim', 'rename', '--as', 'ann')
    await fine('shutdown', 'rename', 'ann', '--reason', 'Enough')
    const given = await json('claim', 'rename', '--as', 'ann')
    expect(given).toMatchObject({ task: { id: 'model' }, reason: 'lead asks you to shut down after this task' })
    expect((await refused(['answer', 'rename', 'leave', '--as', 'ann'])).line).toContain('has task "model" in hand')
    expect((await refused(['answer', 'rename', 'perhaps', '--as', 'ann'])).line).toContain('leave or stay')
    await fine('done', 'rename', 'model', '--as', 'ann')
    expect(await json('claim', 'rename', '--as', 'ann')).toMatchObject({
      next: 'stop',
      reason: expect.stringContaining('`shoal team answer rename leave --as ann`'),
    })
    expect((await refused(['answer', 'rename', 'stay', '--as', 'ann'])).line).toContain('needs --reason')
    await fine('answer', 'rename', 'stay', '--as', 'ann', '--reason', 'Not yet')
    await fine('shutdown', 'rename', 'ann')
    expect(await json('answer', 'rename', 'leave', '--as', 'ann')).toMatchObject({ answer: 'leave' })
    expect((await ledger.members('rename')).find(({ name }) => name === 'ann')?.state).toBe('left')
  })
})
