// Teams and runs: created whole or not at all, listed, ended, resumed and stopped.

import type { Ledger } from '@shoal/base/model/ledger'
import { describe, expect, it } from 'vitest'
import { claim, createTeam, type Fresh, job, join, kindsOf, LEASE, newsOf, refused, snapshot, TEAM } from './world.ts'

export function teamLaws(fresh: Fresh): void {
  describe('teams', () => {
    it('an empty ledger has no team, no event and nothing to wait for', async () => {
      const { ledger } = await fresh()
      expect(await snapshot(ledger)).toEqual({ events: [], last: 0, teams: [] })
    })

    it('a team is what it was created as', async () => {
      const { ledger, clock } = await fresh()
      const created = await ledger.createTeam({ name: TEAM, purpose: 'count words' })
      expect(created).toEqual({
        name: TEAM,
        purpose: 'count words',
        isRun: false,
        ended: null,
        endedReason: null,
        createdAt: clock.now(),
        endedAt: null,
      })
      expect(await ledger.team(TEAM)).toEqual(created)
      expect(await ledger.definition(TEAM)).toBeNull()
    })

    it('a definition makes it a run, whatever it is', async () => {
      const { ledger } = await fresh()
      const definition = { pattern: 'swarm', members: [{ name: 'a' }], limit: 3 }
      expect((await ledger.createTeam({ name: 'run', definition })).isRun).toBe(true)
      expect(await ledger.definition('run')).toEqual(definition)
      expect((await ledger.createTeam({ name: 'nothing', definition: null })).isRun).toBe(true)
      expect(await ledger.definition('nothing')).toBeNull()
    })

    it('comes to be together with its tasks', async () => {
      const { ledger } = await fresh()
      const kinds = await kindsOf(ledger, () => createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] })]))
      expect(kinds).toEqual(['team-created', 'tasks-created'])
      expect((await ledger.tasks(TEAM)).map(({ id }) => id)).toEqual(['a', 'b'])
    })

    it('does not come to be when one of its tasks is wrong', async () => {
      const { ledger } = await fresh()
      await refused(ledger, 'task-cycle', () =>
        createTeam(ledger, [job('a', { blockedBy: ['b'] }), job('b', { blockedBy: ['a'] })]),
      )
      await refused(ledger, 'unknown-task', () => createTeam(ledger, [job('a', { blockedBy: ['b'] })]))
      await refused(ledger, 'task-exists', () => createTeam(ledger, [job('a'), job('a')]))
      await refused(ledger, 'bad-value', () => createTeam(ledger, [{ subject: '' }]))
      await createTeam(ledger)
    })

    it('a name is taken once', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      const error = await refused(ledger, 'team-exists', () => createTeam(ledger))
      expect(error.message).toContain(TEAM)
    })

    it.each(['', '.hidden', '-dash', 'a b', 'a/b', 'ü', 'x'.repeat(65), 'two\nlines'])(
      'refuses the name %j',
      async name => {
        const { ledger } = await fresh()
        await refused(ledger, 'bad-value', () => ledger.createTeam({ name }))
      },
    )

    it('the newest is listed first', async () => {
      const { ledger, clock } = await fresh()
      for (const name of ['one', 'two', 'three']) {
        await createTeam(ledger, [], name)
        await clock.pass(name === 'one' ? 0 : 1)
      }
      expect((await ledger.teams()).map(({ name }) => name)).toEqual(['three', 'two', 'one'])
    })

    it('an overview counts tasks and those whose lease runs', async () => {
      const { ledger, clock } = await fresh()
      await createTeam(ledger, [job('a'), job('b', { blockedBy: ['a'] })])
      expect(await ledger.overview(TEAM)).toMatchObject({ alive: 0, leadAlive: false, tasks: { total: 2, ready: 1 } })
      await ledger.join(TEAM, { name: 'lead' }, 2 * LEASE)
      await join(ledger)
      expect(await ledger.overview(TEAM)).toMatchObject({ alive: 2, leadAlive: true })
      await clock.pass(LEASE + 1)
      expect(await ledger.overview(TEAM), 'a lease that ran out').toMatchObject({ alive: 1, leadAlive: true })
      await clock.pass(LEASE)
      expect(await ledger.overview(TEAM)).toMatchObject({ alive: 0, leadAlive: false })
      expect(await ledger.teams()).toEqual([await ledger.overview(TEAM)])
    })

    it('teams do not see each other', async () => {
      const { ledger } = await fresh()
      await createTeam(ledger, [job('a')])
      await createTeam(ledger, [job('a'), job('b')], 'other')
      const worker = await join(ledger)
      await ledger.finish(await claim(ledger, worker, 'a'), { status: 'completed', result: 1, summary: 'done' })
      await ledger.setBudget(TEAM, 'tokens', 5)
      expect(await ledger.counts('other')).toMatchObject({ total: 2, ready: 2, completed: 0 })
      expect(await ledger.messages('other')).toEqual([])
      expect(await ledger.budgets('other')).toEqual([])
      expect((await ledger.members('other')).map(({ name }) => name)).toEqual(['lead'])
      const events = await ledger.events({ team: 'other', after: 0, limit: 100 })
      expect(events.map(({ kind }) => kind)).toEqual(['team-created', 'tasks-created'])
    })

    it.each(Object.keys(namingATeam))('%s refuses a team that does not exist', async method => {
      const { ledger } = await fresh()
      await createTeam(ledger)
      const error = await refused(ledger, 'unknown-team', () => namingATeam[method]!(ledger))
      expect(error.message).toContain('nobody')
    })
  })

  describe('runs', () => {
    it('end, once in the same way', async () => {
      const { ledger, clock } = await fresh()
      await ledger.createTeam({ name: TEAM, definition: 1 })
      await clock.pass(5)
      const [event, ...others] = await newsOf(ledger, () => ledger.endRun(TEAM, 'stopped', 'asked to'))
      expect([event?.kind, others]).toEqual(['run-ended', []])
      expect(event?.detail).toContain('asked to')
      const ended = { ended: 'stopped', endedReason: 'asked to', endedAt: clock.now() }
      expect(await ledger.team(TEAM)).toMatchObject(ended)
      await clock.pass(5)
      expect(await kindsOf(ledger, () => ledger.endRun(TEAM, 'stopped', 'again'))).toEqual([])
      expect(await ledger.team(TEAM)).toMatchObject(ended)
    })

    it('can end in another way later, and without a reason', async () => {
      const { ledger, clock } = await fresh()
      await ledger.createTeam({ name: TEAM, definition: 1 })
      await ledger.endRun(TEAM, 'failed', 'two tasks failed')
      await clock.pass(5)
      expect(await kindsOf(ledger, () => ledger.endRun(TEAM, 'completed'))).toEqual(['run-ended'])
      expect(await ledger.team(TEAM)).toMatchObject({ ended: 'completed', endedReason: null, endedAt: clock.now() })
    })

    it('end while members are alive, who may go on', async () => {
      const { ledger } = await fresh()
      await ledger.createTeam({ name: TEAM, definition: 1, tasks: [job('a')] })
      const worker = await join(ledger)
      await ledger.endRun(TEAM, 'stopped')
      expect(await ledger.renew([worker], LEASE)).toMatchObject([{ alive: true }])
      await claim(ledger, worker, 'a')
    })

    it('go on when they are opened again', async () => {
      const { ledger } = await fresh()
      await ledger.createTeam({ name: TEAM, definition: 1 })
      await ledger.endRun(TEAM, 'stopped', 'asked to')
      expect(await kindsOf(ledger, () => ledger.reopenRun(TEAM))).toEqual(['run-resumed'])
      expect(await ledger.team(TEAM)).toMatchObject({ ended: null, endedReason: null, endedAt: null })
      expect(await kindsOf(ledger, () => ledger.reopenRun(TEAM)), 'one that is open').toEqual([])
    })

    it('a stop reaches every member with its next heartbeat, until it is taken back', async () => {
      const { ledger } = await fresh()
      await ledger.createTeam({ name: TEAM, definition: 1 })
      const sessions = [await join(ledger, 'a'), await join(ledger, 'b')]
      expect((await ledger.renew(sessions, LEASE)).map(({ stop }) => stop)).toEqual([null, null])
      const [event] = await newsOf(ledger, () => ledger.requestStop(TEAM, 'too dear'))
      expect(event).toMatchObject({ kind: 'stop-requested', team: TEAM, detail: 'too dear' })
      expect((await ledger.renew(sessions, LEASE)).map(({ stop }) => stop)).toEqual(['too dear', 'too dear'])
      await ledger.reopenRun(TEAM)
      expect((await ledger.renew(sessions, LEASE)).map(({ stop }) => stop)).toEqual([null, null])
    })
  })
}

