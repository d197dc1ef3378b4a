// Anchors of names: what the file defines, brings in, and uses from elsewhere.

import { boundIdentifiers } from '../../../../text/code/symbols/bindings.ts'
import { isBuiltIn } from '../../../../text/code/symbols/built-ins.ts'
import type { Definition } from '../../../../text/code/symbols/code-index.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { AnchorList } from './anchor-list.ts'

const LONGEST_LIST = 200
const MAY_NOT_RUN = Kind.nest | Kind.function | Kind.lambda

export interface Elsewhere {
  readonly name: string
  readonly node: number
}

export function nameAnchors(reading: CodeReading, elsewhere: readonly Elsewhere[], anchors: AnchorList): void {
  const { index, imports } = reading
  // What stands inside of a function no other file can name.
  const named = index.definitions.filter(one => one.nameNode >= 0 && one.around < 0)
  // What other files import comes first, so that a cap never takes it away.
  for (const one of named) if (one.parent < 0) anchors.add('definition', one.name, one.head, pathOf(one))
  for (const { name, node, kind } of topLevelNames(reading)) anchors.add('definition', name, node, { value: kind })
  for (const one of named) if (one.parent >= 0) anchors.add('definition', one.name, one.head, pathOf(one))
  for (const { name, node } of exportedKeys(reading)) anchors.add('definition', name, node, { value: 'property' })
  for (const { specifier, names, passedOn = [], node } of imports) {
    const passed = passedOn.flatMap(({ name }) => (name === '*' ? [] : [name]))
    const wanted = [...names.map(({ original }) => original), ...passed].filter(Boolean)
    const more = reading.tree.around(node, MAY_NOT_RUN) >= 0 ? ({ conditional: true } as const) : {}
    if (wanted.length === 0) anchors.add('import', specifier, node, more)
    for (const value of listed(wanted)) anchors.add('import', specifier, node, { ...more, value })
  }
  for (const { name, node } of elsewhere) anchors.add('reference', name, node)
}

/** Whole names only, as many as an anchor may hold; so all names are held by as many anchors as it takes. */
function listed(names: readonly string[]): string[] {
  const lists: string[] = []
  for (const name of names) {
    const last = lists.at(-1)
    if (last === undefined || last.length + name.length >= LONGEST_LIST) lists.push(name)
    else lists[lists.length - 1] = `${last},${name}`
  }
  return lists
}

function pathOf({ kind, path }: Definition): { value: string; path: string } {
  return { value: kind, path }
}

/** Variables and constants outside of functions: of the file, of a namespace or of a type. */
export function* topLevelNames(reading: CodeReading): Generator<{ name: string; node: number; kind: string }> {
  const { tree, index } = reading
  for (const binding of index.bindings) {
    if (reading.functionAround(binding)) continue
    const isField = index.owners[binding]! >= 0 && index.definitions[index.owners[binding]!]!.kind !== 'namespace'
    for (const node of boundIdentifiers(tree, binding)) {
      const name = tree.textOf(node, 80)
      if (index.nameNodes.has(node)) continue
      const isConstant =
        /^[A-Z][A-Z0-9_]+$/.test(name) || /^(?:export\s+)?const\b/.test(tree.lineText(tree.rows[node]!, 40))
      yield { name, node, kind: isField ? 'field' : isConstant ? 'constant' : 'variable' }
    }
  }
}

/** A module of CommonJS exports an object, however that is put together: any key of any object may be what others import. */
function* exportedKeys({ tree, index }: CodeReading): Generator<Elsewhere> {
  if (!index.names.has('exports') && !index.names.has('module')) return
  for (const pair of index.pairs) {
    const node = tree.first(pair)
    const name = node >= 0 ? tree.textOf(node, 80).replace(/^["']|["']$/g, '') : ''
    if (/^[A-Za-z_$][\w$]*$/.test(name)) yield { name, node }
  }
}

/** Names that are called, built or extended here and are defined neither here nor by the language; each once. */
export function definedElsewhere(reading: CodeReading): Elsewhere[] {
  const { tree, index, calls, imports } = reading
  const own = new Set(index.definitions.map(({ name }) => name))
  const imported = new Set(imports.flatMap(({ names }) => names.map(({ name }) => name)))
  const bound = boundNames(reading)
  const found = new Map<string, number>()
  const offer = (name: string, node: number) => {
    if (name.length < 2 || own.has(name) || found.has(name)) return
    if (isBuiltIn(tree.language, name) && !imported.has(name)) return
    if (bound.has(name) && !imported.has(name)) return
    found.set(name, node)
  }
  for (const call of calls) if (/^[A-Za-z_$][\w$]*[?!]?$/.test(call.name)) offer(call.name, call.node)
  for (const [name, nodes] of index.names) {
    if (!imported.has(name) && !(/^[A-Z][a-z]/.test(name) && isTypeUse(reading, nodes[0]!))) continue
    const used = nodes.find(node => !isImported(reading, node))
    if (used !== undefined) offer(name, used)
  }
  return [...found].map(([name, node]) => ({ name, node })).sort((a, b) => a.node - b.node)
}

function isImported({ tree }: CodeReading, node: number): boolean {
  return tree.around(node, Kind.import) >= 0
}

function isTypeUse({ tree }: CodeReading, node: number): boolean {
  const parent = tree.parents[node]!
  return !tree.is(parent, Kind.member) || tree.first(parent) === node
}

/** Names that are parameters or variables somewhere in the file. */
function boundNames({ tree, index }: CodeReading): Set<string> {
  const names = new Set<string>()
  const addAll = (node: number) => {
    if (node < 0) return
    for (let at = node; at < Math.min(tree.afters[node]!, node + 200); at++)
      if (tree.is(at, Kind.identifier) && tree.isLeaf(at)) names.add(tree.textOf(at, 80))
  }
  for (const node of index.bindings) for (const at of boundIdentifiers(tree, node)) names.add(tree.textOf(at, 80))
  for (const { node, isFunction } of index.definitions)
    if (isFunction) {
      const list = tree.field(node, 'parameters')
      addAll(list >= 0 ? list : tree.child(node, Kind.parameters))
    }
  for (const node of index.loops) addAll(tree.field(node, 'left'))
  return names
}
