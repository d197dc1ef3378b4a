import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import type { CacheKey, ResultCache } from '@shoal/base/model/model-work'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cacheEntries, clearCache } from '../../src/models/cache-entries.ts'
import { openResultCache } from '../../src/models/result-cache.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
let number = 0
const fresh = () => join(dir.path, `cache-${++number}`)

const key = (depends: Json = 'x', rest: Partial<CacheKey> = {}): CacheKey => ({
  kind: 'report',
  model: 'stub:small',
  depends,
  ...rest,
})
const never = () => Promise.reject(new Error('it must not be made'))
const files = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile())

/** The stored value, or null. */
const stored = async (cache: ResultCache, of: CacheKey) => (await cache.once(of, async () => null)).value

const json = fc.jsonValue({ maxDepth: 3 }).filter(value => value !== null) as fc.Arbitrary<NonNullable<Json>>

describe.each([
  ['in a directory', fresh],
  ['in memory', () => null],
])('a result cache %s', (_, place) => {
  it('gives back what was made, for the same key only', async () => {
    await fc.assert(
      fc.asyncProperty(json, json, json, async (depends, other, value) => {
        const cache = openResultCache(place())
        expect(await cache.once(key(depends), async () => value)).toEqual({ value, isCached: false })
        const again = await cache.once<Json>(key(depends), never)
        expect(again.isCached).toBe(true)
        expect(JSON.stringify(again.value)).toBe(JSON.stringify(value))
        for (const different of [key(depends, { model: 'stub:large' }), key(depends, { kind: 'labels' })])
          expect(await stored(cache, different)).toBeNull()
        if (JSON.stringify(other) !== JSON.stringify(depends) && !sameKeys(other, depends))
          expect(await stored(cache, key(other))).toBeNull()
      }),
      { numRuns: 50 },
    )
  })

  it('does not care in which order a key is written', async () => {
    const cache = openResultCache(place())
    await cache.once(key({ a: 1, b: { c: [1, 2], d: null } }), async () => 'made')
    expect(await stored(cache, key({ b: { d: null, c: [1, 2] }, a: 1 }))).toBe('made')
    expect(await stored(cache, key({ b: { d: null, c: [2, 1] }, a: 1 }))).toBeNull()
  })

  it('makes once what many want at a time', async () => {
    const cache = openResultCache(place())
    let made = 0
    const make = async () => {
      await new Promise(resolve => setTimeout(resolve, 5))
      return ++made
    }
    const results = await Promise.all(Array.from({ length: 20 }, () => cache.once(key(), make)))
    expect(results.filter(({ isCached }) => !isCached)).toEqual([{ value: 1, isCached: false }])
    expect(new Set(results.map(({ value }) => value))).toEqual(new Set([1]))
  })

  it('stores no null; who waited for one makes it alone, and an error is only of who made it', async () => {
    const cache = openResultCache(place())
    const turn = () => new Promise(resolve => setImmediate(resolve))
    const outcomes = await Promise.allSettled([
      cache.once(key(), () => turn().then(() => null)),
      cache.once(key(), () => turn().then(() => Promise.reject(new Error('mine')))),
      cache.once(key(), () => turn().then(() => 'made')),
      cache.once<string>(key(), never),
    ])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { value: null, isCached: false } },
      { status: 'rejected', reason: { message: 'mine' } },
      { status: 'fulfilled', value: { value: 'made', isCached: false } },
      { status: 'fulfilled', value: { value: 'made', isCached: true } },
    ])
  })
})

