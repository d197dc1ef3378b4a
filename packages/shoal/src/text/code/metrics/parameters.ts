// Counts the parameters of a function; the receiver (`self`, `this`) is none.
import { Kind } from '../symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'

const NONE = /^(?:self_parameter|keyword_separator|positional_separator|parameter_modifiers|attribute_item|modifiers)$/
const RECEIVER = /^(?:self|cls|this|void)$/
const STEPS = 6

export function countParameters(tree: SyntaxTree, node: number): number {
  if (tree.field(node, 'parameter') >= 0) return 1
  const list = parameterList(tree, node)
  return list < 0 ? 0 : tree.namedChildren(list).reduce((sum, child) => sum + parametersOf(tree, child), 0)
}

/** In C and C++ it hangs on the declarator, which may stand under pointers and references. */
function parameterList(tree: SyntaxTree, node: number): number {
  let at = node
  for (let step = 0; step < STEPS && at >= 0; step++) {
    const named = tree.field(at, 'parameters')
    if (tree.is(named, Kind.parameters)) return named
    const inner = tree.field(at, 'declarator')
    if (inner < 0) break
    at = inner
  }
  return tree.child(node, Kind.parameters)
}

function parametersOf(tree: SyntaxTree, child: number): number {
  if (NONE.test(tree.type(child)) || RECEIVER.test(tree.textOf(child, 8))) return 0
  // Go: `a, b int` is one declaration of two.
  let names = 0
  for (let at = tree.first(child); at >= 0; at = tree.next(at)) if (tree.fieldOf(at, 'name')) names++
  return Math.max(1, names)
}
