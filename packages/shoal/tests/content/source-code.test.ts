// How source code is sized, labelled, headed and kept stable: the worked examples of the requirements and their edges.

import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../src/content/source-code/cut.ts'
import { memorySource } from '../text/code/memory-source.ts'

const signal = new AbortController().signal
const sizing = {
  unit: 'lines',
  min: 150,
  target: 200,
  max: 300,
  ladder: [150, 200, 250, 300],
  overlap: () => 20,
} as const

function request(more: Partial<CutRequest> = {}): CutRequest {
  return { mode: 'directory', sizing, maxTokens: 50_000, language: 'python', signal, ...more }
}

/** A module of exactly `lines` lines: imports, then functions of the lengths that `lengthOf` gives. */
function pythonModule(lines: number, lengthOf: (i: number) => number): string {
  const rows = ['"""Generated."""', 'import os', 'import sys', '', '']
  for (let i = 0; rows.length < lines; i++) {
    const length = Math.min(lengthOf(i), lines - rows.length)
    rows.push(`def function_${i}(value):`)
    for (let k = 1; k < length; k++) rows.push(`    value += ${k}`)
    if (rows.length < lines) rows.push('')
    if (rows.length < lines) rows.push('')
  }
  return `${rows.slice(0, lines).join('\n')}\n`
}

const sizes = (cutting: Cutting) =>
  cutting.pieces.map((piece, i) => (cutting.pieces[i + 1]?.line ?? cutting.lineCount + 1) - piece.line)

describe('sizes', () => {
  it.each([
    [2800, 14],
    [1900, 10],
    [3200, 16],
    [2500, 13],
    [1601, 9],
  ])('cuts %i lines into %i pieces in a directory, whatever the functions are like', async (lines, pieces) => {
    for (const lengthOf of [() => 5, () => 20, () => 38, () => 60, (i: number) => 5 + ((i * 37) % 56)]) {
      const cutting = await cut(memorySource(pythonModule(lines, lengthOf)), request())
      expect(cutting.lineCount).toBe(lines)
      expect(cutting.pieces).toHaveLength(pieces)
      expect(Math.max(...sizes(cutting))).toBeLessThanOrEqual(300)
    }
  })

  it.each([
    [2800, 10],
    [1200, 6],
    [800, 5],
    [299, 1],
  ])('cuts a single file of %i lines into %i pieces', async (lines, pieces) => {
    const cutting = await cut(memorySource(pythonModule(lines, () => 18)), request({ mode: 'single' }))
    expect(cutting.pieces).toHaveLength(pieces)
  })

  it('leaves a file whole that is wanted whole and fits', async () => {
    const cutting = await cut(memorySource(pythonModule(1400, () => 20)), request({ mode: 'whole' }))
    expect(cutting.pieces).toEqual([
      {
        start: 0,
        line: 1,
        kind: 'definitions',
        label: 'function function_0, function function_1, function function_2 (+61)',
      },
    ])
  })

  it('packs by the budget alone when no number of lines is wanted', async () => {
    const bySize = { ...sizing, min: 1, target: 1e9, max: 1e9 }
    const source = memorySource(pythonModule(4000, i => 5 + (i % 30)))
    const cutting = await cut(source, request({ sizing: bySize, maxTokens: 2000 }))
    const bytes = cutting.pieces.map((piece, i) => (cutting.pieces[i + 1]?.start ?? source.size) - piece.start)
    const mean = source.size / bytes.length
    expect(cutting.pieces.length).toBeGreaterThan(5)
    expect(Math.min(...bytes)).toBeGreaterThan(mean / 2)
    expect(cutting.pieces.every(piece => !piece.continuation)).toBe(true)
  })
})

describe('a class of 5,000 lines', () => {
  const rows = ['import os', '', '', 'class Huge(Base):', '    """Everything at once."""', '']
  for (let i = 0; rows.length < 5000; i++) {
    rows.push('    @property', `    def method_${i}(self):`)
    for (let k = 0; k < 17; k++) rows.push(`        self.value_${k} = ${i}`)
    rows.push('')
  }
  const text = `${rows.join('\n')}\n`

  it('is cut between its methods, each piece headed by the imports and the class', async () => {
    const cutting = await cut(memorySource(text), request())
    expect(cutting.pieces).toHaveLength(Math.ceil(cutting.lineCount / 200))
    expect(Math.max(...sizes(cutting))).toBeLessThanOrEqual(300)
    for (const piece of cutting.pieces.slice(1)) {
      expect(rows[piece.line - 1]).toBe('    @property')
      expect(piece.preamble?.map(extent => [extent.first, extent.last])).toEqual([
        [1, 1],
        [4, 5],
      ])
      expect(piece.label).toMatch(/^Huge\.method_\d+, Huge\.method_\d+, Huge\.method_\d+ \(\+\d+\)$/)
      expect(piece.kind).toBe('members')
    }
  })

  it('is cut the same way by its lines alone', async () => {
    const cutting = await cut(memorySource(text), request({ language: 'crystal' }))
    expect(cutting.method).toBe('declarations')
    expect(Math.max(...sizes(cutting))).toBeLessThanOrEqual(300)
    for (const piece of cutting.pieces.slice(1)) {
      expect(rows[piece.line - 1]).toBe('    @property')
      expect(piece.label).toMatch(/^Huge\.method_\d+/)
    }
  })
})

