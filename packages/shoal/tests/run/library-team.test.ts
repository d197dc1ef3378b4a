// Teams as a program uses them: `runTeam` on a ledger of its own.
import { setTimeout as pause } from 'node:timers/promises'
import { functionWorker } from '@shoal/team/function-worker'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { swarm } from '@shoal/team/patterns/swarm'
import { describe, expect, it } from 'vitest'
import { openLedger, runTeam } from '../../src/run/library-team.ts'
import { tempDir } from '../cli/temp-dir.ts'

const state = tempDir()

describe('runTeam', () => {
  it('carries out a draft and gives the results that nobody waits for', async () => {
    const ledger = await openLedger(state.path)
    const worker = functionWorker(async ({ input }) => String(input).length)
    const sum = functionWorker(async ({ blockers }) =>
      (await blockers()).reduce((total, { result }) => total + (result as number), 0),
    )
    const draft = swarm({ workers: 2, worker, tasks: ['a', 'bb', 'ccc'], finish: { worker: sum } })
    const kinds: string[] = []
    const outcome = await runTeam(draft, { name: 'lengths', ledger, onEvent: ({ kind }) => void kinds.push(kind) })
    expect(outcome).toMatchObject({ run: 'lengths', ended: 'completed', results: { finish: 6 } })
    expect(kinds).toContain('task-completed')
    expect(kinds.at(-1)).toBe('run-ended')
    await ledger.deleteTeam('lengths')
    await ledger.close()
  })

  it('tells its events to whoever iterates it, from the first to the last', async () => {
    const worker = functionWorker(async ({ input }) => input)
    const run = runTeam(swarm({ workers: 1, worker, tasks: ['a', 'b'] }), { name: 'r', ledger: memoryLedger() })
    const heard: string[] = []
    for await (const { kind, task } of run)
      if (/^task-|^run-/.test(kind)) heard.push(task === null ? kind : `${kind} ${task}`)
    expect(heard).toEqual(['task-claimed a', 'task-completed a', 'task-claimed b', 'task-completed b', 'run-ended'])
    expect(await run).toMatchObject({ ended: 'completed' })
  })

  it('goes on with a run of that name that was stopped, and does nothing twice', async () => {
    const ledger = memoryLedger()
    const done: unknown[] = []
    const stop = new AbortController()
    const worker = functionWorker(async ({ input }) => {
      done.push(input)
      if (done.length === 3) stop.abort()
      return input
    })
    const draft = swarm({ workers: 1, worker, tasks: ['a', 'b', 'c', 'd', 'e'] })
    expect(await runTeam(draft, { name: 'r', ledger, signal: stop.signal })).toMatchObject({ ended: 'interrupted' })
    expect(done).toEqual(['a', 'b', 'c'])
    expect(await runTeam(draft, { name: 'r', ledger })).toMatchObject({ ended: 'completed' })
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('is refused while another one leads the run', async () => {
    const ledger = memoryLedger()
    const stop = new AbortController()
    const worker = functionWorker(async (_, signal) => {
      await pause(60_000, undefined, { signal }).catch(() => {})
      return null
    })
    const draft = swarm({ workers: 1, worker, tasks: ['a'] })
    const first = runTeam(draft, { name: 'r', ledger, signal: stop.signal })
    while (!(await ledger.teams()).some(({ leadAlive }) => leadAlive)) await pause(1)
    await expect(runTeam(draft, { name: 'r', ledger })).rejects.toMatchObject({ code: 'run-alive', exit: 2 })
    stop.abort()
    await first
  })

  it('says what failed and what waits for it', async () => {
    const ledger = memoryLedger()
    const worker = functionWorker(async ({ input }) => {
      if (input === 'b') throw new Error('no b')
      return input
    })
    const draft = swarm({ workers: 2, worker, tasks: ['a', 'b'], finish: { worker } })
    expect(await runTeam(draft, { name: 'r', ledger })).toMatchObject({
      ended: 'failed',
      reason: '1 task failed; 1 waits for what failed',
    })
    await ledger.skip('r', 'b', 'not needed')
    expect(await runTeam(draft, { name: 'r', ledger })).toMatchObject({ ended: 'completed' })
  })
})
