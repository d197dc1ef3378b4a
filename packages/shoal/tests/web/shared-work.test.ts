// Work that several ask for at once, and plans that are made one at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PlanTurns } from '../../src/web/actions/plan-turns.ts'
import { SharedWork } from '../../src/web/shared-work.ts'

const forever = async (signal: AbortSignal): Promise<never> => await pause(60_000, undefined as never, { signal })

afterEach(() => void vi.useRealTimers())

describe('shared work', () => {
  it('is done once for all who ask meanwhile, and kept for a while', async () => {
    let now = 0
    let done = 0
    const work = new SharedWork<number>({ most: 2, ms: 1000, now: () => now })
    const { signal } = new AbortController()
    const ask = (key: string) => work.get(key, signal, async () => await pause(5).then(() => ++done))
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2])
    expect(await ask('a')).toBe(1)
    expect([await ask('c'), await ask('b'), await ask('a')]).toEqual([3, 2, 4])
    now = 1000
    expect(await ask('a')).toBe(5)
  })

  it('goes on while one waits, and is broken off when none does', async () => {
    const work = new SharedWork<string>({ most: 2, ms: 1000, now: () => 0 })
    const [one, other] = [new AbortController(), new AbortController()]
    let ended: unknown = null
    const begin = async (signal: AbortSignal) => {
      try {
        return await forever(signal)
      } finally {
        ended = signal.reason
      }
    }
    const asked = [work.get('k', one.signal, begin), work.get('k', other.signal, begin)]
    one.abort()
    expect(ended).toBeNull()
    other.abort()
    for (const one of asked) await expect(one).rejects.toThrow()
    expect(ended).not.toBeNull()
    expect(await work.get('k', new AbortController().signal, async () => 'anew')).toBe('anew')
  })

  it('is let go of when its time is over, though nobody asks again', async () => {
    vi.useFakeTimers()
    const work = new SharedWork<object>({ most: 2, ms: 1000, now: Date.now })
    const { signal } = new AbortController()
    const ask = async (key: string) => await work.get(key, signal, async () => ({ key }))
    expect(await ask('a')).toEqual({ key: 'a' })
    await vi.advanceTimersByTimeAsync(600)
    expect(await ask('b')).toEqual({ key: 'b' })
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    // Nothing is kept, so nothing is waited for.
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is not begun for who has left before, and is broken off for the others when they leave', async () => {
    const work = new SharedWork<string>({ most: 2, ms: 1000, now: () => 0 })
    let begun = 0
    const begin = async (signal: AbortSignal) => {
      begun++
      return await forever(signal)
    }
    await expect(work.get('k', AbortSignal.abort(), begin)).rejects.toThrow('aborted')
    expect(begun).toBe(0)
    const leave = new AbortController()
    const waiting = work.get('k', leave.signal, begin)
    await expect(work.get('k', AbortSignal.abort(), begin)).rejects.toThrow('aborted')
    leave.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(begun).toBe(1)
  })

  it('that fails is not kept', async () => {
    const work = new SharedWork<string>({ most: 2, ms: 1000, now: () => 0 })
    const { signal } = new AbortController()
    await expect(work.get('k', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await work.get('k', signal, async () => 'yes')).toBe('yes')
  })
})

describe('plans', () => {
  it('are made one at a time, in order', async () => {
    const turns = new PlanTurns()
    let atWork = 0
    const order: number[] = []
    const { signal } = new AbortController()
    const take = (k: number) =>
      turns.take(signal, async () => {
        expect(++atWork).toBe(1)
        await pause(3)
        atWork--
        order.push(k)
      })
    await Promise.all([0, 1, 2, 3].map(take))
    expect(order).toEqual([0, 1, 2, 3])
  })

  it('of who leaves are given up, begun or not; too many are sent away', async () => {
    const turns = new PlanTurns()
    const leave = new AbortController()
    let isBegun = false
    const first = turns.take(leave.signal, () => forever(leave.signal))
    const second = turns.take(leave.signal, async () => (isBegun = true))
    const { signal } = new AbortController()
    const patient = Array.from({ length: 8 }, (_, k) => turns.take(signal, async () => k))
    await expect(turns.take(signal, async () => 0)).rejects.toMatchObject({ status: 503 })
    leave.abort()
    await expect(first).rejects.toThrow()
    await expect(second).rejects.toThrow()
    expect(isBegun).toBe(false)
    expect(await Promise.all(patient)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(await turns.take(signal, async () => 'room again')).toBe('room again')
  })
})
