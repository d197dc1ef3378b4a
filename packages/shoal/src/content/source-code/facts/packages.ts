// The package or namespace that a definition stands in, and the types that a type is made from.
import { pushAll } from '@shoal/base/model/lists'
import { languageOf } from '../../../text/code/languages/registry.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import type { CodeReading } from '../analyst/reading.ts'
import { chainOf } from './type-names.ts'

const LONGEST = 600
const CLIMB = 50
const BASES =
  /heritage|^superclass|^super_interfaces|^extends_|^base_list|^base_clause|^base_class_clause|^class_interface_clause|^delegation_specifiers/

export class PackageNames {
  /** What holds from a node on, to the end of the file. */
  private readonly whole: readonly { readonly node: number; readonly name: string }[]
  private readonly packages: RegExp | null

  constructor(private readonly tree: SyntaxTree) {
    this.packages = languageOf(tree.language).packages ?? null
    const found: { node: number; name: string }[] = []
    for (let at = tree.first(0); at >= 0 && this.packages; at = tree.next(at))
      if (this.packages.test(tree.type(at)) && tree.field(at, 'body') < 0)
        found.push({ node: at, name: this.named(at) })
    this.whole = found
  }

  /** `com.shop.orders`; null where the language or the file has none. */
  of(node: number): string | null {
    if (!this.packages) return null
    const { tree } = this
    const steps: string[] = []
    for (let at = tree.parents[node]!, step = 0; step < CLIMB && at >= 0; step++, at = tree.parents[at]!)
      if (this.packages.test(tree.type(at)) && tree.field(at, 'body') >= 0) steps.unshift(this.named(at))
    const file = this.whole.findLast(one => one.node <= node)?.name
    return [file, ...steps].filter(Boolean).join('.') || null
  }

  private named(node: number): string {
    const { tree } = this
    const name = tree.field(node, 'name')
    const text = name >= 0 ? tree.textOf(name, 200) : tree.textOf(node, 200).replace(/^\s*(?:package|namespace)\s+/, '')
    return text
      .replace(/[;{].*$/s, '')
      .replace(/\s+/g, '')
      .replace(/::|\\/g, '.')
  }
}

/** The types that a definition stands in, with itself: its path without namespaces that are packages. */
export function withinOf({ index, tree }: CodeReading, definition: number): string {
  const { packages } = languageOf(tree.language)
  const steps: string[] = []
  for (let at = definition, step = 0; step < CLIMB && at >= 0; step++) {
    const { node, name, parent } = index.definitions[at]!
    if (!packages?.test(tree.type(node))) steps.unshift(name)
    at = parent
  }
  return steps.join('.')
}

/** `Base,mixins.Loud`: what a class extends and implements, in order; null for nothing. */
export function basesOf(tree: SyntaxTree, node: number): string | null {
  const found: string[] = []
  for (const child of tree.namedChildren(node)) {
    if (BASES.test(tree.type(child)) || tree.fieldOf(child, 'superclasses')) found.push(tree.textOf(child, LONGEST))
    else if (tree.type(child) === 'struct_type') pushAll(found, embedded(tree, child))
  }
  const names = found
    .flatMap(text =>
      text.replace(/^[(:<]|\)$/g, '').split(/,|\b(?:extends|implements|public|private|protected|virtual|with)\b/),
    )
    .flatMap(text => (text.includes('=') ? [] : (chainOf(text.trim().split(/[[(]/, 1)[0]!) ?? [])))
  return names.join(',') || null
}

/** Fields of a struct of Go that have no name of their own. */
function embedded(tree: SyntaxTree, struct: number): string[] {
  const list = tree.namedChildren(struct)[0] ?? -1
  return (list < 0 ? [] : tree.namedChildren(list))
    .filter(field => tree.field(field, 'name') < 0 && tree.field(field, 'type') >= 0)
    .map(field => tree.textOf(tree.field(field, 'type'), 120).replace(/^\*/, ''))
}
