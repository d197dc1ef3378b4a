// One pass over a syntax tree: the definitions with their scopes and measures, every name with the places where it
// stands, and the nodes of the kinds that rules ask for.
import { addTo } from '@shoal/base/model/lists'
import { languageOf } from '../languages/registry.ts'
import { ComplexityCounter } from '../metrics/complexity.ts'
import { countParameters } from '../metrics/parameters.ts'
import { definitionName } from './definition-name.ts'
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export interface Definition {
  readonly node: number
  /** The node of its name, -1 for something anonymous. */
  readonly nameNode: number
  readonly name: string
  /** `function`, `method`, `class`, `interface`, `namespace` … */
  readonly kind: string
  readonly isFunction: boolean
  /** The definition it stands in, an index; -1 at the top level. */
  readonly parent: number
  /** The innermost function it stands in, or -1. */
  readonly around: number
  /** `Orders.load`: its name with those around it. */
  readonly path: string
  /** The node to quote it by: its name, so that decorators and modifiers above it do not stand for it. */
  readonly head: number
  /** Where its name stands. */
  readonly line: number
  readonly endLine: number
  readonly parameters: number
  /** McCabe's number: the linearly independent paths. 1 for what is no function. */
  complexity: number
  /** How many of them are cases of a switch. */
  cases: number
  /** How deep control structures stand in each other. */
  nesting: number
}

/** Nodes by kind, in order. */
export interface Listed {
  readonly calls: readonly number[]
  readonly strings: readonly number[]
  readonly comments: readonly number[]
  readonly imports: readonly number[]
  readonly bindings: readonly number[]
  readonly members: readonly number[]
  readonly subscripts: readonly number[]
  readonly catches: readonly number[]
  readonly jumps: readonly number[]
  readonly throws: readonly number[]
  readonly loops: readonly number[]
  readonly pairs: readonly number[]
  readonly binaries: readonly number[]
}

export interface CodeIndex extends Listed {
  readonly tree: SyntaxTree
  readonly definitions: readonly Definition[]
  /** The identifiers of every name, in order. Names of definitions are among them. */
  readonly names: ReadonlyMap<string, readonly number[]>
  /** Nodes that name a definition. */
  readonly nameNodes: ReadonlySet<number>
  /** By node: the innermost definition around it, an index; -1 at the top level. A definition stands in its parent. */
  readonly owners: Int32Array
}

const LISTS = {
  calls: Kind.call,
  strings: Kind.string,
  comments: Kind.comment,
  imports: Kind.import,
  bindings: Kind.binding,
  members: Kind.member,
  subscripts: Kind.subscript,
  catches: Kind.catch,
  jumps: Kind.jump,
  throws: Kind.throw,
  loops: Kind.loop,
  pairs: Kind.pair,
  binaries: Kind.binary,
} as const

const LISTED = Object.values(LISTS).reduce<number>((all, kind) => all | kind, 0)
const DEFINES = Kind.function | Kind.type | Kind.scope
const LONGEST_NAME = 120

export function indexCode(tree: SyntaxTree): CodeIndex {
  const definitions: Definition[] = []
  const names = new Map<string, number[]>()
  const nameNodes = new Set<number>()
  const lists = Object.entries(LISTS).map(([name, kind]) => ({ name, kind, nodes: [] as number[] }))
  const open: number[] = []
  const owners = new Int32Array(tree.count).fill(-1)
  const counter = new ComplexityCounter(tree)
  for (let node = 0; node < tree.count; node++) {
    while (open.length > 0 && tree.afters[definitions[open.at(-1)!]!.node]! <= node) open.pop()
    if (open.length > 0) owners[node] = open.at(-1)!
    const kind = tree.kind(node)
    if (kind === 0) continue
    if ((kind & DEFINES) !== 0) {
      const definition = define(tree, node, kind, definitions, open.at(-1) ?? -1)
      if (definition) {
        open.push(definitions.length)
        definitions.push(definition)
        if (definition.nameNode >= 0) nameNodes.add(definition.nameNode)
        if (definition.isFunction) counter.enter(definition)
      }
    }
    counter.see(node, kind)
    if ((kind & Kind.identifier) !== 0 && tree.isLeaf(node)) {
      const name = tree.textOf(node, LONGEST_NAME)
      addTo(names, name, node)
    }
    if ((kind & LISTED) !== 0) for (const list of lists) if ((kind & list.kind) !== 0) list.nodes.push(node)
  }
  const listed = Object.fromEntries(lists.map(({ name, nodes }) => [name, nodes])) as unknown as Listed
  return { tree, definitions, names, nameNodes, owners, ...listed }
}

/** Far more than people nest: all that stands deeper would repeat it at every level. */
const LONGEST_PATH = 400

function within(path = ''): string {
  return path.length <= LONGEST_PATH ? path : `…${path.slice(-LONGEST_PATH / 2)}`
}

function define(
  tree: SyntaxTree,
  node: number,
  kind: number,
  definitions: readonly Definition[],
  parent: number,
): Definition | null {
  const isFunction = (kind & Kind.function) !== 0
  const { name, nameNode } = definitionName(tree, node)
  if (name === '' && !(isFunction && languageOf(tree.language).namelessFunctions)) return null
  // `struct s` without a body refers to a type, it does not define one; `let x = 1` has no parameter.
  if (isFunction ? isPlainValue(tree, node) : isReference(tree, node)) return null
  const owner = definitions[parent]
  const isMember = owner !== undefined && !owner.isFunction && owner.kind !== 'namespace'
  const head = nameNode > node && nameNode < tree.afters[node]! ? nameNode : node
  return {
    node,
    nameNode,
    head,
    name: name || 'anonymous',
    kind: isFunction
      ? isMember || /^method|^singleton/.test(tree.type(node))
        ? 'method'
        : 'function'
      : kindWord(tree, node),
    isFunction,
    parent,
    around: owner?.isFunction ? parent : (owner?.around ?? -1),
    path:
      [within(owner?.path), languageOf(tree.language).qualifier?.(tree, node), name].filter(Boolean).join('.') ||
      'anonymous',
    line: tree.line(head),
    endLine: tree.endLine(node),
    parameters: isFunction ? countParameters(tree, node) : 0,
    complexity: 1,
    cases: 0,
    nesting: 0,
  }
}

function isPlainValue(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === 'let_binding' && tree.namedChildren(node).every(child => tree.type(child) !== 'parameter')
}

function isReference(tree: SyntaxTree, node: number): boolean {
  return /_specifier$/.test(tree.type(node)) && tree.field(node, 'body') < 0
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/interface|protocol/, 'interface'],
  [/enum/, 'enum'],
  [/trait/, 'trait'],
  [/struct|record|union/, 'struct'],
  [/impl/, 'implementation'],
  [/namespace|module|mod_item|package/, 'namespace'],
  [/object/, 'object'],
  [/class|singleton/, 'class'],
  [/type|newtype|data/, 'type'],
]

function kindWord(tree: SyntaxTree, node: number): string {
  const type = tree.type(node)
  return WORDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'type'
}
