// The census counts what a plain walk over parsed values counts, on any values, in any number of stretches.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../src/text/json-census/document-reader.ts'
import { fieldsOf } from '../../../src/text/json-census/fields.ts'
import { Lexer } from '../../../src/text/json-census/lexer.ts'
import { type LineTally, mergeLines, readLines } from '../../../src/text/json-census/line-reader.ts'
import { summariseNumbers } from '../../../src/text/json-census/number-summary.ts'
import type { Slot } from '../../../src/text/json-census/slot.ts'
import { openSource } from '../../../src/text/source-file.ts'

const signal = new AbortController().signal
const onRead = () => {}

/** Keys that are no identifiers are left out only because the plain walk writes paths its own way. */
const key = fc.constantFrom('a', 'b', 'c', 'name', 'id', 'x1', 'long_name')
const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('x', 'y', 'quote " and \\ slash', 'tab\t', '\u2028', '😀'),
)
const { value } = fc.letrec(tie => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('array'), tie('object')),
  array: fc.array(tie('value'), { maxLength: 5 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
}))

interface Plain {
  types: Record<string, number>
  numbers: number[]
  texts: Set<unknown>
}

/** Counts by path, the slow way. */
function plainCensus(values: readonly unknown[]): Map<string, Plain> {
  const paths = new Map<string, Plain>()
  const visit = (one: unknown, path: string): void => {
    const entry = paths.get(path) ?? { types: {}, numbers: [], texts: new Set() }
    paths.set(path, entry)
    const type = one === null ? 'null' : Array.isArray(one) ? 'array' : Number.isInteger(one) ? 'integer' : typeof one
    entry.types[type] = (entry.types[type] ?? 0) + 1
    if (typeof one === 'number') entry.numbers.push(one)
    if (typeof one !== 'object') entry.texts.add(one === 0 ? 0 : one)
    if (Array.isArray(one)) for (const item of one) visit(item, `${path}[*]`)
    else if (typeof one === 'object' && one !== null)
      for (const [name, member] of Object.entries(one)) visit(member, `${path}.${name}`)
  }
  for (const one of values) visit(one, '$')
  return paths
}

function expectSame(root: Slot, values: readonly unknown[]): void {
  const plain = plainCensus(values)
  const fields = fieldsOf(root)
  expect(new Set(fields.map(({ path }) => path))).toEqual(new Set(plain.keys()))
  for (const { path, counts, present, slot } of fields) {
    const truth = plain.get(path)!
    expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)), path).toEqual(truth.types)
    expect(present).toBe(Object.values(truth.types).reduce((sum, count) => sum + count, 0))
    if (!slot.values.full) expect(slot.values.size, `distinct ${path}`).toBe(truth.texts.size)
    const summary = summariseNumbers(slot)
    expect(summary?.count ?? 0).toBe(truth.numbers.length)
    if (!summary) continue
    const sorted = truth.numbers.map(each => each + 0).sort((a, b) => a - b)
    expect([summary.min, summary.max]).toEqual([sorted[0], sorted.at(-1)])
    expect(summary.quantiles.p50).toBe(sorted[Math.ceil(sorted.length / 2) - 1])
  }
}

