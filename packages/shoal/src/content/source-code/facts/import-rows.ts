// What a file brings in as rows: one for each name, `*` where all of a module or the module itself is meant.
import type { Json } from '@shoal/base/model/json'
import type { FactRow } from '@shoal/base/model/relation'
import { exportsByName } from '../../../text/code/symbols/export-names.ts'
import { usedNames } from '../../../text/code/symbols/rust-use.ts'
import type { SyntaxTree } from '../../../text/code/symbols/syntax-tree.ts'
import type { CodeReading } from '../analyst/reading.ts'

export function importRows(reading: CodeReading): FactRow[] {
  const { tree, index } = reading
  const rows: FactRow[] = []
  const exported = exportsByName(index)
  const add = (line: number, module: string, name: string, more: Brought = {}) => {
    const {
      alias = null,
      binds = null,
      as = (binds === null ? undefined : exported.get(binds)?.join(' ')) ?? null,
    } = more
    const values: Record<string, Json> = { name, alias, module, exported_as: as, _binds: binds }
    rows.push({ relation: 'imports', line, values })
  }
  for (const { specifier, names, passedOn = [], node, line } of reading.imports) {
    if (tree.language === 'rust') {
      const lines = linesOfNames(tree, node)
      const isPassed = /^pub\b/.test(tree.textOf(node, 10))
      for (const { module, name, alias } of usedNames(tree, node)) {
        const word = name === '*' ? module.slice(module.lastIndexOf(':') + 1) : name
        const binds = name === '*' ? null : (alias ?? name)
        add(lines.get(word) ?? line, module, name, { alias, binds, as: isPassed ? (binds ?? '*') : null })
      }
      continue
    }
    for (const { name, original, node: at } of names) {
      const called = original === '' || original === '*' ? '*' : original.slice(original.lastIndexOf('\\') + 1)
      const own = original === '' ? specifier.split(/[./]/).at(-1)! : called
      const alias = name === own || name === specifier.split('.')[0] ? null : name
      add(tree.line(at), specifier, called, { alias, binds: name })
    }
    const lines = passedOn.length === 0 ? null : linesOfNames(tree, node)
    for (const { name, as } of passedOn)
      add(lines?.get(name) ?? line, specifier, name, { alias: as === name ? null : as, as })
    if (names.length + passedOn.length === 0) add(line, specifier, '*')
  }
  return rows.sort((a, b) => a.line - b.line)
}

interface Brought {
  readonly alias?: string | null
  /** What it is called in this file; null for what gets no name of its own here. */
  readonly binds?: string | null
  /** What others import it by from this file. */
  readonly as?: string | null
}

/** The line on which each name of a statement last stands. */
function linesOfNames(tree: SyntaxTree, node: number): Map<string, number> {
  const lines = new Map<string, number>()
  for (let at = node; at < tree.afters[node]!; at++) if (tree.isLeaf(at)) lines.set(tree.textOf(at, 120), tree.line(at))
  return lines
}
