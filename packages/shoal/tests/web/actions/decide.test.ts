// Plans of real teams that are decided on from the page: once, only the plan that was seen, and by nobody who is not let in.
import { fileURLToPath } from 'node:url'
import type { LiveTaskPage } from '@shoal/base/model/live'
import { LEAD } from '@shoal/base/model/team'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../../tests/patience.ts'
import { runPatternFile } from '../../../src/run/pattern.ts'
import { readRun } from '../../../src/web/api/run.ts'
import { changesUntil } from '../api/lab.ts'
import { ask, served } from '../served.ts'

const server = served()
const PATTERNS = fileURLToPath(new URL('../../../../../examples/patterns', import.meta.url))
const LEASE_MS = 600_000
let made = 0

/** A run with one task, whose member hands in plans. */
async function planned({ plan = 'Rename it' }: { readonly plan?: string } = {}) {
  const ledger = server.ledger()
  const run = `plans-${++made}`
  await ledger.createTeam({
    name: run,
    definition: { kind: 'pattern' },
    tasks: [{ id: 'a/b c', subject: 'Rename', needsApproval: true }],
  })
  const session = await ledger.join(run, { name: 'w' }, LEASE_MS)
  const handIn = async (text: string) => {
    const claim = await ledger.claim(session)
    await ledger.finish(claim!, { status: 'planned', plan: text })
  }
  await handIn(plan)
  const path = `/api/runs/${run}/tasks/${encodeURIComponent('a/b c')}`
  return {
    run,
    path,
    session,
    handIn,
    approval: async () => (await ledger.task(run, 'a/b c')).approval,
    decide: async (body: unknown) => {
      const { status, text } = await server.post(`${path}/decision`, body)
      return { status, body: JSON.parse(text) }
    },
  }
}

const eventsOf = async (run: string, kind: string) =>
  (await server.ledger().events({ team: run, after: 0, limit: 1000 })).filter(event => event.kind === kind)

