// What a file brings in as rows: one for each name, `*` where all of a module or the module itself is meant.
import type { Json } from '../../../model/json.ts'
import type { FactRow } from '../../../model/relation.ts'
import { languageOf } from '../../../text/code/languages/registry.ts'
import { usedNames } from '../../../text/code/symbols/rust-use.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import type { CodeReading } from '../analyst/reading.ts'
import { besideOf, placeOf } from '../module-place.ts'

export function importRows(reading: CodeReading): FactRow[] {
  const { tree } = reading
  const rows: FactRow[] = []
  const add = (line: number, module: string, name: string, alias: string | null, written: string) => {
    const values: Record<string, Json> = { name, alias, module, resolved: resolvedOf(reading, module, written) }
    rows.push({ relation: 'imports', line, values })
  }
  for (const { specifier, names, passedOn = [], node, line } of reading.imports) {
    const written = tree.textOf(node, 400)
    if (tree.language === 'rust') {
      const lines = linesOfNames(tree, node)
      for (const { module, name, alias } of usedNames(tree, node)) {
        const word = name === '*' ? module.slice(module.lastIndexOf(':') + 1) : name
        add(lines.get(word) ?? line, module, name, alias, written)
      }
      continue
    }
    for (const { name, original, node: at } of names) {
      const called = original === '' || original === '*' ? '*' : original.slice(original.lastIndexOf('\\') + 1)
      const own = original === '' ? specifier.split(/[./]/).at(-1)! : called
      add(tree.line(at), specifier, called, name === own || name === specifier.split('.')[0] ? null : name, written)
    }
    const lines = passedOn.length === 0 ? null : linesOfNames(tree, node)
    for (const name of passedOn) add(lines?.get(name) ?? line, specifier, name, null, written)
    if (names.length + passedOn.length === 0) add(line, specifier, '*', null, written)
  }
  return rows.sort((a, b) => a.line - b.line)
}

/** The line on which each name of a statement last stands. */
function linesOfNames(tree: SyntaxTree, node: number): Map<string, number> {
  const lines = new Map<string, number>()
  for (let at = node; at < tree.afters[node]!; at++) if (tree.isLeaf(at)) lines.set(tree.textOf(at, 120), tree.line(at))
  return lines
}

/** The path of a module that is named by its place; without an ending where the import has none. */
function resolvedOf({ tree, path }: CodeReading, module: string, written: string): string | null {
  const { language } = tree
  const isPlace =
    languageOf(language).importsBy === 'include'
      ? written.includes(`"${module}"`)
      : language === 'ruby'
        ? /^require_relative\b/.test(written)
        : language === 'bash' && /^\.{0,2}\/?[\w./-]+$/.test(module) && !module.startsWith('/')
  return isPlace ? besideOf(path, module) : placeOf(module, path, language)
}
