// A chunk of code is a document of its language: what is open where it starts or ends is opened and closed around it.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceCode } from '../../src/content/source-code/index.ts'
import { parserFor } from '../../src/text/code/parser.ts'
import { cutLawfully } from '../conformance/cutting.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/code')
const languageOf = (name: string) => sourceCode.extensions[extname(name)]?.language ?? null
const signal = new AbortController().signal

async function parses(text: string, language: string): Promise<boolean> {
  const parser = await parserFor(language)
  const tree = parser!.parse(text, signal)
  const fine = tree !== null && !tree.rootNode.hasError
  tree?.delete()
  return fine
}

describe('every chunk parses where its file does', () => {
  it.each(readdirSync(folder))('%s', async name => {
    const language = languageOf(name)
    const content = readFileSync(join(folder, name), 'utf8')
    if (language === null || !(await parserFor(language)) || !(await parses(content, language))) return
    const { partition, texts } = await cutLawfully({ type: sourceCode, content, name, language, size: 12 })
    expect(partition.chunks.length).toBeGreaterThan(1)
    for (const [k, text] of texts.entries()) {
      expect(await parses(text, language), `chunk ${k + 1}, ${partition.chunks[k]!.label}:\n${text}`).toBe(true)
    }
  })

  it('a literal whose first element stands on its opening line', async () => {
    const entry = (i: number) => `           'key${i}': ('_G',\n                     'value ${i}'),\n`
    const content = `"""Data."""\n\nMODULES = {'first': ('_G',\n                     'x'),\n${Array.from({ length: 600 }, (_, i) => entry(i)).join('')}           }\n`
    const { partition, texts } = await cutLawfully({ type: sourceCode, content, name: 'data.py', language: 'python' })
    expect(partition.chunks.length).toBeGreaterThan(3)
    for (const text of texts) expect(await parses(text, 'python'), text.slice(0, 300)).toBe(true)
    expect(partition.chunks.slice(1).every(chunk => chunk.continuation)).toBe(true)
  })

  it('a class of 5,000 lines, in a language with braces', async () => {
    const method = (i: number) =>
      `  public int value${i}(int x) {\n    if (x > ${i}) {\n      return x;\n    }\n    return ${i};\n  }\n\n`
    const content = `package demo;\n\nimport java.util.List;\n\npublic class Big {\n  private int a;\n\n${Array.from({ length: 714 }, (_, i) => method(i)).join('')}}\n`
    const { partition, texts } = await cutLawfully({ type: sourceCode, content, name: 'Big.java', language: 'java' })
    expect(partition.chunks.length).toBeGreaterThan(15)
    for (const text of texts) {
      expect(text.match(/import java\.util\.List;/g)).toHaveLength(1)
      expect(text.match(/public class Big \{/g)).toHaveLength(1)
      expect(await parses(text, 'java')).toBe(true)
    }
  })
})
