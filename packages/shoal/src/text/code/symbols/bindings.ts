// What a binding binds: the names on its left, the value on its right, in the same form for every language.
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

const TARGETS = ['name', 'left', 'pattern', 'declarator'] as const
const VALUES = ['value', 'right', 'default_value'] as const
/** Patterns are small; a larger one is a table. */
const LARGEST = 400

/** The node on the left: a name, a pattern, an element or a field. -1 when there is none. */
export function bindingTarget(tree: SyntaxTree, node: number): number {
  for (const field of TARGETS) {
    const target = tree.field(node, field)
    if (target >= 0) return target
  }
  // `val x = 1` of Kotlin, `const x = 1` of Zig and PHP have no field for it.
  return (
    tree
      .namedChildren(node)
      .find(child => tree.is(child, Kind.identifier) || tree.type(child) === 'variable_declaration') ?? -1
  )
}

/** The identifiers that get a value: one, or those of a pattern. None for an element or a field of something. */
export function boundIdentifiers(tree: SyntaxTree, node: number): number[] {
  const found: number[] = []
  for (let child = tree.first(node); child >= 0; child = tree.next(child))
    if (TARGETS.some(field => tree.fieldOf(child, field))) collect(tree, child, found)
  if (found.length === 0) collect(tree, bindingTarget(tree, node), found)
  return found
}

function collect(tree: SyntaxTree, target: number, found: number[]): void {
  if (target < 0 || tree.is(target, Kind.member | Kind.subscript)) return
  for (let at = target; at < Math.min(tree.afters[target]!, target + LARGEST); at++) {
    if (tree.is(at, Kind.member | Kind.subscript)) at = tree.afters[at]! - 1
    // `{ keys: getKeys }` binds the second.
    else if (tree.is(at, Kind.identifier) && tree.isLeaf(at) && !tree.fieldOf(at, 'key')) found.push(at)
  }
}

/** The node on the right, or -1. */
export function bindingValue(tree: SyntaxTree, node: number): number {
  for (const field of VALUES) {
    const value = tree.field(node, field)
    if (value >= 0) return value
  }
  const children = tree.namedChildren(node)
  return children.length > 1 ? children.at(-1)! : -1
}
