// Parses a text and gives its index, for tests.
import { parserFor } from '../../../src/text/code/parser.ts'
import { type CodeIndex, indexCode } from '../../../src/text/code/symbols/code-index.ts'
import { readTree } from '../../../src/text/code/symbols/read-tree.ts'

export async function indexed(text: string, language: string): Promise<CodeIndex> {
  const parser = await parserFor(language)
  const tree = parser!.parse(text, new AbortController().signal)!
  try {
    return indexCode(readTree(tree, text, language)!)
  } finally {
    tree.delete()
  }
}
