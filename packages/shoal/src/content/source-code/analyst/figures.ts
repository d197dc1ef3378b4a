// The figures of one source file, as `shoal profile --json` prints them and as the synthesis over files reads them.

import type { Json } from '@shoal/base/model/json'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { Danger } from '@shoal/flow/danger'
import type { Flow } from '@shoal/flow/flows'
import type { Repeat } from '../../../text/code/duplicates/repeats.ts'
import { languageOf } from '../../../text/code/languages/registry.ts'
import type { Definition } from '../../../text/code/symbols/code-index.ts'
import { type Elsewhere, topLevelNames } from './anchors/names.ts'
import { packNames, packTested } from './links.ts'
import type { CodeReading } from './reading.ts'
import { clip } from './reading.ts'
import type { Todo } from './rules/comments.ts'
import { isUnusedElsewhere } from './unused.ts'

export interface FunctionFigure {
  readonly name: string
  /** What it stands in, '' at the top level. */
  readonly scope: string
  readonly line: number
  readonly end_line: number
  readonly lines: number
  readonly complexity: number
  readonly nesting: number
  readonly params: number
  readonly exported: boolean
  /** Its first line as it stands in the file. */
  readonly signature: string
}

export interface TypeFigure {
  readonly name: string
  readonly kind: string
  readonly line: number
  readonly end_line: number
  readonly methods: number
  readonly exported: boolean
  readonly signature: string
}

export interface ImportFigure {
  readonly module: string
  readonly names: readonly string[]
  readonly line: number
  /** Only its types are wanted, or it runs only when a function does: it makes no cycle at load time. */
  readonly late: boolean
  readonly quote: string
}

export interface NamedPlace {
  readonly name: string
  readonly kind: string
  readonly line: number
  readonly end_line: number
  readonly quote: string
}

export interface CodeFigures {
  readonly language: string | null
  readonly parser: 'tree-sitter' | 'lines'
  readonly lines: number
  readonly code_lines: number
  readonly comment_lines: number
  readonly blank_lines: number
  readonly function_count: number
  readonly functions: readonly FunctionFigure[]
  readonly class_count: number
  readonly classes: readonly TypeFigure[]
  readonly imports: readonly ImportFigure[]
  readonly exports: readonly string[]
  readonly symbols_elsewhere: readonly string[]
  readonly duplicates: readonly {
    lines: readonly [number, number]
    repeats: readonly [number, number]
    tokens: number
  }[]
  readonly todos: readonly { marker: string; text: string; line: number; quote: string }[]
  readonly dangers: Readonly<Record<string, number>>
  readonly metrics: {
    readonly max_complexity: number
    readonly mean_complexity: number
    readonly max_nesting: number
    readonly longest_function: number
    readonly complex_functions: number
  }
  /** What joins files without reading them again: copies by their fingerprints, uses by the digests of names, null where these are too many. */
  readonly links: {
    readonly test: boolean
    readonly fingerprints: string
    readonly names: string | null
    /** Digests of the names that its tests use. */
    readonly tested: string | null
    /** Definitions that nothing in the file itself refers to. */
    readonly unused: readonly (NamedPlace & { readonly exported: boolean })[]
    readonly candidates: number
    /** Untrusted values that it hands to other files or takes from them; left out where there are none. */
    readonly flows?: readonly Flow[]
  }
  /** Definitions and uses of the names in the question. */
  readonly asked: { readonly definitions: readonly NamedPlace[]; readonly uses: readonly NamedPlace[] }
}

export interface FiledFigures {
  readonly path: string
  readonly figures: CodeFigures
}

/** More functions of one file are only counted, but for those that stand out. */
export const MOST_FUNCTIONS = 400
const STANDING_OUT = 25
const TYPES = 200
const NAMES = 400
const IMPORTS = 300
const UNUSED = 60

