// Uses of names as rows: calls, types, references and imports. Variables of a function are its own affair and left out.
import type { FactRow } from '../../../model/relation.ts'
import { languageOf } from '../../../text/code/languages/registry.ts'
import { boundIdentifiers } from '../../../text/code/symbols/bindings.ts'
import { isBuiltIn } from '../../../text/code/symbols/built-ins.ts'
import { usedNames } from '../../../text/code/symbols/rust-use.ts'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import type { CodeReading } from '../analyst/reading.ts'
import type { OwnSymbol } from './symbol-rows.ts'

type UseKind = 'call' | 'reference' | 'import' | 'type'

const NAME = /^[@$]{0,2}[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u
const TYPE_PLACE = /(?:^|_)type(?:_|s?$)|heritage|superclass|super_interfaces|base_list|extends|implements/
const PACKAGE = /^package_|^namespace_(?:name|definition|declaration)$|^(?:file_scoped_)?namespace_declaration$/
/** Words of languages that stand where names do. */
const OWN_WORDS: ReadonlySet<string> = new Set('this self static super cls parent _'.split(' '))
const STEPS = 8
/** Steps out of definitions; nothing that people write nests deeper. */
const CLIMB = 50
/** Nodes of a list of parameters that are looked at. */
const LARGEST = 400

export function useRows(reading: CodeReading, symbols: readonly OwnSymbol[]): FactRow[] {
  const { tree, index, path } = reading
  const defined = new Set(symbols.map(({ node }) => node))
  const locals = localNames(reading)
  // `impl Orders` names a type that is defined elsewhere.
  const extended = new Set(index.definitions.filter(({ kind }) => kind === 'implementation').map(one => one.nameNode))
  const brought = new Set(reading.imports.flatMap(({ names }) => names.map(({ node }) => node)))
  const callees = new Set(index.calls.map(node => calleeOf(tree, node)))
  const known = new Set([...symbols.map(({ name }) => name), ...importedNames(reading)])
  const found: { readonly node: number; readonly row: FactRow }[] = []
  const targets = targetsOf(symbols)
  for (const [name, nodes] of index.names) {
    if (!NAME.test(name) || OWN_WORDS.has(name)) continue
    const isForeign = !known.has(name)
    for (const node of nodes) {
      if ((index.nameNodes.has(node) && !extended.has(node)) || defined.has(node)) continue
      const isMember = isMemberName(tree, node)
      if (isParameter(tree, node)) continue
      if (!isMember && isLocal(reading, node, name, { locals, isForeign })) continue
      const kind = brought.has(node) ? 'import' : kindOf(tree, node, callees)
      // The steps of the way to what is imported, and what the language brings along.
      if ((isForeign && kind === 'import') || isPackage(tree, node)) continue
      if (isForeign && !isMember && kind !== 'call' && isBuiltIn(tree.language, name)) continue
      const owner = index.definitions[index.owners[node]!]
      const target = targetOf(reading, node, name, isMember, targets)
      found.push({
        node,
        row: {
          relation: 'uses',
          line: tree.line(node),
          values: {
            name,
            kind,
            scope: owner?.path ?? null,
            target_path: target === null ? null : path,
            target_line: target,
          },
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
      ...passedOn,
    ]),
    ...rust.flatMap(({ name, alias }) => [name, alias ?? name]),
  ]
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
  for (let step = 0; step < 2 && at >= 0; step++, at = tree.parents[at]!)
    if (TYPE_PLACE.test(tree.type(at))) return 'type'
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

/** Lists of parameters of functions without a name. */
const LISTED = /^(?:block|lambda|inferred|closure)_parameters$|^implicit_parameter$/

/** By function, the names of its parameters and variables. */
function localNames({ tree, index }: CodeReading): Map<number, Set<string>> {
  const locals = new Map<number, Set<string>>()
  const add = (owner: number, node: number) => {
    if (index.nameNodes.has(node)) return
    const names = locals.get(owner) ?? new Set<string>()
    locals.set(owner, names.add(tree.textOf(node, 120)))
  }
  const addAll = (owner: number, node: number) => {
    if (node < 0) return
    for (let at = node; at < Math.min(tree.afters[node]!, node + LARGEST); at++)
      if (tree.is(at, Kind.identifier) && tree.isLeaf(at) && !isTypeOf(tree, at)) add(owner, at)
  }
  const functionOf = (node: number): number => {
    const owner = index.owners[node]!
    const definition = index.definitions[owner]
    return !definition ? -1 : definition.isFunction ? owner : definition.around
  }
  for (const binding of index.bindings)
    for (const node of boundIdentifiers(tree, binding)) add(functionOf(binding), node)
  for (const { node, isFunction } of index.definitions)
    if (isFunction)
      for (const field of ['receiver', 'parameter']) addAll(index.owners[node + 1] ?? -1, tree.field(node, field))
  for (let node = 0; node < tree.count; node++) {
    if (tree.is(node, Kind.parameters) || LISTED.test(tree.type(node))) addAll(functionOf(node), node)
    else if (tree.is(node, Kind.lambda))
      for (const field of ['parameter', 'parameters']) addAll(functionOf(node), tree.field(node, field))
  }
  for (const loop of index.loops) {
    for (const field of ['left', 'name', 'pattern']) addAll(functionOf(loop), tree.field(loop, field))
    for (const child of tree.namedChildren(loop))
      if (/^(?:range_clause|variable_declaration|pair)$/.test(tree.type(child)))
        addAll(functionOf(loop), tree.type(child) === 'range_clause' ? tree.field(child, 'left') : child)
    // `foreach ($list as $item)` has no field for it.
    if (tree.language === 'php' && tree.type(loop) === 'foreach_statement')
      addAll(functionOf(loop), tree.namedChildren(loop)[1] ?? -1)
  }
  for (const caught of index.catches)
    for (const field of ['parameter', 'name', 'alias']) addAll(functionOf(caught), tree.field(caught, field))
  return locals
}

function isTypeOf(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === 'type_identifier' || TYPE_PLACE.test(tree.type(tree.parents[node]!))
}

function isLocal(
  { index }: CodeReading,
  node: number,
  name: string,
  { locals, isForeign }: { readonly locals: ReadonlyMap<number, ReadonlySet<string>>; readonly isForeign: boolean },
): boolean {
  let owner = index.owners[node]!
  for (let step = 0; step < CLIMB && owner >= 0; step++, owner = index.definitions[owner]!.parent)
    if (locals.get(owner)?.has(name)) return true
  return isForeign && locals.get(-1)?.has(name) === true
}

interface Targets {
  /** By name, the line of what stands at the top level; null when there are several. */
  readonly top: ReadonlyMap<string, number | null>
  /** The same for members, by `Type.name`. */
  readonly members: ReadonlyMap<string, number | null>
}

function targetsOf(symbols: readonly OwnSymbol[]): Targets {
  const top = new Map<string, number | null>()
  const members = new Map<string, number | null>()
  const put = (map: Map<string, number | null>, key: string, line: number) => map.set(key, map.has(key) ? null : line)
  for (const { name, scope, line, isTop } of symbols) {
    if (isTop) put(top, name, line)
    // A constructor bears the name of its type.
    if (scope === '' || scope === name || scope.endsWith(`.${name}`)) continue
    put(members, `${scope}.${name}`, line)
    // A type is mostly named without its namespace.
    const last = scope.slice(scope.lastIndexOf('.') + 1)
    if (last !== scope) put(members, `${last}.${name}`, line)
  }
  return { top, members }
}

/** Go calls the object of a method as it likes: `func (l *Ledger) Add()`. */
function isReceiver(reading: CodeReading, node: number, name: string): boolean {
  const around = reading.tree.language === 'go' && name !== '' ? reading.functionAround(node) : null
  const receiver = around ? reading.tree.field(around.node, 'receiver') : -1
  return receiver >= 0 && /^\(\s*(\w+)/.exec(reading.tree.textOf(receiver, 100))?.[1] === name
}

const SELF = /^(?:this|self|\$this|@|cls|super)$/

/** The line on which a name is defined in this file, where only one can be meant. */
function targetOf(
  reading: CodeReading,
  node: number,
  name: string,
  isMember: boolean,
  { top, members }: Targets,
): number | null {
  const { tree, index } = reading
  const inside = (): number | null => {
    let at = index.owners[node]!
    for (let step = 0; step < CLIMB && at >= 0; step++, at = index.definitions[at]!.parent) {
      const definition = index.definitions[at]!
      const scope = definition.isFunction ? definition.path.slice(0, -definition.name.length - 1) : definition.path
      const line = scope === '' ? undefined : members.get(`${scope}.${name}`)
      if (line !== undefined) return line
    }
    return null
  }
  if (!isMember) return (languageOf(tree.language).bareMembers ? inside() : null) ?? top.get(name) ?? null
  const object = tree.first(tree.parents[node]!)
  const owner = object >= 0 && object !== node ? tree.textOf(object, 60) : ''
  return SELF.test(owner) || isReceiver(reading, node, owner) ? inside() : (members.get(`${owner}.${name}`) ?? null)
}