async function withFile<T>(content: string | Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-census-'))
  try {
    const file = join(directory, 'x.json')
    writeFileSync(file, content)
    return await use(file)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe('census', () => {
  it('of lines equals a plain walk, whole and in two stretches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.nat(),
        async (values, end, open, seed) => {
          const lines = values.map(one => JSON.stringify(one))
          const content = lines.join(end) + (open ? '' : end)
          await withFile(content, async file => {
            const source = openSource(file)
            try {
              const range = { start: 0, end: source.size, line: 1 }
              const whole = await readLines(source, range, { signal, onRead })
              expect(whole.bad.count).toBe(0)
              expectSame(whole.root, values)
              const cut = seed % values.length
              const at = Buffer.byteLength(
                lines
                  .slice(0, cut)
                  .map(line => line + end)
                  .join(''),
              )
              const halves: LineTally[] = []
              for (const part of [
                { start: 0, end: at, line: 1 },
                { start: at, end: source.size, line: cut + 1 },
              ])
                halves.push(await readLines(source, part, { signal, onRead }))
              mergeLines(halves[0]!, structuredClone(halves[1]!))
              expectSame(halves[0]!.root, values)
              expect(facts(halves[0]!.root)).toEqual(facts((await readLines(source, range, { signal, onRead })).root))
            } finally {
              source.close()
            }
          })
        },
      ),
      { numRuns: 120 },
    )
  })

  it('of a document equals a plain walk, however it is indented', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(undefined, 1, '\t'), async (one, indent) => {
        await withFile(JSON.stringify(one, null, indent), async file => {
          const source = openSource(file)
          const tally = await readDocument(source, { signal, onRead })
          source.close()
          expect(tally.fault).toBeNull()
          expect(tally.documents).toBe(1)
          expectSame(tally.root, [one])
        })
      }),
      { numRuns: 120 },
    )
  })

  it('reads a document larger than its window as it reads a small one', async () => {
    const items = Array.from({ length: 30_000 }, (_, k) => ({
      id: k,
      name: `item ${k}`,
      price: (k % 997) / 4,
      tags: k % 3 === 0 ? [] : ['a', 'b'],
      ...(k % 7 === 0 ? { note: 'ü'.repeat(k % 50) } : {}),
    }))
    const one = { meta: { version: 2, source: 'x'.repeat(700_000) }, items, end: true }
    await withFile(JSON.stringify(one, null, 2), async file => {
      const source = openSource(file)
      const tally = await readDocument(source, { signal, onRead })
      source.close()
      expect(tally.fault).toBeNull()
      const plain = plainCensus([one])
      for (const { path, counts } of fieldsOf(tally.root))
        expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)), path).toEqual(
          plain.get(path)!.types,
        )
      const records = fieldsOf(tally.root).find(({ path }) => path === '$.items[*]')!
      expect(records.slot.prints!.count).toBe(30_000)
    })
  })
})

/** What must not depend on stretches: everything but guesses about what comes next. */
function facts(root: Slot): unknown {
  return fieldsOf(root).map(({ path, counts, at, line, slot }) => ({
    path,
    counts,
    at,
    line,
    places: slot.places,
    last: [...slot.last],
    shapes:
      slot.shapes.all && [...slot.shapes.all.values()].map(({ count, keys, places }) => ({ count, keys, places })),
    forms: slot.texts?.forms && [...slot.texts.forms.values()].sort((a, b) => a.at - b.at),
    summary: summariseNumbers(slot),
  }))
}

describe('lexer', () => {
  const verdict = (text: string) => {
    const lexer = new Lexer()
    lexer.buffer = new TextEncoder().encode(text)
    lexer.limit = lexer.buffer.length
    const state = lexer.value()
    return state === 'ok' && lexer.next() < 0 ? 'ok' : state === 'ok' ? 'bad' : state
  }
  const accepts = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }

  it('accepts what JSON.parse accepts, on any damage to JSON that it has no liberty for', () => {
    const damage = fc.tuple(
      value,
      fc.nat(),
      fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '-', '1', 'x', '\\', ' '),
    )
    fc.assert(
      fc.property(damage, ([one, at, insert]) => {
        const text = JSON.stringify(one)
        const place = at % (text.length + 1)
        const damaged = text.slice(0, place) + insert + text.slice(place + (at % 2))
        // Comments, trailing commas, bare keys, single quotes and NaN are read on purpose.
        if (/,\s*[\]}]|\/|'|[{,]\s*[A-Za-z_$0-9]|NaN|Infinity/.test(damaged)) return
        expect(verdict(damaged) === 'ok', damaged).toBe(accepts(damaged))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['{"a":1}', 'ok'],
    ['{"a":1', 'short'],
    ['{"a', 'short'],
    ['[1,2', 'short'],
    ['tru', 'short'],
    ['-', 'short'],
    ['1.', 'short'],
    ['01', 'bad'],
    ['{"a" 1}', 'bad'],
    ['[1 2]', 'bad'],
    ['{"a":1]', 'bad'],
    ['"a\nb"', 'bad'],
    ['"\\x"', 'bad'],
    ['{a: 1, \'b\': "c",} // end', 'ok'],
    ['[NaN, -Infinity]', 'ok'],
    ['[,]', 'bad'],
  ])('%s is %s', (text, state) => {
    expect(verdict(text)).toBe(state)
  })

  it('reads numbers to the last bit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
        const lexer = new Lexer()
        lexer.buffer = new TextEncoder().encode(JSON.stringify(number))
        lexer.limit = lexer.buffer.length
        expect(lexer.value()).toBe('ok')
        expect(lexer.tape.num[0]).toBe(number === 0 ? 0 : number)
      }),
      { numRuns: 2000 },
    )
  })

  it('is not troubled by depth', () => {
    expect(verdict('['.repeat(200_000) + ']'.repeat(200_000))).toBe('ok')
    expect(verdict('{"a":'.repeat(100_000))).toBe('short')
  })
})
