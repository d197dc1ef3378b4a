// Runs the security rules over a text, as the analyst does.
import { extname } from 'node:path'
import type { Danger } from '../../../../src/text/code/dangers/danger.ts'
import { findDangers } from '../../../../src/text/code/dangers/find-dangers.ts'
import { parserFor } from '../../../../src/text/code/parser.ts'

const GRAMMARS: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.js': 'javascript',
  '.ts': 'typescript',
  '.tsx': 'tsx',
  '.java': 'java',
  '.kt': 'kotlin',
  '.go': 'go',
  '.php': 'php',
  '.rb': 'ruby',
  '.cs': 'csharp',
  '.c': 'c',
  '.cpp': 'cpp',
  '.rs': 'rust',
  '.sh': 'bash',
}

export function grammarOf(file: string): string {
  return GRAMMARS[extname(file)]!
}

export async function dangersOf(
  text: string,
  language: string,
  settings?: ReadonlyMap<string, string>,
): Promise<Danger[]> {
  const parser = (await parserFor(language))!
  const tree = parser.parse(text, new AbortController().signal)
  if (!tree) return []
  try {
    return findDangers(tree.rootNode, text, language, undefined, settings)
  } finally {
    tree.delete()
  }
}
