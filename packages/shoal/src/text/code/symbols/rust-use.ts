// `use a::{b, c as d, e::*}` of Rust as single names.
import type { SyntaxTree } from './syntax-tree.ts'

export interface UsedName {
  /** What stands before the name: `a::e`. */
  readonly module: string
  /** `*` for all. */
  readonly name: string
  readonly alias: string | null
}

const DEEPEST = 20
const MOST = 10_000
const LONGEST = 100_000

/** The names of a `use` declaration. */
export function usedNames(tree: SyntaxTree, node: number): UsedName[] {
  const argument = tree.field(node, 'argument')
  return argument < 0 ? [] : expandUse(tree.textOf(argument, LONGEST))
}

function expandUse(tree: string): UsedName[] {
  const found: UsedName[] = []
  expand('', tree.replace(/\s+/g, ' ').trim(), found, 0)
  return found
}

function expand(prefix: string, tree: string, found: UsedName[], depth: number): void {
  if (found.length >= MOST || depth > DEEPEST || tree === '') return
  const brace = tree.indexOf('{')
  if (brace >= 0) {
    const own = tree.slice(0, brace).replaceAll(' ', '').replace(/::$/, '')
    for (const part of parts(tree.slice(brace + 1).replace(/\} *$/, '')))
      expand(joined(prefix, own), part.trim(), found, depth + 1)
    return
  }
  const [path = '', alias = null] = tree.split(' as ')
  const steps = joined(prefix, path.replaceAll(' ', '')).split('::')
  const last = steps.pop()!
  // `self` is the module itself.
  if (last === 'self' && steps.length > 0)
    found.push({ module: steps.slice(0, -1).join('::') || steps[0]!, name: steps.at(-1)!, alias })
  else found.push({ module: steps.join('::') || last, name: last, alias })
}

function joined(prefix: string, path: string): string {
  return prefix === '' || path === '' ? prefix + path : `${prefix}::${path}`
}

/** The elements between commas, those in braces apart. */
function parts(list: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < list.length; at++) {
    const unit = list[at]
    if (unit === '{') depth++
    else if (unit === '}') depth--
    else if (unit === ',' && depth === 0) {
      found.push(list.slice(from, at))
      from = at + 1
    }
  }
  return [...found, list.slice(from)].filter(part => part.trim() !== '')
}
