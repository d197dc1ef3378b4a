// Names that functions keep to themselves: parameters and variables, with the type that is written beside them where one is.
import { boundIdentifiers } from '../../../text/code/symbols/bindings.ts'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../analyst/reading.ts'
import { declaredType, inferredType, isTypeOf } from './type-names.ts'

/** What is known of a name in one function: the types it is declared with, and those of the values it is given; null for others. */
interface LocalName {
  readonly declared: Set<string>
  readonly given: Set<string | null>
}

export type LocalNames = ReadonlyMap<number, ReadonlyMap<string, LocalName>>

/** Lists of parameters of functions without a name. */
const LISTED = /^(?:block|lambda|inferred|closure)_parameters$|^implicit_parameter$/
/** Nodes of a list of parameters that are looked at. */
const LARGEST = 400
/** Steps out of definitions; nothing that people write nests deeper. */
export const CLIMB = 50

/** By function, an index of its definition; -1 for the file. */
export function localNames({ tree, index }: CodeReading): LocalNames {
  const locals = new Map<number, Map<string, LocalName>>()
  const add = (owner: number, node: number) => {
    if (index.nameNodes.has(node)) return
    const names = locals.get(owner) ?? new Map<string, LocalName>()
    locals.set(owner, names)
    const name = tree.textOf(node, 120)
    const known = names.get(name) ?? { declared: new Set(), given: new Set() }
    names.set(name, known)
    const declared = declaredType(tree, node)
    if (declared !== null) known.declared.add(declared)
    else known.given.add(inferredType(tree, node))
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
    // `x for x in list` of Python is no statement.
    else if (tree.type(node) === 'for_in_clause') addAll(functionOf(node), tree.field(node, 'left'))
    // `Foo q;` of C declares without a value, `with open() as f` of Python gives one elsewhere.
    else if (functionOf(node) >= 0 && /^(?:declaration|as_pattern_target)$/.test(tree.type(node)))
      addAll(functionOf(node), tree.type(node) === 'declaration' ? tree.field(node, 'declarator') : node)
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

export interface FoundLocal {
  /** `Orders`, `load()` for what a call gives; null when nobody can tell. */
  readonly type: string | null
}

/** Null where no function around a node has a parameter or a variable of that name. */
export function findLocal({ index }: CodeReading, node: number, name: string, locals: LocalNames): FoundLocal | null {
  let owner = index.owners[node]!
  for (let step = 0; step < CLIMB && owner >= 0; step++, owner = index.definitions[owner]!.parent) {
    const known = locals.get(owner)?.get(name)
    if (!known) continue
    const types = known.declared.size > 0 ? known.declared : known.given
    return { type: types.size === 1 ? [...types][0]! : null }
  }
  return null
}
