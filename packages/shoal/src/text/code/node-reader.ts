// Reads nodes of a syntax tree through a cursor: their rows, their role, and where the header of a list ends.

import type { Extent } from '@shoal/base/model/source'
import type { TreeCursor } from 'web-tree-sitter'
import type { LineTable } from './outline.ts'
import { type CodeParser, Role } from './parser.ts'

/** The role of a node that did not parse; its type has no row in the table. */
export const ERROR_ROLE = 255

/** Brackets, `end` and `#endif` in any number. */
const CLOSING = /^(?:[)\]};,\s]|end\b|#endif\b[^\n]*(?![^\n]))*$/
const LONGEST_CLOSING = 120
/** What switches from text to code. */
const TAG = /<\?(?:php|=)?$/i
const LONGEST_TAG = 5

/** A node as the walk needs it; rows are 0-based and both included. */
export interface Visit {
  readonly role: number
  readonly named: boolean
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
}

export class NodeReader {
  private readonly isElixir: boolean

  constructor(
    private readonly text: string,
    private readonly parser: CodeParser,
  ) {
    this.isElixir = parser.language === 'elixir'
  }

  visit(cursor: TreeCursor): Visit {
    const end = cursor.endPosition
    const first = cursor.startPosition.row
    // A node that takes its line end along stops at column 0 of the next row.
    const last = end.column === 0 && end.row > first ? end.row - 1 : end.row
    const start = cursor.startIndex
    const role = this.parser.roles[cursor.nodeTypeId] ?? ERROR_ROLE
    const visit = { role, named: cursor.nodeIsNamed, first, last, start, end: cursor.endIndex }
    return this.isElixir && role === Role.other && visit.named ? { ...visit, role: this.elixirRole(start) } : visit
  }

  /** The row that ends the header of a list: the one of the opening bracket, or the last before the first member. */
  headerEnd(cursor: TreeCursor, node: Visit, ownerRow: number): number {
    if (!cursor.gotoFirstChild()) return ownerRow
    const first = this.visit(cursor)
    cursor.gotoParent()
    if (!first.named) return first.last
    const opening = this.text.slice(first.start, first.start + 4)
    const isShortDocstring = first.first === first.last && /^[rub]?["']/i.test(opening)
    return Math.max(ownerRow, isShortDocstring ? first.last : node.first - 1)
  }

  /**
   * Where the header of a list ends within its line, because members follow the bracket there: the row, and how many
   * units of it belong to the header. Null if the bracket ends its line, or the units before it cannot be told.
   */
  bracketEnd(cursor: TreeCursor): { row: number; units: number } | null {
    if (!cursor.gotoFirstChild()) return null
    const isBracket = !cursor.nodeIsNamed
    const end = cursor.endIndex
    const { row } = cursor.endPosition
    cursor.gotoParent()
    const start = this.text.lastIndexOf('\n', end - 1) + 1
    const head = this.text.slice(start, end)
    const follows = /^[^\S\n]*[^\s]/.test(this.text.slice(end, end + 200))
    // Characters beyond ASCII take several units in some encodings.
    return isBracket && follows && /^[\x00-\x7f]*$/.test(head) ? { row, units: head.length } : null
  }

  /** The tag that a node ends with, as it stands on its line; null if none does, or the units before it cannot be told. */
  endTag({ end, last }: Visit, lines: LineTable): Extent | null {
    const tag = TAG.exec(this.text.slice(Math.max(0, end - LONGEST_TAG), end))
    if (!tag) return null
    const head = this.text.slice(this.text.lastIndexOf('\n', end - 1) + 1, end - tag[0].length)
    if (!/^[\x00-\x7f]*$/.test(head)) return null
    const start = lines.offset(last) + head.length
    return { start, end: start + tag[0].length, first: last + 1, last: last + 1 }
  }

  /** What stands between the last member of a list and the end of its owner, if that is nothing but closing marks. */
  closing(cursor: TreeCursor, ownerEnd: number): string {
    if (!cursor.gotoLastChild()) return ''
    let end = cursor.endIndex
    while (!cursor.nodeIsNamed) {
      end = cursor.startIndex
      if (!cursor.gotoPreviousSibling()) break
      if (cursor.nodeIsNamed) end = cursor.endIndex
    }
    cursor.gotoParent()
    const text = this.text.slice(end, Math.min(ownerEnd, end + LONGEST_CLOSING)).trim()
    return ownerEnd - end < LONGEST_CLOSING && CLOSING.test(text)
      ? text.replace(/^[,\s]+/, '').replace(/(?<!\s)\s*\n\s*/g, '\n')
      : ''
  }

  /** The grammar of Elixir knows only calls and operators: `def` and `@doc` are told by their words. */
  private elixirRole(start: number): number {
    const word = /^(?:@|(?:def\w*|test|describe)\b)/.exec(this.text.slice(start, start + 16))?.[0]
    if (word === undefined) return Role.other
    if (word === '@') return Role.glue
    return /^(?:defmodule|defimpl|defprotocol|describe)$/.test(word) ? Role.type : Role.function
  }
}
