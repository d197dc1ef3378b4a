// The names in a question, and where a file defines and uses them.
import type { Question } from '../../../model/question.ts'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import { topLevelNames } from './anchors/names.ts'
import { type CodeFigures, type NamedPlace, namedPlace } from './figures.ts'
import type { CodeReading } from './reading.ts'

const USES = 60
const PLAIN_WORDS =
  /^(?:function|class|method|variable|constant|module|file|code|type|interface|defined|definition|used|called|calls|where|implemented|declared|located|usage|callers|caller|imports|imported|errors?|security|issues?|structure|architecture|todos?)$/

/** Names somebody asks for: written as names, in quotes, and for "where is … defined" any telling word. */
export function askedNames({ text, names, phrases, words, intents }: Question): string[] {
  const written = [...phrases, ...names]
    .map(name => name.replace(/\(.*\)$/, '').trim())
    .filter(name => /^[\w$.:#>-]+$/.test(name))
  const isAboutNames = intents.includes('definition') || intents.includes('usage')
  const plain = isAboutNames
    ? words
        .filter(word => /^[a-z_$][\w$]+$/.test(word) && !PLAIN_WORDS.test(word))
        .map(word => asWritten(text ?? '', word))
    : []
  return [...new Set([...written, ...plain])].slice(0, 8)
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
    uses.push(...usesOf(reading, last))
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
