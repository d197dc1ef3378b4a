// Runs the security rules over a text, as the analyst does.
import type { Danger } from '../../../../src/text/code/dangers/danger.ts'
import { type DangersFound, findDangers } from '../../../../src/text/code/dangers/find-dangers.ts'
import { parserFor } from '../../../../src/text/code/parser.ts'

export async function dangersOf(text: string, language: string): Promise<readonly Danger[]> {
  return (await followed(text, language)).dangers
}

/** The dangers, and what was given up. */
export async function followed(text: string, language: string): Promise<DangersFound> {
  const parser = (await parserFor(language))!
  const tree = parser.parse(text, new AbortController().signal)
  if (!tree) return { dangers: [], givenUp: [], flows: [] }
  try {
    return findDangers(tree.rootNode, text, language)
  } finally {
    tree.delete()
  }
}
