// The scanner that stands in for a parser: what it takes for a boundary, and that it is the same in any window or size.
import { describe, expect, it } from 'vitest'
import { scanDeclarations } from '../../../src/text/code/declarations.ts'
import type { OutlineLimits } from '../../../src/text/code/outline.ts'
import { memorySource } from './memory-source.ts'

const signal = new AbortController().signal
const limits: OutlineLimits = { lines: 300, openLines: 100, openOffsets: 1e9, fits: () => true }

async function boundaryLines(text: string, language: string): Promise<number[]> {
  const { boundaries } = await scanDeclarations(memorySource(text), language, limits, signal)
  return boundaries.map(boundary => boundary.line)
}

describe('boundaries', () => {
  it('stand above the comments and decorators of a definition', async () => {
    const text = 'import a\n\n# About f.\n@cached(\n  size=3,\n)\ndef f():\n    pass\n\nx = 1\n'
    expect(await boundaryLines(text, 'nim')).toEqual([1, 3, 10])
  })

  it('are not inside brackets, strings, comments or here-documents', async () => {
    expect(await boundaryLines('let a = [\nfoo,\nbar\n]\n\nfunc f() {}\n', 'swift')).toEqual([1, 6])
    expect(await boundaryLines('let a = """\nfunc g() {}\n"""\nfunc f() {}\n', 'swift')).toEqual([1, 4])
    expect(await boundaryLines('/*\nfunc g() {}\n*/\nfunc f() {}\n', 'swift')).toEqual([1])
    expect(await boundaryLines('cat <<EOF\nf() {\nfunction g {\nEOF\n\nfunction f {\n}\n', 'zsh')).toEqual([1, 6])
  })

  it('come back after a bracket that never closes', async () => {
    expect(await boundaryLines('let a = (\n\nfunc f() {\n}\n\nfunc g() {\n}\n', 'swift')).toEqual([1, 3, 6])
  })

  it('know C functions by their shape', async () => {
    const text = 'static int add(int a, int b)\n{\n  return a + b;\n}\n\nint sub(int a)\n{\n  call(a);\n}\n'
    expect(await boundaryLines(text, 'vala')).toEqual([1, 6])
  })

  it('are the members of what is too large', async () => {
    const members = Array.from(
      { length: 40 },
      (_, i) => `    func m${i}() {\n${'        work()\n'.repeat(9)}    }\n\n`,
    ).join('')
    const { boundaries, scopes } = await scanDeclarations(
      memorySource(`class Huge {\n${members}}\n`),
      'swift',
      limits,
      signal,
    )
    expect(boundaries).toHaveLength(41)
    expect(scopes).toMatchObject([{ name: 'Huge', header: { first: 1, last: 1 } }])
  })
})

it('reads windows as if they were one text', async () => {
  const unit = 'func f() {\n  print("a \\" quote", """\nfunc not() {\n""")\n}\n\n'
  const repeats = Math.ceil(1.4e6 / unit.length)
  const lines = await boundaryLines(unit.repeat(repeats), 'swift')
  expect(lines.length).toBeGreaterThan(10_000)
  expect(new Set(lines.map(line => (line - 1) % 6))).toEqual(new Set([0]))
})

it('keeps no more than it needs of a very long source', async () => {
  const source = memorySource('INSERT INTO t VALUES (1);\n'.repeat(400_000))
  const { boundaries, marks, lineCount } = await scanDeclarations(source, 'sql', limits, signal)
  expect(lineCount).toBe(400_000)
  expect(boundaries.length).toBeLessThan(30_000)
  expect(marks.length).toBeLessThan(30_000)
  const gaps = boundaries.slice(1).map((boundary, i) => boundary.line - boundaries[i]!.line)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(100)
})
