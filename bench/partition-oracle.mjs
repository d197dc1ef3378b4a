// What is really in a text, found without the code under test: functions by their grammar, records, entries, fences.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { Language, Parser } from 'web-tree-sitter'

const SCRIPT =
  'function_declaration function_expression generator_function generator_function_declaration arrow_function method_definition'

/** Node types of functions and methods, by grammar. A grammar that is not named has no functions here. */
const FUNCTIONS = {
  bash: 'function_definition',
  c: 'function_definition',
  cpp: 'function_definition',
  csharp: 'method_declaration constructor_declaration local_function_statement',
  go: 'function_declaration method_declaration func_literal',
  haskell: 'function',
  java: 'method_declaration constructor_declaration',
  javascript: SCRIPT,
  kotlin: 'function_declaration',
  lua: 'function_declaration function_definition',
  php: 'function_definition method_declaration anonymous_function',
  python: 'function_definition',
  ruby: 'method singleton_method',
  rust: 'function_item closure_expression',
  scala: 'function_definition',
  tsx: SCRIPT,
  typescript: SCRIPT,
  zig: 'function_declaration',
}

const parsers = new Map()

/** The functions of a text as [start, end) in characters, those with a syntax error inside left out. */
export async function functionsOf(text, language) {
  if (!FUNCTIONS[language]) return []
  const parser = await parserFor(language)
  const tree = parser.parse(text)
  try {
    const nodes = tree.rootNode.descendantsOfType(FUNCTIONS[language].split(' '))
    return nodes.filter(node => node && !node.hasError).map(node => [node.startIndex, node.endIndex])
  } finally {
    tree.delete()
  }
}

async function parserFor(language) {
  if (!parsers.has(language)) {
    await Parser.init()
    const parser = new Parser()
    parser.setLanguage(
      await Language.load(
        brotliDecompressSync(readFileSync(new URL(`../grammars/${language}.wasm.br`, import.meta.url))),
      ),
    )
    parsers.set(language, parser)
  }
  return parsers.get(language)
}

/** Where the records of a CSV text start: RFC 4180, character by character. */
export function recordStarts(text) {
  const starts = new Set([0])
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (character === '\n' && !quoted && at + 1 < text.length) starts.add(at + 1)
  }
  return starts
}

/** Where the entries of a made log start: each begins with its date, and nothing else does. */
export function entryStarts(text) {
  const starts = new Set()
  for (const { index } of text.matchAll(/^\d{4}-\d{2}-\d{2}T/gm)) starts.add(index)
  return starts
}

/** Scalars in a JSON value, empty containers included. */
export function leafCount(value) {
  if (value === null || typeof value !== 'object') return 1
  const inner = Object.values(value)
  return inner.length === 0 ? 1 : inner.reduce((sum, item) => sum + leafCount(item), 0)
}

/** The fenced blocks and the tables of a Markdown text as [start, end). */
export function blocksOf(text) {
  const fences = []
  const tables = []
  let fence = null
  let table = null
  let at = 0
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (fence) {
      if (mark && mark[1][0] === fence.mark[0] && mark[1].length >= fence.mark.length && mark[2].trim() === '') {
        fences.push([fence.start, at + line.length])
        fence = null
      }
    } else if (mark && !(mark[1][0] === '`' && mark[2].includes('`'))) fence = { mark: mark[1], start: at }
    const isRow = !fence && /^\s*\|.*\|\s*$/.test(line)
    if (isRow) table = [table?.[0] ?? at, at + line.length]
    else if (table) {
      if (text.slice(...table).includes('\n')) tables.push(table)
      table = null
    }
    at += line.length + 1
  }
  if (table) tables.push(table)
  return { fences, tables }
}
