import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../src/content/prose/cut.ts'
import { cutLawfully, type LawfulCut } from '../text/structure/lawful-cut.ts'
import {
  asciidocParts,
  type Document,
  documentOf,
  markdownParts,
  type Part,
  pathAt,
  rstParts,
} from './prose-documents.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../fixtures/structure/${name}`, import.meta.url), 'utf8')

describe.each([
  ['markdown', 'a.md', markdownParts],
  ['reStructuredText', 'a.rst', rstParts],
  ['AsciiDoc', 'a.adoc', asciidocParts],
] as const)('generated %s', (_, path, parts: fc.Arbitrary<Part[]>) => {
  it('is never cut inside a block, and each piece knows the headings above it', async () => {
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 4, max: 40 }),
        async (list, end, size) => {
          const document = documentOf(list, end)
          checkAgainst(document, await cutLawfully(cut, document.text, { path, size }))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is cut the same way in UTF-16', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async list => {
        const { text } = documentOf(list)
        const narrow = await cutLawfully(cut, text, { path, size: 10 })
        const wide = await cutLawfully(cut, Buffer.from(`\ufeff${text}`, 'utf16le'), { path, size: 10 })
        expect(wide.cutting.pieces.map(piece => piece.line)).toEqual(narrow.cutting.pieces.map(piece => piece.line))
        expect(wide.labels).toEqual(narrow.labels)
      }),
      { numRuns: 40 },
    )
  })
})

function checkAgainst(document: Document, { cutting, above, labels }: LawfulCut): void {
  for (const [i, piece] of cutting.pieces.entries()) {
    if (i > 0) expect(document.kept.has(piece.line), `line ${piece.line} stands inside a block`).toBe(false)
    if (cutting.method !== 'headings') continue
    expect(above[i]).toEqual(pathAt(document, piece.line))
    const own = document.headings.find(({ line }) => line === piece.line)
    const around = above[i]!.at(-1)
    if (own) expect(labels[i]).toBe(own.title)
    else if (around) expect(labels[i]).toBe(`${around} (continued)`)
  }
}

