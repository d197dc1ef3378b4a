// Tasks through the tools: created, claimed, ended, given back and looked at, by agents that have no process.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readInbox } from '../../../src/mcp/tools/read-inbox.ts'
import { sendMessage } from '../../../src/mcp/tools/send-message.ts'
import { taskClaim } from '../../../src/mcp/tools/task-claim.ts'
import { taskCreate } from '../../../src/mcp/tools/task-create.ts'
import { taskGet } from '../../../src/mcp/tools/task-get.ts'
import { taskList } from '../../../src/mcp/tools/task-list.ts'
import { taskUpdate } from '../../../src/mcp/tools/task-update.ts'
import { teamCreate } from '../../../src/mcp/tools/team-create.ts'
import { makeLab } from '../lab.ts'
import { agent, job, newTeam } from './team-lab.ts'

const lab = makeLab()
const server = lab.server()
const { call, refused, ledger } = server

/** A lease that is over as soon as it is looked at. */
const BLINK = 0.0001

async function stateOf(team: string, task: string): Promise<string> {
  return (await call(taskGet, { team, task })).task.state
}

describe('team_create and task_create', () => {
  it('make a team with all its tasks, or nothing', async () => {
    const made = await call(teamCreate, {
      team: 'made',
      purpose: 'to see',
      tasks: [job('b', { blocked_by: ['a'] }), { subject: 'counted' }, job('a')],
    })
    expect(made).toEqual({
      team: 'made',
      created: ['b', '1', 'a'],
      total: 3,
      tasks: {
        total: 3,
        ready: 2,
        blocked: 1,
        awaiting_approval: 0,
        in_progress: 0,
        completed: 0,
        failed: 0,
        skipped: 0,
      },
    })
    expect(await refused(teamCreate, { team: 'made' })).toBe('there is a team "made" already')
    const ring = [job('x', { blocked_by: ['y'] }), job('y', { blocked_by: ['x'] })]
    expect(await refused(teamCreate, { team: 'ring', tasks: ring })).toBe('tasks would wait for each other: x → y → x')
    expect(await refused(taskList, { team: 'ring' })).toBe('there is no team "ring"')
    expect(await refused(teamCreate, { team: '../x' })).toBe('"../x" is no team name')
  })

  it('every field of a task arrives', async () => {
    const team = await newTeam(server, [job('a')])
    const one = {
      id: 'b',
      subject: 'count words',
      description: 'of all files',
      active_form: 'Counting words',
      role: 'counter',
      priority: 4,
      blocked_by: ['a'],
      needs_approval: true,
      retries: 2,
      input: { files: ['x', 'y'] },
    }
    expect((await call(taskCreate, { team, ...one })).created).toEqual(['b'])
    expect((await call(taskGet, { team, task: 'b' })).task).toMatchObject({
      id: 'b',
      subject: 'count words',
      description: 'of all files',
      active_form: 'Counting words',
      role: 'counter',
      priority: 4,
      retries: 2,
      input: { files: ['x', 'y'] },
      state: 'blocked',
      waits_for: 'waits for a',
      blockers: [{ task: 'a', state: 'ready', summary: null, result_bytes: null }],
      approval: { status: 'wanted', round: 0 },
      feedback: null,
      result: null,
    })
  })

  it('take one task or many, never both or neither', async () => {
    const team = await newTeam(server)
    expect((await call(taskCreate, { team, tasks: [job('a'), job('b', { blocked_by: ['a'] })] })).created).toEqual([
      'a',
      'b',
    ])
    const either = 'task_create takes either one task with a subject, or tasks'
    expect(await refused(taskCreate, { team })).toBe(either)
    expect(await refused(taskCreate, { team, subject: 'x', tasks: [job('y')] })).toBe(either)
    expect(await refused(taskCreate, { team, ...job('a') })).toBe('there is a task "a" already')
    expect(await refused(taskCreate, { team, ...job('c', { blocked_by: ['z'] }) })).toBe(
      'task "c" is blocked by "z", which does not exist',
    )
  })
})

