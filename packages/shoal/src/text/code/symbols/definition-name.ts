// Finds what a definition is called, however its grammar says it.
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export interface DefinitionName {
  /** Empty for something anonymous. */
  readonly name: string
  readonly nameNode: number
}

const ANONYMOUS: DefinitionName = { name: '', nameNode: -1 }
/** Fields that hold a name, or lead to it. */
const FIELDS = ['name', 'declarator', 'pattern', 'type'] as const
const STEPS = 8

export function definitionName(tree: SyntaxTree, node: number): DefinitionName {
  let at = node
  for (let step = 0; step < STEPS; step++) {
    const inner = FIELDS.map(field => tree.field(at, field)).find((found, i) => found >= 0 && !isMisled(tree, at, i))
    if (inner === undefined) break
    at = inner
    if (tree.isLeaf(at)) return named(tree, at)
  }
  if (at !== node) return named(tree, lastIdentifier(tree, at))
  const own = tree.child(node, Kind.identifier)
  if (own >= 0 && !tree.is(node, Kind.function)) return named(tree, own)
  return boundName(tree, node)
}

/** A field `type` names an implementation, but is the result of a function and the value of a variable. */
function isMisled(tree: SyntaxTree, node: number, field: number): boolean {
  return FIELDS[field] === 'type' && (tree.kind(node) & (Kind.scope | Kind.type)) === 0 && !isTypeName(tree.type(node))
}

function isTypeName(type: string): boolean {
  return type === 'generic_type' || type === 'reference_type' || type === 'scoped_type_identifier'
}

/** A function that stands where a name is given to it: `const load = () => …`, `{ load: function () … }`. */
function boundName(tree: SyntaxTree, node: number): DefinitionName {
  const parent = tree.parents[node]!
  if (parent < 0) return ANONYMOUS
  const holder = ['name', 'key', 'left', 'property'].map(field => tree.field(parent, field)).find(found => found >= 0)
  if (holder !== undefined && holder !== node && tree.is(parent, Kind.binding | Kind.pair))
    return named(tree, tree.isLeaf(holder) ? holder : lastIdentifier(tree, holder))
  if (!tree.is(parent, Kind.arguments)) return ANONYMOUS
  const call = tree.parents[parent]!
  const callee = tree.text.slice(tree.starts[call]!, tree.starts[parent]!).trim()
  const word = /(?<![\w$])[\w$]+$/.exec(callee.slice(-60))?.[0]
  return word ? { name: `${word} callback`, nameNode: -1 } : ANONYMOUS
}

function named(tree: SyntaxTree, node: number): DefinitionName {
  if (node < 0) return ANONYMOUS
  const name = tree.textOf(node, 120).replace(/^['"]|['"]$/g, '')
  return /\s/.test(name.trim()) ? { name: name.trim().replace(/\s+/g, ' '), nameNode: node } : { name, nameNode: node }
}

/** The last identifier of a dotted or qualified name. */
function lastIdentifier(tree: SyntaxTree, node: number): number {
  let last = -1
  for (let at = node; at < tree.afters[node]!; at++) if (tree.is(at, Kind.identifier) && tree.isLeaf(at)) last = at
  return last >= 0 ? last : node
}
