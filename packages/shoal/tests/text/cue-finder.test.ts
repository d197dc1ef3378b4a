// The scanner in WebAssembly stops wherever the plain loop does: at the same places, whatever stands around them.
import { CueScanner } from '@shoal/base/secrets/cues'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IO_UNITS } from '../../src/text/scan/kernel.ts'
import { cueFinder } from '../../src/text/secrets/cue-finder.ts'

const PARTS = [
  'password=hunter2hunter',
  'the password is "x"',
  'PASSWORD: ',
  'api_key: abcdefgh12345678',
  'ssword',
  'token\n',
  'AKIA',
  ['ghp', '_a8Fk2Lq9Zx'].join(''),
  'https://shop:word@host/',
  'stringData:',
  'sensitive = true',
  'mysql -p ',
  'SK1',
  '-----BEGIN ',
  'é',
  '\n',
  ' ',
  'a line of words that says nothing at all, ',
]

function cuesIn(scanner: CueScanner, bytes: Uint8Array, from: number, to: number): number[] {
  const places: number[] = []
  for (let at = scanner.next(bytes, from, to); at >= 0; at = scanner.next(bytes, at, to)) {
    places.push(at)
    if (places.at(-2) === at) at++
    if (at >= to) break
  }
  return places
}

describe('finder of cues', () => {
  it('stops where the loop stops', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }), fc.nat(200), fc.nat(200), (parts, a, b) => {
        const bytes = Buffer.from(parts.join(''))
        const from = Math.min(a, bytes.length)
        const to = Math.max(from, bytes.length - b)
        expect(cuesIn(new CueScanner(cueFinder), bytes, from, to)).toEqual(cuesIn(new CueScanner(), bytes, from, to))
      }),
      { numRuns: 300 },
    )
  })

  it('stops there at the borders of what is looked at at once', () => {
    const cue = 'password=hunter2hunter\n'
    const long = '-----BEGIN OPENSSH PRIVATE KEY-----\n'
    for (let shift = -80; shift <= 80; shift++) {
      const bytes = Buffer.alloc(IO_UNITS * 2 + 500, 'x')
      for (const border of [IO_UNITS, IO_UNITS - 64, IO_UNITS * 2 - 128]) bytes.write(cue, border + shift, 'latin1')
      bytes.write(long, 1000 + shift, 'latin1')
      const plain = cuesIn(new CueScanner(), bytes, 0, bytes.length)
      expect(plain.length).toBeGreaterThan(2)
      expect(cuesIn(new CueScanner(cueFinder), bytes, 0, bytes.length)).toEqual(plain)
    }
  })

  it('finds more places than are told at once', () => {
    const bytes = Buffer.from('password=a '.repeat(9_000))
    const plain = cuesIn(new CueScanner(), bytes, 0, bytes.length)
    expect(plain.length).toBe(9_000)
    expect(cuesIn(new CueScanner(cueFinder), bytes, 0, bytes.length)).toEqual(plain)
  })
})