describe('task_claim', () => {
  it('joins, and gives all that is needed to begin', async () => {
    const team = await newTeam(server, [
      job('a'),
      job('b', { blocked_by: ['a'], description: 'build on a', input: [1] }),
    ])
    await agent(server, team, 'ann').workAll(({ task }) => `result of ${task.id}`)
    const again = await newTeam(server, [
      job('a'),
      job('b', { blocked_by: ['a'], description: 'build on a', input: [1] }),
    ])
    const ann = agent(server, again, 'ann')
    await ann.claim()
    await ann.complete('a', 'large result', 'a is done')
    const before = Date.now()
    const answer = await agent(server, again, 'bob').claim({ lease_minutes: 30 })
    expect(answer).toMatchObject({
      team: again,
      member: 'bob',
      task: {
        id: 'b',
        subject: 'do b',
        description: 'build on a',
        input: [1],
        phase: 'work',
        attempt: 1,
        feedback: null,
      },
      again: false,
      blockers: [{ task: 'a', state: 'completed', summary: 'a is done', result_bytes: 14 }],
      next: 'work',
      reason: null,
    })
    expect(Date.parse(answer.lease_until) - before).toBeGreaterThanOrEqual(30 * 60_000 - 1)
    expect(JSON.stringify(answer)).not.toContain('large result')
    const [, , bob] = await ledger.members(again)
    expect(bob).toMatchObject({ name: 'bob', kind: 'agent', state: 'working', task: 'b' })
  })

  it('gives again what is in hand, also after a restart, and says so', async () => {
    const team = await newTeam(server, [job('a', { input: 'x' }), job('b')])
    const ann = agent(server, team, 'ann')
    const first = await ann.claim()
    expect(await ann.claim()).toMatchObject({ task: first.task, again: true })
    const restarted = lab.server()
    const later = agent(restarted, team, 'ann')
    expect(await later.claim()).toMatchObject({ task: first.task, again: true, next: 'work' })
    expect(await refused(taskClaim, { team, member: 'ann', task: 'b' })).toBe('"ann" has task "a" in hand')
    expect(await later.complete('a', 1)).toMatchObject({ state: 'completed', owner: 'ann' })
    expect((await ledger.tasks(team)).map(({ attempts }) => attempts)).toEqual([1, 0])
    expect((await ledger.members(team)).find(({ name }) => name === 'ann')?.session, 'joined once').toBe(1)
  })

  it('gives a certain task, or says why not', async () => {
    const team = await newTeam(server, [
      job('a', { priority: 9 }),
      job('b'),
      job('c', { blocked_by: ['b'] }),
      job('d', { role: 'tester' }),
      job('e', { role: 'lead' }),
    ])
    const [ann, bob] = [agent(server, team, 'ann'), agent(server, team, 'bob')]
    expect((await ann.claim({ task: 'b' })).task.id).toBe('b')
    expect(await bob.claim({ task: 'b' })).toMatchObject({
      task: null,
      next: 'wait',
      reason: 'task "b" is in the hands of ann',
    })
    expect(await bob.claim({ task: 'c' })).toMatchObject({ task: null, next: 'wait', reason: 'task "c" waits for b' })
    expect(await bob.claim({ task: 'd' })).toMatchObject({
      task: null,
      next: 'stop',
      reason: 'task "d" is for tester only',
    })
    expect(await agent(server, team, 'lead').claim({ task: 'a' })).toMatchObject({
      task: null,
      next: 'stop',
      reason: 'task "a" is for every member but the lead',
    })
    await ann.complete('b')
    expect(await bob.claim({ task: 'b' })).toMatchObject({ task: null, next: 'stop', reason: 'task "b" is completed' })
    expect(await refused(taskClaim, { team, member: 'bob', task: 'z' })).toBe(`team "${team}" has no task "z"`)
    expect((await ledger.members(team)).find(({ name }) => name === 'bob')?.state, 'nobody leaves for it').toBe('idle')
  })

  it('a role can be taken on later, and is kept', async () => {
    const team = await newTeam(server, [job('a', { role: 'tester' }), job('b', { role: 'tester' })])
    expect(await agent(server, team, 'ann').claim()).toMatchObject({ next: 'stop', task: null })
    expect((await agent(server, team, 'ann', 'tester').claim()).task.id).toBe('a')
    expect((await agent(server, team, 'ann').complete('a')).state).toBe('completed')
    expect((await agent(server, team, 'ann').claim()).task.id).toBe('b')
  })

  it('says whether to wait or to stop, and who is to stop has left', async () => {
    const empty = await newTeam(server)
    expect(await agent(server, empty, 'ann').claim()).toMatchObject({
      next: 'wait',
      reason: 'the team has no tasks yet',
    })

    const team = await newTeam(server, [job('a'), job('b', { blocked_by: ['a'] }), job('c', { blocked_by: ['b'] })])
    const [ann, bob] = [agent(server, team, 'ann'), agent(server, team, 'bob')]
    await ann.claim()
    expect(await bob.claim()).toMatchObject({
      next: 'wait',
      reason: 'nothing is ready: task "b" waits for a',
      lease_until: expect.any(String),
    })
    await ann.update('a', { status: 'failed', reason: 'no such file' })
    expect(await bob.claim()).toMatchObject({
      next: 'stop',
      reason: 'the team is stuck: task "b" waits for a (failed: no such file)',
      lease_until: null,
    })
    await call(taskUpdate, { team, task: 'a', status: 'pending' })
    expect((await bob.workAll()).done).toEqual(['a', 'b', 'c'])
    expect(await bob.claim()).toMatchObject({ next: 'stop', reason: 'all 3 tasks are done', lease_until: null })
    expect((await ledger.members(team)).map(({ name, state }) => [name, state])).toContainEqual(['bob', 'left'])
  })

  it('waits for what becomes ready, and not longer', async () => {
    const team = await newTeam(server, [job('a'), job('b', { blocked_by: ['a'] })])
    const other = lab.server()
    const ann = agent(server, team, 'ann')
    await ann.claim()
    const stop = new AbortController()
    const { signal } = stop
    const bob = other.call(taskClaim, { team, member: 'bob', wait_seconds: 30 }, { signal })
    // Either gets it; where nobody is woken, the one who waits less is done first, with nothing.
    const dan = server.call(taskClaim, { team, member: 'dan', wait_seconds: 10 }, { signal })
    await pause(150)
    await ann.complete('a')
    const first = await Promise.race([bob, dan])
    stop.abort()
    await Promise.allSettled([bob, dan])
    expect(first.task?.id).toBe('b')
    expect((await agent(server, team, 'cid').claim({ wait_seconds: 0.2 })).next).toBe('wait')
  })

  it('a wait ends at once when all is done, or when the call is cancelled', async () => {
    const team = await newTeam(server, [job('a'), job('b', { blocked_by: ['a'] })])
    const ann = agent(server, team, 'ann')
    await ann.claim()
    const cancelled = new AbortController()
    const waiting = [
      server.call(taskClaim, { team, member: 'bob', wait_seconds: 30 }),
      server.call(taskClaim, { team, member: 'cid', wait_seconds: 30 }, { signal: cancelled.signal }),
    ]
    const caught = waiting[1]!.catch(error => error)
    await pause(100)
    cancelled.abort()
    expect((await caught).name).toBe('AbortError')
    await ann.update('a', { status: 'failed', reason: 'no' })
    expect(await waiting[0]).toMatchObject({ next: 'stop', task: null })
  })

  it('what a member had whose lease ran out is taken again', async () => {
    const team = await newTeam(server, [job('a')])
    const [slow, quick] = [agent(server, team, 'slow'), agent(server, team, 'quick')]
    await slow.claim({ lease_minutes: BLINK })
    await pause(20)
    expect(await quick.claim()).toMatchObject({ task: { id: 'a', attempt: 2 } })
    expect(await refused(taskUpdate, { team, task: 'a', member: 'slow', status: 'completed', result: 1 })).toBe(
      'task "a" is in the hands of quick',
    )
    await quick.complete('a', 2)
    expect(await refused(taskUpdate, { team, task: 'a', member: 'slow', status: 'completed', result: 1 })).toBe(
      'task "a" is completed',
    )
    expect(await ledger.result(team, 'a')).toBe(2)
  })

  it('one whose lease ran out goes on while nobody took its task', async () => {
    const team = await newTeam(server, [job('a'), job('b')])
    const slow = agent(server, team, 'slow')
    await slow.claim({ lease_minutes: BLINK })
    await pause(20)
    expect(await slow.claim(), 'nobody noticed').toMatchObject({ task: { id: 'a', attempt: 1 }, again: true })
    await slow.update('a', { status: 'pending' })
    await slow.claim({ lease_minutes: BLINK })
    await pause(20)
    await ledger.expireLapsed(team)
    expect(await stateOf(team, 'a')).toBe('ready')
    expect(await slow.complete('a', 'late'), 'it was noticed, but nobody was quicker').toMatchObject({
      state: 'completed',
      owner: 'slow',
    })
  })

  it('never shortens a lease that was asked for', async () => {
    const team = await newTeam(server, [job('a')])
    const ann = agent(server, team, 'ann')
    const { lease_until: asked } = await ann.claim({ lease_minutes: 100 })
    const { lease_until: later } = await ann.claim()
    expect(Math.abs(Date.parse(later) - Date.parse(asked))).toBeLessThan(5000)
    await expect(ann.claim({ lease_minutes: 121 })).rejects.toThrow()
    await expect(ann.claim({ lease_minutes: 0 })).rejects.toThrow()
  })

  it('a member for whom nothing is meant is to stop, however many tasks there are', async () => {
    const far = job('far', { role: 'tester', blocked_by: ['near-0'] })
    const team = await newTeam(
      server,
      Array.from({ length: 500 }, (_, at) => job(`near-${at}`, { role: 'other' })),
    )
    await call(taskCreate, { team, ...far })
    expect(await agent(server, team, 'tim', 'tester').claim()).toMatchObject({
      next: 'wait',
      reason: 'nothing is ready: task "far" waits for near-0',
    })
    expect(await agent(server, team, 'wim', 'writer').claim()).toMatchObject({
      next: 'stop',
      reason: 'nothing is left for role writer; 500 tasks of other roles are ready',
    })
  })

  it('a team that is told to stop gives out nothing more', async () => {
    const team = await newTeam(server, [job('a'), job('b')])
    const ann = agent(server, team, 'ann')
    await ann.claim()
    await ledger.requestStop(team, 'enough')
    expect(await agent(server, team, 'bob').claim({ wait_seconds: 10 })).toMatchObject({
      task: null,
      next: 'stop',
      reason: 'the team is told to stop: enough',
    })
    expect(await ann.claim()).toMatchObject({
      task: { id: 'a' },
      reason: expect.stringContaining('told to stop: enough'),
    })
  })

  it('is not for the name of a member that lives in a process, nor for everybody', async () => {
    const team = await newTeam(server, [job('a')])
    await ledger.join(team, { name: 'worker-1', kind: 'command' }, 60_000)
    const taken = '"worker-1" has joined already and is alive'
    expect(await refused(taskClaim, { team, member: 'worker-1' })).toBe(taken)
    expect(await refused(readInbox, { team, member: 'worker-1' })).toBe(taken)
    expect(await refused(sendMessage, { team, from: 'worker-1', to: 'lead', text: 'x' })).toBe(taken)
    await ledger.requestShutdown(team, 'worker-1', { by: 'lead' })
    expect(await refused(sendMessage, { team, from: 'worker-1', kind: 'shutdown_response', approve: true })).toBe(
      'nobody asked "worker-1" to shut down',
    )
    expect(await refused(taskClaim, { team, member: 'all' })).toBe('"all" means everybody and is no member name')
  })
})

