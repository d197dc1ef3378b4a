// Work that is awaited and iterated: nothing missed, nothing driven, errors once, order kept.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ongoing, type Teller } from '../../src/run/library-ongoing.ts'

const unhandled: unknown[] = []
const note = (error: unknown) => void unhandled.push(error)
beforeEach(() => {
  unhandled.length = 0
  process.prependListener('unhandledRejection', note)
})
afterEach(() => {
  process.removeListener('unhandledRejection', note)
})

/** Work that the test carries on by hand. */
function byHand() {
  let teller!: Teller<string>
  let end!: (value: number) => void
  let fail!: (error: unknown) => void
  const work = ongoing<number, string>(given => {
    teller = given
    return new Promise((resolve, reject) => {
      end = resolve
      fail = reject
    })
  })
  return { work, teller, end, fail }
}

async function collect(events: AsyncIterable<string>): Promise<string[]> {
  const heard: string[] = []
  for await (const event of events) heard.push(event)
  return heard
}

describe('ongoing work', () => {
  it('is a promise, and starts by itself', async () => {
    let started = false
    const work = ongoing<number, string>(async () => {
      started = true
      return 1
    })
    expect(started).toBe(true)
    expect(work).toBeInstanceOf(Promise)
    expect(await work).toBe(1)
    expect(await Promise.all([work, work.finally(() => {})])).toEqual([1, 1])
  })

  it('tells every reader everything, however late', async () => {
    const { work, teller, end } = byHand()
    const early = collect(work)
    teller.tell('a')
    await nextTurn()
    const midway = collect(work)
    teller.tell('b')
    end(7)
    expect(await work).toBe(7)
    const late = collect(work)
    expect([await early, await midway, await late]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('replaces what is only the latest, and keeps its place', async () => {
    const { work, teller, end } = byHand()
    const quick = collect(work)
    for (const step of ['a', '1', '2', 'b', '3']) {
      if (/\d/.test(step)) teller.tellLatest(step)
      else teller.tell(step)
      await nextTurn()
    }
    teller.tell('c')
    end(0)
    expect(await quick).toEqual(['a', '1', '2', 'b', '3', 'c'])
    expect(await collect(work)).toEqual(['a', 'b', '3', 'c'])
  })

  it('in any order: all that is told arrives in order, and the latest neither early nor twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 30 }), async steps => {
        const { work, teller, end } = byHand()
        const heard = collect(work)
        for (const [k, [isLatest, pause]] of steps.entries()) {
          if (isLatest) teller.tellLatest(String(k))
          else teller.tell(String(k))
          if (pause) await nextTurn()
        }
        end(0)
        for (const seen of [await heard, await collect(work)]) {
          const numbers = seen.map(Number)
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
          expect(numbers.filter(k => !steps[k]![0])).toEqual(steps.flatMap(([isLatest], k) => (isLatest ? [] : [k])))
          const lastLatest = steps.findLastIndex(([isLatest]) => isLatest)
          if (lastLatest >= 0) expect(numbers).toContain(lastLatest)
        }
      }),
    )
  })

  it('goes on when a reader leaves the loop', async () => {
    const { work, teller, end } = byHand()
    teller.tell('a')
    for await (const event of work) {
      expect(event).toBe('a')
      break
    }
    teller.tell('b')
    end(3)
    expect(await work).toBe(3)
    expect(await collect(work)).toEqual(['a', 'b'])
  })

  it('throws its error once to each reader and to whoever awaits it', async () => {
    const { work, teller, fail } = byHand()
    const error = new Error('no more')
    teller.tell('a')
    fail(error)
    await expect(work).rejects.toBe(error)
    for (let reader = 0; reader < 2; reader++) {
      const iterator = work[Symbol.asyncIterator]()
      expect(await iterator.next()).toEqual({ done: false, value: 'a' })
      await expect(iterator.next()).rejects.toBe(error)
      expect(await iterator.next()).toEqual({ done: true, value: undefined })
    }
  })

  it('leaves no rejection unhandled when it is only awaited or only iterated', async () => {
    const awaited = byHand()
    const iterated = byHand()
    const left = byHand()
    left.teller.tell('a')
    for await (const _ of left.work) break
    const errors = [awaited.work.catch(String), collect(iterated.work).catch(String)]
    for (const { fail } of [awaited, iterated, left]) fail(new Error('x'))
    expect(await Promise.all(errors)).toEqual(['Error: x', 'Error: x'])
    await nextTurn()
    await nextTurn()
    expect(unhandled).toEqual([])
  })
})
