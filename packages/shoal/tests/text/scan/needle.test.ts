// One text found in the memory of a kernel, as a plain reading finds it; line ends counted where the text goes on behind them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Kernel, kernelModule } from '../../../src/text/scan/kernel.ts'
import { needleOf } from '../../../src/text/scan/needle.ts'

const UNITS = 4_096
const kernel = new Kernel(kernelModule(), UNITS)
const letters = fc.constantFrom('a', 'A', 'b', 'k', 'K', 's', '[', '{', '@', '`', '0', 'P', 'é', 'É', '\n', ' ')
const text = fc.array(letters, { maxLength: 300 }).map(units => units.join(''))
const query = fc.array(letters, { minLength: 1, maxLength: 6 }).map(units => units.join(''))

/** Letters of ASCII in lower case. */
function lowered(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map(byte => (byte >= 65 && byte <= 90 ? byte + 32 : byte)))
}

describe('a text', () => {
  it('is found where it stands, with its case or without', () => {
    fc.assert(
      fc.property(text, query, fc.boolean(), fc.nat(UNITS - 1_000), (around, sought, folded, lead) => {
        const bytes = Buffer.concat([Buffer.alloc(lead, 'a'), Buffer.from(around)])
        // What was there before, and what stands behind, is not of the text.
        kernel.buffer.fill(sought)
        kernel.buffer.set(bytes)
        const plain = (part: Buffer) => (folded ? lowered(part) : part)
        const needle = needleOf(sought, folded)!
        const places = (next: (from: number) => number) => {
          const all: number[] = []
          for (let at = next(0); at >= 0 && all.length < 40; at = next(at + 1)) all.push(at)
          return all
        }
        const [own, wanted] = [plain(bytes), plain(Buffer.from(sought))]
        expect(places(from => kernel.find(needle, from, bytes.length))).toEqual(
          places(from => (from < own.length ? own.indexOf(wanted, from) : -1)),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is looked for in other ways when it is too long', () => {
    expect(needleOf('x'.repeat(400), false)).not.toBeNull()
    expect(needleOf('x'.repeat(401), false)).toBeNull()
    expect(needleOf('é'.repeat(201), false)).toBeNull()
  })
})

describe('line ends', () => {
  it('are counted anywhere, and nothing is changed', () => {
    fc.assert(
      fc.property(text, fc.nat(300), fc.nat(300), (around, a, b) => {
        const bytes = Buffer.from(around.repeat(3))
        kernel.buffer.fill('\n')
        kernel.buffer.set(bytes)
        const before = Buffer.from(kernel.buffer)
        const [from, to] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)]
        expect(kernel.countEnds(from, to, 10)).toBe(bytes.subarray(from, to).filter(byte => byte === 10).length)
        expect(before.equals(kernel.buffer)).toBe(true)
      }),
    )
  })
})