describe('cutting prose', () => {
  const section = (title: string, lines: number): string => `${title}\n\n${'text\n'.repeat(lines - 3)}\n`

  it('packs small sections together and cuts at headings, without overlap', async () => {
    const text = Array.from({ length: 50 }, (_, i) => section(`## Part ${i + 1}`, 50)).join('')
    const { cutting, sizes, labels } = await cutLawfully(cut, text, { path: 'a.md', size: 250 })
    expect(sizes).toEqual(Array.from({ length: 10 }, () => 250))
    expect(labels.slice(0, 2)).toEqual(['## Part 1', '## Part 6'])
    expect(cutting).toMatchObject({ overlap: 0, method: 'headings', facts: { dialect: 'markdown' } })
    expect(cutting.pieces[0]!.kind).toBe('sections')
  })

  it('cuts a long section at paragraphs and says so', async () => {
    const paragraphs = Array.from({ length: 100 }, (_, i) => `p${i}\n${'more\n'.repeat(8)}\n`).join('')
    const text = `# Guide\n\n## Setup\n\n${paragraphs}\n## Use\n\nthe end\n`
    const { labels, above, texts } = await cutLawfully(cut, text, { path: 'a.md', size: 250 })
    expect(labels).toEqual(['# Guide', ...Array.from({ length: 4 }, () => '## Setup (continued)')])
    expect(above[1]).toEqual(['# Guide', '## Setup'])
    for (const piece of texts.slice(1)) expect(piece).toMatch(/^p\d+\n/)
  })

  it('uses overlapping ranges of 250 lines where there are no headings', async () => {
    const { cutting, sizes } = await cutLawfully(cut, 'words in a row\n'.repeat(1000), { path: 'a.txt', size: 250 })
    expect(sizes).toEqual([250, 250, 250, 250])
    expect(cutting).toMatchObject({ overlap: 20, method: 'lines' })
  })

  it('cuts a single file of a thousand lines into five to ten pieces', async () => {
    const text = Array.from({ length: 40 }, (_, i) => section(`# ${i}`, 25)).join('')
    const { sizes } = await cutLawfully(cut, text, { path: 'a.md', size: 250, mode: 'single' })
    expect(sizes.length).toBe(5)
  })

  it('keeps to the sizes in a file of very many sections, and an edit moves only the cuts near it', async () => {
    const sections = Array.from({ length: 50_000 }, (_, i) =>
      section(`${'#'.repeat(1 + (i % 3))} S${i}`, 4 + ((i * 7) % 5)),
    )
    const before = await cutLawfully(cut, sections.join(''), { path: 'a.md', size: 200 })
    expect(Math.max(...before.sizes)).toBeLessThanOrEqual(400)
    expect(before.sizes.filter(size => size < 100)).toEqual([])
    expect(before.texts.length / (before.cutting.lineCount / 200)).toBeCloseTo(1, 1)
    sections[25_000] += 'one line more\n'
    const after = await cutLawfully(cut, sections.join(''), { path: 'a.md', size: 200 })
    const known = new Set(before.texts)
    expect(after.texts.filter(text => !known.has(text)).length).toBeLessThanOrEqual(12)
  })

  it('cuts a table that is larger than the budget between rows, under its head', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `| row ${i} | ${'x'.repeat(40)} |`).join('\n')
    const { cutting, above, labels } = await cutLawfully(cut, `# A\n\n| n | v |\n|---|---|\n${rows}\n\n# B\n\nb\n`, {
      path: 'a.md',
      maxTokens: 4000,
    })
    expect(cutting.pieces.length).toBeGreaterThan(5)
    expect(cutting.pieces[2]).toMatchObject({ continuation: true })
    expect(above[2]).toEqual(['# A', '| n | v |\n|---|---|'])
    expect(labels[2]).toBe('# A (continued)')
  })

  it('keeps to the end of the file what a fence never closes, and says so', async () => {
    const { cutting, labels } = await cutLawfully(cut, `# A\n\nx\n\n# B\n\n\`\`\`\n${'# no\n'.repeat(300)}`, {
      path: 'a.md',
      size: 50,
    })
    expect(labels).toEqual(['# A', '# B'])
    expect(cutting.notes).toEqual(['The fenced block opened on line 7 is never closed.'])
  })

  it('takes a rule on the first line for front matter only if it looks like it', async () => {
    const real = await cutLawfully(cut, `---\ntitle: x\ntags:\n  - a\n---\n# A\n\n${'a\n'.repeat(8)}\n# B\n\nb\n`, {
      path: 'a.md',
      size: 10,
    })
    expect(real.labels).toEqual(['# A', '# B'])
    const rule = await cutLawfully(cut, `---\nNo front matter.\n\n# A\n\n${'a\n'.repeat(8)}\n# B\n\nb\n`, {
      path: 'a.md',
      size: 20,
    })
    expect(rule.labels).toEqual(['# A', '# B'])
  })

  it('reads the headings of plain text', async () => {
    const { labels, cutting } = await cutLawfully(cut, fixture('rfc.txt'), { path: 'rfc.txt', size: 12 })
    expect(cutting.facts).toEqual({ dialect: 'text' })
    expect(labels).toEqual(['ABSTRACT', '1.  Introduction', '2.  Framing', '2.1.  Frames'])
  })

  it.each([
    ['guide.md', 'markdown', ['top of the file', '# Guide', '## Install', '### Linux', '## Use', 'Questions']],
    ['manual.rst', 'rst', ['Manual', 'Installing', 'From source', 'Using it']],
    ['book.adoc', 'asciidoc', ['= Book', '== First', '=== Detail', 'Second']],
    ['notes.org', 'org', ['* Notes', '** Tools', '* Later']],
  ])('reads %s', async (name, dialect, expected) => {
    const { labels, cutting } = await cutLawfully(cut, fixture(name), { path: name, size: 6 })
    expect(cutting.facts).toEqual({ dialect })
    expect(labels.filter(label => !label.endsWith('(continued)'))).toEqual(expected)
  })

  it('finds the dialect of a text without a telling name', async () => {
    for (const [name, dialect] of [
      ['guide.md', 'markdown'],
      ['manual.rst', 'rst'],
      ['book.adoc', 'asciidoc'],
    ] as const) {
      expect((await cutLawfully(cut, fixture(name), { path: 'README' })).cutting.facts).toEqual({ dialect })
    }
  })
})
