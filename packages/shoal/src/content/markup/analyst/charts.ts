// Pictures of markup: which elements stand in which, the sections that headings make, attributes; all files by folder.
import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel, chartTitle } from '../../../text/chart-label.ts'
import { folderTree } from '../../../text/folder-tree.ts'
import { sectionTree } from '../../../text/section-tree.ts'
import type { ElementOutline } from './element-paths.ts'

interface MarkupFigures {
  readonly lines: number
  readonly words: number
  readonly elements: number
  readonly by_attribute: Readonly<Record<string, number>>
  readonly outline: ElementOutline
  readonly headings: readonly { readonly title: string; readonly level: number; readonly line: number }[]
}

const MOST_BARS = 20

export function charts(figures: Json): Chart[] {
  const markup = readFigures(figures)
  if (markup === null) return []
  return [...elementTree(markup), ...headingTree(markup), ...attributeBars(markup)]
}

export function chartsTogether(files: readonly ChartedFile[]): Chart[] {
  const nodes = folderTree(
    files.flatMap(({ path, figures }) => {
      const markup = readFigures(figures)
      if (markup === null) return []
      const { elements, words } = markup
      return [{ path, size: words, heat: null, about: `${plural(elements, 'element')}, ${plural(words, 'word')}` }]
    }),
  )
  if (nodes.filter(({ path }) => path !== undefined).length < 2) return []
  return [{ kind: 'tree', title: 'Markup by folder', size: 'words', heat: null, nodes }]
}

/** Null for figures that another analyst gave. */
function readFigures(figures: Json): MarkupFigures | null {
  const isOurs = typeof figures === 'object' && figures !== null && 'outline' in figures && 'by_attribute' in figures
  return isOurs ? (figures as unknown as MarkupFigures) : null
}

function elementTree({ outline }: MarkupFigures): Chart[] {
  if (outline.length < 2) return []
  return [
    {
      kind: 'tree',
      title: 'Which elements stand in which',
      size: 'elements',
      heat: null,
      nodes: outline.map(({ name, parent, count, line }) => ({
        label: chartLabel(`<${name}>`),
        parent,
        size: count,
        heat: null,
        line,
        about: `${plural(count, 'element')}, the first on line ${formatCount(line)}`,
      })),
    },
  ]
}

/** Headings say where a section starts; it ends with the next. The title of a page is none. */
function headingTree({ headings, lines }: MarkupFigures): Chart[] {
  const sections = headings.filter(({ level }) => level > 0)
  if (sections.length < 2) return []
  const { nodes, note } = sectionTree(
    sections.map(({ title, level, line }, k) => {
      const size = Math.max(1, (sections[k + 1]?.line ?? lines + 1) - line)
      return { title, level, line, size, about: `from line ${formatCount(line)}, ${plural(size, 'line')} of its own` }
    }),
  )
  return [{ kind: 'tree', title: 'Sections', size: 'lines', heat: null, nodes, ...(note === null ? {} : { note }) }]
}

function attributeBars({ by_attribute: counts }: MarkupFigures): Panel[] {
  const rows = Object.entries(counts).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (rows.length < 2) return []
  return [
    {
      kind: 'bars',
      title: chartTitle('Attributes', MOST_BARS, rows.length),
      rows: rows.slice(0, MOST_BARS).map(([name, value]) => ({ label: chartLabel(name), value })),
    },
  ]
}
