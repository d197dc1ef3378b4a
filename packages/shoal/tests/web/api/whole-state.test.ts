// A run may end between any two reads of the ledger: whatever is told of it at once holds together.

import type { Ledger } from '@shoal/base/model/ledger'
import type { LiveRun } from '@shoal/base/model/live'
import type { Claim } from '@shoal/base/model/task'
import { describe, expect, it } from 'vitest'
import { agreed } from '../../../../page/src/live/agreed.ts'
import { applyChange } from '../../../../page/src/live/apply-change.ts'
import { readRun } from '../../../src/web/api/run.ts'
import { changesUntil, openLab } from './lab.ts'

const lab = await openLab()

/** A run with one task left, at work. */
async function almostDone(name: string): Promise<Claim> {
  const definition = { kind: 'team', version: 1 }
  await lab.ledger.createTeam({ name, definition, tasks: ['one', 'two'].map(id => ({ id, subject: id })) })
  const session = await lab.ledger.join(name, { name: 'm', kind: 'function' }, 600_000)
  const first = await lab.ledger.claim(session)
  return (await lab.ledger.finish(first!, { status: 'completed', result: null }, { claimNext: true }))!
}

/** Before its `at`th read the run ends. `reads` counts them. */
function ending(claim: Claim, name: string, at: number): { readonly ledger: Ledger; reads: number } {
  const counted = { reads: 0 } as { ledger: Ledger; reads: number }
  counted.ledger = new Proxy(lab.ledger, {
    get(target, key) {
      const method = Reflect.get(target, key) as unknown
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        const call = () => Reflect.apply(method, target, args) as unknown
        if (!READS.has(String(key)) || ++counted.reads !== at) return call()
        return (async () => {
          await lab.ledger.finish(claim, { status: 'completed', result: null })
          await lab.ledger.endRun(name, 'completed')
          return await call()
        })()
      }
    },
  })
  return counted
}

const READS = new Set(
  'overview outlook events tasks task counts members messages budgets definition team result'.split(' '),
)

function holdsTogether(run: LiveRun): void {
  const { tasks, status } = agreed(run)
  if (status !== 'completed') return
  expect({ working: tasks.inProgress, done: tasks.completed }).toEqual({ working: 0, done: 2 })
  expect(run.taskList.map(task => task.status)).toEqual(['completed', 'completed'])
}

describe('a run that ends while it is looked at', () => {
  it('is read in one piece, between whichever reads it ends', async () => {
    let reads = 1
    for (let at = 1; at <= reads; at++) {
      const name = `read-${at}`
      const counted = ending(await almostDone(name), name, at)
      holdsTogether(await readRun({ ...lab.context, ledger: counted.ledger }, { run: name }))
      reads = counted.reads
    }
    expect(reads).toBeGreaterThan(3)
  })

  it('is told in one piece, between whichever reads it ends', async () => {
    for (let at = 1; at <= 12; at++) {
      const name = `told-${at}`
      const claim = await almostDone(name)
      let run = await readRun(lab.context, { run: name })
      const counted = ending(claim, name, at)
      const context = { ...lab.context, ledger: counted.ledger }
      await changesUntil(context, { run: name, after: run.cursor }, change => {
        run = applyChange(run, change)
        holdsTogether(run)
        return run.status === 'completed'
      })
    }
  })
})