describe('task_update', () => {
  it('completes what is in hand, and what is free in one call', async () => {
    const team = await newTeam(server, [job('a'), job('b', { blocked_by: ['a'] }), job('c')])
    const ann = agent(server, team, 'ann')
    await ann.claim()
    expect(await refused(taskUpdate, { team, task: 'c', member: 'ann', status: 'completed' })).toBe(
      '"ann" has task "a" in hand',
    )
    expect(await ann.complete('a', { n: 1 }, 'one')).toEqual({
      team,
      task: 'a',
      state: 'completed',
      owner: 'ann',
      phase: null,
      next: 'task_claim for the next task',
    })
    expect(await stateOf(team, 'b')).toBe('ready')
    await agent(server, team, 'new').complete('b', 'at once')
    expect(await ledger.task(team, 'b')).toMatchObject({ status: 'completed', owner: 'new', attempts: 1 })
    expect(await refused(taskUpdate, { team, task: 'c', status: 'completed' })).toBe(
      'task_update needs member for this: who does the task',
    )
  })

  it('a completion may be told twice, but not changed', async () => {
    const team = await newTeam(server, [job('a')])
    const ann = agent(server, team, 'ann')
    await ann.complete('a', { n: 1 })
    expect((await ann.complete('a', { n: 1 })).state).toBe('completed')
    expect(await refused(taskUpdate, { team, task: 'a', member: 'ann', status: 'completed', result: 2 })).toBe(
      'task "a" is completed',
    )
    expect(await refused(taskUpdate, { team, task: 'a', member: 'bob', status: 'completed', result: { n: 1 } })).toBe(
      'task "a" is completed',
    )
    expect(
      (await ledger.events({ team, after: 0, limit: 100 })).filter(({ kind }) => kind === 'task-completed'),
    ).toHaveLength(1)
  })

  it('fails with retries, for good, and is tried again or skipped', async () => {
    const team = await newTeam(server, [job('a', { retries: 1 }), job('b', { blocked_by: ['a'] })])
    const ann = agent(server, team, 'ann')
    expect((await ann.update('a', { status: 'failed', reason: 'once' })).state).toBe('ready')
    expect(await ann.claim()).toMatchObject({ task: { id: 'a', attempt: 2, failed_before: 'once' } })
    expect((await ann.update('a', { status: 'failed', reason: 'twice' })).state).toBe('failed')
    expect((await call(taskUpdate, { team, task: 'a', status: 'pending' })).state).toBe('ready')
    expect((await ann.update('a', { status: 'failed', reason: 'no hope', final: true })).state).toBe('failed')
    expect(await refused(taskUpdate, { team, task: 'a', status: 'skipped', member: 'ann' })).toBe(
      'only the lead skips tasks',
    )
    expect((await call(taskUpdate, { team, task: 'a', status: 'skipped', reason: 'not needed' })).state).toBe('skipped')
    expect(await stateOf(team, 'b')).toBe('ready')
    expect(await refused(taskUpdate, { team, task: 'a', status: 'skipped' })).toBe(
      'task "a" is skipped and cannot be skipped',
    )
  })

  it('gives back: the member its own, the lead that of an agent, nobody else', async () => {
    const team = await newTeam(server, [job('a'), job('p')])
    const ann = agent(server, team, 'ann')
    for (const by of ['ann', 'lead', undefined]) {
      expect((await ann.update('a', { status: 'in_progress' })).state).toBe('in_progress')
      await call(taskUpdate, { team, task: 'a', status: 'pending', ...(by ? { member: by } : {}) })
      expect(await stateOf(team, 'a')).toBe('ready')
    }
    await ann.claim({ task: 'a' })
    const held = 'task "a" is in the hands of ann'
    expect(await refused(taskUpdate, { team, task: 'a', status: 'pending', member: 'bob' })).toBe(held)
    const worker = await ledger.join(team, { name: 'worker-1', kind: 'command' }, 60_000)
    await ledger.claim(worker)
    expect(await refused(taskUpdate, { team, task: 'p', status: 'pending' })).toBe(
      'task "p" is in the hands of worker-1',
    )
    await ann.complete('a')
    expect(await refused(taskUpdate, { team, task: 'a', status: 'pending' })).toBe(
      'task "a" is completed and cannot be retried',
    )
  })

  it('adds blockers, and refuses rings', async () => {
    const team = await newTeam(server, [job('a'), job('b'), job('c')])
    expect((await call(taskUpdate, { team, task: 'b', add_blocked_by: ['a'] })).state).toBe('blocked')
    expect((await call(taskUpdate, { team, task: 'c', add_blocked_by: ['b', 'a'] })).state).toBe('blocked')
    expect(await refused(taskUpdate, { team, task: 'a', add_blocked_by: ['c'] })).toBe(
      'tasks would wait for each other: a → c → a',
    )
    expect(await refused(taskUpdate, { team, task: 'a', add_blocked_by: ['z'] })).toBe(`team "${team}" has no task "z"`)
    await agent(server, team, 'ann').complete('a')
    expect(await refused(taskUpdate, { team, task: 'a', add_blocked_by: ['c'] })).toBe(
      'task "a" is completed and cannot get blockers',
    )
  })

  it('makes one change in a call', async () => {
    const team = await newTeam(server, [job('a'), job('b')])
    const one = 'task_update makes one change: status, add_blocked_by, plan or decision'
    expect(await refused(taskUpdate, { team, task: 'a', member: 'ann' })).toBe(one)
    expect(await refused(taskUpdate, { team, task: 'a', status: 'pending', add_blocked_by: ['b'] })).toBe(one)
    expect((await ledger.task(team, 'a')).blockedBy).toEqual([])
  })

  it('refuses what is not the phase, and leaves nothing in hand', async () => {
    const team = await newTeam(server, [job('a', { needs_approval: true }), job('b')])
    expect(await refused(taskUpdate, { team, task: 'a', member: 'ann', status: 'completed' })).toBe(
      'task "a" is in phase plan and cannot end as completed',
    )
    expect(await refused(taskUpdate, { team, task: 'b', member: 'ann', plan: 'so' })).toBe(
      'task "b" is in phase work and cannot end as planned',
    )
    expect(await ledger.counts(team)).toMatchObject({ ready: 2, inProgress: 0 })
    expect(await refused(taskUpdate, { team, task: 'a', decision: 'approve' })).toBe(
      'no plan of task "a" awaits a decision',
    )
  })
})

