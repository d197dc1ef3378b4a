// Runs the security rules over a text, as the analyst does.

import { parserFor } from '../../shoal/src/text/code/parser.ts'
import type { Danger } from '../src/danger.ts'
import { type DangersFound, findDangers } from '../src/find-dangers.ts'

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