export interface Parts {
  readonly reading: CodeReading
  readonly repeats: readonly Repeat[]
  readonly todos: readonly Todo[]
  readonly dangers: readonly Danger[]
  readonly flows: readonly Flow[]
  readonly elsewhere: readonly Elsewhere[]
  readonly fingerprints: string
  readonly asked: CodeFigures['asked']
}

export function figuresOf({ reading, repeats, todos, dangers, flows, elsewhere, ...rest }: Parts): CodeFigures {
  const { index, lines, visibility, tree, isTest } = reading
  const functions = index.definitions.filter(({ isFunction }) => isFunction)
  const types = index.definitions.filter(
    ({ isFunction, kind }) => !isFunction && !/^(?:namespace|implementation)$/.test(kind),
  )
  const isExported = (definition: Definition) => visibility.of(definition).exported
  const methods = new Map<number, number>()
  for (const { parent } of functions) methods.set(parent, (methods.get(parent) ?? 0) + 1)
  const candidates = isTest ? [] : index.definitions.filter(definition => isCandidate(reading, definition))
  const unused = candidates.filter(definition => isUnusedElsewhere(reading, definition))
  const complexities = functions.map(({ complexity }) => complexity)
  return {
    language: tree.language || null,
    parser: 'tree-sitter',
    lines: lines.lines,
    code_lines: lines.code,
    comment_lines: lines.comment,
    blank_lines: lines.blank,
    function_count: functions.length,
    functions: keptFunctions(functions.filter(isTelling)).map(definition => functionFigure(reading, definition)),
    class_count: types.length,
    classes: types.slice(0, TYPES).map(definition => ({
      name: definition.path,
      kind: definition.kind,
      line: definition.line,
      end_line: definition.endLine,
      methods: methods.get(index.definitions.indexOf(definition)) ?? 0,
      exported: isExported(definition),
      signature: reading.quote(definition.head, 120),
    })),
    imports: reading.imports.slice(0, IMPORTS).map(({ specifier, names, line, node }) => ({
      module: clip(specifier, 200),
      names: names.slice(0, 50).map(({ name }) => name),
      line,
      late: isLate(reading, node),
      quote: reading.quote(node, 120),
    })),
    exports: exportsOf(reading, isExported).slice(0, NAMES),
    symbols_elsewhere: elsewhere.slice(0, NAMES).map(({ name }) => name),
    duplicates: repeats.map(({ first, second, tokens }) => ({
      lines: [second.line, second.endLine],
      repeats: [first.line, first.endLine],
      tokens,
    })),
    todos: todos.map(({ marker, text, line }) => ({
      marker,
      text,
      line,
      quote: clip(tree.lineText(line - 1, 240), 120),
    })),
    dangers: countBy(dangers.map(({ rule }) => rule.id)),
    metrics: {
      max_complexity: complexities.reduce((a, b) => Math.max(a, b), 0),
      mean_complexity: functions.length === 0 ? 0 : round(complexities.reduce((a, b) => a + b, 0) / functions.length),
      max_nesting: functions.reduce((most, { nesting }) => Math.max(most, nesting), 0),
      longest_function: functions.reduce((most, { line, endLine }) => Math.max(most, endLine - line + 1), 0),
      complex_functions: complexities.filter(complexity => complexity > 10).length,
    },
    links: {
      test: isTest,
      fingerprints: rest.fingerprints,
      names: packNames(reading, new Set(unused.map(({ name }) => name))),
      tested: packTested(reading),
      unused: unused.slice(0, UNUSED).map(definition => ({
        ...namedPlace(reading, definition, 80),
        exported: isExported(definition),
      })),
      candidates: candidates.length,
      ...(flows.length > 0 && !isTest ? { flows } : {}),
    },
    asked: rest.asked,
  }
}

/** A callback without a name is told only when there is something to it. */
function isTelling({ nameNode, complexity, line, endLine }: Definition): boolean {
  return nameNode >= 0 || complexity > 5 || endLine - line > 40
}

