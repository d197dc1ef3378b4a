// The vendored grammars: each is what the manifest says, loads, and knows every node type that its language names.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Language } from 'web-tree-sitter'
import { LANGUAGES, languageOf } from '../../../src/text/code/languages/registry.ts'
import { parserFor } from '../../../src/text/code/parser.ts'

const FOLDER = new URL('../../../../../grammars/', import.meta.url)
const manifest: Record<string, { sha256: string; licence: string }> = JSON.parse(
  readFileSync(new URL('manifest.json', FOLDER), 'utf8'),
)
const signal = new AbortController().signal

it('has one file and one language for every grammar of the manifest', () => {
  const names = Object.keys(manifest).sort()
  const parsed = LANGUAGES.filter(({ cuts }) => cuts).map(({ name }) => name)
  expect(parsed.sort()).toEqual(names)
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.br'))
  expect(files.sort()).toEqual(names.map(name => `${name}.wasm.br`))
})

describe.each(Object.keys(manifest))('%s', name => {
  it('is the file that was published, under a free licence', () => {
    const wasm = brotliDecompressSync(readFileSync(new URL(`${name}.wasm.br`, FOLDER)))
    expect(createHash('sha256').update(wasm).digest('hex')).toBe(manifest[name]!.sha256)
    expect(['MIT', 'Apache-2.0']).toContain(manifest[name]!.licence)
  })

  it('knows the node types that the language speaks of', async () => {
    const parser = await parserFor(name)
    expect(parser?.language).toBe(name)
    const language = await Language.load(brotliDecompressSync(readFileSync(new URL(`${name}.wasm.br`, FOLDER))))
    const known = new Set(language.types)
    const named = Object.values(languageOf(name).cuts!).join(' ').split(' ').filter(Boolean)
    expect(named.filter(type => !known.has(type))).toEqual([])
  })
})

it('has no parser for a language without a grammar', async () => {
  expect(await parserFor('swift')).toBeNull()
  expect(await parserFor('constructor')).toBeNull()
})

it('gives up when it is told to, and parses the next text from its start', async () => {
  const parser = (await parserFor('python'))!
  const text = 'def f(x):\n    return [x, (x, {x: x})]\n'.repeat(2000)
  expect(parser.parse(text, AbortSignal.abort())).toBeNull()
  const tree = parser.parse('x = 1\n', signal)!
  expect(tree.rootNode.endIndex).toBe(6)
  tree.delete()
})

it('gives up on a text that costs it far too much', async () => {
  const parser = (await parserFor('cpp'))!
  expect(parser.parse('a<b<'.repeat(10_000), signal)).toBeNull()
})