describe('functions over the limits', () => {
  const statements = (count: number) =>
    Array.from({ length: count }, (_, i) => `    total += lookup("key number ${i}")`)

  it('keeps a function of 400 lines whole while it fits the budget', async () => {
    const text = ['def long():', ...statements(400), '', 'def short():', '    pass', ''].join('\n')
    const cutting = await cut(memorySource(text), request())
    expect(cutting.pieces.map(piece => piece.line)).toEqual([1, 403])
  })

  it('cuts it between its inner functions when it has some', async () => {
    const inner = Array.from({ length: 20 }, (_, i) => [
      `    def inner_${i}():`,
      ...statements(20).map(row => `    ${row}`),
      '',
    ]).flat()
    const text = ['def long():', ...inner, '    return inner_0', ''].join('\n')
    const cutting = await cut(memorySource(text), request())
    expect(cutting.pieces.length).toBeGreaterThan(1)
    for (const piece of cutting.pieces.slice(1)) {
      expect(text.split('\n')[piece.line - 1]).toMatch(/^ {4}(def inner_|return)/)
      expect(piece.continuation).toBe(true)
      expect(piece.preamble?.[0]).toMatchObject({ first: 1, last: 1 })
    }
  })

  it('cuts one over the budget between statements and says so', async () => {
    const text = ['def long():', ...statements(400), ''].join('\n')
    const cutting = await cut(memorySource(text), request({ maxTokens: 1500 }))
    expect(cutting.pieces.length).toBeGreaterThan(2)
    expect(cutting.pieces.slice(1).every(piece => piece.continuation)).toBe(true)
    expect(cutting.pieces[1]!.label).toBe('long (continued)')
    expect(cutting.pieces[1]!.kind).toBe('statements')
  })
})

describe('sources without structure', () => {
  it('cuts them every 200 lines with 20 lines of overlap', async () => {
    const text = `${Array.from({ length: 1000 }, (_, i) => `\t${i} ; ${i * 7}`).join('\n')}\n`
    const cutting = await cut(memorySource(text), request({ language: 'assembly' }))
    expect(cutting.pieces.map(piece => piece.line)).toEqual([1, 201, 401, 601, 801])
    expect(cutting).toMatchObject({ overlap: 20, method: 'lines' })
    expect(cutting.pieces[1]).toMatchObject({ kind: 'lines', label: 'lines 201-400' })
  })

  it('leaves one endless line to the stage', async () => {
    const cutting = await cut(memorySource(`var a=[${'1,'.repeat(2e6)}1]`), request({ language: 'javascript' }))
    expect(cutting.pieces).toHaveLength(1)
  })

  it('gives nothing for an empty source', async () => {
    expect(await cut(memorySource(''), request())).toMatchObject({ lineCount: 0, pieces: [] })
  })

  it('falls back and says why when a source does not parse', async () => {
    const text = Array.from({ length: 600 }, (_, i) => (i % 30 ? `)) <<< %% ${i} ((` : `def part_${i}(`)).join('\n')
    const cutting = await cut(memorySource(text), request())
    expect(cutting.method).not.toBe('tree-sitter')
    expect(cutting.notes).toHaveLength(1)
  })

  it('scans a source too large to parse, and one that has no parser', async () => {
    const call = "register(1, 'a name', 'a value that takes some room');\n"
    const large = await cut(memorySource(call.repeat(60_000)), request({ language: 'javascript' }))
    expect(large.pieces).toHaveLength(300)
    expect(large.notes?.[0]).toMatch(/^Too large to parse/)
    const foreign = await cut(memorySource(call.repeat(1000)), request({ language: 'sql' }))
    expect(foreign.pieces).toHaveLength(5)
    expect(foreign.notes?.[0]).toMatch(/^There is no parser for sql/)
  })

  it('stops when it is told to', async () => {
    const stopped = request({ signal: AbortSignal.abort() })
    await expect(cut(memorySource('x = 1\n'), stopped)).rejects.toThrow()
  })
})

describe('stability', () => {
  const lengths = fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 30, maxLength: 120 })

  it('moves no cut when an edit keeps the lines', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), async (all, at) => {
        const text = pythonModule(2000, i => all[i % all.length]!)
        const rows = text.split('\n')
        const body = rows.flatMap((row, i) => (row.startsWith('    ') ? [i] : []))
        rows[body[at % body.length]!] = '    value = rewritten(value, "with other words")'
        const before = await cut(memorySource(text), request())
        const after = await cut(memorySource(rows.join('\n')), request())
        expect(after.pieces.map(piece => piece.line)).toEqual(before.pieces.map(piece => piece.line))
      }),
      { numRuns: 20 },
    )
  })

  it('moves few cuts, and near ones, when an edit adds a line', async () => {
    let moved = 0
    let total = 0
    for (let seed = 0; seed < 40; seed++) {
      const text = pythonModule(2090, i => 4 + ((i * (seed + 3) * 17) % 50))
      const rows = text.split('\n')
      const body = rows.flatMap((row, i) => (row.startsWith('    ') ? [i] : []))
      const at = body[(seed * 977) % body.length]!
      rows.splice(at, 0, '    value = added(value)')
      const before = await cut(memorySource(text), request())
      const after = await cut(memorySource(rows.join('\n')), request())
      const expected = new Set(before.pieces.map(piece => (piece.line > at + 1 ? piece.line + 1 : piece.line)))
      moved += after.pieces.filter(piece => !expected.has(piece.line)).length
      total += after.pieces.length
    }
    expect(moved / total).toBeLessThan(0.05)
  })
})
