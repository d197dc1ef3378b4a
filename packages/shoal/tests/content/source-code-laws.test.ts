// Laws that hold for every piece of source code in every language, on fixtures that say in their own lines what must
// hold: `[with next]` stays with the line below it, no piece starts at `[never start]`, `[import]` is in the import block.
import { readdirSync, readFileSync } from 'node:fs'
import type { Cutting } from '@shoal/base/model/chunk'
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../src/content/source-code/cut.ts'
import { sourceCode } from '../../src/content/source-code/index.ts'
import { extensions } from '../../src/content/source-code/names.ts'
import { languageOf } from '../../src/text/code/languages/registry.ts'
import { LineTable } from '../../src/text/code/outline.ts'
import { parserFor } from '../../src/text/code/parser.ts'
import { cutLawfully } from '../conformance/cutting.ts'
import { memorySource } from '../text/code/memory-source.ts'

const FOLDER = new URL('../../../../fixtures/code/', import.meta.url)
const signal = new AbortController().signal

function request(language: string, target: number, more: Partial<CutRequest> = {}): CutRequest {
  const sizing = {
    unit: 'lines',
    min: target * 0.75,
    target,
    max: target * 1.5,
    ladder: [target],
    overlap: () => 20,
  } as const
  return { mode: 'directory', sizing, maxTokens: 20_000, language, signal, ...more }
}

/** Tiling, line starts and preambles: what must be true of every cutting. */
function expectLaws(source: SourceText, cutting: Cutting): void {
  const bytes = source.bytes(0, source.size)
  const lines = new LineTable(bytes, source.eol)
  expect(cutting.lineCount).toBe(lines.count)
  expect(cutting.pieces[0]?.start).toBe(0)
  cutting.pieces.forEach((piece, i) => {
    if (i > 0) expect(piece.start).toBeGreaterThan(cutting.pieces[i - 1]!.start)
    expect(lines.offset(piece.line - 1)).toBe(piece.start)
    expect(piece.label).not.toBe('')
    let before = 0
    for (const extent of piece.preamble ?? []) {
      expect(extent.start).toBeGreaterThanOrEqual(before)
      expect(extent.end).toBeLessThanOrEqual(piece.start)
      expect(lines.offset(extent.first - 1)).toBe(extent.start)
      // The header of a list whose first value stands on the same line ends within that line.
      expect(extent.end).toBeLessThanOrEqual(lines.offset(extent.last))
      expect(extent.end).toBeGreaterThan(lines.offset(extent.last - 1))
      before = extent.end
    }
  })
}

const files = readdirSync(FOLDER).map(name => ({
  name,
  language: extensions[name.slice(name.lastIndexOf('.'))]!.language!,
  text: readFileSync(new URL(name, FOLDER), 'utf8'),
}))

describe.each(files)('$name', ({ name, language, text }) => {
  const rows = text.split('\n')
  const marked = (mark: string) => rows.flatMap((row, i) => (row.includes(mark) ? [i + 1] : []))

  it.each([8, 12, 20, 40])('is cut well at a target of %i lines', async target => {
    const source = memorySource(text, name)
    const cutting = await cut(source, request(language, target))
    expectLaws(source, cutting)
    expect(cutting.method).toBe(languageOf(language).cuts ? 'tree-sitter' : 'declarations')
    expect(cutting.pieces.length).toBeGreaterThan(1)
    const starts = new Set(cutting.pieces.map(piece => piece.line))
    for (const line of marked('[with next]'))
      expect(starts, `cut below line ${line}: ${rows[line - 1]}`).not.toContain(line + 1)
    for (const line of marked('[never start]')) expect(starts, `cut at line ${line}`).not.toContain(line)
  })

  it('obeys the laws of every content type', async () => {
    for (const size of [10, 25]) await cutLawfully({ type: sourceCode, content: text, name, language, size })
    await cutLawfully({ type: sourceCode, content: text, name, language, mode: 'whole', maxTokens: 200 })
  })

  it('finds the import block and gives it to every later piece', async () => {
    const imports = marked('[import]')
    const cutting = await cut(memorySource(text, name), request(language, 12))
    if (imports.length === 0) return expect(cutting.facts?.import_lines).toBeNull()
    const [first, last] = cutting.facts!.import_lines as [number, number]
    expect(first).toBeLessThanOrEqual(imports[0]!)
    expect(last).toBeGreaterThanOrEqual(imports.at(-1)!)
    for (const piece of cutting.pieces.filter(piece => piece.line > last)) {
      const heads = piece.preamble?.filter(extent => extent.first === first && extent.last === last)
      expect(heads).toHaveLength(1)
    }
  })

  it('severs no function that fits', async () => {
    const parser = await parserFor(language)
    if (!parser) return
    const tree = parser.parse(text, signal)!
    expect(tree.rootNode.hasError).toBe(false)
    const functions = tree.rootNode.descendantsOfType(languageOf(language).cuts!.functions.split(' '))
    const ranges = functions.map(node => ({ first: node.startPosition.row + 1, last: node.endPosition.row + 1 }))
    tree.delete()
    for (const target of [10, 16, 24]) {
      const { pieces } = await cut(memorySource(text, name), request(language, target))
      for (const { first, last } of ranges.filter(range => range.last - range.first < target * 1.5)) {
        const inside = pieces.find(piece => piece.line > first && piece.line <= last)
        expect(inside, `lines ${first}-${last} cut at ${inside?.line}`).toBeUndefined()
      }
    }
  })

  it('is cut the same way twice, and in any encoding or with any line end', async () => {
    const cutting = await cut(memorySource(text, name), request(language, 15))
    const lines = cutting.pieces.map(piece => piece.line)
    expect(await cut(memorySource(text, name), request(language, 15))).toEqual(cutting)
    const variants = [
      Buffer.from(text.replaceAll('\n', '\r\n')),
      Buffer.from(text.replaceAll('\n', '\r')),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
    ]
    for (const variant of variants) {
      const source = memorySource(variant, name)
      const other = await cut(source, request(language, 15))
      expectLaws(source, other)
      expect(other.pieces.map(piece => piece.line)).toEqual(lines)
    }
  })

  it('fits any budget it can, and never throws on a torn source', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(200),
        fc.integer({ min: 60, max: 3000 }),
        async (from, gap, maxTokens) => {
          const source = memorySource(text.slice(0, from) + text.slice(from + gap), name)
          const cutting = await cut(
            source,
            request(language, 12, { maxTokens, mode: from % 2 ? 'whole' : 'directory' }),
          )
          if (source.size > 0) expectLaws(source, cutting)
        },
      ),
      { numRuns: 25 },
    )
  })
})

it('gives chunks of Python that are Python', async () => {
  const { text } = files.find(file => file.language === 'python')!
  const parser = (await parserFor('python'))!
  for (const size of [8, 14, 20, 40]) {
    const { texts } = await cutLawfully({
      type: sourceCode,
      content: text,
      name: 'ledger.py',
      language: 'python',
      size,
    })
    for (const chunk of texts) {
      const tree = parser.parse(chunk, signal)!
      expect(tree.rootNode.hasError, chunk).toBe(false)
      tree.delete()
    }
  }
})