describe('a plan', () => {
  it('is approved in the name of the lead, and its member is told', async () => {
    const { run, decide, approval, session } = await planned()
    expect(await decide({ decision: 'approve', round: 1, feedback: ' go ahead ' })).toEqual({
      status: 200,
      body: { isRepeated: false },
    })
    expect(await approval()).toMatchObject({ status: 'approved', round: 1, feedback: 'go ahead' })
    expect(await eventsOf(run, 'plan-approved')).toMatchObject([{ task: 'a/b c', member: LEAD, detail: 'go ahead' }])
    const [told] = await server.ledger().unread(run, 'w')
    expect(told).toMatchObject({ kind: 'plan_approval_response', from: LEAD })
    expect((await server.ledger().claim(session))!.phase).toBe('work')
  })

  it('is approved without a word', async () => {
    const { decide, approval } = await planned()
    expect((await decide({ decision: 'approve', round: 1 })).status).toBe(200)
    expect(await approval()).toMatchObject({ status: 'approved' })
  })

  it('is sent back with a word only, and the next one is another', async () => {
    const { decide, approval, handIn } = await planned()
    for (const feedback of [null, '', ' \n']) {
      const refused = await decide({ decision: 'reject', round: 1, feedback })
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'bad-value' } } })
    }
    expect(await approval()).toMatchObject({ status: 'requested' })
    expect((await decide({ decision: 'reject', round: 1, feedback: 'smaller' })).status).toBe(200)
    expect(await approval()).toMatchObject({ status: 'rejected', feedback: 'smaller' })
    await handIn('Rename half of it')
    expect(await decide({ decision: 'approve', round: 1 })).toEqual({
      status: 409,
      body: {
        error: {
          code: 'no-request',
          message: 'task "a/b c" has another plan by now, which was not the one decided on',
          advice: 'nothing has changed; see where the task stands now',
        },
      },
    })
    expect(await approval()).toMatchObject({ status: 'requested', round: 2 })
    expect((await decide({ decision: 'approve', round: 2 })).status).toBe(200)
  })

  it('is decided on once: the same again changes nothing, the opposite comes too late', async () => {
    const { run, decide } = await planned()
    const both = await Promise.all([1, 2, 3].map(() => decide({ decision: 'approve', round: 1 })))
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(both.filter(({ body }) => body.isRepeated === false)).toHaveLength(1)
    expect(await decide({ decision: 'reject', round: 1, feedback: 'no' })).toMatchObject({
      status: 409,
      body: { error: { code: 'no-request', message: 'the plan of task "a/b c" was approved before' } },
    })
    expect(await eventsOf(run, 'plan-approved')).toHaveLength(1)
    expect(await eventsOf(run, 'plan-rejected')).toEqual([])
  })

  it('of a task that others go on without is decided on no more', async () => {
    const { run, decide } = await planned()
    await server.ledger().skip(run, 'a/b c', 'not needed')
    expect(await decide({ decision: 'approve', round: 1 })).toMatchObject({
      status: 409,
      body: { error: { message: 'task "a/b c" is skipped, and its plan is not decided on any more' } },
    })
  })

  it.each([
    ['nothing', null],
    ['no round', { decision: 'approve' }],
    ['a round before the first', { decision: 'approve', round: 0 }],
    ['another word', { decision: 'maybe', round: 1 }],
    ['a remark that is a list', { decision: 'approve', round: 1, feedback: [] }],
    ['a remark without end', { decision: 'approve', round: 1, feedback: 'x'.repeat(10_001) }],
    ['a remark with a NUL', { decision: 'approve', round: 1, feedback: 'a\0b' }],
    ['somebody else as the lead', { decision: 'approve', round: 1, by: 'w' }],
  ])('is not decided on with %s', async (_, body) => {
    const { decide, approval } = await planned()
    expect(await decide(body)).toMatchObject({ status: 400, body: { error: { code: 'bad-value' } } })
    expect(await approval()).toMatchObject({ status: 'requested' })
  })

  it('is decided on by nobody who is not let in', async () => {
    const { path, approval } = await planned()
    const send = async (headers: Record<string, string>) =>
      (
        await ask(server.url(), `${path}/decision`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ decision: 'approve', round: 1 }),
        })
      ).status
    expect(await send({})).toBe(401)
    expect(await send({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await send({ ...server.bearer(), host: 'evil.example' })).toBe(403)
    expect(await send({ ...server.bearer(), origin: 'https://evil.example' })).toBe(403)
    expect(await send({ ...server.bearer(), origin: 'null' })).toBe(403)
    expect(await send({ ...server.bearer(), 'content-type': 'text/plain' })).toBe(400)
    expect((await server.get(`${path}/decision`)).status).toBe(405)
    expect(await approval()).toMatchObject({ status: 'requested' })
  })

  it('of a run or a task that is not there is not found', async () => {
    const { run } = await planned()
    const body = { decision: 'approve', round: 1 }
    expect((await server.post('/api/runs/none/tasks/x/decision', body)).status).toBe(404)
    expect((await server.post(`/api/runs/${run}/tasks/x/decision`, body)).status).toBe(404)
  })

  it('that is too large to be shown says so', async () => {
    const page = async ({ path }: { readonly path: string }) =>
      JSON.parse((await server.get(path)).text) as LiveTaskPage
    expect(await page(await planned())).toMatchObject({ isPlanCut: false, approval: { plan: 'Rename it' } })
    const large = await page(await planned({ plan: 'x'.repeat(40_001) }))
    expect(large).toMatchObject({ isPlanCut: true, approval: { plan: `${'x'.repeat(40_000)}…` } })
  })

  it('is told of live, with what became of it', async () => {
    const { run, decide } = await planned()
    const context = {
      ledger: server.ledger(),
      settings: {} as never,
      env: {},
      cwd: server.directory.path,
      signal: AbortSignal.timeout(30_000),
      runDirectory: () => server.directory.path,
      now: Date.now,
    }
    const { cursor, taskList, tasks } = await readRun(context, { run })
    expect(tasks.awaitingApproval).toBe(1)
    expect(taskList[0]).toMatchObject({ isReady: false, approval: { status: 'requested', round: 1 } })
    const watching = changesUntil(context, { run, after: cursor }, change => change.tasks?.awaitingApproval === 0)
    await decide({ decision: 'approve', round: 1 })
    expect((await watching).flatMap(change => change.taskList ?? [])).toMatchObject([
      { id: 'a/b c', isReady: true, approval: { status: 'approved', round: 1 } },
    ])
  })
})

describe('a run from a pattern', () => {
  it('waits for the plan to be revised and approved, and then does what it says', async () => {
    const ledger = server.ledger()
    const stop = new AbortController()
    const running = runPatternFile('plan-approval-by-hand.yaml', {
      ledger,
      cwd: PATTERNS,
      signal: stop.signal,
      runDirectory: run => `${server.directory.path}/${run}`,
    })
    const plans = async (round: number) =>
      await eventually(async () =>
        expect((await ledger.task('migrate-by-hand', 'settings')).approval).toMatchObject({
          status: 'requested',
          round,
        }),
      )
    const decide = async (body: object) =>
      (await server.post('/api/runs/migrate-by-hand/tasks/settings/decision', body)).status
    try {
      await plans(1)
      expect(await decide({ decision: 'reject', round: 1, feedback: 'keep legacy_mode' })).toBe(200)
      await plans(2)
      expect(await decide({ decision: 'approve', round: 2 })).toBe(200)
      expect(await running).toMatchObject({ ended: 'completed' })
    } finally {
      stop.abort()
      await running
    }
    const { result } = JSON.parse((await server.get('/api/runs/migrate-by-hand/tasks/settings')).text)
    expect(result).not.toBeNull()
    expect(server.notes).toEqual([])
  })
})
