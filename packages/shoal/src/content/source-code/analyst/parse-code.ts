// Parses a source into a tree, or says why there is none: no parser, too large, generated, broken.

import type { SourceText } from '@shoal/base/model/source'
import type { Tree } from 'web-tree-sitter'
import { languageOf } from '../../../text/code/languages/registry.ts'
import { hasParser, parserFor } from '../../../text/code/parser.ts'
import { readTree } from '../../../text/code/symbols/read-tree.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'

/** A tree takes some 40 times the memory of its source. */
const PARSED_SIZE = 3e6
/** Mean length of the lines of a source that no person has written. */
const MINIFIED_LINE = 500
/** More of a file than this that does not parse, and rules would see ghosts. */
const BROKEN_SHARE = 0.3

/** What `use` makes of the tree, or one sentence on why there is none. The parser's own tree is gone afterwards. */
export async function withTree<T>(
  source: SourceText,
  language: string,
  signal: AbortSignal,
  use: (tree: SyntaxTree, parsed: Tree) => T,
): Promise<T | string> {
  if (!hasParser(language) || languageOf(language).syntax === undefined)
    return `There is no parser for ${language || 'this language'}; it was read line by line.`
  if (source.size > PARSED_SIZE)
    return `Too large to parse (${(source.sizeBytes / 1e6).toFixed(1)} MB); it was read line by line.`
  const read = source.text(0, source.size)
  const text = source.eol === 13 ? read.replaceAll('\r', '\n') : read
  if (source.size / countLines(text) > MINIFIED_LINE)
    return 'Its lines are those of generated code; it was read line by line.'
  const parser = (await parserFor(language))!
  const parsed = parser.parse(text, signal)
  signal.throwIfAborted()
  if (!parsed) return `The ${language} parser took too long or too much memory; it was read line by line.`
  try {
    const tree = readTree(parsed, text, language)
    if (!tree) return `Its syntax tree is too large; it was read line by line.`
    if (tree.brokenRows > 20 && tree.brokenRows > tree.lines.length * BROKEN_SHARE)
      return `Most of it does not parse as ${language}; it was read line by line.`
    return use(tree, parsed)
  } finally {
    parsed.delete()
  }
}

function countLines(text: string): number {
  let count = text.endsWith('\n') || text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return Math.max(1, count)
}
