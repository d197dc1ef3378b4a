import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../src/content/config/cut.ts'
import { cutLawfully, type LawfulCut } from '../text/structure/lawful-cut.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../../fixtures/structure/${name}`, import.meta.url), 'utf8')
const cutFixture = (name: string, size: number): Promise<LawfulCut> =>
  cutLawfully(cut, fixture(name), { path: name, size })

describe('cutting configuration', () => {
  it('cuts YAML at keys with their comments, and a long key at the keys inside it', async () => {
    const { labels, above, texts, cutting } = await cutFixture('services.yaml', 5)
    expect(labels).toEqual(['version:', 'services.web:', 'services.db:', 'services.cache:', 'volumes:'])
    expect(above[2]).toEqual(['services:'])
    expect(texts[4]).toMatch(/^# Where data is/)
    expect(texts[2]).toMatch(/^ {2}# The database/)
    expect(cutting).toMatchObject({ overlap: 0, method: 'keys', facts: { dialect: 'yaml' } })
  })

  it('cuts YAML at documents', async () => {
    const { labels, above } = await cutFixture('manifests.yaml', 6)
    expect(labels).toEqual(['apiVersion:', 'document 2', 'document 3'])
    expect(above).toEqual([[], [], []])
  })

  it('cuts TOML at sections, not inside strings and arrays', async () => {
    const { labels, above, cutting } = await cutFixture('project.toml', 4)
    expect(labels).toEqual(['top of the file', '[package]', '[dependencies]', '[dependencies.b]', '[[bin]]'])
    expect(above[3]).toEqual(['[dependencies]'])
    expect(cutting).toMatchObject({ overlap: 0, method: 'sections' })
  })

  it('cuts INI at sections, whatever it is called', async () => {
    const ini = Array.from({ length: 40 }, (_, i) => `; about ${i}\n[part ${i}]\nkey=value\nother=1\n\n`).join('')
    for (const path of ['a.ini', 'a.conf', '.gitconfig', 'settings']) {
      const { labels, sizes, texts } = await cutLawfully(cut, ini, { path, size: 20 })
      expect(sizes).toEqual(Array.from({ length: 10 }, () => 20))
      expect(labels[1]).toBe('[part 4]')
      expect(texts[1]).toMatch(/^; about 4\n/)
    }
  })

  it('cuts blocks at braces that count', async () => {
    const { labels, above, texts } = await cutFixture('site.conf', 8)
    expect(labels).toEqual(['http', 'http › server'])
    expect(above[1]).toEqual(['http {'])
    expect(texts[1]).toMatch(/^ {4}# The second one/)
  })

  it('cuts a Makefile at rules and keeps a definition together', async () => {
    const { labels, texts } = await cutFixture('Makefile', 5)
    expect(labels).toEqual(['top of the file', '.PHONY: all', 'build: main.o \\', 'build: main.o \\ (continued)'])
    expect(texts[3]).toMatch(/^define HELP\n.*\nendef/)
  })

  it('cuts a Dockerfile at stages', async () => {
    const stage = (name: string): string =>
      `FROM base AS ${name}\nRUN a \\\n  && FROM b\nCOPY . .\nRUN <<EOF\nFROM no\nEOF\n\n`
    const { labels } = await cutLawfully(cut, stage('one') + stage('two') + stage('three'), {
      path: 'Dockerfile',
      size: 8,
    })
    expect(labels).toEqual(['FROM base AS one', 'FROM base AS two', 'FROM base AS three'])
  })

  it('falls back on ranges of lines with overlap', async () => {
    const { cutting, sizes } = await cutLawfully(cut, 'key = value\n'.repeat(1000), { path: 'a.properties' })
    expect(sizes).toEqual([200, 200, 200, 200, 200])
    expect(cutting).toMatchObject({ overlap: 20, method: 'lines' })
  })

  it('cuts any YAML-like text lawfully, and never inside a block scalar', async () => {
    const scalar = fc
      .integer({ min: 1, max: 9 })
      .map(n => ['script: |', ...Array.from({ length: n }, (_, i) => (i % 3 ? `  key${i}: x` : '  - y'))])
    const key = fc.integer({ min: 0, max: 99 }).map(n => [`k${n}: v`])
    const nested = fc
      .array(fc.oneof(key, scalar), { minLength: 1, maxLength: 6 })
      .map(parts => ['map:', ...parts.flat().map(line => `  ${line}`)])
    const items = fc
      .array(key, { minLength: 1, maxLength: 6 })
      .map(parts => ['list:', ...parts.flat().map(line => `- ${line}`)])
    const document = fc.array(
      fc.oneof(scalar, key, nested, items, fc.constant(['---']), fc.constant(['# c']), fc.constant([''])),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 2, max: 20 }),
        async (parts, end, size) => {
          const { cutting, texts } = await cutLawfully(cut, parts.flat().join(end), { path: 'a.yaml', size })
          if (cutting.method === 'keys')
            for (const text of texts.slice(1)) expect(text).not.toMatch(/^\s*(key\d+:|- y)/)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('cuts any bytes in any format', async () => {
    const piece = fc.constantFrom(
      '[a]',
      '[[b.c]]',
      'k: |',
      '  x',
      '{',
      '}',
      'a {',
      '"',
      '"""',
      '= [',
      ']',
      '<V>',
      '</V>',
      '#',
      '\\',
      '\t',
      '<<EOF',
      'EOF',
      '\n',
      '\n',
      '\r',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 80 }),
        fc.constantFrom('a.yaml', 'a.toml', 'a.ini', 'a.tf', 'Makefile', 'Dockerfile', 'a.conf'),
        async (parts, path) => {
          await cutLawfully(cut, parts.join(''), { path, size: 4, maxTokens: 30 })
        },
      ),
      { numRuns: 400 },
    )
  })
})
