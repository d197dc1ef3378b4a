// Copies in one source and across sources: found when names are replaced, left alone when the code differs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTokens } from '../../../../src/text/code/duplicates/code-tokens.ts'
import {
  fingerprintsOf,
  packFingerprints,
  sharedFingerprints,
} from '../../../../src/text/code/duplicates/fingerprints.ts'
import { findRepeats } from '../../../../src/text/code/duplicates/repeats.ts'
import { sharedBlocks } from '../../../../src/text/code/duplicates/shared-blocks.ts'
import { indexed } from '../indexed.ts'

const LIMITS = { tokens: 60, lines: 8 }

const ORIGINAL = `def load_orders(path, limit):
    orders = []
    with open(path) as file:
        for line in file:
            fields = line.split(",")
            if len(fields) < 3:
                continue
            amount = float(fields[2])
            if amount > limit:
                orders.append((fields[0], amount))
    orders.sort(key=lambda order: order[1])
    return orders
`
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/orders/g, 'people'],
  [/order/g, 'person'],
  [/path/g, 'source'],
  [/limit/g, 'least'],
  [/line/g, 'row'],
  [/fields/g, 'cells'],
  [/amount/g, 'age'],
]
const RENAMED = NAMES.reduce((text, [from, to]) => text.replace(from, to), ORIGINAL)
const FILLER = (name: string) => `def ${name}(a):\n    return a + 1\n\n\n`

async function tokensOf(text: string) {
  return readTokens((await indexed(text, 'python')).tree)
}

describe('copies in one source', () => {
  it('finds a copy, and its lines', async () => {
    const repeats = findRepeats(await tokensOf(`${ORIGINAL}\n\n${FILLER('x')}${ORIGINAL}`), LIMITS)
    expect(repeats).toMatchObject([
      { first: { line: 1, endLine: 12 }, second: { line: 19, endLine: 30 }, sameNames: 1 },
    ])
  })

  it('finds a copy with other names', async () => {
    const repeats = findRepeats(await tokensOf(`${ORIGINAL}\n\n${RENAMED}`), LIMITS)
    expect(repeats).toMatchObject([{ first: { line: 1, endLine: 12 }, second: { line: 15, endLine: 26 } }])
    expect(repeats[0]!.sameNames).toBeLessThan(0.6)
  })

  it('ignores comments, blank lines and values', async () => {
    const changed = ORIGINAL.replace('3:', '7:')
      .replace('","', '";"')
      .replace('    orders.sort', '\n    # by amount\n    orders.sort')
    const repeats = findRepeats(await tokensOf(`${ORIGINAL}\n\n${changed}`), LIMITS)
    expect(repeats).toMatchObject([{ second: { line: 15, endLine: 28 } }])
  })

  it('is not taken in by names that are mixed up', async () => {
    const mixed = ORIGINAL.replace('float(fields[2])', 'float(line[2])').replace('amount > limit', 'limit > limit')
    expect(findRepeats(await tokensOf(`${ORIGINAL}\n\n${mixed}`), LIMITS)).toEqual([])
  })

  it('leaves tables and lists of calls alone', async () => {
    const table = `A = [\n${Array.from({ length: 60 }, (_, i) => `    {"name": "n${i}", "value": ${i}, "tags": ["a", "b"]},`).join('\n')}\n]\n`
    const calls = Array.from({ length: 60 }, (_, i) => `add("n${i}", ${i})`).join('\n')
    expect(findRepeats(await tokensOf(table), LIMITS)).toEqual([])
    expect(findRepeats(await tokensOf(calls), LIMITS)).toEqual([])
  })
})

describe('copies across sources', () => {
  it('finds them by fingerprints alone, wherever they stand', async () => {
    const first = fingerprintsOf(await tokensOf(`${FILLER('a')}${FILLER('b')}${ORIGINAL}`), 4000)
    const second = fingerprintsOf(await tokensOf(`${FILLER('c')}${RENAMED}\n\n${FILLER('d')}`), 4000)
    const other = fingerprintsOf(await tokensOf(`${FILLER('e').repeat(10)}`), 4000)
    const [block, ...more] = sharedBlocks([first, other, second], 8, 10)
    expect(more).toEqual([])
    expect(block).toMatchObject({ a: { file: 0 }, b: { file: 2 } })
    expect(block!.a.line).toBeGreaterThanOrEqual(9)
    expect(block!.a.endLine).toBeLessThanOrEqual(20)
    expect(block!.b.line - block!.a.line).toBe(-4)
  })

  it('makes none of the fingerprints that stand nowhere else, and finds the same', async () => {
    const files = await Promise.all(
      [`${FILLER('a')}${ORIGINAL}`, FILLER('e').repeat(10), `${RENAMED}\n\n${FILLER('d')}`].map(async text =>
        fingerprintsOf(await tokensOf(text), 4000),
      ),
    )
    const shared = sharedFingerprints(files.map(packFingerprints))
    expect(shared.flat().length).toBeLessThan(files.flat().length)
    expect(sharedBlocks(shared, 8, 10)).toEqual(sharedBlocks(files, 8, 10))
    expect(sharedBlocks(shared, 8, 10)).toHaveLength(1)
  })

  it('packs and unpacks fingerprints without loss', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            bytes: fc.uint8Array({ minLength: 16, maxLength: 16 }),
            line: fc.integer({ min: 1, max: 1e9 }),
            span: fc.nat(60_000),
          }),
        ),
        list => {
          const prints = list.map(({ bytes, line, span }) => ({
            digest: Buffer.from(bytes).toString('latin1'),
            line,
            endLine: line + span,
          }))
          const packed = packFingerprints(prints)
          expect(sharedFingerprints([packed, packed])).toEqual([prints, prints])
        },
      ),
    )
  })
})
