// Many streams at once: a run is looked at once for all of them, a mirror that is watched stays, and what lies still is
// left alone.
import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from '@shoal/base/model/ledger'
import { expect, it } from 'vitest'
import { eventually } from '../../../../../tests/patience.ts'
import { readRun, watchRun } from '../../../src/web/api/run.ts'
import { watchRuns } from '../../../src/web/api/runs.ts'
import { SharedLook } from '../../../src/web/api/shared-look.ts'
import type { ApiContext } from '../../../src/web/api-context.ts'
import { openLab } from './lab.ts'

const lab = await openLab()

/** Counts how often each method is called. */
function counted(ledger: Ledger): { readonly ledger: Ledger; readonly calls: Map<string, number> } {
  const calls = new Map<string, number>()
  const proxy = new Proxy(ledger, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1)
        return value.apply(target, args)
      }
    },
  })
  return { ledger: proxy, calls }
}

const made = async (name: string) =>
  await lab.ledger.createTeam({ name, definition: { file: {} }, tasks: [{ subject: 'x' }] })

function watching(context: ApiContext, runs: readonly string[]) {
  const stop = new AbortController()
  const seen = runs.map(() => [] as unknown[])
  const ends = runs.map(async (run, k) => {
    const signal = AbortSignal.any([context.signal, stop.signal])
    for await (const change of watchRun({ ...context, signal }, { run, after: 0 })) seen[k]!.push(change)
  })
  const leave = async () => {
    stop.abort()
    await Promise.all(ends)
  }
  return { seen, leave }
}

it('one run is looked at once, however many watch it', async () => {
  await made('popular')
  const { ledger, calls } = counted(lab.ledger)
  const { seen, leave } = watching({ ...lab.context, ledger }, Array(50).fill('popular'))
  await eventually(() => expect(seen.every(changes => changes.length > 0)).toBe(true))
  expect(calls.get('budgets')).toBeLessThanOrEqual(2)
  await lab.ledger.createTasks('popular', [{ subject: 'one more' }])
  await eventually(() => expect(seen.every(changes => changes.length > 1)).toBe(true))
  expect(calls.get('budgets')).toBeLessThanOrEqual(6)
  await leave()
  const after = calls.get('budgets')
  await pause(1200)
  expect(calls.get('budgets')).toBe(after)
})

it('the list is made once for all who watch it', async () => {
  const { ledger, calls } = counted(lab.ledger)
  const stop = new AbortController()
  let lists = 0
  const all = Array.from({ length: 30 }, async () => {
    for await (const _ of watchRuns({ ...lab.context, ledger, signal: stop.signal })) lists++
  })
  await eventually(() => expect(lists).toBe(30))
  expect(calls.get('teams')).toBeLessThanOrEqual(2)
  stop.abort()
  await Promise.all(all)
})

it('what is watched is not read anew, though more is watched than is kept otherwise', async () => {
  const runs = Array.from({ length: 20 }, (_, k) => `many-${k}`)
  for (const run of runs) await made(run)
  const { ledger, calls } = counted(lab.ledger)
  const context = { ...lab.context, ledger }
  const { seen, leave } = watching(context, runs)
  await eventually(() => expect(seen.every(changes => changes.length > 0)).toBe(true))
  const definitions = calls.get('definition')
  for (let round = 0; round < 3; round++) {
    for (const run of runs) {
      await lab.ledger.createTasks(run, [{ subject: 'one more' }])
      await readRun(context, { run })
    }
    await pause(200)
  }
  await eventually(() => expect(seen.every(changes => changes.length > 1)).toBe(true))
  expect(calls.get('definition')).toBe(definitions)
  await leave()
  // Those that are let go make room again.
  for (const run of runs) await readRun(context, { run })
  expect(calls.get('definition')).toBeGreaterThan(definitions!)
})

it('a run that has ended is left alone until its ledger has news', async () => {
  await made('over')
  await lab.ledger.endRun('over', 'stopped', 'enough')
  const { ledger, calls } = counted(lab.ledger)
  const { seen, leave } = watching({ ...lab.context, ledger, now: () => Date.now() + 60_000 }, ['over'])
  await eventually(() => expect(seen[0]).toHaveLength(1))
  await pause(1300)
  expect(calls.get('budgets')).toBe(1)
  await made('elsewhere')
  await pause(300)
  expect(calls.get('budgets')).toBe(1)
  await lab.ledger.reopenRun('over')
  await eventually(() => expect(seen[0]).toHaveLength(2))
  await leave()
})

it('who comes later gets a look that was begun after it came', async () => {
  let state = 'old'
  const gates: (() => void)[] = []
  const look = async () => {
    const found = state
    await new Promise<void>(resolve => gates.push(resolve))
    return found
  }
  const looking = (times: number) => eventually(() => expect(gates).toHaveLength(times))
  const ledger = { lastEvent: async () => 0, changed: async (_: number, ms: number) => void (await pause(ms)) }
  const shared = new SharedLook({ ledger, look, lookMs: () => 5, paceMs: 1 })
  const stop = new AbortController()
  const first = shared.values(stop.signal)
  const early = first.next()
  await looking(1)
  state = 'new'
  const second = shared.values(stop.signal)
  const late = second.next()
  gates[0]!()
  expect(await early).toEqual({ value: 'old', done: false })
  await looking(2)
  gates[1]!()
  expect(await late).toEqual({ value: 'new', done: false })
  stop.abort()
  expect((await first.next()).done && (await second.next()).done).toBe(true)
  for (const open of gates) open()
})

it('what goes wrong reaches all who watch, and the next who come try again', async () => {
  let isBroken = true
  const ledger = { lastEvent: async () => 0, changed: async (_: number, ms: number) => void (await pause(ms)) }
  const look = async () => {
    if (isBroken) throw new Error('lost')
    return null
  }
  const shared = new SharedLook({ ledger, look, lookMs: () => 5, paceMs: 1 })
  const { signal } = new AbortController()
  const both = [shared.values(signal), shared.values(signal)].map(values => values.next())
  for (const one of both) await expect(one).rejects.toThrow('lost')
  isBroken = false
  expect(await shared.values(signal).next()).toEqual({ value: undefined, done: true })
})
