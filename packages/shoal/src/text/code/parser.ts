// Loads the vendored grammars, one per language and process, and parses text with a cap on effort.

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { packageFile } from '@shoal/base/model/package-files'
import { workWatch } from '@shoal/base/text/worked-time'
import { Language, Parser, type Tree } from 'web-tree-sitter'
import { areParsersBroken, breakParsers } from './broken-parsers.ts'
import { languageOf } from './languages/registry.ts'

/** What a node type means, as a number for quick look-up by type id. */
export const Role = {
  other: 0,
  function: 1,
  type: 2,
  body: 3,
  data: 4,
  glue: 5,
  comment: 6,
  open: 7,
  splice: 8,
  switch: 9,
} as const

export interface CodeParser {
  readonly language: string
  /** Role by node type id; an error node's id lies beyond its end. */
  readonly roles: Uint8Array
  /**
   * The tree, which the caller must `delete`; `null` when it took too much effort or memory, or the signal was aborted. Effort is
   * counted in steps of the parser, so that the same text has the same outcome on any machine; a limit of time stands
   * behind it for the rare text whose steps themselves are slow.
   */
  parse(text: string, signal: AbortSignal): Tree | null
}

/**
 * The parser reads so much text at a time. It reads again what it has looked ahead of, in Scala at nearly every word: the more at a
 * time, the more often the same.
 */
const READ_AT_A_TIME = 256
/** Units read for one of the text: real code takes 1 to 2, in Scala 27; what opens and never closes is sought to the end of the text each time. */
const READS_PER_UNIT = 128
const READS = 100_000
/** Calls of the progress callback: real code takes 4 to 12 for a thousand units of text, a hostile one up to a hundred. */
const STEPS = 1000
const STEPS_PER_UNIT = 0.025
/** Real code parses at a thousand units and more a millisecond, text that is no code at ten; a busy machine takes longer. */
const PARSE_MS = 6000
const PARSE_MS_PER_UNIT = 1 / 50

/** Bytes that all parsers of a thread may hold: dense code takes 170 for a unit of text, a pipe of many programs in Bash thousands. */
const LEAST_MEMORY = 128 * 1024 * 1024
const MEMORY_PER_UNIT = 256
/** Of 64 kB. What asks for more in a single step, where nobody is asked, breaks the parsers of its thread. */
const PAGES = { initial: 512, maximum: 12_288 }

const loaded = new Map<string, Promise<CodeParser | null>>()
let runtime: Promise<void> | null = null
let memory: WebAssembly.Memory | null = null

export function hasParser(language: string): boolean {
  return languageOf(language).cuts !== undefined
}

/** The parser for a language in its canonical spelling; `null` if there is none. Rejects only if a grammar is damaged. */
export function parserFor(language: string): Promise<CodeParser | null> {
  if (!hasParser(language)) return Promise.resolve(null)
  let parser = loaded.get(language)
  if (!parser) {
    parser = load(language)
    loaded.set(language, parser)
  }
  return parser
}

async function load(name: string): Promise<CodeParser> {
  const held = (memory ??= new WebAssembly.Memory(PAGES))
  runtime ??= Parser.init({ wasmMemory: held })
  await runtime
  const language = await Language.load(brotliDecompressSync(readFileSync(packageFile(`grammars/${name}.wasm.br`))))
  const parser = new Parser()
  parser.setLanguage(language)
  return {
    language: name,
    roles: rolesOf(language, name),
    parse(text, signal) {
      let steps = STEPS + text.length * STEPS_PER_UNIT
      let reads = READS + text.length * READS_PER_UNIT
      const limit = PARSE_MS + text.length * PARSE_MS_PER_UNIT
      // What another text has taken is never given back, and may be used.
      const most = Math.max(LEAST_MEMORY + text.length * MEMORY_PER_UNIT, held.buffer.byteLength)
      // Most files are parsed before it is asked for the first time, and the processor time of all threads is dear to ask for.
      let worked: (() => number) | null = null
      const progressCallback = () =>
        --steps < 0 ||
        reads < 0 ||
        held.buffer.byteLength > most ||
        signal.aborted ||
        (worked ??= workWatch())() > limit
      const read = (at: number) => {
        const part = reads < 0 ? '' : text.slice(at, at + READ_AT_A_TIME)
        reads -= part.length
        return part
      }
      if (areParsersBroken()) return null
      let tree: Tree | null
      try {
        tree = parser.parse(read, null, { progressCallback })
      } catch {
        breakParsers()
        return null
      }
      if (tree && reads >= 0) return tree
      tree?.delete()
      // A cancelled parser would go on with the old text at the next call.
      parser.reset()
      return null
    },
  }
}

function rolesOf(language: Language, name: string): Uint8Array {
  const row = languageOf(name).cuts!
  const byType = new Map<string, number>()
  const put = (types: string, role: number) => {
    for (const type of types.split(' ')) if (type) byType.set(type, role)
  }
  put(row.functions, Role.function)
  put(row.types, Role.type)
  put(row.bodies, Role.body)
  put(row.data, Role.data)
  put(row.glue ?? '', Role.glue)
  put(row.comments, Role.comment)
  put(row.open ?? '', Role.open)
  put(row.splice ?? '', Role.splice)
  put(row.switches ?? '', Role.switch)
  const roles = new Uint8Array(language.nodeTypeCount)
  for (let id = 0; id < roles.length; id++) {
    const type = language.nodeTypeForId(id)
    if (type && language.nodeTypeIsNamed(id)) roles[id] = byType.get(type) ?? Role.other
  }
  return roles
}
