import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineStore, memoryLines, openLineFile } from '../../src/models/line-file.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
let number = 0
const fresh = () => join(dir.path, `lines-${++number}`, 'x.jsonl')

const line = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 20 })).map(JSON.stringify)
const lines = fc.array(line, { minLength: 1, maxLength: 8 })

describe.each([
  ['in a file', () => openLineFile(fresh(), 'append')],
  ['in memory', memoryLines],
] as const)('lines %s', (_, open) => {
  it('stand where they are said to, in order', () => {
    fc.assert(
      fc.property(lines, all => {
        const store: LineStore = open()
        const places = all.map(one => store.append(one)!)
        expect(places.map(place => store.read(place))).toEqual(all)
        expect([...store.lines()]).toEqual(all.map((one, at) => [places[at], one]))
        store.close()
      }),
    )
  })
})

describe('a file of lines', () => {
  it('keeps every whole line whatever byte it is cut at, and takes new ones', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const file = fresh()
        const first = openLineFile(file, 'append')
        const places = all.map(one => first.append(one)!)
        first.close()
        const end = Math.floor(share * statSync(file).size)
        truncateSync(file, end)
        const again = openLineFile(file, 'append')
        const added = again.append('"added"')!
        expect(again.read(added)).toBe('"added"')
        const whole = places.filter(({ at, bytes }) => at + bytes <= end).map(place => again.read(place))
        const found = [...again.lines()].map(([, text]) => text)
        expect(whole).toEqual(all.slice(0, whole.length))
        expect(found.slice(0, whole.length)).toEqual(whole)
        expect(found.at(-1)).toBe('"added"')
        expect(found.length - whole.length).toBeLessThanOrEqual(2)
        again.close()
      }),
    )
  })

  it('finds its place although another process appends too', () => {
    const file = fresh()
    const store = openLineFile(file, 'append')
    store.append('1')
    appendFileSync(file, '"another"\n')
    expect(store.read(store.append('2')!)).toBe('2')
    expect([...store.lines()].map(([, text]) => text)).toEqual(['1', '"another"', '2'])
    store.close()
  })

  it('reads lines longer than a piece', () => {
    const store = openLineFile(fresh(), 'append')
    const long = [3_000_000, 1, 1_048_575, 1_048_576, 0].map(length => 'x'.repeat(length))
    const places = long.map(one => store.append(one)!)
    expect([...store.lines()].map(([, text]) => text)).toEqual(long)
    expect(places.map(place => store.read(place))).toEqual(long)
    store.close()
  })

  it('is for its owner only', () => {
    const file = fresh()
    openLineFile(file, 'append').close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
  })

  it('leaves no trace when it is only read', () => {
    const file = fresh()
    const none = openLineFile(file, 'read')
    expect([[...none.lines()], none.append('x')]).toEqual([[], null])
    none.close()
    expect(existsSync(join(file, '..'))).toBe(false)
    const torn = join(dir.path, 'torn.jsonl')
    writeFileSync(torn, '1\n"ha')
    const store = openLineFile(torn, 'read')
    expect(store.append('x')).toBeNull()
    expect([...store.lines()].map(([, text]) => text)).toEqual(['1', '"ha'])
    store.close()
    expect(readFileSync(torn, 'utf8')).toBe('1\n"ha')
  })
})
