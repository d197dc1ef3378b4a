// The type of a name as far as its declaration says it: `orders: Orders`, `Orders orders`, `orders = new Orders()`.
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'

const TYPE_PLACE = /(?:^|_)type(?:_|s?$)|heritage|superclass|super_interfaces|base_list|extends|implements/
const CHAIN = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?)*(?:\(\))?$/u
export const LONGEST = 200
const STEPS = 5

/** It names a type, or stands where one is named. */
export function isTypeOf(tree: SyntaxTree, node: number): boolean {
  return /^(?:type|namespace|package)_identifier$/.test(tree.type(node)) || isTypePlace(tree, tree.parents[node]!)
}

export function isTypePlace(tree: SyntaxTree, node: number): boolean {
  return TYPE_PLACE.test(tree.type(node))
}

/** The type that is written beside a name that is declared; null when none is, or more than one could be meant. */
export function declaredType(tree: SyntaxTree, node: number): string | null {
  const own = typeField(tree, declaration(tree, node))
  return own < 0 || isGuessed(tree, own) ? null : typeName(tree.textOf(own, LONGEST))
}

/** What the value that a name is given was made by: `Orders` of `new Orders()`, `load()` of `load(path)`. */
export function inferredType(tree: SyntaxTree, node: number): string | null {
  const own = declaration(tree, node)
  // `val x = f()` of Kotlin wraps the name.
  const at =
    tree.type(own) === 'variable_declaration' && tree.is(tree.parents[own]!, Kind.binding) ? tree.parents[own]! : own
  let value = ['value', 'right'].map(field => tree.field(at, field)).find(found => found >= 0) ?? -1
  const children = tree.namedChildren(at)
  if (value < 0 && tree.is(at, Kind.binding) && children.length > 1) value = children.at(-1)!
  // `a, b := f()` gives each its own.
  if (value < 0 || children.length > 3 || value <= node) return null
  if (tree.type(value) === 'expression_list') {
    if (tree.namedChildren(value).length !== 1 || tree.textOf(at, LONGEST).split(/[:=]/)[0]!.includes(',')) return null
    value = tree.namedChildren(value)[0]!
  }
  return made(tree.textOf(value, LONGEST))
}

/** What a function gives back, or a field holds. */
export function resultType(tree: SyntaxTree, node: number): string | null {
  for (const field of ['return_type', 'returns', 'result', 'type']) {
    const at = tree.field(node, field)
    if (at >= 0) return typeName(tree.textOf(at, LONGEST))
  }
  const own = tree.type(node) === 'function_declaration' ? tree.namedChildren(node) : []
  const written = own.find(child => /^(?:user|nullable)_type$/.test(tree.type(child)))
  return written === undefined ? null : typeName(tree.textOf(written, LONGEST))
}

/** `Foo`, `a.Foo` of how a type is written; null for lists, unions and what else is no one type with a name. */
export function typeName(written: string): string | null {
  const bare = withoutBrackets(written, '<', '>')
    .replace(/^[:&*\s'"]+/, '')
    .replace(/^(?:mut|const|readonly|final|struct|class|dyn)\s+/, '')
    .replace(/(?<!\s)\s*\|\s*(?:null|undefined|None)$/, '')
    .replace(/(?<![?&*!'"\s])[?&*!'"\s]+$/, '')
    .replace(/::|\\/g, '.')
    .replace(/^\./, '')
  return CHAIN.test(bare) && !bare.includes('(') ? bare : null
}

/** A chain of names as links write it: `a?.b(x)->c` → `a.b().c`; null when it holds anything else. */
export function chainOf(written: string): string | null {
  if (written.length > LONGEST) return null
  const plain = withoutBrackets(withoutBrackets(written, '(', ')', '()'), '<', '>')
    .replace(/\s+/g, '')
    .replace(/\?\.|!\.|->|::|\\/g, '.')
    .replace(/^[.$]/, '')
  return CHAIN.test(plain) ? plain : null
}

function made(value: string): string | null {
  const text = value.replace(/^(?:await|&)\s*/, '').trim()
  if (value.startsWith('await')) return null
  const created = /^new\s+([\w$.\\]+)/.exec(text) ?? /^([\w$.]+)\s*\{/.exec(text) ?? /^([\w:]+)\.new\b/.exec(text)
  if (created) return typeName(created[1]!)
  const chain = chainOf(text)
  return chain?.endsWith('()') ? chain : null
}

/** The node that declares a name: it holds the type, or stands in what does. */
function declaration(tree: SyntaxTree, node: number): number {
  let at = tree.parents[node]!
  for (let step = 0; step < STEPS && /_declarator$|^variable_name$|^expression_list$/.test(tree.type(at)); step++) {
    if (typeField(tree, at) >= 0 || tree.field(at, 'value') >= 0 || tree.type(at) === 'init_declarator') break
    at = tree.parents[at]!
  }
  return at
}

function typeField(tree: SyntaxTree, at: number): number {
  for (const place of [at, tree.parents[at] ?? -1]) {
    if (place < 0) continue
    const own = tree.field(place, 'type')
    if (own >= 0 && (place === at || /declaration|definition/.test(tree.type(place)))) return own
  }
  const own = /^(?:variable_declaration|parameter|class_parameter)$/.test(tree.type(at)) ? tree.namedChildren(at) : []
  return own.find(child => /^(?:user|nullable)_type$/.test(tree.type(child))) ?? -1
}

/** `var q = new Orders()` leaves it to the value. */
function isGuessed(tree: SyntaxTree, type: number): boolean {
  return tree.type(type) === 'implicit_type' || /^(?:var|auto|val|let)$/.test(tree.textOf(type, 10))
}

function withoutBrackets(text: string, open: string, close: string, instead = ''): string {
  let depth = 0
  let out = ''
  for (const unit of text) {
    if (unit === open && depth++ === 0) out += instead
    else if (unit === close && depth > 0) depth--
    else if (depth === 0 && unit !== open) out += unit
  }
  // What does not close is no bracket.
  return depth === 0 ? out : ''
}
