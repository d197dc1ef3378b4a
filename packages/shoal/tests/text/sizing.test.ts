// Where pieces of records begin: as many as were asked for, and the same ones again when a file grows.

import type { CutRequest } from '@shoal/base/model/content-type'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pieceCount, pieceStarts } from '../../src/text/sizing.ts'

const request = (mode: CutRequest['mode'], target = 2500): CutRequest => ({
  mode,
  sizing: { unit: 'lines', min: 200, target, max: 5000, ladder: [200, 500, 1000, 2500, 5000], overlap: () => 0 },
  maxTokens: 400_000,
  language: null,
  signal: new AbortController().signal,
})

const modes = fc.constantFrom<CutRequest['mode']>('single', 'directory', 'whole')

describe('pieceStarts', () => {
  it('has as many pieces as were counted, none empty, none larger than a tenth over its share or the round size', () => {
    fc.assert(
      fc.property(
        modes,
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 3e6 }),
        (mode, units, tokens) => {
          const starts = pieceStarts(units, tokens, request(mode))
          const pieces = pieceCount(units, tokens, request(mode))
          expect(starts[0]).toBe(0)
          expect(starts.length).toBeLessThanOrEqual(pieces)
          expect(starts.length).toBeGreaterThanOrEqual(Math.ceil(units / Math.ceil(units / pieces)))
          const sizes = starts.map((start, k) => (starts[k + 1] ?? units) - start)
          expect(Math.min(...sizes)).toBeGreaterThan(0)
          expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.max(5000, Math.ceil(units / pieces) * 1.1 + 10))
        },
      ),
    )
  })

  it('keeps all but the last two pieces when a few units are added', () => {
    for (const mode of ['single', 'directory'] as const)
      for (const units of [11_000, 30_010, 44_000, 52_345, 120_077]) {
        const before = pieceStarts(units, 1, request(mode))
        const after = pieceStarts(units + 20, 1, request(mode))
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
      }
  })

  it('makes the round sizes of the worked examples', () => {
    const table = { ...request('single'), sizing: { ...request('single').sizing, ladder: [500, 1000, 2000, 5000] } }
    expect(pieceStarts(45_000, 1, table)).toEqual(Array.from({ length: 9 }, (_, k) => k * 5000))
    expect(pieceStarts(50_000, 1, request('single'))).toEqual(Array.from({ length: 10 }, (_, k) => k * 5000))
  })
})