describe('a result cache in a directory', () => {
  it('is shared by processes and readable by its owner only', async () => {
    const place = fresh()
    await openResultCache(place).once(key(), async () => ({ findings: [1] }))
    expect(await stored(openResultCache(place), key())).toEqual({ findings: [1] })
    const [file, ...others] = files(place)
    expect(others).toEqual([])
    expect(file).toMatch(/results[/\\][0-9a-f]{2}[/\\][0-9a-f]{30}\.json$/)
    expect(statSync(file!).mode & 0o777).toBe(0o600)
  })

  it('believes no damaged entry: a changed byte or a cut makes it a miss, or changes nothing', async () => {
    const place = fresh()
    const value = { findings: [{ line: 12, summary: 'no region' }], missing: [] }
    await openResultCache(place).once(key(), async () => value)
    const [file] = files(place)
    const whole = readFileSync(file!)
    const found = () => stored(openResultCache(place), key())
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole)
      changed[at]! ^= 1 << (at % 8)
      writeFileSync(file!, changed)
      expect([null, value]).toContainEqual(await found())
      writeFileSync(file!, whole.subarray(0, at))
      // The last byte is only the newline.
      expect(await found()).toEqual(at === whole.length - 1 ? value : null)
    }
    for (const nonsense of ['', '\n', 'null\nnull', '[]\n[]', '{}', '{}\n{}', `${'['.repeat(100_000)}\n1`]) {
      writeFileSync(file!, nonsense)
      expect(await found()).toBeNull()
    }
    // And it is mended by the next who makes it.
    await openResultCache(place).once(key(), async () => value)
    expect(await found()).toEqual(value)
  })

  it('that cannot be written or read is one that is empty', async () => {
    const blocked = dir.write('in-the-way', '')
    const cache = openResultCache(blocked)
    expect(await cache.once(key(), async () => 1)).toEqual({ value: 1, isCached: false })
    expect(await cache.once(key(), async () => 2)).toEqual({ value: 2, isCached: false })
  })

  it('keeps with a run what the run took, so that it needs no cache to be replayed', async () => {
    const [place, own] = [fresh(), fresh()]
    await openResultCache(place).once(key('before'), async () => 'paid before')
    const cache = openResultCache(place, { own })
    expect(await cache.once<string>(key('before'), never)).toEqual({ value: 'paid before', isCached: true })
    await cache.once(key('now'), async () => 'paid now')
    clearCache(place, Number.POSITIVE_INFINITY)
    const replayed = openResultCache(null, { own })
    expect(await stored(replayed, key('before'))).toBe('paid before')
    // The record of calls has this one, and the replay leaves no trace of it.
    expect(await stored(replayed, key('now'))).toBeNull()
    await replayed.once(key('now'), async () => 'said again')
    expect(await stored(replayed, key('now'))).toBe('said again')
    expect(files(own)).toHaveLength(1)
  })

  it('lists what it holds and removes what is old', async () => {
    const place = fresh()
    const at = (time: number) => openResultCache(place, { now: () => time })
    await at(1000).once(key(1), async () => 'a')
    await at(2000).once(key(2, { kind: 'synthesis', model: 'stub:large' }), async () => 'b')
    mkdirSync(join(place, 'labels'))
    writeFileSync(join(place, 'labels', 'set.jsonl'), '{}\n')
    writeFileSync(join(place, 'foreign.txt'), 'mine')
    const [first] = files(join(place, 'results'))
    writeFileSync(`${first}.1.partial`, 'ha')
    const summary = () =>
      [...cacheEntries(place)]
        .map(({ kind, model, bytes }) => ({ kind, model, bytes }))
        .sort((a, b) => b.bytes - a.bytes)
    expect(summary()).toMatchObject([
      { kind: 'synthesis', model: 'stub:large' },
      { kind: 'report', model: 'stub:small' },
      { kind: 'labels', model: null, bytes: 3 },
      { kind: 'damaged', model: null, bytes: 2 },
    ])
    expect(clearCache(place, 2000)).toMatchObject({ entries: 1 })
    expect(await stored(at(3000), key(1))).toBeNull()
    expect(await stored(at(3000), key(2, { kind: 'synthesis', model: 'stub:large' }))).toBe('b')
    expect(clearCache(place, Number.POSITIVE_INFINITY)).toMatchObject({ entries: 3 })
    expect(readdirSync(place)).toEqual(['foreign.txt'])
    expect(clearCache(place, Number.POSITIVE_INFINITY)).toEqual({ entries: 0, bytes: 0 })
    expect(existsSync(join(place, 'foreign.txt'))).toBe(true)
  })
})

function sameKeys(a: Json, b: Json): boolean {
  const flat = (value: Json) => [...JSON.stringify(value)].sort().join('')
  return flat(a) === flat(b)
}
