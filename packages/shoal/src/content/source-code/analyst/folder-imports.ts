// Which folder imports which: the shape of a code base at a glance.
import type { Matrix } from '@shoal/base/model/chart'
import { formatCount, plural } from '@shoal/base/text/printable'
import { pathLabels } from '../../../text/path-labels.ts'
import type { FiledFigures } from './figures.ts'
import { importGraph } from './import-graph.ts'

const MOST_FOLDERS = 24
/** Names of columns stand upright, with less room than those of rows. */
const LONGEST_UPRIGHT = 15

/** Rows import, columns are imported; files of one folder among themselves are on the diagonal. */
export function folderImports(files: readonly FiledFigures[]): Matrix[] {
  const { edges } = importGraph(files)
  const folders = foldersOf(files.map(({ path }) => path))
  const ties = new Map<string, Map<string, number>>()
  const weights = new Map<string, number>()
  for (const { from, to } of edges) {
    const [importer, imported] = [folders[from]!, folders[to]!]
    const row = ties.get(importer) ?? new Map<string, number>()
    ties.set(importer, row.set(imported, (row.get(imported) ?? 0) + 1))
    for (const folder of new Set([importer, imported])) weights.set(folder, (weights.get(folder) ?? 0) + 1)
  }
  const ranked = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([folder]) => folder)
  if (ranked.length < 2) return []
  const shown = ranked.slice(0, MOST_FOLDERS).sort()
  const rest = ranked.length - shown.length
  return [
    {
      kind: 'matrix',
      title: 'Imports between folders',
      measure: 'count',
      value: 'imports',
      rows: pathLabels(shown).map(label => ({ label })),
      columns: pathLabels(shown, LONGEST_UPRIGHT),
      cells: shown.map(importer => shown.map(imported => ties.get(importer)?.get(imported) ?? 0)),
      note: `${plural(edges.length, 'import')}. Each row imports from the columns.${rest > 0 ? ` ${formatCount(rest)} more folders with fewer imports are left out.` : ''}`,
    },
  ]
}

/** The folder of each file, as deep as there are at most so many. */
function foldersOf(paths: readonly string[]): string[] {
  const steps = paths.map(path => path.split(/[/\\]/).slice(0, -1))
  const at = (depth: number) => steps.map(names => names.slice(0, depth).join('/') || '.')
  const deepest = steps.reduce((most, { length }) => Math.max(most, length), 0)
  let folders = at(1)
  for (let depth = 2; depth <= Math.min(deepest, 12); depth++) {
    const finer = at(depth)
    const count = new Set(finer).size
    if (count > MOST_FOLDERS && new Set(folders).size > 1) break
    folders = finer
  }
  return folders
}
