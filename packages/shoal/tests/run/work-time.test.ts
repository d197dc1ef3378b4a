// How long a run was at work: the stretches in which somebody led it, whatever lies between them.
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { LEAD, type Session } from '@shoal/base/model/team'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { openSqliteLedger } from '@shoal/team/sqlite/ledger'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { currentOverview } from '../../src/run/overviews.ts'
import { listRuns } from '../../src/run/runs.ts'
import { WorkClock } from '../../src/run/work-clock.ts'
import { upTo, WorkTimer, workTime } from '../../src/run/work-time.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const open: Ledger[] = []
afterAll(async () => {
  for (const ledger of open) await ledger.close()
})

const START = 1_000_000
const LEASE_MS = 1000
let made = 0

/** A run on a clock of its own. */
async function story(kind: 'memory' | 'sqlite' = 'memory') {
  let now = START
  const options = { now: () => now }
  const ledger = kind === 'memory' ? memoryLedger(options) : openSqliteLedger(join(dir.path, `${++made}.db`), options)
  open.push(ledger)
  const tasks = Array.from({ length: 60 }, (_, k) => ({ id: `t${k}`, subject: `t${k}`, needsApproval: k === 0 }))
  await ledger.createTeam({ name: 'run', definition: { kind: 'pattern', file: { spec: { pattern: 'swarm' } } }, tasks })
  let lead: Session | null = null
  let worker: Session | null = null
  const self = {
    ledger,
    pass: (ms: number) => {
      now += ms
    },
    now: () => now,
    /** As `leadRun` does. */
    async begin() {
      await ledger.expireLapsed('run')
      await ledger.reopenRun('run')
      lead = await ledger.join('run', { name: LEAD }, LEASE_MS)
      worker = await ledger.join('run', { name: 'w' }, LEASE_MS)
    },
    async beat() {
      await ledger.renew([lead!, worker!], LEASE_MS)
    },
    async work(task?: string) {
      const claim = await ledger.claim(worker!, task === undefined ? {} : { task })
      if (claim === null) return
      if (claim.phase === 'plan') await ledger.finish(claim, { status: 'planned', plan: 'so' })
      else await ledger.finish(claim, { status: 'completed', result: 1 })
    },
    async leave() {
      await ledger.leave(worker!)
      await ledger.leave(lead!)
    },
    /** Its process is gone; nobody knows until somebody looks after its lease. */
    async kill(after: number) {
      now += after
    },
    time: async () => await workTime(ledger, (await currentOverview(ledger, 'run')).overview),
    took: async () => (await listRuns(ledger, now))[0]!,
  }
  return self
}

describe.each(['memory', 'sqlite'] as const)('time at work, in the %s ledger', kind => {
  it('is none before anybody leads it', async () => {
    const run = await story(kind)
    run.pass(5000)
    expect(await run.time()).toBeNull()
    expect(await run.took()).toMatchObject({ status: 'interrupted', tookMs: null, tookIsLeast: false })
  })

  it('of a run that was led once is from its first to its last moment', async () => {
    const run = await story(kind)
    run.pass(10)
    await run.begin()
    run.pass(300)
    expect(await run.took()).toMatchObject({ status: 'running', tookMs: 300, tookIsLeast: false })
    await run.leave()
    run.pass(2)
    await run.ledger.endRun('run', 'stopped', 'enough')
    run.pass(90_000)
    expect(await run.took()).toMatchObject({ status: 'stopped', tookMs: 302, tookIsLeast: false })
  })

  it('counts the stretches of one that was stopped and resumed, and nothing between', async () => {
    const run = await story(kind)
    await run.begin()
    run.pass(300)
    await run.leave()
    await run.ledger.endRun('run', 'stopped')
    run.pass(86_400_000)
    await run.begin()
    run.pass(500)
    expect(await run.took()).toMatchObject({ status: 'running', tookMs: 800, tookIsLeast: false })
    await run.leave()
    run.pass(5)
    await run.ledger.endRun('run', 'completed')
    run.pass(1000)
    expect(await run.took()).toMatchObject({ status: 'completed', tookMs: 805, tookIsLeast: false })
  })

  it('of one that was left in order, and has not ended, ends with the leaving', async () => {
    const run = await story(kind)
    await run.begin()
    run.pass(300)
    await run.leave()
    run.pass(86_400_000)
    // What people do to a run that lies still is no work of it.
    await run.ledger.skip('run', 't3', 'not needed')
    expect(await run.took()).toMatchObject({ status: 'interrupted', tookMs: 300, tookIsLeast: false })
  })

  it.each([
    ['that was noticed at once', 1001],
    ['that nobody noticed for a day', 86_400_000],
  ])('after a kill %s ends with the last sign of work, and is at least so long', async (_, later) => {
    const run = await story(kind)
    await run.begin()
    run.pass(400)
    await run.work('t1')
    run.pass(100)
    await run.beat()
    // From elsewhere, and no sign that anybody leads it.
    await run.ledger.send('run', { from: LEAD, to: 'w', text: 'how far are you?' })
    await run.kill(later)
    expect(await run.took()).toMatchObject({ status: 'interrupted', tookMs: 400, tookIsLeast: true })
    await run.begin()
    run.pass(70)
    await run.leave()
    await run.ledger.endRun('run', 'completed')
    expect(await run.took()).toMatchObject({ status: 'completed', tookMs: 470, tookIsLeast: true })
  })

  it('begins anew with a run of the same name', async () => {
    const run = await story(kind)
    const timer = new WorkTimer(run.ledger, 'run')
    const timed = async () => await timer.time((await currentOverview(run.ledger, 'run')).overview)
    await run.begin()
    run.pass(400)
    await run.leave()
    expect(await timed()).toEqual({ ms: 400, since: null, isLeast: false })
    await run.ledger.deleteTeam('run')
    await run.ledger.createTeam({ name: 'run', definition: {} })
    await run.begin()
    run.pass(30)
    await run.leave()
    expect(await timed()).toEqual({ ms: 30, since: null, isLeast: false })
  })
})

