// What a module of JavaScript offers by which name: `export { a as b }`, `export default a`, `module.exports = { a, b: c }`, `exports.a = b`.
import { addTo } from '@shoal/base/model/lists'
import type { CodeIndex } from './code-index.ts'
import type { SyntaxTree } from './syntax-tree.ts'

/** The whole of a module: `module.exports = a`, `export = a`. */
export const WHOLE = '='

const LARGEST = 4000

/** By the name that something has in the file, the names that others import it by. Declarations that say `export` themselves are not in it. */
export function exportsByName({ tree, bindings }: CodeIndex): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const add = (own: string, as: string) => {
    addTo(found, own, as)
  }
  for (let at = tree.first(0); at >= 0; at = tree.next(at)) {
    if (tree.type(at) !== 'export_statement' || tree.field(at, 'source') >= 0) continue
    for (const child of tree.namedChildren(at)) {
      if (tree.type(child) === 'identifier') add(tree.textOf(child, 120), isDefault(tree, at) ? 'default' : WHOLE)
      if (tree.type(child) !== 'export_clause') continue
      for (const one of tree.namedChildren(child)) {
        const name = tree.textOf(tree.field(one, 'name'), 120)
        const alias = tree.field(one, 'alias')
        add(name, alias < 0 ? name : tree.textOf(alias, 120))
      }
    }
  }
  for (const node of bindings) {
    const as = assignedExport(tree, node)
    const right = as === null ? -1 : tree.field(node, 'right')
    if (right < 0) continue
    if (tree.type(right) === 'identifier') add(tree.textOf(right, 120), as!)
    else if (as === WHOLE && tree.type(right) === 'object' && tree.afters[right]! - right < LARGEST)
      for (const child of tree.namedChildren(right)) {
        const [key, value] = [tree.field(child, 'key'), tree.field(child, 'value')]
        if (tree.type(child) === 'shorthand_property_identifier') add(tree.textOf(child, 120), tree.textOf(child, 120))
        else if (value >= 0 && tree.type(value) === 'identifier') add(tree.textOf(value, 120), tree.textOf(key, 120))
      }
  }
  return found
}

/** The names by which a definition is exported where it stands: `export const a`, `exports.a = () => 1`. */
export function exportsWhereDefined(tree: SyntaxTree, node: number, name: string): string[] {
  let at = node
  for (let step = 0; step < 4 && at >= 0; step++, at = tree.parents[at]!) {
    const type = tree.type(at)
    if (type === 'export_statement') return [isDefault(tree, at) ? 'default' : name]
    if (type === 'assignment_expression') {
      const as = assignedExport(tree, at)
      return as === null ? [] : as === WHOLE && inObject(tree, node) ? [name] : [as]
    }
    if (/_body$|_block$/.test(type)) return []
  }
  return []
}

function inObject(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parents[node]!
  return tree.type(parent) === 'object' || tree.type(tree.parents[parent] ?? -1) === 'object'
}

/** `a` of `exports.a = …`, `=` of `module.exports = …`; null for any other assignment. */
function assignedExport(tree: SyntaxTree, node: number): string | null {
  const left = tree.field(node, 'left')
  const [, name] = /^(?:module\.)?exports\.([\w$]+)$/.exec(left < 0 ? '' : tree.textOf(left, 160)) ?? []
  if (name !== undefined) return name
  return left >= 0 && tree.textOf(left, 16) === 'module.exports' ? WHOLE : null
}

function isDefault(tree: SyntaxTree, statement: number): boolean {
  for (let child = tree.first(statement); child >= 0; child = tree.next(child))
    if (tree.type(child) === 'default') return true
  return false
}
