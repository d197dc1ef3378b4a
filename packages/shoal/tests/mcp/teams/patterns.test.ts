// The seven patterns as agents do them: a lead and members that know nothing but the tools, played to the end.
import { describe, expect, it } from 'vitest'
import { readInbox } from '../../../src/mcp/tools/read-inbox.ts'
import { sendMessage } from '../../../src/mcp/tools/send-message.ts'
import { taskCreate } from '../../../src/mcp/tools/task-create.ts'
import { taskGet } from '../../../src/mcp/tools/task-get.ts'
import { taskList } from '../../../src/mcp/tools/task-list.ts'
import { taskUpdate } from '../../../src/mcp/tools/task-update.ts'
import { teamDelete } from '../../../src/mcp/tools/team-delete.ts'
import { makeLab } from '../lab.ts'
import { type AgentMember, agent, job, newTeam } from './team-lab.ts'

const lab = makeLab()
const lead = lab.server()
const { call } = lead

/** An agent whose client has a server of its own. */
function member(team: string, name: string, role?: string): AgentMember {
  return agent(lab.server(), team, name, role)
}

async function resultOf(team: string, task: string): Promise<unknown> {
  return (await call(taskGet, { team, task })).task.result
}

/** The results that a task builds on, fetched by pointer as an agent would. */
async function blockerResults(
  team: string,
  blockers: readonly { readonly task: string }[],
): Promise<readonly unknown[]> {
  return await Promise.all(blockers.map(({ task }) => resultOf(team, task)))
}

/** Waits until it is woken, and does its tasks until there is nothing left. */
async function workThrough(
  one: AgentMember,
  work: (answer: Awaited<ReturnType<AgentMember['claim']>>) => unknown,
): Promise<readonly string[]> {
  const done: string[] = []
  for (;;) {
    const answer = await one.claim({ wait_seconds: 10 })
    if (answer.next === 'stop') return done
    if (answer.task === null) continue
    await one.complete(answer.task.id, await work(answer), `${answer.task.id} done`)
    done.push(answer.task.id)
  }
}

async function inboxOf(team: string): Promise<readonly { kind: string; from: string; text: string; task: string }[]> {
  return (await call(readInbox, { team, member: 'lead' })).messages
}

/** All is done, everybody has left, and nothing of it stays. */
async function endsWell(team: string): Promise<void> {
  expect((await call(taskList, { team })).outlook).toBe('done')
  expect(await call(teamDelete, { team })).toEqual({ team, deleted: true })
  expect(await lead.refused(taskList, { team })).toBe(`there is no team "${team}"`)
}

