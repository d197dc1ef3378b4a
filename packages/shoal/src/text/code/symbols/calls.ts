// A call as rules need it: what is called on what, and its arguments, in the same form for every language.
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

export interface Call {
  readonly node: number
  /** What is called, dots for all separators, no blanks: `os.environ.get`, `logger.info`, `println`. */
  readonly callee: string
  /** `os.environ`; empty for a plain function. */
  readonly receiver: string
  /** `get`. */
  readonly name: string
  readonly isNew: boolean
  /** Nodes of the arguments, their wrappers taken off. */
  readonly arguments: readonly number[]
}

const LONGEST = 160
const WRAPPERS = /^(?:argument|value_argument)$/

export function readCall(tree: SyntaxTree, node: number): Call {
  const list = tree.child(node, Kind.arguments)
  const start = tree.starts[node]!
  const end = list >= 0 ? tree.starts[list]! : calleeEnd(tree, node)
  // Of a long chain only the end says what is called.
  const written = tree.text.slice(Math.max(start, end - LONGEST), end)
  const callee = plainCallee(written)
  const dot = callee.lastIndexOf('.')
  return {
    node,
    callee,
    receiver: dot < 0 ? '' : callee.slice(0, dot),
    name: callee.slice(dot + 1),
    isNew: /^\s*new\b/.test(written) || /^(?:object_creation|new)_expression$/.test(tree.type(node)),
    arguments: argumentsOf(tree, node, list),
  }
}

/** A bare callee: `a?.b`, `a->b`, `A::b`, `print!`, `new A<T>` → `a.b`, `A.b`, `print`, `A`. */
function plainCallee(written: string): string {
  return written
    .replace(/^\s*(?:new|await|go|defer|async)\s+/, '')
    .replace(/<[^<>()]*>\s*$/, '')
    .replace(/\s+/g, '')
    .replace(/\?\.|!\.|->|::|:(?=\w+$)/g, '.')
    .replace(/(?<![!?(])[!?(]+$/, '')
    .replace(/\$/g, '')
}

/** Where what is called ends in a call without a list of arguments. */
function calleeEnd(tree: SyntaxTree, node: number): number {
  const named = ['function', 'name', 'method', 'macro', 'target']
    .map(field => tree.field(node, field))
    .find(at => at >= 0)
  const first = named ?? tree.first(node)
  return first < 0 ? tree.ends[node]! : tree.ends[first]!
}

function argumentsOf(tree: SyntaxTree, node: number, list: number): number[] {
  const children = list >= 0 ? tree.namedChildren(list) : tree.namedChildren(node).slice(1)
  return children.map(child => {
    if (!WRAPPERS.test(tree.type(child))) return child
    return tree.namedChildren(child).at(-1) ?? child
  })
}
