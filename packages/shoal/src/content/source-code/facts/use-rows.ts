// Uses of names as rows: calls, types, references and imports. Variables of a function are its own affair and left out.
import type { FactRow } from '@shoal/base/model/relation'
import { isBuiltIn } from '../../../text/code/symbols/built-ins.ts'
import { usedNames } from '../../../text/code/symbols/rust-use.ts'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import type { CodeReading } from '../analyst/reading.ts'
import { findLocal, localNames } from './local-names.ts'
import type { OwnSymbol } from './symbol-rows.ts'
import { isTypeOf, isTypePlace } from './type-names.ts'
import { UseLinks } from './use-links.ts'

type UseKind = 'call' | 'reference' | 'import' | 'type'

const NAME = /^[@$]{0,2}[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u
const PACKAGE = /^package_|^namespace_(?:name|definition|declaration)$|^(?:file_scoped_)?namespace_declaration$/
/** Words of languages that stand where names do. */
const OWN_WORDS: ReadonlySet<string> = new Set('this self static super cls parent _'.split(' '))
const STEPS = 8

export function useRows(reading: CodeReading, symbols: readonly OwnSymbol[]): FactRow[] {
  const { tree, index } = reading
  const defined = new Set(symbols.map(({ node }) => node))
  const locals = localNames(reading)
  // `impl Orders` names a type that is defined elsewhere.
  const extended = new Set(index.definitions.filter(({ kind }) => kind === 'implementation').map(one => one.nameNode))
  const brought = new Set(reading.imports.flatMap(({ names }) => names.map(({ node }) => node)))
  const callees = new Set(index.calls.map(node => calleeOf(tree, node)))
  const known = new Set([...symbols.map(({ name }) => name), ...importedNames(reading)])
  const found: { readonly node: number; readonly row: FactRow }[] = []
  const links = new UseLinks(reading, symbols, locals)
  const bindings = importedAs(reading)
  for (const [name, nodes] of index.names) {
    if (!NAME.test(name) || OWN_WORDS.has(name)) continue
    const isForeign = !known.has(name)
    for (const node of nodes) {
      if ((index.nameNodes.has(node) && !extended.has(node)) || defined.has(node)) continue
      const isMember = isMemberName(tree, node)
      if (isParameter(tree, node)) continue
      const isLocal = findLocal(reading, node, name, locals) !== null || (isForeign && locals.get(-1)?.has(name))
      if (!isMember && isLocal) continue
      const kind = brought.has(node) ? 'import' : kindOf(tree, node, callees)
      // The steps of the way to what is imported, and what the language brings along.
      if ((isForeign && kind === 'import') || isPackage(tree, node)) continue
      if (isForeign && !isMember && kind !== 'call' && isBuiltIn(tree.language, name)) continue
      const owner = index.definitions[index.owners[node]!]
      const { target, line, link } =
        kind === 'import'
          ? { target: null, line: null, link: bindings.get(node) ?? null }
          : links.of(node, name, isMember)
      found.push({
        node,
        row: {
          relation: 'uses',
          line: tree.line(node),
          values: { name, kind, scope: owner?.path ?? null, target, target_line: line, _link: link },
        },
      })
    }
  }
  return found.sort((a, b) => a.node - b.node).map(({ row }) => row)
}

function importedNames({ imports, tree }: CodeReading): string[] {
  const rust = tree.language === 'rust' ? imports.flatMap(({ node }) => usedNames(tree, node)) : []
  return [
    ...imports.flatMap(({ names, passedOn = [] }) => [
      ...names.flatMap(({ name, original }) => [name, original]),
      ...passedOn.flatMap(({ name, as }) => [name, as]),
    ]),
    ...rust.flatMap(({ name, alias }) => [name, alias ?? name]),
  ]
}

/** By the name in an import, what it leads to: the name it gets here, or, with `^`, the one that it is handed on under. */
function importedAs({ imports, tree }: CodeReading): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  const all = (node: number, words: readonly string[], link: string) => {
    for (let at = node; at < tree.afters[node]!; at++)
      if (tree.isLeaf(at) && words.includes(tree.textOf(at, 200))) found.set(at, link)
  }
  for (const { names, passedOn = [], node: statement } of imports) {
    for (const { name, original, node } of names) all(node, [name, original], name)
    for (const { name, as } of passedOn) all(statement, [name, as], `^${as}`)
    if (tree.language === 'rust')
      for (const { name, alias } of usedNames(tree, statement)) all(statement, [name, alias ?? name], alias ?? name)
  }
  return found
}

function isPackage(tree: SyntaxTree, node: number): boolean {
  let at = tree.parents[node]!
  for (let step = 0; step < 4 && at >= 0; step++, at = tree.parents[at]!)
    if (PACKAGE.test(tree.type(at))) return tree.field(at, 'body') < 0 || tree.fieldOf(node, 'name')
  return false
}

function kindOf(tree: SyntaxTree, node: number, callees: ReadonlySet<number>): UseKind {
  if (callees.has(node)) return 'call'
  if (tree.around(node, Kind.import) >= 0) return 'import'
  if (tree.type(node) === 'type_identifier') return 'type'
  let at = tree.parents[node]!
  for (let step = 0; step < 2 && at >= 0; step++, at = tree.parents[at]!) if (isTypePlace(tree, at)) return 'type'
  return 'reference'
}

/** The identifier that a call names: the last of what stands before its arguments. */
function calleeOf(tree: SyntaxTree, call: number): number {
  let at = ['function', 'method', 'name', 'constructor', 'type', 'macro', 'target']
    .map(field => tree.field(call, field))
    .find(child => child >= 0)
  at ??= tree.first(call)
  // Tokens such as `new` stand before it.
  while (at >= 0 && !tree.isNamed(at)) at = tree.next(at)
  for (let step = 0; step < STEPS && at >= 0; step++) {
    if (tree.isLeaf(at)) return tree.is(at, Kind.identifier) ? at : -1
    const inner: number[] = tree.namedChildren(at).filter(child => !/arguments|argument_list/.test(tree.type(child)))
    const next = inner.at(-1)
    if (next === undefined) return tree.is(at, Kind.identifier) ? at : -1
    at = next
  }
  return -1
}

/** The name of a parameter of a function, or of a function's type, that has no body. */
function isParameter(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parents[node]!
  return (
    parent >= 0 &&
    /(?:^|_)parameter(?:_declaration)?$/.test(tree.type(parent)) &&
    !isTypeOf(tree, node) &&
    !tree.fieldOf(node, 'value')
  )
}

/** It names a part of something: `object.name`, `{ name: 1 }`, `f(name=1)`. */
function isMemberName(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parents[node]!
  if (parent < 0) return false
  if (/^(?:property|field)_identifier$/.test(tree.type(node))) return true
  if (tree.is(parent, Kind.pair)) return tree.first(parent) === node
  if (tree.is(parent, Kind.member)) return tree.first(parent) !== node
  // Grammars in which a call holds its receiver itself, or the name stands in a suffix.
  return (
    /^[.?!:>-]{1,3}$/.test(tree.text.slice(Math.max(0, tree.starts[node]! - 1), tree.starts[node]!)) &&
    /call|invocation|suffix|access|member|field/.test(tree.type(parent))
  )
}
