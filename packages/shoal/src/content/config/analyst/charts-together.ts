// Several files of configuration: all by folder, and the settings that some of them set differently.
import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import { plural } from '@shoal/base/text/printable'
import { chartLabel } from '../../../text/chart-label.ts'
import { folderTree } from '../../../text/folder-tree.ts'
import { pathLabels } from '../../../text/path-labels.ts'
import { type ConfigFigures, drawnFigures } from './drawn-figures.ts'

interface Filed {
  readonly path: string
  readonly config: ConfigFigures
}

/** Files side by side that a page can show. */
const MOST_FILES = 6
const MOST_ROWS = 60
/** Fewer settings of the same name are chance. */
const FEWEST_SHARED = 2

export function chartsTogether(files: readonly ChartedFile[]): Chart[] {
  const filed = files.flatMap(({ path, figures }): Filed[] => {
    const config = drawnFigures(figures)
    return config === null ? [] : [{ path, config }]
  })
  if (filed.length < 2) return []
  return [...differences(filed), ...fileMap(filed)]
}

function fileMap(files: readonly Filed[]): Chart[] {
  const nodes = folderTree(
    files.map(({ path, config: { format, settings } }) => ({
      path,
      size: settings,
      heat: null,
      about: `${format}, ${plural(settings, 'setting')}`,
    })),
  )
  if (nodes.filter(({ path }) => path !== undefined).length < 2) return []
  return [{ kind: 'tree', title: 'Configuration by folder', size: 'settings', heat: null, nodes }]
}

/** Settings of the same path with different values, in the files that have the most settings in common. */
function differences(files: readonly Filed[]): Panel[] {
  const holders = new Map<string, number[]>()
  for (const [k, { config }] of files.entries())
    for (const path of new Set(config.keys.map(key => key.path))) addTo(holders, path, k)
  const shared = files.map(() => 0)
  for (const all of holders.values()) if (all.length > 1) for (const k of all) shared[k]!++
  const chosen = files
    .map((_, k) => k)
    .filter(k => shared[k]! >= FEWEST_SHARED)
    .sort((a, b) => shared[b]! - shared[a]! || a - b)
    .slice(0, MOST_FILES)
    .sort((a, b) => a - b)
  const values = chosen.map(k => new Map(files[k]!.config.keys.map(({ path, value }) => [path, value])))
  const rows = [...holders.keys()]
    .map(path => ({ path, cells: values.map(known => known.get(path) ?? null) }))
    .filter(({ cells }) => {
      const set = cells.filter(cell => cell !== null)
      return set.length > 1 && new Set(set).size > 1
    })
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'Settings that differ between files',
      columns: [{ label: 'setting' }, ...pathLabels(chosen.map(k => files[k]!.path)).map(label => ({ label }))],
      rows: rows
        .slice(0, MOST_ROWS)
        .map(({ path, cells }) => [chartLabel(path), ...cells.map(cell => (cell === null ? null : chartLabel(cell)))]),
      of: rows.length,
    },
  ]
}
