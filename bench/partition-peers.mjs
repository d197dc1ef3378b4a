// The peers, each behind the same face: `open(kind, language)` gives a function from a text to its chunks. They are
// installed with `npm ci --prefix bench/peers`; one that is absent or does not load is left out and named.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** Characters in a chunk, for every splitter. */
export const BUDGET = 8000

const require = createRequire(new URL('./peers/package.json', import.meta.url))
const load = name => import(pathToFileURL(resolve(name)).href)

/** The file that a package gives to `import`; a package without one for `require` is looked up by hand. */
function resolve(name) {
  try {
    return require.resolve(name)
  } catch (error) {
    if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error
    const manifest = new URL(`./peers/node_modules/${name}/package.json`, import.meta.url)
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8'))
    const entry = exports['.'].import?.default ?? exports['.'].import ?? exports['.'].default
    return new URL(entry, manifest).pathname
  }
}

/**
 * @typedef {(text: string) => string[] | Promise<string[]>} Split
 * @typedef {{ name: string, package: string, kinds: string[], open: (kind: string, language: string) => Promise<Split> }} Peer
 */

const TEXT = ['log', 'csv', 'jsonl', 'json', 'json-pretty']
const texts = chunks => chunks.map(chunk => chunk.text)

/** @type {Peer[]} */
export const PEERS = [
  {
    name: 'Chonkie Fast',
    package: '@chonkiejs/core',
    kinds: [...TEXT, 'code', 'markdown'],
    open: () => openChonkie('FastChunker'),
  },
  {
    name: 'Chonkie Recursive',
    package: '@chonkiejs/core',
    kinds: [...TEXT, 'code', 'markdown'],
    open: () => openChonkie('RecursiveChunker'),
  },
  {
    name: 'LangChain Recursive',
    package: '@langchain/textsplitters',
    kinds: [...TEXT, 'code', 'markdown'],
    open: () => openLangChain(null),
  },
  {
    name: 'LangChain by language',
    package: '@langchain/textsplitters',
    kinds: ['code', 'markdown'],
    open: (_, language) => openLangChain(language),
  },
  { name: 'LlamaIndex', package: '@llamaindex/node-parser', kinds: ['code', 'markdown'], open: openLlamaIndex },
  { name: 'Mastra', package: '@mastra/rag', kinds: [...TEXT, 'code', 'markdown'], open: openMastra },
  { name: 'llm-splitter', package: 'llm-splitter', kinds: [...TEXT, 'code', 'markdown'], open: openLlmSplitter },
]

/** The peers that load here, with their versions, and why the others do not. */
export async function availablePeers() {
  const present = []
  const absent = []
  for (const peer of PEERS) {
    try {
      const { version } = JSON.parse(
        readFileSync(new URL(`./peers/node_modules/${peer.package}/package.json`, import.meta.url), 'utf8'),
      )
      await peer.open('code', 'javascript')
      present.push({ ...peer, version })
    } catch (error) {
      absent.push({ name: peer.name, reason: error.code === 'ENOENT' ? 'not installed' : error.message.split('\n')[0] })
    }
  }
  return { present, absent }
}

async function openChonkie(name) {
  const chunker = await (await load('@chonkiejs/core'))[name].create({ chunkSize: BUDGET })
  return async text => texts(await chunker.chunk(text))
}

const LANGCHAIN_NAMES = {
  javascript: 'js',
  typescript: 'js',
  tsx: 'js',
  c: 'cpp',
  cpp: 'cpp',
  php: 'php',
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
  ruby: 'ruby',
  scala: 'scala',
  markdown: 'markdown',
}

async function openLangChain(language) {
  const { RecursiveCharacterTextSplitter } = await load('@langchain/textsplitters')
  const options = { chunkSize: BUDGET, chunkOverlap: 0 }
  const name = LANGCHAIN_NAMES[language]
  const splitter = name
    ? RecursiveCharacterTextSplitter.fromLanguage(name, options)
    : new RecursiveCharacterTextSplitter(options)
  return text => splitter.splitText(text)
}

/** Its code splitter wants a parser: it gets the one that shoal uses, with the same grammars. */
async function openLlamaIndex(kind, language) {
  if (kind === 'code') {
    const { CodeSplitter } = await load('@llamaindex/node-parser/code')
    const { Language, Parser } = await import('web-tree-sitter')
    await Parser.init()
    const parser = new Parser()
    const grammar = readFileSync(new URL(`../grammars/${language}.wasm.br`, import.meta.url))
    parser.setLanguage(await Language.load(brotliDecompressSync(grammar)))
    let tree = null
    const freeing = {
      parse(text) {
        tree?.delete()
        tree = parser.parse(text)
        return tree
      },
    }
    const splitter = new CodeSplitter({ getParser: () => freeing, maxChars: BUDGET })
    return text => splitter.splitText(text)
  }
  const { MarkdownNodeParser } = await load('@llamaindex/core/node-parser')
  const { Document } = await load('@llamaindex/core/schema')
  return text => new MarkdownNodeParser().getNodesFromDocuments([new Document({ text })]).map(node => node.text)
}

async function openMastra(kind, language) {
  const { MDocument } = await load('@mastra/rag')
  const size = { maxSize: BUDGET, overlap: 0 }
  if (kind === 'json' || kind === 'json-pretty')
    return async text => texts(await MDocument.fromJSON(text).chunk({ strategy: 'json', maxSize: BUDGET }))
  if (kind === 'markdown')
    return async text => texts(await MDocument.fromMarkdown(text).chunk({ strategy: 'markdown', ...size }))
  const name = kind === 'code' ? LANGCHAIN_NAMES[language] : undefined
  return async text =>
    texts(await MDocument.fromText(text).chunk({ strategy: 'recursive', ...size, ...(name ? { language: name } : {}) }))
}

async function openLlmSplitter() {
  const { split } = await load('llm-splitter')
  return text => texts(split(text, { chunkSize: BUDGET, chunkStrategy: 'paragraph' }))
}
