// Pictures of prose: the sections of a document by their words, what it states, whom it names; all documents by folder.
import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel } from '../../../text/chart-label.ts'
import { folderTree } from '../../../text/folder-tree.ts'
import { type DrawnSection, sectionTree } from '../../../text/section-tree.ts'

interface ProseFigures {
  readonly lines: number
  readonly words: number
  readonly headings: number
  readonly sections: readonly {
    readonly title: string
    readonly level: number
    readonly line: number
    readonly last_line: number
    readonly words: number
  }[]
  readonly figures: readonly { readonly name: string; readonly value: string; readonly line: number }[]
  readonly stated_figures: number
  readonly names: readonly { readonly name: string; readonly count: number }[]
}

const MOST_BARS = 20
const MOST_ROWS = 50

export function charts(figures: Json): Chart[] {
  const prose = readFigures(figures)
  if (prose === null) return []
  return [...sectionMap(prose), ...longestBars(prose), ...statedTable(prose), ...nameBars(prose)]
}

export function chartsTogether(files: readonly ChartedFile[]): Chart[] {
  const nodes = folderTree(
    files.flatMap(({ path, figures }) => {
      const prose = readFigures(figures)
      if (prose === null) return []
      const about = `${plural(prose.words, 'word')}, ${plural(prose.headings, 'heading')}`
      return [{ path, size: prose.words, heat: null, about }]
    }),
  )
  if (nodes.filter(({ path }) => path !== undefined).length < 2) return []
  return [{ kind: 'tree', title: 'Documents by folder', size: 'words', heat: null, nodes }]
}

/** Null for figures that another analyst gave. */
function readFigures(figures: Json): ProseFigures | null {
  const isOurs = typeof figures === 'object' && figures !== null && 'sections' in figures && 'words' in figures
  return isOurs ? (figures as unknown as ProseFigures) : null
}

function sectionMap({ sections, words, headings }: ProseFigures): Chart[] {
  if (sections.length < 2) return []
  const listed = sections.length === headings
  const rest = words - sections.reduce((sum, { words: own }) => sum + own, 0)
  const drawn = sections.map(
    ({ title, level, line, last_line: last, words: own }): DrawnSection => ({
      title,
      level,
      line,
      size: own,
      about: `lines ${formatCount(line)} to ${formatCount(last)}, ${plural(own, 'word')} of its own`,
    }),
  )
  const { nodes, note } = sectionTree(drawn)
  if (rest > 0)
    nodes.push({
      label: listed ? 'before the first heading' : 'before and after these sections',
      parent: null,
      size: rest,
      heat: null,
      about: plural(rest, 'word'),
    })
  if (nodes.every(({ size }) => size === 0)) return []
  const notes = [
    ...(listed ? [] : [`The first ${formatCount(sections.length)} of ${plural(headings, 'section')}.`]),
    ...(note === null ? [] : [note]),
  ]
  return [
    {
      kind: 'tree',
      title: 'Sections',
      size: 'words',
      heat: null,
      nodes,
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    },
  ]
}

function longestBars({ sections }: ProseFigures): Panel[] {
  const longest = sections
    .filter(({ words: own }) => own > 0)
    .sort((a, b) => b.words - a.words || a.line - b.line)
    .slice(0, MOST_BARS)
  if (longest.length < 3) return []
  return [
    {
      kind: 'bars',
      title: 'Longest sections, in words',
      rows: longest.map(({ title, line, words: own }) => ({
        label: chartLabel(title),
        value: own,
        note: `line ${formatCount(line)}`,
      })),
    },
  ]
}

function statedTable({ figures, stated_figures: of }: ProseFigures): Panel[] {
  if (figures.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'Figures stated',
      columns: [{ label: 'of' }, { label: 'figure' }, { label: 'line', align: 'right' }],
      rows: figures
        .slice(0, MOST_ROWS)
        .map(({ name, value, line }) => [name.trim() === '' ? null : chartLabel(name), chartLabel(value), line]),
      of,
    },
  ]
}

function nameBars({ names }: ProseFigures): Panel[] {
  const told = names.filter(({ count }) => count > 1)
  if (told.length < 2) return []
  return [
    {
      kind: 'bars',
      // How many more there are is not known: figures hold the first.
      title: told.length > MOST_BARS ? `The ${MOST_BARS} names that come most often` : 'Names that come more than once',
      rows: told.slice(0, MOST_BARS).map(({ name, count }) => ({ label: chartLabel(name), value: count })),
    },
  ]
}
