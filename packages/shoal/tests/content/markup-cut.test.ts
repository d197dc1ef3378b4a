import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../src/content/markup/cut.ts'
import { cutLawfully } from '../text/structure/lawful-cut.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../fixtures/structure/${name}`, import.meta.url), 'utf8')

describe('cutting markup', () => {
  it('cuts between elements below their wrappers, under the start tags of these', async () => {
    const entries = Array.from({ length: 1000 }, (_, i) => `    <entry id="${i + 1}">x</entry>\n`).join('')
    const text = `<?xml version="1.0"?>\n<feed>\n  <entries>\n${entries}  </entries>\n</feed>\n`
    const { labels, above, cutting } = await cutLawfully(cut, text, { path: 'a.xml' })
    expect(labels).toHaveLength(6)
    expect(labels.at(-1)).toMatch(/^<entry> \d+-1000$/)
    const bounds = labels.map(label => /^<entry> (\d+)-(\d+)$/.exec(label)!.slice(1).map(Number))
    for (const [i, [from]] of bounds.entries()) expect(from).toBe(i === 0 ? 1 : bounds[i - 1]![1]! + 1)
    expect(above.slice(1)).toEqual(Array.from({ length: 5 }, () => ['<feed>', '<entries>']))
    expect(cutting).toMatchObject({ overlap: 0, method: 'elements', facts: { dialect: 'xml' } })
  })

  it('is not misled by comments, CDATA, quotes and declarations', async () => {
    const { labels, above, texts } = await cutLawfully(cut, fixture('feed.xml'), { path: 'feed.xml', size: 16 })
    expect(labels).toEqual(['<entry> 1-2', '<entry> 3-5'])
    expect(above[1]).toEqual(['<feed xmlns="urn:x"\n      lang="en">', '<entries>'])
    expect(texts[1]).toMatch(/^ {4}<!--\n/)
  })

  it('reads HTML with void elements, raw text and end tags left out', async () => {
    const { labels, above } = await cutLawfully(cut, fixture('page.html'), { path: 'page.html', size: 6 })
    expect(above.slice(2).map(path => path[0])).toEqual(above.slice(2).map(() => '<html>'))
    expect(labels.at(-1)).toBe('<section> 6')
    expect(above.at(-1)).toEqual(['<html>', '<body>'])
  })

  it('leaves one giant line to be split by size', async () => {
    const { sizes } = await cutLawfully(cut, `<a>${'<b>x</b>'.repeat(60_000)}</a>`, { path: 'a.xml' })
    expect(sizes).toEqual([1])
  })

  it('uses ranges of lines where no element starts a line', async () => {
    const { cutting, sizes } = await cutLawfully(cut, `<a>${'text\n'.repeat(1000)}</a>`, { path: 'a.xml' })
    expect(cutting).toMatchObject({ overlap: 20, method: 'lines' })
    expect(sizes.length).toBe(6)
  })

  it('reads the sections of TeX', async () => {
    const section = (n: number): string =>
      `\\section{S${n}}\n\ntext\n\\begin{verbatim}\n\\section{no}\n\\end{verbatim}\n\n`
    const { labels } = await cutLawfully(cut, [1, 2, 3].map(section).join(''), { path: 'a.tex', size: 7 })
    expect(labels).toEqual(['\\section{S1}', '\\section{S2}', '\\section{S3}'])
  })

  it('cuts well-formed documents only where an element starts, and knows its ancestors', async () => {
    interface Tree {
      readonly name: string
      readonly children: readonly Tree[]
    }
    const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
      tree: fc.record({
        name: fc.constantFrom('a', 'b', 'item', 'x:y'),
        children: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          fc.constant([]),
          fc.array(tie('tree'), { maxLength: 6 }),
        ),
      }),
    }))
    const lines = (
      { name, children }: Tree,
      depth = 0,
      path: readonly string[] = [],
    ): { text: string; path: readonly string[] }[] => [
      { text: `${' '.repeat(depth)}<${name}>`, path },
      ...children.flatMap(child => lines(child, depth + 1, [...path, `<${name}>`])),
      { text: `${' '.repeat(depth)}</${name}>`, path: [] },
    ]
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 2, max: 20 }),
        async (root, end, size) => {
          const expected = lines(root)
          const { cutting, above } = await cutLawfully(cut, expected.map(({ text }) => text).join(end), {
            path: 'a.xml',
            size,
          })
          if (cutting.method !== 'elements') return
          for (const [i, piece] of cutting.pieces.entries()) {
            if (i === 0 || !expected[piece.line - 1]!.text.trim().match(/^<[^/]/)) continue
            expect(above[i]).toEqual(expected[piece.line - 1]!.path)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('cuts any text', async () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '<a>',
      '</a>',
      '<a',
      '/>',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '<!',
      '[',
      ']',
      '<script>',
      '</script>',
      'text',
      '\n',
      '\r',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 80 }), fc.constantFrom('a.xml', 'a.html'), async (parts, path) => {
        await cutLawfully(cut, parts.join(''), { path, size: 3, maxTokens: 30 })
      }),
      { numRuns: 400 },
    )
  })
})
