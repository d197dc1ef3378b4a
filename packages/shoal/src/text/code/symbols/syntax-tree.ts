// A parsed source as flat arrays: the tree is read once through a cursor, and everything after that runs without
// crossing into the parser. Nodes are numbered in the order in which they start; a parent comes before its children.

import type { Tree } from 'web-tree-sitter'
import { Kind } from './syntax-kinds.ts'

/** What the ids of a grammar mean; one per language and process. */
export interface Grammar {
  readonly kinds: Int32Array
  readonly names: readonly string[]
  /** 1 for named node types. Anonymous nodes are tokens: they have no children. */
  readonly named: Uint8Array
  readonly fields: ReadonlyMap<string, number>
}

const ERROR_ID = 0xffff
/** Steps up a tree; nothing that people write nests deeper. */
const CLIMB = 300
export class SyntaxTree {
  count = 0
  /** By node: where it starts and ends in the text, its parent, the first node behind its subtree, its 0-based row. */
  starts = new Int32Array(1 << 12)
  ends = new Int32Array(1 << 12)
  parents = new Int32Array(1 << 12)
  afters = new Int32Array(1 << 12)
  rows = new Int32Array(1 << 12)
  private types = new Uint16Array(1 << 12)
  private fieldIds = new Uint16Array(1 << 12)
  /** Where the lines start. */
  readonly lines: Int32Array
  /** Rows that stand inside nodes that did not parse. */
  brokenRows = 0

  constructor(
    readonly text: string,
    readonly language: string,
    private readonly grammar: Grammar,
  ) {
    this.lines = lineStarts(text)
  }

  fill(tree: Tree, most: number): boolean {
    const cursor = tree.walk()
    try {
      const { named } = this.grammar
      let parent = -1
      let row = 0
      for (;;) {
        if (this.count === most) return false
        const node = this.count++
        if (node === this.starts.length) this.grow()
        const type = cursor.nodeTypeId
        const start = cursor.startIndex
        while (row + 1 < this.lines.length && this.lines[row + 1]! <= start) row++
        this.types[node] = type
        this.starts[node] = start
        this.ends[node] = cursor.endIndex
        if (named[type] !== 0) this.fieldIds[node] = cursor.currentFieldId
        this.parents[node] = parent
        this.rows[node] = row
        if (type === ERROR_ID && (parent < 0 || this.types[parent] !== ERROR_ID)) this.brokenRows += this.span(node)
        if (named[type] !== 0 && cursor.gotoFirstChild()) {
          parent = node
          continue
        }
        this.afters[node] = this.count
        while (!cursor.gotoNextSibling()) {
          if (!cursor.gotoParent()) return true
          this.afters[parent] = this.count
          parent = this.parents[parent]!
        }
      }
    } finally {
      // Before the tree that it walks: the other order crashes.
      cursor.delete()
    }
  }

  private grow(): void {
    const size = this.starts.length * 2
    const larger = (from: Int32Array) => {
      const to = new Int32Array(size)
      to.set(from)
      return to
    }
    this.starts = larger(this.starts)
    this.ends = larger(this.ends)
    this.parents = larger(this.parents)
    this.afters = larger(this.afters)
    this.rows = larger(this.rows)
    const types = new Uint16Array(size)
    types.set(this.types)
    this.types = types
    const fieldIds = new Uint16Array(size)
    fieldIds.set(this.fieldIds)
    this.fieldIds = fieldIds
  }

  kind(node: number): number {
    return this.grammar.kinds[this.types[node]!] ?? 0
  }

  is(node: number, kinds: number): boolean {
    return node >= 0 && (this.kind(node) & kinds) !== 0
  }

  type(node: number): string {
    return this.grammar.names[this.types[node]!] ?? 'ERROR'
  }

  typeId(node: number): number {
    return this.types[node]!
  }

  isNamed(node: number): boolean {
    return (this.grammar.named[this.types[node]!] ?? 1) === 1
  }

  isError(node: number): boolean {
    return this.types[node] === ERROR_ID
  }

  isLeaf(node: number): boolean {
    return this.afters[node] === node + 1
  }

  /** The first child, or -1. */
  first(node: number): number {
    return this.afters[node]! > node + 1 ? node + 1 : -1
  }

  /** The next sibling, or -1. */
  next(node: number): number {
    const after = this.afters[node]!
    return after < this.count && this.parents[after] === this.parents[node] ? after : -1
  }

  /** The first child with that field name, or -1. */
  field(node: number, name: string): number {
    const id = this.grammar.fields.get(name)
    if (id === undefined) return -1
    for (let child = this.first(node); child >= 0; child = this.next(child))
      if (this.fieldIds[child] === id) return child
    return -1
  }

  fieldOf(node: number, name: string): boolean {
    return this.fieldIds[node] !== 0 && this.fieldIds[node] === this.grammar.fields.get(name)
  }

  /** The first child of any of the kinds, or -1. */
  child(node: number, kinds: number): number {
    for (let child = this.first(node); child >= 0; child = this.next(child)) if (this.is(child, kinds)) return child
    return -1
  }

  namedChildren(node: number): number[] {
    const children: number[] = []
    for (let child = this.first(node); child >= 0; child = this.next(child))
      if (this.isNamed(child) && !this.is(child, Kind.comment)) children.push(child)
    return children
  }

  /** The nearest node around it of any of the kinds, or -1. */
  around(node: number, kinds: number): number {
    let at = this.parents[node]!
    for (let step = 0; step < CLIMB && at >= 0; step++, at = this.parents[at]!) if (this.is(at, kinds)) return at
    return -1
  }

  textOf(node: number, most = 4000): string {
    const start = this.starts[node]!
    return this.text.slice(start, Math.min(this.ends[node]!, start + most))
  }

  /** The 1-based line a node starts on. */
  line(node: number): number {
    return this.rows[node]! + 1
  }

  /** The 1-based line a node ends on; one that takes its line end along stops on the line before. */
  endLine(node: number): number {
    const end = Math.max(this.starts[node]!, this.ends[node]! - 1)
    return this.rowAt(end) + 1
  }

  /** Rows it covers. */
  span(node: number): number {
    return this.endLine(node) - this.rows[node]!
  }

  rowAt(offset: number): number {
    let low = 0
    let high = this.lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.lines[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** A line without its end and its indentation, at most so long. */
  lineText(row: number, most: number): string {
    const start = this.lines[row]!
    const end = this.lines[row + 1] ?? this.text.length
    return this.text
      .slice(start, Math.min(end, start + most * 4))
      .trim()
      .slice(0, most)
      .trimEnd()
  }
}

function lineStarts(text: string): Int32Array {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return Int32Array.from(starts)
}