describe('task_list and task_get', () => {
  it('a list shows states, counts and members, and never results', async () => {
    const team = await newTeam(server, [
      job('a', { role: 'tester' }),
      job('b', { blocked_by: ['a'] }),
      job('c', { needs_approval: true }),
      job('d'),
    ])
    await agent(server, team, 'ann', 'tester').complete('a', 'SECRET', 'all fine')
    await agent(server, team, 'bob').update('c', { plan: 'so' })
    await agent(server, team, 'bob').claim({ task: 'd' })
    const list = await call(taskList, { team })
    expect(list).toMatchObject({
      outlook: 'working',
      counts: { total: 4, ready: 1, awaiting_approval: 1, in_progress: 1, completed: 1, blocked: 0 },
      total: 4,
      next_cursor: null,
    })
    expect(list.tasks).toEqual([
      { id: 'a', subject: 'do a', state: 'completed', owner: 'ann', role: 'tester', summary: 'all fine' },
      { id: 'b', subject: 'do b', state: 'ready', owner: null },
      { id: 'c', subject: 'do c', state: 'awaiting_approval', owner: null },
      { id: 'd', subject: 'do d', state: 'in_progress', owner: 'bob' },
    ])
    expect(list.members).toMatchObject([
      { member: 'lead', state: 'left' },
      { member: 'ann', role: 'tester', state: 'idle', completed: 1, task: null },
      { member: 'bob', state: 'working', task: 'd', shutdown: 'none' },
    ])
    expect(JSON.stringify(list)).not.toContain('SECRET')
    const pending = await call(taskList, { team, status: 'pending' })
    expect([pending.tasks.map(({ id }: { id: string }) => id), pending.total]).toEqual([['b', 'c'], 2])
  })

  it('a list of many long tasks comes in pages that together are all', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => `${at}-${'i'.repeat(150)}`)
    const subject = '\u0007"'.repeat(400)
    const team = await newTeam(
      server,
      ids.map(id => ({ id, subject })),
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await call(taskList, { team, limit: 200, ...(cursor === null ? {} : { cursor }) })
      expect(page.total).toBe(300)
      seen.push(...page.tasks.map(({ id }: { id: string }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(ids)
  })

  it('long values come by the page, and together are whole', async () => {
    const team = await newTeam(server, [
      job('a', { description: 'ä"\\\n🚀'.repeat(20_000), input: { text: '\u0001'.repeat(20_000) } }),
    ])
    const result = { rows: Array.from({ length: 8000 }, (_, at) => `row ${at} "quoted" 👩‍🚀`) }
    const ann = agent(server, team, 'ann')
    const { task: claimed } = await ann.claim()
    expect(claimed).toMatchObject({
      description: null,
      description_cursor: 'description:0',
      input: null,
      input_cursor: 'input:0',
    })
    await ann.complete('a', result)
    const { task } = await call(taskGet, { team, task: 'a' })
    expect(task).toMatchObject({ result: null, result_bytes: Buffer.byteLength(JSON.stringify(result)) })
    const whole = async (first: string) => {
      let text = ''
      for (let cursor: string | null = first; cursor !== null; ) {
        const page = await call(taskGet, { team, task: 'a', cursor })
        expect(page.text.isWellFormed()).toBe(true)
        text += page.text
        cursor = page.next_cursor
      }
      return text
    }
    expect(JSON.parse(await whole(task.result_cursor))).toEqual(result)
    expect(await whole(task.description_cursor)).toBe('ä"\\\n🚀'.repeat(20_000))
    expect(JSON.parse(await whole(task.input_cursor))).toEqual({ text: '\u0001'.repeat(20_000) })
    for (const cursor of ['result', 'result:-1', 'nothing:0', 'result:1e9', '', 'constructor:0'])
      expect(await refused(taskGet, { team, task: 'a', cursor })).toContain('is no cursor of this tool')
    expect(await call(taskGet, { team, task: 'a', cursor: 'result:999999999' })).toMatchObject({
      text: '',
      next_cursor: null,
    })
  })

  it('everything at its longest still fits', async () => {
    const long = (length: number) => '"'.repeat(length)
    const ids = Array.from({ length: 40 }, (_, at) => `${at}${long(150)}`)
    const team = await newTeam(server, [
      ...ids.map(id => ({ id, subject: 's' })),
      job('a', {
        subject: long(1000),
        description: long(2400),
        input: long(2400),
        active_form: long(900),
        needs_approval: true,
        blocked_by: ids,
      }),
    ])
    const ann = agent(server, team, 'ann')
    for (const id of ids) await ann.complete(id, null, long(490))
    await ann.update('a', { plan: long(2400) })
    await call(taskUpdate, { team, task: 'a', decision: 'approve', feedback: long(2400) })
    expect((await ann.claim()).task.id).toBe('a')
    await ann.complete('a', long(5900), long(490))
    expect((await call(taskGet, { team, task: 'a' })).task.result).toBe(long(5900))
  })
})
