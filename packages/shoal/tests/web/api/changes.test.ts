// The law of the stream: a state and all changes behind its cursor make the state as it is read anew, wherever the stream
// was cut, whoever serves it, and whatever happened in the ledger meanwhile.

import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { LiveChange, LiveRun } from '@shoal/base/model/live'
import type { Session } from '@shoal/base/model/team'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { applyChange } from '../../../../page/src/live/apply-change.ts'
import { openLedger } from '../../../src/run/ledger.ts'
import { readRun } from '../../../src/web/api/run.ts'
import type { ApiContext } from '../../../src/web/api-context.ts'
import { changesUntil, openLab, timeless } from './lab.ts'

const lab = await openLab()
const LEASE_MS = 600_000
const others: Ledger[] = []
afterAll(async () => {
  for (const ledger of others) await ledger.close()
})

/** A server that was started later. */
async function elsewhere(): Promise<ApiContext> {
  const ledger = await openLedger(lab.home.path)
  others.push(ledger)
  return { ...lab.context, ledger }
}

const READERS = ['analyze-1', 'analyze-2', 'analyze-3', 'analyze-4'] as const
const TASKS = [...READERS, 'synthesize-log', 'synthesize-cross'] as const

/** As the engine would store it, but for what nobody looks at here. */
function definition(): Json {
  const reader = (id: string, k: number) => ({
    id,
    kind: 'analyze',
    subject: id,
    contentType: 'log',
    agent: 'log-analyst',
    analyst: `log-analyst-${k + 1}`,
    blockedBy: [],
    tokens: 10,
    chunk: {
      path: 'a.log',
      index: k + 1,
      of: READERS.length,
      startLine: 10 * k + 1,
      endLine: 10 * k + 10,
      startByte: 100 * k,
      endByte: 100 * k + 100,
      id: `c${k}`,
      continuation: false,
    },
  })
  const merge = (id: string, kind: string, blockedBy: readonly string[]) => ({
    id,
    kind,
    subject: id,
    contentType: kind === 'synthesize_type' ? 'log' : null,
    agent: 'synthesizer',
    analyst: 'synthesizer-1',
    blockedBy,
    tokens: 1,
  })
  const tasks = [
    ...READERS.map(reader),
    merge('synthesize-log', 'synthesize_type', READERS),
    merge('synthesize-cross', 'synthesize_cross', ['synthesize-log']),
  ]
  const files = [{ path: 'a.log', sizeBytes: 400, lineCount: 40, detection: { contentType: 'log' } }]
  return {
    kind: 'analyze',
    version: 1,
    paths: ['a.log'],
    engine: 'built-in',
    plan: { query: 'why?', tasks, files },
    stamps: {},
  } as unknown as Json
}

function reported(ids: readonly number[]): Json {
  const finding = (id: number) => ({
    id: `f${id}`,
    summary: `finding ${id}`,
    severity: 'low',
    nature: 'fact',
    type: 'pattern',
    contentType: 'log',
    path: 'a.log',
    line: id,
    evidence: 'x',
    verified: true,
  })
  return { reports: [{ findings: ids.map(finding) }], unread: [] } as unknown as Json
}

/** What may happen in a run; moves that are not legal just then are left out. */
type Step =
  | { readonly do: 'claim' | 'leave'; readonly member: number }
  | { readonly do: 'finish'; readonly member: number; readonly found: readonly number[] }
  | { readonly do: 'fail' | 'release' | 'idle'; readonly member: number }
  | { readonly do: 'retry' | 'skip'; readonly task: string }
  | { readonly do: 'amend'; readonly task: string; readonly found: readonly number[] }
  | { readonly do: 'say'; readonly member: number; readonly text: string }
  | { readonly do: 'create'; readonly count: number; readonly behind: string }
  | { readonly do: 'budget'; readonly limit: number }
  | { readonly do: 'end' | 'reopen' | 'startOver' | 'other' }
  | { readonly do: 'read' }

