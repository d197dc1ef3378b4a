// A parsed file as the parts of the analyst share it: tree, index, imports, calls, and words for a place.

import { isTestPath } from '@shoal/base/text/test-path'
import { countLines, type LineCounts } from '../../../text/code/metrics/line-counts.ts'
import { type Call, readCall } from '../../../text/code/symbols/calls.ts'
import { type CodeIndex, type Definition, indexCode } from '../../../text/code/symbols/code-index.ts'
import type { Import } from '../../../text/code/symbols/import.ts'
import { readImports } from '../../../text/code/symbols/import-names.ts'
import { Kind } from '../../../text/code/symbols/syntax-kinds.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import { VisibilityReader } from '../../../text/code/symbols/visibility.ts'
import { WordIndex } from '../../../text/code/symbols/word-index.ts'

const QUOTE = 200
/** From this column on a quote starts at its node: the line is too long to show. */
const FAR_COLUMN = 120
/** Steps up a tree; nothing that people write nests deeper. */
const CLIMB = 300

export class CodeReading {
  readonly index: CodeIndex
  readonly imports: readonly Import[]
  readonly calls: readonly Call[]
  readonly visibility: VisibilityReader
  readonly lines: LineCounts
  readonly isTest: boolean
  private known: WordIndex | null = null

  constructor(
    readonly tree: SyntaxTree,
    readonly path: string,
    place = path,
  ) {
    this.index = indexCode(tree)
    this.imports = readImports(this.index)
    this.calls = this.index.calls.map(node => readCall(tree, node))
    this.visibility = new VisibilityReader(this.index)
    this.lines = countLines(tree, this.index.comments)
    this.isTest = isTestPath(place)
  }

  /** The words of the whole text: code, strings and comments. */
  get words(): WordIndex {
    return (this.known ??= new WordIndex(this.tree.text))
  }

  /** The innermost definition around a node. */
  definitionAround(node: number): Definition | null {
    return this.index.definitions[this.index.owners[node]!] ?? null
  }

  functionAround(node: number): Definition | null {
    const around = this.definitionAround(node)
    return !around || around.isFunction ? around : (this.index.definitions[around.around] ?? null)
  }

  /** `function:Orders.load`, `class:Orders`, `module` */
  scopeOf(node: number): string {
    const around = this.definitionAround(node)
    return around ? scopeName(around) : 'module'
  }

  /** The same for a line, of the innermost function around it. */
  scopeAt(line: number): string {
    let found: Definition | null = null
    for (const definition of this.index.definitions) {
      const around = definition.isFunction && definition.line <= line && line <= definition.endLine
      if (around && (found === null || definition.line >= found.line)) found = definition
    }
    return found ? scopeName(found) : 'module'
  }

  /** The line a node starts on, or its own start where that is far to the right. */
  quote(node: number, most = QUOTE): string {
    const { tree } = this
    const row = tree.rows[node]!
    const start = tree.starts[node]!
    if (start - tree.lines[row]! <= FAR_COLUMN) return clip(tree.lineText(row, most * 2), most)
    const end = Math.min(tree.lines[row + 1] ?? tree.text.length, start + most * 2)
    return clip(tree.text.slice(start, end).trim(), most)
  }

  /** It runs again and again: inside the body of a loop, or a function that is handed to `forEach` and the like. */
  isRepeated(node: number): boolean {
    const { tree } = this
    for (let at = node, up = tree.parents[node]!, steps = 0; up >= 0 && steps < CLIMB; steps++) {
      if (tree.is(up, Kind.loop)) {
        const body = tree.field(up, 'body')
        if (body < 0 ? tree.namedChildren(up).at(-1) === at : body === at) return true
      }
      if (tree.is(up, Kind.function | Kind.lambda)) return this.isCallback(up)
      if (tree.is(up, Kind.type)) return false
      at = up
      up = tree.parents[up]!
    }
    return false
  }

  private isCallback(node: number): boolean {
    const { tree } = this
    const parent = tree.parents[node]!
    const call = tree.is(parent, Kind.call) ? parent : (tree.parents[parent] ?? -1)
    if (call < 0 || !tree.is(call, Kind.call)) return false
    return /\b(?:forEach|map|flatMap|each|each_with_index|times|filter)$/.test(readCall(tree, call).callee)
  }
}

export function scopeName({ kind, isFunction, path }: Definition): string {
  return `${isFunction ? 'function' : kind}:${path}`
}

/** At most so many units, no character cut in half. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  const end = most - (/[\ud800-\udbff]/.test(text[most - 1]!) ? 1 : 0)
  return text.slice(0, end).trimEnd()
}