/** In the order of the file; of very many those with most of some measure, and the first ones. */
function keptFunctions(functions: readonly Definition[]): readonly Definition[] {
  if (functions.length <= MOST_FUNCTIONS) return functions
  const measures: ((definition: Definition) => number)[] = [
    ({ complexity }) => complexity,
    ({ line, endLine }) => endLine - line,
    ({ nesting }) => nesting,
    ({ parameters }) => parameters,
  ]
  const outstanding = measures.flatMap(of => functions.toSorted((a, b) => of(b) - of(a)).slice(0, STANDING_OUT))
  const kept = new Set([...new Set([...outstanding, ...functions])].slice(0, MOST_FUNCTIONS))
  return functions.filter(definition => kept.has(definition))
}

export function asJson(figures: CodeFigures): Json {
  return figures as unknown as Json
}

/** The figures of a surveyed file; null for one whose analyst gave others. */
export function readFigures(figures: Json): CodeFigures | null {
  const isOurs = typeof figures === 'object' && figures !== null && !Array.isArray(figures) && 'links' in figures
  return isOurs ? (figures as unknown as CodeFigures) : null
}

export function namedPlace(reading: CodeReading, definition: Definition, most = 160): NamedPlace {
  const { path, kind, line, endLine, head } = definition
  return { name: path, kind, line, end_line: endLine, quote: reading.quote(head, most) }
}

/** Something at the top level that other files might use. */
function isCandidate(reading: CodeReading, definition: Definition): boolean {
  const { visibility, index } = reading
  const owner = index.definitions[definition.parent]
  if (definition.nameNode < 0 || (owner && owner.kind !== 'namespace')) return false
  return !visibility.of(definition).local && (definition.isFunction || /^(?:class|struct)$/.test(definition.kind))
}

function functionFigure(reading: CodeReading, definition: Definition): FunctionFigure {
  const { name, path, line, endLine, complexity, nesting, parameters, head } = definition
  return {
    name,
    scope: path === name ? '' : path.slice(0, Math.max(0, path.length - name.length - 1)),
    line,
    end_line: endLine,
    lines: endLine - line + 1,
    complexity,
    nesting,
    params: parameters,
    exported: reading.visibility.of(definition).exported,
    signature: reading.quote(head, 120),
  }
}

function exportsOf(reading: CodeReading, isExported: (definition: Definition) => boolean): string[] {
  const { tree } = reading
  const own = reading.index.definitions.filter(definition => definition.nameNode >= 0 && isExported(definition))
  const names = own.map(({ path }) => path)
  const isScript = languageOf(tree.language).isScript
  for (const { name, node, kind } of topLevelNames(reading)) {
    const head = tree.lineText(tree.rows[node]!, 60)
    const isOpen = isScript ? /^export\b/.test(head) : /^[A-Z]/.test(name) && !/\b(?:private|static)\b/.test(head)
    if (isOpen && kind !== 'field') names.push(name)
  }
  return [...new Set(names)]
}

function isLate(reading: CodeReading, node: number): boolean {
  const { tree } = reading
  if (
    /^(?:import|export)\s+type\b/.test(tree.textOf(node, 20)) ||
    /\bimport\s*\{\s*type\s[\w$\s]*(?:,\s*type\s[\w$\s]*)*(?:,\s*)?\}/.test(tree.textOf(node, 400))
  )
    return true
  return /\bTYPE_CHECKING\b/.test(parentLine(tree, node)) || reading.functionAround(node) !== null
}

function parentLine(tree: CodeReading['tree'], node: number): string {
  const parent = tree.parents[tree.parents[node]!] ?? -1
  return parent < 0 ? '' : tree.textOf(parent, 60)
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts = emptyRecord<number>()
  for (const name of names) counts[name] = (lookup(counts, name) ?? 0) + 1
  return counts
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