const member = fc.nat({ max: 2 })
const found = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 5 })
const task = fc.constantFrom(...TASKS)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('claim' as const), member }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('finish' as const), member, found }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('fail' as const, 'release' as const, 'idle' as const), member }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), member }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('retry' as const, 'skip' as const), task }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('amend' as const), task, found }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('say' as const), member, text: fc.string({ minLength: 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('create' as const), count: fc.integer({ min: 1, max: 3 }), behind: task }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('budget' as const), limit: fc.integer({ min: 1, max: 99 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('end' as const, 'reopen' as const, 'startOver' as const, 'other' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
)

let runs = 0

class Story {
  readonly run = `story-${++runs}`
  readonly states: LiveRun[] = []
  private sessions = new Map<number, Session>()
  private readonly ledger = lab.ledger

  async begin(): Promise<void> {
    const tasks = TASKS.map(id => {
      const blockedBy = id === 'synthesize-log' ? READERS : id === 'synthesize-cross' ? ['synthesize-log'] : []
      return { id, subject: id, blockedBy }
    })
    await this.ledger.createTeam({ name: this.run, definition: definition(), tasks })
    this.sessions = new Map()
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'read') this.states.push(await readRun(lab.context, { run: this.run }))
    else await this.move(step).catch(() => {})
  }

  private async move(step: Step): Promise<void> {
    const { ledger, run } = this
    switch (step.do) {
      case 'claim':
        await ledger.claim(await this.session(step.member))
        return
      case 'idle':
        await ledger.claim(await this.session(step.member))
        return
      case 'finish':
      case 'fail':
      case 'release': {
        const claim = await ledger.inHand(await this.session(step.member))
        if (!claim) return
        if (step.do === 'finish')
          await ledger.finish(claim, { status: 'completed', result: reported(step.found), summary: 'done' })
        else await ledger.finish(claim, { status: step.do === 'fail' ? 'failed' : 'released', reason: 'so' })
        return
      }
      case 'leave':
        await ledger.leave(await this.session(step.member))
        this.sessions.delete(step.member)
        return
      case 'retry':
        return await ledger.retry(run, step.task)
      case 'skip':
        return await ledger.skip(run, step.task, 'not needed')
      case 'amend':
        return await ledger.amend(run, step.task, {
          from: await ledger.result(run, step.task),
          to: reported(step.found),
          summary: 'better',
        })
      case 'say':
        await this.session(step.member)
        await ledger.send(run, { from: `m${step.member}`, to: 'lead', text: step.text })
        return
      case 'create': {
        const tasks = Array.from({ length: step.count }, () => ({ subject: 'more', blockedBy: [step.behind] }))
        await ledger.createTasks(run, tasks)
        return
      }
      case 'budget':
        return await ledger.setBudget(run, 'tokens', step.limit)
      case 'end':
        return await ledger.endRun(run, 'stopped', 'enough')
      case 'reopen':
        return await ledger.reopenRun(run)
      case 'startOver':
        await ledger.deleteTeam(run, { force: true })
        return await this.begin()
      case 'other':
        await ledger.createTeam({ name: `other-${++runs}`, tasks: [{ subject: 'elsewhere' }] })
    }
  }

  private async session(number: number): Promise<Session> {
    const known = this.sessions.get(number)
    if (known) return known
    const made = await this.ledger.join(this.run, { name: `m${number}` }, LEASE_MS)
    this.sessions.set(number, made)
    return made
  }
}

function merged(state: LiveRun, change: LiveChange): LiveRun {
  return change.run === undefined ? applyChange(state, change) : (change as LiveRun)
}

describe('a state and the changes behind it', () => {
  it('are the state read anew, from any cursor, of this server or a later one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async steps => {
        const story = new Story()
        await story.begin()
        await story.take({ do: 'read' })
        for (const one of steps) await story.take(one)
        const { run, states } = story
        const now = await readRun(lab.context, { run })
        const later = await elsewhere()
        expect(timeless(await readRun(later, { run }))).toEqual(timeless(now))
        for (const context of [lab.context, later])
          for (const state of new Set([states[0]!, states.at(Math.floor(states.length / 2))!, states.at(-1)!])) {
            const [change] = await changesUntil(context, { run, after: state.cursor }, () => true)
            expect(timeless(merged(state, change!))).toEqual(timeless(now))
            // Twice is the same as once.
            expect(timeless(merged(merged(state, change!), change!))).toEqual(timeless(now))
          }
      }),
      { numRuns: 60 },
    )
  })

  it('tell of tasks that wait again because another is retried', async () => {
    const story = new Story()
    await story.begin()
    const { run } = story
    const isReady = ({ taskList }: LiveRun) => taskList.find(({ id }) => id === 'synthesize-cross')!.isReady
    await story.take({ do: 'skip', task: 'synthesize-log' })
    const before = await readRun(lab.context, { run })
    expect(isReady(before)).toBe(true)
    await story.take({ do: 'retry', task: 'synthesize-log' })
    // A server that was started later sees it all at once.
    for (const context of [lab.context, await elsewhere()]) {
      const [change] = await changesUntil(context, { run, after: before.cursor }, () => true)
      expect(change!.taskList!.map(({ id }) => id)).toEqual(['synthesize-log', 'synthesize-cross'])
      expect(isReady(merged(before, change!))).toBe(false)
    }
  })

  it('are so change by change, while it happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), fc.nat({ max: 3 }), async (steps, cut) => {
        const story = new Story()
        await story.begin()
        const { run } = story
        let state = await readRun(lab.context, { run })
        const over = new AbortController()
        const context = { ...lab.context, signal: AbortSignal.any([lab.context.signal, over.signal]) }
        const acting = (async () => {
          for (const one of steps) {
            await story.take(one)
            await pause(5)
          }
          over.abort()
        })()
        // The connection is lost again and again, and taken up where it was.
        while (!over.signal.aborted) {
          const got = await changesUntil(context, { run, after: state.cursor }, (_, all) => all.length > cut)
          for (const change of got) state = merged(state, change)
          // Nothing here waits for the world, so the others would never have their turn.
          await pause(1)
        }
        await acting
        const [last] = await changesUntil(lab.context, { run, after: state.cursor }, () => true)
        state = merged(state, last!)
        expect(timeless(state)).toEqual(timeless(await readRun(lab.context, { run })))
      }),
      { numRuns: 5 },
    )
  })
})
