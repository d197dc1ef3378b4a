import type { Json } from '@shoal/base/model/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { done, fail, functionWorker, planned, type WorkFunction } from '../src/function-worker.ts'
import { assignmentOf } from './worker-assignment.ts'

const never = new AbortController().signal

function work(fn: WorkFunction, phase: 'plan' | 'work' = 'work') {
  return functionWorker(fn).work(assignmentOf({ phase, input: { n: 2 } }), never)
}

describe('what a function returns', () => {
  it('any JSON is the result as it is, even one that looks like an ending', async () => {
    const examples = [[{ status: 'failed', reason: 'no' }], [{ ending: { status: 'lost' } }], [null]] as [Json][]
    await fc.assert(
      fc.asyncProperty(fc.jsonValue() as fc.Arbitrary<Json>, async value => {
        expect(await work(async () => value)).toEqual({ status: 'completed', result: value })
        const planned = await work(async () => value, 'plan')
        expect(planned).toEqual(
          value === null ? { status: 'failed', reason: 'handed in no plan' } : { status: 'planned', plan: value },
        )
      }),
      { examples },
    )
  })

  it('gets the assignment; may be no promise; nothing is null', async () => {
    expect(await work(({ input }) => input)).toEqual({ status: 'completed', result: { n: 2 } })
    expect(await work(async () => {})).toEqual({ status: 'completed', result: null })
  })

  it('says more by name', async () => {
    const follow = [{ subject: 'next' }]
    expect(await work(() => done(1, { summary: 'one', follow }))).toEqual({
      status: 'completed',
      result: 1,
      summary: 'one',
      follow,
    })
    expect(await work(() => planned(['a'], { summary: 's' }), 'plan')).toEqual({
      status: 'planned',
      plan: ['a'],
      summary: 's',
    })
    expect(await work(() => fail('no', { final: true }))).toEqual({ status: 'failed', reason: 'no', final: true })
  })

  it('a plan for work, or work for a plan, is a failure', async () => {
    expect(await work(() => planned('p'))).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/plan where the work/),
    })
    expect(await work(() => done('w'), 'plan')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/work where a plan/),
    })
  })

  it('what is not JSON is a failure', async () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    for (const value of [cycle, 1n, () => 1, Symbol('s')])
      expect(await work(() => value as Json)).toMatchObject({ status: 'failed' })
    expect(await work(() => done(1n as unknown as Json))).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/BigInt/),
    })
  })
})

describe('what a function throws', () => {
  it('is a failure, with the message as reason and the stack as log', async () => {
    const ending = await work(() => {
      throw new RangeError('too\nfar')
    })
    expect(ending).toMatchObject({
      status: 'failed',
      reason: 'too · far',
      log: expect.stringMatching(/RangeError: too\nfar\n +at /),
    })
  })

  it('whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), async thrown => {
        const ending = await work(() => Promise.reject(thrown))
        expect(ending).toMatchObject({ status: 'failed', reason: expect.any(String) })
      }),
    )
    expect(await work(() => Promise.reject(new Error()))).toMatchObject({ reason: 'Error' })
  })
})

describe('an aborted function', () => {
  it('is not begun', async () => {
    let begun = false
    const ending = await functionWorker(() => {
      begun = true
    }).work(assignmentOf(), AbortSignal.abort())
    expect({ begun, ending }).toMatchObject({ begun: false, ending: { status: 'released' } })
  })

  it('is waited for when it stops', async () => {
    const controller = new AbortController()
    let isClean = false
    const working = functionWorker(
      (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () =>
            setTimeout(() => {
              isClean = true
              reject(signal.reason)
            }, 50),
          )
        }),
    ).work(assignmentOf(), controller.signal)
    controller.abort()
    expect(await working).toEqual({ status: 'released', reason: 'stopped' })
    expect(isClean).toBe(true)
  })

  it('is left to itself when it does not', async () => {
    const controller = new AbortController()
    const working = functionWorker(() => new Promise(() => {})).work(assignmentOf(), controller.signal)
    controller.abort()
    expect(await working).toEqual({ status: 'released', reason: 'stopped' })
  })
})
