// The names in a question, and where a file defines and uses them.

import { pushAll } from '@shoal/base/model/lists'
import type { Intent, Question } from '@shoal/base/model/question'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import { topLevelNames } from './anchors/names.ts'
import { type CodeFigures, type NamedPlace, namedPlace } from './figures.ts'
import type { CodeReading } from './reading.ts'

const USES = 60
const MOST_NAMES = 8
/** What a question asks for stands at its start. */
const READ = 4000
const PLAIN_WORDS =
  /^(?:functions?|class(?:es)?|methods?|variables?|constants?|modules?|files?|code|types?|interfaces?|defined|definitions?|used|called|calls|where|implemented|declared|located|usages?|callers?|imports|imported|errors?|security|issues?|structure|architecture|todos?|many|often|places?|lines?|first|last|exactly|actually|currently|anywhere|everywhere|still|ever)$/
/** Questions of other kinds have other answers: there a plain word is a word. */
const OF_NAMES: readonly Intent[] = ['definition', 'usage', 'structure', 'count']
/** "The most complex function" names none. */
const SUPERLATIVE = /\b(?:most|least|fewest|more|less|worst|best|\w{2,}est)\b/i
/** Where a question has the name of a thing: "where is … defined", "who calls …", "the definition of …". */
const SLOTS: readonly RegExp[] = [
  /\b(?:is|are|was|were|does|do|gets?)\s+((?:[\w$.]+\s+){1,4})(?:defined|declared|implemented|located|used|called|imported|referenced|exported)\b/gi,
  /\b(?:who|what|which(?:\s+\w+)?|that)\s+(?:calls?|uses?|imports?|references?|defines?|declares?|implements?|extends?|depends?\s+on)\s+((?:[\w$.]+\s*){1,3})/gi,
  /\b(?:definitions?|declarations?|implementations?|usages?|uses?|callers?|calls|references?)\s+(?:of|to|for)\s+((?:[\w$.]+\s*){1,3})/gi,
]

/** Names somebody asks for: written like code or in quotes, standing where a name stands, or all that there is to ask for. */
export function askedNames(question: Question): string[] {
  const { names, phrases, words, intents } = question
  const written = [...phrases, ...names]
    .map(name => (name.endsWith(')') ? name.split('(', 1)[0]! : name).trim())
    .filter(name => /^[\w$.:#>-]+$/.test(name))
  const isAboutNames = intents.includes('definition') || intents.includes('usage')
  if (!isAboutNames) return [...new Set(written)].slice(0, MOST_NAMES)
  const isOnly = written.length === 0 && intents.every(intent => OF_NAMES.includes(intent))
  const inSlots = slotWords(question)
  const plain =
    inSlots.length > 0 || !isOnly || SUPERLATIVE.test(question.text ?? '') ? inSlots : words.filter(isPlainName)
  return [...new Set([...written, ...plain.map(word => asWritten(question.text ?? '', word))])].slice(0, MOST_NAMES)
}

function slotWords({ text, words }: Question): string[] {
  const slots = SLOTS.flatMap(slot => [...(text ?? '').slice(0, READ).matchAll(slot)].map(match => match[1]!))
  return slots
    .filter(slot => !SUPERLATIVE.test(slot))
    .flatMap(slot => slot.toLowerCase().split(/\s+/))
    .filter(word => words.includes(word) && isPlainName(word))
}

function isPlainName(word: string): boolean {
  return /^[a-z_$][\w$]+$/.test(word) && !PLAIN_WORDS.test(word)
}

/** Words of a question are in lower case; names are not. */
function asWritten(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word)
  return at < 0 ? word : text.slice(at, at + word.length)
}

export function findAsked(reading: CodeReading, question: Question): CodeFigures['asked'] {
  const asked = askedNames(question)
  if (asked.length === 0) return { definitions: [], uses: [] }
  const definitions: NamedPlace[] = []
  const uses: NamedPlace[] = []
  for (const name of asked) {
    const last = name.split(/[.:#>]+/).at(-1)!
    const matches = (candidate: string, path: string) =>
      name === last ? same(candidate, last) : path === name.replaceAll(/::|#|->/g, '.') || path.endsWith(`.${name}`)
    for (const definition of reading.index.definitions)
      if (definition.nameNode >= 0 && matches(definition.name, definition.path))
        definitions.push(namedPlace(reading, definition))
    for (const { name: variable, node, kind } of topLevelNames(reading))
      if (same(variable, last)) definitions.push(variablePlace(reading, variable, kind, node))
    pushAll(uses, usesOf(reading, last))
  }
  const uniqueDefinitions = unique(definitions)
  const isDefinition = new Set(definitions.map(({ line, name }) => `${line}:${name.split('.').at(-1)}`))
  return {
    definitions: uniqueDefinitions,
    uses: unique(uses)
      .filter(({ line, name }) => !isDefinition.has(`${line}:${name}`))
      .slice(0, USES),
  }
}

function variablePlace(reading: CodeReading, name: string, kind: string, node: number): NamedPlace {
  const line = reading.tree.line(node)
  return { name, kind, line, end_line: line, quote: reading.quote(node, 160) }
}

function unique(places: readonly NamedPlace[]): NamedPlace[] {
  return [...new Map(places.map(place => [`${place.line}:${place.name}`, place])).values()]
}

function same(a: string, b: string): boolean {
  return a === b || (a.length > 3 && a.toLowerCase() === b.toLowerCase())
}

/** One per line. */
function usesOf(reading: CodeReading, name: string): NamedPlace[] {
  const { tree, index } = reading
  const places: NamedPlace[] = []
  for (const node of index.names.get(name) ?? []) {
    const line = tree.line(node)
    if (index.nameNodes.has(node) || places.at(-1)?.line === line) continue
    const parent = tree.parents[node]!
    const isCall = [parent, tree.parents[parent] ?? -1].some(
      at => tree.is(at, Kind.call) && tree.starts[at]! <= tree.starts[node]!,
    )
    const kind = tree.around(node, Kind.import) >= 0 ? 'import' : isCall ? 'call' : 'use'
    places.push({ name, kind, line, end_line: line, quote: reading.quote(node, 160) })
    if (places.length >= USES) break
  }
  return places
}
