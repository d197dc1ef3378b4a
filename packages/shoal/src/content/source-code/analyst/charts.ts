// Pictures of source code: what a file is made of and how complex each part is; all files by folder, all functions, and
// which folder imports which.
import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart, Points } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { formatCount, plural } from '@shoal/base/text/printable'
import { chartLabel, chartTitle } from '../../../text/chart-label.ts'
import { folderTree } from '../../../text/folder-tree.ts'
import { type CodeFigures, type FiledFigures, type FunctionFigure, MOST_FUNCTIONS, readFigures } from './figures.ts'
import { folderImports } from './folder-imports.ts'
import { LIMITS } from './rules/size.ts'
import { structureTree } from './structure-tree.ts'

const MOST_POINTS = 1_500
const MOST_ROWS = 50
const MOST_BARS = 20
const [LOW, MEDIUM, HIGH] = LIMITS.complexity

export function charts(figures: Json): Chart[] {
  const code = readFigures(figures)
  if (code === null) return []
  return [
    ...structureTree(code),
    ...complexityPoints('Functions by lines and complexity', [{ path: '', figures: code }]),
    ...copiesTable(code),
    ...todoTable(code),
  ]
}

export function chartsTogether(files: readonly ChartedFile[]): Chart[] {
  const filed = files.flatMap(({ path, figures }): FiledFigures[] => {
    const code = readFigures(figures)
    return code === null ? [] : [{ path, figures: code }]
  })
  if (filed.length < 2) return []
  return [
    ...fileMap(filed),
    ...complexityPoints('Functions of all files by lines and complexity', filed),
    ...complexityBars(filed),
    ...folderImports(filed),
    ...languageBars(filed),
  ]
}

function fileMap(files: readonly FiledFigures[]): Chart[] {
  const nodes = folderTree(
    files.map(({ path, figures }) => ({
      path,
      size: figures.code_lines,
      heat: isParsed(figures) && figures.function_count > 0 ? figures.metrics.max_complexity : null,
      about: [
        figures.language ?? 'code',
        plural(figures.code_lines, 'line'),
        plural(figures.function_count, 'function'),
        ...(isParsed(figures) ? [`complexity up to ${formatCount(figures.metrics.max_complexity)}`] : []),
      ].join(', '),
    })),
  )
  if (nodes.length === 0) return []
  return [
    {
      kind: 'tree',
      title: 'Source files by folder',
      size: 'lines of code',
      heat: 'complexity of its most complex function',
      nodes,
    },
  ]
}

function isParsed({ parser }: CodeFigures): boolean {
  return parser === 'tree-sitter'
}

/** Where there are too many, those that stand out. */
function complexityPoints(title: string, files: readonly FiledFigures[]): Points[] {
  const functions = files
    .filter(({ figures }) => isParsed(figures))
    .flatMap(({ path, figures }) => figures.functions.map(one => ({ ...one, path })))
    .sort((a, b) => b.complexity - a.complexity || b.lines - a.lines)
  if (functions.length < 2) return []
  const shown = functions.slice(0, MOST_POINTS)
  const all = files.reduce((sum, { figures }) => sum + figures.function_count, 0)
  return [
    {
      kind: 'points',
      title,
      x: 'lines',
      y: 'complexity',
      points: shown.map(one => ({
        label: chartLabel(nameOf(one)),
        x: one.lines,
        y: one.complexity,
        ...(one.path === '' ? {} : { path: one.path }),
        line: one.line,
      })),
      limit: { label: `over ${LOW} is worth a look`, y: LOW },
      ...(shown.length < all
        ? {
            note: `${formatCount(shown.length)} of ${plural(all, 'function')}: ${
              shown.length < functions.length ? 'the most complex ones' : 'short callbacks without a name are left out'
            }.`,
          }
        : {}),
    },
  ]
}

function nameOf({ name, scope }: FunctionFigure): string {
  return scope === '' ? name : `${scope}.${name}`
}

/** All functions, by the limits of the rules. */
function complexityBars(files: readonly FiledFigures[]): Panel[] {
  const steps = [
    { label: `up to ${LOW / 2}`, to: LOW / 2 },
    { label: `${LOW / 2 + 1} to ${LOW}`, to: LOW },
    { label: `${LOW + 1} to ${MEDIUM}`, to: MEDIUM },
    { label: `${MEDIUM + 1} to ${HIGH}`, to: HIGH },
    { label: `over ${HIGH}`, to: Number.POSITIVE_INFINITY },
  ]
  const counts = steps.map(() => 0)
  let unmeasured = 0
  for (const { figures } of files) {
    const { functions, function_count: all } = figures
    if (!isParsed(figures)) {
      unmeasured += all
      continue
    }
    for (const { complexity } of functions) counts[steps.findIndex(({ to }) => complexity <= to)]!++
    // Callbacks that are not told each are simple ones.
    if (functions.length < MOST_FUNCTIONS) counts[0]! += all - functions.length
    else unmeasured += all - functions.length
  }
  const measured = counts.reduce((a, b) => a + b)
  if (measured < 2) return []
  const reached = counts.findLastIndex(count => count > 0) + 1
  const rows = steps.slice(0, reached).map(({ label }, k) => ({ label, value: counts[k]! }))
  return [
    {
      kind: 'bars',
      title: 'Functions by complexity',
      rows: unmeasured > 0 ? [...rows, { label: 'not measured', value: unmeasured }] : rows,
      total: measured + unmeasured,
    },
  ]
}

function languageBars(files: readonly FiledFigures[]): Panel[] {
  const lines = new Map<string, { lines: number; files: number }>()
  for (const { figures } of files) {
    const name = figures.language ?? 'unknown'
    const seen = lines.get(name) ?? { lines: 0, files: 0 }
    lines.set(name, { lines: seen.lines + figures.code_lines, files: seen.files + 1 })
  }
  if (lines.size < 2) return []
  const rows = [...lines].sort(([a, x], [b, y]) => y.lines - x.lines || (a < b ? -1 : 1))
  return [
    {
      kind: 'bars',
      title: chartTitle('Lines of code by language', MOST_BARS, rows.length),
      rows: rows
        .slice(0, MOST_BARS)
        .map(([label, { lines: value, files: count }]) => ({ label, value, note: plural(count, 'file') })),
      total: rows.reduce((sum, [, { lines: value }]) => sum + value, 0),
    },
  ]
}

function copiesTable({ duplicates }: CodeFigures): Panel[] {
  if (duplicates.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'Copies inside the file',
      columns: [{ label: 'lines' }, { label: 'repeat lines' }, { label: 'tokens', align: 'right' }],
      rows: duplicates
        .slice(0, MOST_ROWS)
        .map(({ lines, repeats, tokens }) => [lines.join('–'), repeats.join('–'), tokens]),
      of: duplicates.length,
    },
  ]
}

function todoTable({ todos }: CodeFigures): Panel[] {
  if (todos.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'Put off in comments',
      columns: [{ label: 'mark' }, { label: 'text' }, { label: 'line', align: 'right' }],
      rows: todos.slice(0, MOST_ROWS).map(({ marker, text, line }) => [marker, chartLabel(text, 200), line]),
      of: todos.length,
    },
  ]
}
