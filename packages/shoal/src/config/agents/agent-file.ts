// An agent's file taken apart: the fields of its frontmatter, each with its line, and the body that follows.

import { tooDeepLine } from '@shoal/base/model/yaml-tokens'
import { type Document, isMap, isScalar, LineCounter, type ParsedNode, parseDocument, type YAMLMap } from 'yaml'

/** Something wrong with an agent's file, and where. */
export interface Problem {
  readonly line: number
  readonly what: string
}

export interface Field {
  readonly value: unknown
  /** The line of its name. */
  readonly line: number
}

export interface AgentFile {
  readonly fields: ReadonlyMap<string, Field>
  /** Without the empty lines around it. */
  readonly body: string
  /** The line after the frontmatter. */
  readonly bodyLine: number
}

/** More than any agent needs, and little enough to be read in no time. */
const FRONTMATTER_LIMIT = 20_000

/** Aliases of YAML may multiply a small text into a huge value. */
const ALIAS_LIMIT = 10

/** No field of an agent is a tree. */
const DEEPEST = 20

const FENCE = /^---[ \t]*$/

/** The file taken apart, or the first thing that keeps it from being so. */
export function takeApart(text: string): AgentFile | Problem {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (!FENCE.test(lines[0]!)) return { line: 1, what: 'it must begin with frontmatter between two lines of `---`' }
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line))
  if (end === -1) return { line: 1, what: 'its frontmatter has no end: a second line of `---` is missing' }
  const fields = readFields(lines.slice(1, end).join('\n'))
  if ('what' in fields) return fields
  const rest = lines.slice(end + 1).join('\n')
  return { fields, body: rest.trim(), bodyLine: end + 2 }
}

/** The first line of the text is the second of the file. */
function readFields(text: string): Map<string, Field> | Problem {
  if (text.length > FRONTMATTER_LIMIT)
    return { line: 1, what: `its frontmatter has more than ${FRONTMATTER_LIMIT} characters` }
  const tooDeep = tooDeepLine(text, DEEPEST)
  if (tooDeep !== null) return { line: tooDeep + 1, what: `it is nested more than ${DEEPEST} deep` }
  const counter = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line) + 1
  const document = parseDocument<ParsedNode>(text, {
    lineCounter: counter,
    prettyErrors: false,
    stringKeys: true,
    logLevel: 'error',
  })
  const [trouble] = [...document.errors, ...document.warnings].toSorted((a, b) => a.pos[0] - b.pos[0])
  if (trouble) return { line: lineAt(trouble.pos[0]), what: `not YAML: ${trouble.message.replace(/\s+/g, ' ')}` }
  if (document.contents === null) return new Map()
  if (!isMap(document.contents)) return { line: 2, what: 'its frontmatter must be fields, each as `name: value`' }
  return readPairs(document.contents as YAMLMap.Parsed, document, lineAt)
}

function readPairs(
  map: YAMLMap.Parsed,
  document: Document,
  lineAt: (offset: number) => number,
): Map<string, Field> | Problem {
  const fields = new Map<string, Field>()
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue
    const line = lineAt(key.range[0])
    try {
      fields.set(String(key.value), { value: value?.toJS(document, { maxAliasCount: ALIAS_LIMIT }), line })
    } catch {
      return { line, what: `\`${key.value}\` refers to itself or to too much` }
    }
  }
  return fields
}
