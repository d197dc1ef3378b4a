// The tokens of a source as codes: names, numbers and strings lose their text but stay comparable, comments and
// imports are left out.
import { Kind } from '../symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'

export const NAME = -1
export const NUMBER = -2
export const TEXT = -3

export interface CodeTokens {
  readonly count: number
  /** A node type, or NAME, NUMBER, TEXT. */
  readonly codes: Int32Array
  /** For names an id of the text; 0 for the rest. */
  readonly ids: Int32Array
  /** 0-based rows. */
  readonly rows: Int32Array
  /** Indices of the tokens that begin a line. */
  readonly lineStarts: Int32Array
  /** By token: 1 where it is a keyword, an assignment or the end of a statement; tables of data have none of these. */
  readonly active: Uint8Array
}

/** Literals that hold other values; large ones are data, but for the functions inside. */
const TABLES =
  /^(?:object|array|dictionary|list|tuple|array_initializer|initializer_list|hash|composite_literal|array_creation_expression|initializer_expression|table_constructor|collection_literal|array_expression)$/
const LARGE_TABLE = 200

export function readTokens(tree: SyntaxTree): CodeTokens {
  const codes: number[] = []
  const ids: number[] = []
  const rows: number[] = []
  const active: number[] = []
  const lineStarts: number[] = []
  const known = new Map<string, number>()
  const isActive = new Map<number, number>()
  let lastRow = -1
  let tableEnd = 0
  let blockEnd = 0
  for (let node = 0; node < tree.count; node++) {
    const kind = tree.kind(node)
    if ((kind & (Kind.comment | Kind.import)) !== 0) {
      node = tree.afters[node]! - 1
      continue
    }
    if (node >= tableEnd && TABLES.test(tree.type(node)) && tree.afters[node]! - node > LARGE_TABLE) {
      tableEnd = tree.afters[node]!
      blockEnd = 0
    } else if (node < tableEnd && (kind & Kind.block) !== 0) blockEnd = Math.max(blockEnd, tree.afters[node]!)
    const isText = (kind & Kind.string) !== 0 && !hasHoles(tree, node)
    if (!isText && !tree.isLeaf(node)) continue
    if (tree.starts[node] === tree.ends[node]) continue
    const row = tree.rows[node]!
    if (row !== lastRow) lineStarts.push(codes.length)
    lastRow = row
    rows.push(row)
    if (isText) {
      codes.push(TEXT)
      ids.push(0)
      active.push(0)
      node = tree.afters[node]! - 1
    } else if ((kind & Kind.identifier) !== 0) {
      const name = tree.textOf(node, 80)
      let id = known.get(name)
      if (id === undefined) {
        id = known.size + 1
        known.set(name, id)
      }
      codes.push(NAME)
      ids.push(id)
      active.push(0)
    } else {
      const type = tree.typeId(node)
      codes.push((kind & Kind.number) !== 0 ? NUMBER : type)
      ids.push(0)
      let act = isActive.get(type)
      if (act === undefined) {
        act = !tree.isNamed(node) && /^(?:[a-z]{2,}|;|:?=|\+=)$/.test(tree.type(node)) ? 1 : 0
        isActive.set(type, act)
      }
      active.push(node < tableEnd && node >= blockEnd ? 0 : act)
    }
  }
  return {
    count: codes.length,
    codes: Int32Array.from(codes),
    ids: Int32Array.from(ids),
    rows: Int32Array.from(rows),
    lineStarts: Int32Array.from(lineStarts),
    active: Uint8Array.from(active),
  }
}

function hasHoles(tree: SyntaxTree, node: number): boolean {
  return tree.child(node, Kind.hole) >= 0
}