describe('the patterns', () => {
  it('parallel specialists: each looks in its own way, and one brings it together', async () => {
    const names = ['security', 'performance', 'style']
    const team = await newTeam(lead, [
      ...names.map(name => job(name, { role: name })),
      job('synthesis', { role: 'synthesis', blocked_by: names }),
    ])
    const work = async ({ task, blockers }: { task: { id: string }; blockers: readonly { task: string }[] }) =>
      task.id === 'synthesis' ? await blockerResults(team, blockers) : `found by ${task.id}`
    const done = await Promise.all([...names, 'synthesis'].map(name => workThrough(member(team, name, name), work)))
    expect(done).toEqual([...names.map(name => [name]), ['synthesis']])
    expect(await resultOf(team, 'synthesis')).toEqual(names.map(name => `found by ${name}`))
    const reports = (await inboxOf(team)).filter(({ kind }) => kind === 'task-report')
    expect(reports.map(({ text }) => text).sort()).toEqual([...names, 'synthesis'].map(name => `${name} done`).sort())
    await endsWell(team)
  })

  it('pipeline: every stage builds on the one before', async () => {
    const stages = ['fetch', 'clean', 'count', 'print']
    const team = await newTeam(
      lead,
      stages.map((id, at) => job(id, { role: id, ...(at > 0 ? { blocked_by: [stages[at - 1]] } : {}) })),
    )
    const order: string[] = []
    await Promise.all(
      stages.toReversed().map(role =>
        workThrough(member(team, `${role}-agent`, role), async ({ task, blockers }) => {
          order.push(task.id)
          const [before = 'raw'] = await blockerResults(team, blockers)
          return `${before}>${task.id}`
        }),
      ),
    )
    expect(order).toEqual(stages)
    expect(await resultOf(team, 'print')).toBe('raw>fetch>clean>count>print')
    await endsWell(team)
  })

  it('swarm: equal members race for one pool until it is empty', async () => {
    const pool = Array.from({ length: 24 }, (_, at) => `item-${at}`)
    const team = await newTeam(lead, [...pool.map(id => job(id)), job('sum', { blocked_by: pool, priority: 1 })])
    const swarm = Array.from({ length: 4 }, (_, at) => member(team, `worker-${at}`))
    const work = async ({ task, blockers }: { task: { id: string }; blockers: readonly unknown[] }) =>
      task.id === 'sum' ? blockers.length : 1
    const done = await Promise.all(swarm.map(one => workThrough(one, work)))
    expect(done.flat().sort()).toEqual([...pool, 'sum'].sort())
    expect(done.flat().at(-1) === 'sum' || done.some(own => own.at(-1) === 'sum'), 'the sum comes last').toBe(true)
    const idle = (await lead.ledger.messages(team)).filter(({ kind }) => kind === 'idle')
    expect(new Set(idle.map(({ from }) => from)).size, 'the lead is told who ran out of work').toBe(4)
    await endsWell(team)
  })

  it('research and implementation: what was found decides what is to be done', async () => {
    const team = await newTeam(lead, [job('research', { role: 'researcher' })])
    const researcher = member(team, 'rita', 'researcher')
    await workThrough(researcher, () => ['parser', 'printer'])
    const [report] = await inboxOf(team)
    expect(report).toMatchObject({ kind: 'task-report', from: 'rita', task: 'research' })
    const found = (await resultOf(team, 'research')) as string[]
    await call(taskCreate, {
      team,
      tasks: [
        ...found.map(part => job(part, { role: 'implementer', blocked_by: ['research'] })),
        job('review', { role: 'researcher', blocked_by: found }),
      ],
    })
    const [built, reviewed] = await Promise.all([
      workThrough(member(team, 'ian', 'implementer'), ({ task }) => `${task.id} built`),
      workThrough(researcher, ({ blockers }) => blockerResults(team, blockers)),
    ])
    expect([built, reviewed]).toEqual([found, ['review']])
    expect(await resultOf(team, 'review')).toEqual(['parser built', 'printer built'])
    await endsWell(team)
  })

  it('plan approval: rejected with feedback, revised, approved, then done', async () => {
    const team = await newTeam(lead, [job('migrate', { needs_approval: true })])
    const planner = async () => {
      const one = member(team, 'pia')
      const phases: string[] = []
      for (;;) {
        const { task, next } = await one.claim({ wait_seconds: 10 })
        if (next === 'stop') return phases
        if (task === null) continue
        phases.push(`${task.phase}: ${task.feedback ?? ''}`)
        if (task.phase === 'plan') {
          const steps = task.feedback === null ? ['migrate'] : ['back up', 'migrate']
          expect((await one.update(task.id, { plan: { steps }, summary: `${steps.length} steps` })).state).toBe(
            'awaiting_approval',
          )
        } else await one.complete(task.id, 'migrated', 'it is migrated')
      }
    }
    const reviewer = async () => {
      for (let decided = 0; decided < 2; ) {
        const { messages } = await call(readInbox, { team, member: 'lead', wait_seconds: 10 })
        for (const { kind, task: id } of messages) {
          if (kind !== 'plan_approval_request') continue
          const { task } = await call(taskGet, { team, task: id })
          const isSafe = task.plan.steps.includes('back up')
          const decision = isSafe ? { decision: 'approve' } : { decision: 'reject', feedback: 'back up first' }
          await call(taskUpdate, { team, task: id, ...decision })
          decided++
        }
      }
    }
    const [phases] = await Promise.all([planner(), reviewer()])
    expect(phases).toEqual(['plan: ', 'plan: back up first', 'work: '])
    expect((await call(readInbox, { team, member: 'pia' })).messages).toMatchObject([
      { kind: 'plan_approval_response', text: 'The plan of task "do migrate" is rejected: back up first' },
      { kind: 'plan_approval_response', text: 'The plan of task "do migrate" is approved' },
    ])
    expect((await call(taskGet, { team, task: 'migrate' })).task).toMatchObject({
      approval: { status: 'approved', round: 2 },
      attempts: 3,
      result: 'migrated',
    })
    await endsWell(team)
  })

  it('a decision is the lead alone, and a rejection says why', async () => {
    const team = await newTeam(lead, [job('a', { needs_approval: true })])
    await member(team, 'pia').update('a', { plan: 'so' })
    const decide = (more: object) => lead.refused(taskUpdate, { team, task: 'a', ...more })
    expect(await decide({ decision: 'approve', member: 'pia' })).toBe('only the lead decides on plans')
    expect(await decide({ decision: 'reject' })).toBe('the rejection of a plan needs a text')
    expect((await member(team, 'pia').claim()).reason).toBe('nothing is ready: the plan of task "a" awaits a decision')
  })

  it('multi-file refactoring: files at once, tests when all are done; a failed one holds them up until it is decided on', async () => {
    const files = ['a.ts', 'b.ts', 'c.ts']
    const team = await newTeam(lead, [
      ...files.map(file => job(file, { input: { file } })),
      job('tests', { blocked_by: files, role: 'tester' }),
    ])
    const [ann, bob, tim] = [member(team, 'ann'), member(team, 'bob'), member(team, 'tim', 'tester')]
    const { task: first } = await ann.claim()
    const { task: second } = await bob.claim()
    expect([first.input, second.input]).toEqual([{ file: 'a.ts' }, { file: 'b.ts' }])
    await ann.complete('a.ts')
    await bob.update('b.ts', { status: 'failed', reason: 'does not compile' })
    await ann.update('c.ts', { status: 'completed', leave: true })
    expect(await tim.claim()).toMatchObject({
      next: 'stop',
      reason: 'the team is stuck: task "tests" waits for b.ts (failed: does not compile)',
    })
    expect((await inboxOf(team)).find(({ kind }) => kind === 'task-report')).toMatchObject({
      text: 'Task "do b.ts" failed: does not compile',
    })
    await call(taskUpdate, { team, task: 'b.ts', status: 'pending' })
    await call(taskUpdate, {
      team,
      task: 'tests',
      add_blocked_by: (await call(taskCreate, { team, subject: 'format all' })).created,
    })
    const rest = await Promise.all([workThrough(bob, () => null), workThrough(tim, ({ blockers }) => blockers.length)])
    expect(rest.flat().sort()).toEqual(['1', 'b.ts', 'tests'])
    expect(await resultOf(team, 'tests')).toBe(4)
    await endsWell(team)
  })

  it('RLM: one analyst per chunk, a synthesis per type, one across types', async () => {
    const chunks = [
      ...[1, 2, 3].map(n => ({ id: `csv-${n}`, role: 'rlm-data-analyzer', type: 'csv' })),
      ...[1, 2].map(n => ({ id: `code-${n}`, role: 'rlm-code-analyzer', type: 'code' })),
    ]
    const ofType = (type: string) => chunks.filter(chunk => chunk.type === type).map(({ id }) => id)
    const team = await newTeam(lead, [
      ...chunks.map(({ id, role }) => job(id, { role, input: { chunk: id } })),
      ...['csv', 'code'].map(type => job(`${type}-synthesis`, { role: 'rlm-synthesizer', blocked_by: ofType(type) })),
      job('report', { role: 'rlm-synthesizer', blocked_by: ['csv-synthesis', 'code-synthesis'] }),
    ])
    const analysts = chunks.map(({ id, role }) =>
      workThrough(member(team, `for-${id}`, role), ({ task }) => [`finding in ${task.input.chunk}`]),
    )
    const synthesizer = workThrough(member(team, 'synthesizer', 'rlm-synthesizer'), async ({ blockers }) =>
      (await blockerResults(team, blockers)).flat(),
    )
    const done = await Promise.all([...analysts, synthesizer])
    expect(done.slice(0, -1).flat().sort()).toEqual(chunks.map(({ id }) => id).sort())
    expect(done.at(-1)?.at(-1)).toBe('report')
    expect(((await resultOf(team, 'report')) as string[]).toSorted()).toEqual(
      chunks.map(({ id }) => `finding in ${id}`).sort(),
    )
    await endsWell(team)
  })

  it('the end of a team with members that wait: asked, one refuses first, all leave, and it is deleted', async () => {
    const team = await newTeam(lead, [job('a'), job('later', { role: 'nobody-yet' })])
    const waiter = async (name: string, isStubborn: boolean) => {
      const one = lab.server()
      let refusals = isStubborn ? 1 : 0
      for (;;) {
        const { messages } = await one.call(readInbox, { team, member: name, wait_seconds: 10 })
        for (const { kind } of messages) {
          if (kind !== 'shutdown_request') continue
          const isLeaving = refusals-- <= 0
          const answer = isLeaving ? { approve: true } : { approve: false, text: 'still reading' }
          await one.call(sendMessage, { team, from: name, kind: 'shutdown_response', ...answer })
          if (isLeaving) return
        }
      }
    }
    const waiting = [waiter('ann', false), waiter('bob', true)]
    const alive = async () =>
      (await call(taskList, { team })).members.filter(({ state }: { state: string }) => state === 'idle').length
    await expect.poll(alive).toBe(2)
    expect(await lead.refused(teamDelete, { team })).toMatch(/cannot be deleted: (ann|bob) and 1 more are alive$/)
    const ask = (to: string) => call(sendMessage, { team, from: 'lead', to, kind: 'shutdown_request' })
    const hear = async (responses: number) => {
      const heard: string[] = []
      while (heard.length < responses) {
        const { messages } = await call(readInbox, { team, member: 'lead', wait_seconds: 10 })
        for (const { kind, text } of messages) if (kind === 'shutdown_response') heard.push(text)
      }
      return heard.sort()
    }
    expect((await ask('all')).asked.sort()).toEqual(['ann', 'bob'])
    expect(await hear(2)).toEqual(['ann shuts down', 'bob does not shut down: still reading'])
    expect(await ask('all')).toMatchObject({ asked: ['bob'] })
    expect(await hear(1)).toEqual(['bob shuts down'])
    await Promise.all(waiting)
    await call(teamDelete, { team })
  })
})
