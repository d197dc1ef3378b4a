// What is kept comes back as it was, or not at all: damaged, cut off, merged with others, or where nothing can be written.
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openKept } from '../../../src/run/kept/kept-place.ts'
import { KeptResults } from '../../../src/run/kept/kept-results.ts'
import { tempDir } from '../../cli/temp-dir.ts'

const dir = tempDir()
let places = 0
const newPlace = () => join(dir.path, `kept-${++places}`)
const packsOf = (place: string) => readdirSync(place).map(name => join(place, name))

describe('results that are kept', () => {
  it('come back in the next run, whatever they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(300), (values, waiting) => {
        const place = newPlace()
        const bounds = { waiting, cost: 1e9, packs: 3, bytes: 1e9 }
        const kept = new KeptResults(place, bounds)
        for (const [key, value] of Object.entries(values)) kept.put(key, value as never)
        for (const [key, value] of Object.entries(values)) expect(kept.get(key)).toEqual(plain(value))
        kept.close()
        const again = new KeptResults(place, bounds)
        for (const [key, value] of Object.entries(values)) expect(again.get(key)).toEqual(plain(value))
        expect(again.get('of nothing that was put, surely')).toBeUndefined()
      }),
      { numRuns: 40 },
    )
  })

  it('are nothing where a byte of their block was changed, and the others are there', () => {
    const place = newPlace()
    const kept = new KeptResults(place)
    const textOf = (k: number) => `value ${k} `.repeat(20_000)
    for (let k = 0; k < 20; k++) kept.put(k, textOf(k))
    kept.close()
    const [pack] = packsOf(place)
    const bytes = readFileSync(pack!)
    bytes[10]! ^= 1
    writeFileSync(pack!, bytes)
    const again = new KeptResults(place)
    const found = Array.from({ length: 20 }, (_, k) => again.get(k))
    expect(found.filter(value => value === undefined)).toHaveLength(1)
    expect(found.slice(1)).toEqual(Array.from({ length: 19 }, (_, k) => textOf(k + 1)))
  })

  it('are nothing where a pack was cut off, or is something else', () => {
    const place = newPlace()
    const kept = new KeptResults(place)
    kept.put('a', 1)
    kept.close()
    const [pack] = packsOf(place)
    const whole = readFileSync(pack!)
    for (let length = 0; length < whole.length; length++) {
      truncateSync(pack!, length)
      expect(new KeptResults(place).get('a')).toBeUndefined()
      writeFileSync(pack!, whole)
    }
    appendFileSync(pack!, 'more')
    expect(new KeptResults(place).get('a')).toBeUndefined()
  })

  it('are merged when there are many packs: what was used now stays, then the newest', () => {
    const place = newPlace()
    const bounds = { waiting: 0, cost: 1e9, packs: 4, bytes: 1e9 }
    const kept = new KeptResults(place, bounds)
    for (let k = 0; k < 20; k++) kept.put(k, k)
    kept.close()
    expect(packsOf(place)).toHaveLength(1)
    const again = new KeptResults(place, bounds)
    for (let k = 0; k < 20; k++) expect(again.get(k)).toBe(k)
    const small = new KeptResults(place, { ...bounds, bytes: 20 })
    expect(small.get(7)).toBe(7)
    small.close()
    const left = new KeptResults(place, bounds)
    expect(left.get(7)).toBe(7)
    const there = Array.from({ length: 20 }, (_, k) => left.get(k)).filter(value => value !== undefined)
    expect(there.length).toBeLessThan(20)
  })

  it('are the same when given in pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(60_000), (pieces, times) => {
        const kept = new KeptResults(newPlace())
        const all = [...pieces, 'é'.repeat(times), '…']
        kept.putText('of', all)
        expect(kept.getText('of', text => text)).toBe(all.join(''))
      }),
      { numRuns: 30 },
    )
  })

  it('are merged without being packed again where all of a large block is wanted', () => {
    const place = newPlace()
    const bounds = { waiting: 0, cost: 1e9, packs: 4, bytes: 1e9 }
    const kept = new KeptResults(place, bounds)
    const textOf = (k: number) => `value ${k} `.repeat(12_000)
    kept.put(0, textOf(0))
    const [first] = packsOf(place)
    const block = readFileSync(first!).subarray(0, 300)
    for (let k = 1; k < 8; k++) kept.put(k, textOf(k))
    kept.put('small', 'value')
    kept.close()
    const [pack, ...others] = packsOf(place)
    expect(others).toEqual([])
    expect(readFileSync(pack!).includes(block)).toBe(true)
    const again = new KeptResults(place, bounds)
    expect(Array.from({ length: 8 }, (_, k) => again.get(k))).toEqual(Array.from({ length: 8 }, (_, k) => textOf(k)))
    expect(again.get('small')).toBe('value')
  })

  it('are nothing where nothing can be written, and nothing fails', () => {
    const file = dir.write('a-file', 'not a directory')
    const kept = new KeptResults(join(file, 'below'))
    kept.put('a', 1)
    kept.close()
    expect(new KeptResults(join(file, 'below')).get('a')).toBeUndefined()
    const none = new KeptResults(null)
    none.put('a', 1)
    none.close()
    expect(none.get('a')).toBeUndefined()
  })

  it('of two that write at a time both are there', () => {
    const place = newPlace()
    const [one, two] = [new KeptResults(place), new KeptResults(place)]
    one.put('a', 1)
    two.put('b', 2)
    two.close()
    one.close()
    const both = new KeptResults(place)
    expect([both.get('a'), both.get('b')]).toEqual([1, 2])
  })
})

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('of very many files', () => {
  it('nothing is kept, for memory must not grow with their number', () => {
    const at = { settings: { types: [] }, cache: '/nowhere', paths: ['a'], cwd: '/' }
    expect(openKept({ ...at, files: 20_001 }).keeps).toBe(false)
    expect(openKept({ ...at, files: 20_000 }).keeps).toBe(true)
  })
})