const namingATeam: Readonly<Record<string, (ledger: Ledger) => Promise<unknown>>> = {
  team: ledger => ledger.team('nobody'),
  overview: ledger => ledger.overview('nobody'),
  definition: ledger => ledger.definition('nobody'),
  endRun: ledger => ledger.endRun('nobody', 'failed'),
  reopenRun: ledger => ledger.reopenRun('nobody'),
  requestStop: ledger => ledger.requestStop('nobody', 'why not'),
  deleteTeam: ledger => ledger.deleteTeam('nobody', { force: true }),
  join: ledger => ledger.join('nobody', { name: 'worker' }, LEASE),
  members: ledger => ledger.members('nobody'),
  expireLapsed: ledger => ledger.expireLapsed('nobody'),
  requestShutdown: ledger => ledger.requestShutdown('nobody', 'lead', { by: 'lead' }),
  createTasks: ledger => ledger.createTasks('nobody', [job('a')]),
  addBlockedBy: ledger => ledger.addBlockedBy('nobody', 'a', ['b']),
  task: ledger => ledger.task('nobody', 'a'),
  tasks: ledger => ledger.tasks('nobody'),
  counts: ledger => ledger.counts('nobody'),
  outlook: ledger => ledger.outlook('nobody'),
  input: ledger => ledger.input('nobody', 'a'),
  result: ledger => ledger.result('nobody', 'a'),
  log: ledger => ledger.log('nobody', 'a'),
  retry: ledger => ledger.retry('nobody', 'a'),
  skip: ledger => ledger.skip('nobody', 'a', 'why not'),
  approve: ledger => ledger.approve('nobody', 'a', { by: 'lead' }),
  reject: ledger => ledger.reject('nobody', 'a', { by: 'lead', feedback: 'no' }),
  send: ledger => ledger.send('nobody', { from: 'lead', to: null, text: 'hello' }),
  messages: ledger => ledger.messages('nobody'),
  unread: ledger => ledger.unread('nobody', 'lead'),
  markRead: ledger => ledger.markRead('nobody', 'lead', 1),
  messageText: ledger => ledger.messageText('nobody', 1),
  setBudget: ledger => ledger.setBudget('nobody', 'tokens', 1),
  budgets: ledger => ledger.budgets('nobody'),
  events: ledger => ledger.events({ team: 'nobody', after: 0, limit: 1 }),
}
