// The rows of code: what it defines, uses and imports, and the settings that stand in it.
import type { FactRow, FactsAbout } from '@shoal/base/model/relation'
import type { SourceText } from '@shoal/base/model/source'
import { canonicalLanguage } from '../../text/code/languages/registry.ts'
import { withTree } from './analyst/parse-code.ts'
import { readPlainLines } from './analyst/plain-lines.ts'
import { CodeReading } from './analyst/reading.ts'
import { codeSettings } from './facts/code-settings.ts'
import { importRows } from './facts/import-rows.ts'
import { ownSymbols, symbolRows } from './facts/symbol-rows.ts'
import { useRows } from './facts/use-rows.ts'

/** All that a file may have: rows leave nothing out. */
const MOST = 1_000_000

export async function* codeRows(source: SourceText, about: FactsAbout): AsyncGenerator<readonly FactRow[]> {
  const language = canonicalLanguage(about.language)
  const read = await withTree(source, language, about.signal, tree => new CodeReading(tree, about.path))
  about.onRead(source.sizeBytes)
  if (typeof read === 'string') {
    yield await plainSymbols(source, language, about)
    return
  }
  const symbols = ownSymbols(read)
  yield symbolRows(read, symbols)
  yield importRows(read)
  yield useRows(read, symbols)
  yield codeSettings(read)
}

/** What the lines of a source show that no parser reads. */
async function plainSymbols(source: SourceText, language: string, { signal }: FactsAbout): Promise<FactRow[]> {
  const { functions, classes } = await readPlainLines(source, language, signal, MOST)
  const named = [
    ...functions.map(one => ({ ...one, kind: 'function' })),
    ...classes.map(one => ({ ...one, kind: one.kind })),
  ].sort((a, b) => a.line - b.line)
  return named.map(({ name, kind, line, signature }) => ({
    relation: 'symbols',
    line,
    values: { name, kind, scope: null, exported: null, signature, end_line: null, language: language || null },
  }))
}
