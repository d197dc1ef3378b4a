// What strings say: their value, and the text of messages with `<*>` for what is filled in at run time.
import { Kind } from './syntax-kinds.ts'
import type { SyntaxTree } from './syntax-tree.ts'

const HOLE = '<*>'
const OPENING = /^[A-Za-z@$&]{0,3}(?:#*)("""|'''|"|'|`)/
const TEXT = /content|fragment|escape|literal_text/
const LONGEST = 2000

/** The text of a string without holes; null for anything else. */
export function stringValue(tree: SyntaxTree, node: number): string | null {
  if (node < 0) return null
  if (!tree.is(node, Kind.string)) return symbolValue(tree, node)
  const text = written(tree, node)
  return text.includes(HOLE) ? null : text
}

/** `:name` of Ruby and Elixir. */
function symbolValue(tree: SyntaxTree, node: number): string | null {
  return /^(?:simple_symbol|atom)$/.test(tree.type(node)) ? tree.textOf(node, 200).replace(/^:/, '') : null
}

/** The message that an expression gives: strings, formats and what is joined to them. Null when it holds no text. */
export function messageOf(tree: SyntaxTree, node: number, depth = 0): string | null {
  if (node < 0 || depth > 12) return null
  const raw = joined(tree, node, depth)
  if (raw === null) return null
  const message = raw
    .replace(
      /%\{[^}]{0,200}\}|%\([^)]{0,200}\)[a-z]|%[-+ #0]*(?:[1-9]\d*|\*)?(?:\.\d+)?(?:hh|ll|[hlLzjt])?[a-zA-Z@]/g,
      HOLE,
    )
    .replace(/%%/g, '%')
    .replace(/\$?\{[^{}\n]{0,80}\}/g, HOLE)
    .replace(/\$[A-Za-z_]\w*/g, HOLE)
    .replace(/\\[nrt]/g, ' ')
    .replace(/(?:<\*>){2,}/g, HOLE)
    .trim()
  return /[\p{L}\p{N}]/u.test(message.replaceAll(HOLE, '')) ? message.slice(0, 300) : null
}

function joined(tree: SyntaxTree, node: number, depth: number): string | null {
  if (depth > 12) return null
  if (tree.is(node, Kind.string)) return written(tree, node)
  if (tree.is(node, Kind.binary)) return joinedOperands(tree, node, depth)
  if (/parenthesized|concatenated|chained|interpolated_string/.test(tree.type(node))) {
    const parts = tree.namedChildren(node).map(child => joined(tree, child, depth + 1))
    return parts.some(part => part !== null) ? parts.map(part => part ?? HOLE).join('') : null
  }
  if (!tree.is(node, Kind.call)) return null
  // `"…".format(x)`, `String.format("…", x)`, `fmt.Sprintf("…", x)`, `"…".formatted(x)`
  const first = tree.first(node)
  const head = tree.textOf(node, 400)
  if (!/format|printf|sprintf|concat|strcat|to_string|to_owned|into|String\.from/i.test(head)) return null
  const receiver = first >= 0 ? firstString(tree, node) : -1
  return receiver >= 0 ? written(tree, receiver) : null
}

function joinedOperands(tree: SyntaxTree, node: number, depth: number): string | null {
  const left = tree.field(node, 'left')
  const right = tree.field(node, 'right')
  if (left < 0 || right < 0) return null
  const operator = tree.text.slice(tree.ends[left]!, tree.starts[right]!).trim()
  const a = joined(tree, left, depth + 1)
  if (operator === '%') return a
  if (!/^(?:\+|\.|\.\.|<<|<>|\^|\+\+)$/.test(operator)) return null
  const b = joined(tree, right, depth + 1)
  return a === null && b === null ? null : `${a ?? HOLE}${b ?? HOLE}`
}

function firstString(tree: SyntaxTree, node: number): number {
  for (let at = node + 1; at < Math.min(tree.afters[node]!, node + 60); at++) if (tree.is(at, Kind.string)) return at
  return -1
}

/** The words of a string node with its quotes off. */
function written(tree: SyntaxTree, node: number): string {
  const whole = tree.textOf(node, LONGEST)
  if (tree.isLeaf(node) || !hasParts(tree, node)) {
    const quote = OPENING.exec(whole)
    if (!quote) return whole
    const body = whole.slice(quote[0].length)
    const end = body.lastIndexOf(quote[1]!)
    return end >= 0 ? body.slice(0, end) : body
  }
  let text = ''
  for (let child = tree.first(node); child >= 0 && text.length < LONGEST; child = tree.next(child)) {
    if (!tree.isNamed(child)) continue
    const type = tree.type(child)
    if (TEXT.test(type)) text += tree.textOf(child, LONGEST)
    else if (!/start|end|quote|interpolator|brace/.test(type)) text += inner(tree, child)
  }
  return text
}

/** Scala keeps the string inside the expression that interpolates it. */
function inner(tree: SyntaxTree, child: number): string {
  return tree.type(child) === 'interpolated_string' ? tree.textOf(child, LONGEST).replace(/^"+|(?<!")"+$/g, '') : HOLE
}

function hasParts(tree: SyntaxTree, node: number): boolean {
  return tree.namedChildren(node).length > 0
}
