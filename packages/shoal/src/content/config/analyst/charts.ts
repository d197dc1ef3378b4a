// Pictures of configuration: the tree of its settings, and the kinds of their values.
import type { Chart, Tree } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel } from '../../../text/chart-label.ts'
import { type ConfigFigures, drawnFigures } from './drawn-figures.ts'

/** Deeper groups are named with what is in them. */
const DEEPEST = 10

export function charts(figures: Json): Chart[] {
  const config = drawnFigures(figures)
  return config === null ? [] : [...settingTree(config), ...typeBars(config)]
}

/** One node for each group and each setting; flat files have no tree. */
function settingTree({ keys, settings }: ConfigFigures): Tree[] {
  const nodes: { -readonly [key in keyof Tree['nodes'][number]]: Tree['nodes'][number][key] }[] = []
  const groups = new Map<string, number>()
  const places = new Map<string, number>()
  for (const { path, value, type, line } of keys) {
    const names = stepsOf(path)
    let parent: number | null = null
    let trail = ''
    for (const name of names.slice(0, -1)) {
      trail += `${name}\n`
      let group = groups.get(trail)
      if (group === undefined) {
        group = places.get(trail) ?? nodes.length
        groups.set(trail, group)
        if (group === nodes.length) nodes.push({ label: chartLabel(name), parent, size: 0, heat: null, line })
        // A list is told as one setting, and again by its items.
        nodes[group]!.size = 0
      }
      parent = group
    }
    places.set(`${trail}${names.at(-1)!}\n`, nodes.length)
    const label = chartLabel(names.at(-1)!)
    nodes.push({ label, parent, size: 1, heat: null, line, about: chartLabel(`${path} = ${value} (${type})`, 300) })
  }
  if (groups.size === 0 || keys.length < 2) return []
  return [
    {
      kind: 'tree',
      title: 'Tree of settings',
      size: 'settings',
      heat: null,
      nodes,
      ...(settings > keys.length
        ? { note: `The first ${formatCount(keys.length)} of ${plural(settings, 'setting')}.` }
        : {}),
    },
  ]
}

/** `services.web.ports[0]` → services, web, ports, [0]. */
function stepsOf(path: string): string[] {
  const steps = path.split(/\.|(?=\[)/).filter(step => step !== '')
  if (steps.length === 0) return [path]
  return steps.length <= DEEPEST ? steps : [...steps.slice(0, DEEPEST - 1), steps.slice(DEEPEST - 1).join('.')]
}

function typeBars({ types }: ConfigFigures): Panel[] {
  const rows = Object.entries(types).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (rows.length < 2) return []
  return [
    {
      kind: 'bars',
      title: 'Settings by type',
      rows: rows.map(([label, value]) => ({ label, value })),
      total: rows.reduce((sum, [, count]) => sum + count, 0),
    },
  ]
}