describe('the wait for a decision', () => {
  const waitOf = async (run: Awaited<ReturnType<typeof story>>) => {
    const clock = new WorkClock()
    for (const event of await run.ledger.events({ team: 'run', after: 0, limit: 1000 })) clock.take(event)
    const { overview } = await currentOverview(run.ledger, 'run')
    return upTo(clock.waited(overview), run.now())
  }

  it('is when nobody has a task in hand and a plan waits, while it is led', async () => {
    const run = await story()
    await run.begin()
    run.pass(100)
    await run.work('t0')
    run.pass(50)
    expect(await waitOf(run)).toBe(50)
    const other = await run.ledger.join('run', { name: 'x' }, 60_000)
    const claim = await run.ledger.claim(other, { task: 't1' })
    run.pass(30)
    expect(await waitOf(run)).toBe(50)
    await run.ledger.finish(claim!, { status: 'completed', result: 1 })
    run.pass(20)
    await run.ledger.reject('run', 't0', { by: LEAD, feedback: 'smaller' })
    run.pass(500)
    expect(await waitOf(run)).toBe(70)
    await run.beat()
    await run.work('t0')
    run.pass(7)
    await run.leave()
    run.pass(5000)
    await run.ledger.approve('run', 't0', { by: LEAD })
    expect(await waitOf(run)).toBe(77)
    expect((await run.time())!.ms).toBe(707)
  })
})

type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'work' | 'leave' | 'kill' | 'end' | 'talk' | 'look' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('work' as const, 'leave' as const, 'kill' as const, 'end' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('talk' as const, 'look' as const) }) },
)

describe('whatever happens to a run', () => {
  it('its time is the sum of its stretches, reckoned apart, and the same however it is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async steps => {
        const run = await story()
        const timer = new WorkTimer(run.ledger, 'run')
        let sum = 0
        let isLeast = false
        let led: { begun: number; sign: number } | null = null
        let isEnded = false
        const begin = async () => {
          await run.begin()
          isEnded = false
          return { begun: run.now(), sign: run.now() }
        }
        for (const one of steps) {
          if (one.do === 'pass') {
            if (led) await run.beat()
            run.pass(one.ms)
          } else if (one.do === 'work') {
            led ??= await begin()
            const { completed, awaitingApproval } = await run.ledger.counts('run')
            await run.work()
            const after = await run.ledger.counts('run')
            if (after.completed + after.awaitingApproval > completed + awaitingApproval) led.sign = run.now()
          } else if (one.do === 'leave' || one.do === 'end') {
            if (led) {
              sum += run.now() - led.begun
              await run.leave()
              if (one.do === 'end') {
                await run.ledger.endRun('run', 'stopped')
                isEnded = true
              }
              led = null
            }
          } else if (one.do === 'kill' && led) {
            sum += led.sign - led.begun
            isLeast = true
            led = null
            run.pass(LEASE_MS + 1)
          } else if (one.do === 'talk') await run.ledger.send('run', { from: LEAD, to: LEAD, text: 'well?' })
          else await timer.time((await currentOverview(run.ledger, 'run')).overview)
        }
        const { overview } = await currentOverview(run.ledger, 'run')
        expect(overview.ended !== null).toBe(isEnded)
        const time = await workTime(run.ledger, overview)
        expect(await timer.time(overview)).toEqual(time)
        const clock = new WorkClock()
        for (const event of await run.ledger.events({ team: 'run', after: 0, limit: 10_000 })) clock.take(event)
        expect(clock.time(overview)).toEqual(time)
        const expected = led ? sum + run.now() - led.begun : sum
        if (time === null) expect(expected).toBe(0)
        else expect({ ms: upTo(time, run.now()), isLeast: time.isLeast }).toEqual({ ms: expected, isLeast })
      }),
      { numRuns: 300 },
    )
  })
})
