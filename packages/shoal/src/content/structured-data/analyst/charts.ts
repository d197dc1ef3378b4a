// The figures of a table as pictures: where cells are missing, which columns go together, how values are spread.

import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart, Histogram, Matrix, Timeline } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import { pathLabels } from '../../../text/path-labels.ts'
import { MOST_CORRELATED } from './figures.ts'
import { MOST_BARS, MOST_VALUES } from './panels.ts'
import { strongestColumns } from './relations.ts'
import { count, counted, percent } from './words.ts'

const MOST_CHARTS = 12
const MOST_HISTOGRAMS = 5
const MOST_TIMELINES = 2
const MOST_GAPS = 40
const MOST_RELATED = 24
const MOST_FILES = 60
const LONGEST_LABEL = 60

/** What is read of the figures; `figures.ts` writes them. */
interface TableFigures {
  readonly rows: number
  readonly columns: readonly ColumnFigures[]
  readonly correlations: readonly {
    readonly columns: readonly [string, string]
    readonly measure: string
    readonly value: number
  }[]
  /** Reports of before do not say. */
  readonly compared?: Readonly<Record<'numbers' | 'categories', { readonly columns: number; readonly of: number }>>
  readonly parts: readonly {
    readonly first_line: number
    readonly last_line: number
    readonly rows: number
    readonly missing: Readonly<Record<string, number>>
  }[]
}

interface ColumnFigures {
  readonly name: string
  readonly type: string
  readonly count: number
  readonly missing: number
  readonly distinct: number
  readonly top: readonly { readonly value: string; readonly count: number }[]
  readonly mean?: number | null
  readonly quantiles?: Readonly<Record<string, number | string>>
  readonly sentinels?: readonly { readonly value: number | string; readonly count: number }[]
  readonly histogram?: { readonly edges: readonly number[]; readonly counts: readonly number[] }
  readonly timeline?: {
    readonly from: string
    readonly step_seconds: number
    readonly counts: readonly number[]
    readonly outside: number
  }
}

export function charts(figures: Json): readonly Chart[] {
  const table = figures as unknown as TableFigures
  if (table.rows === 0) return []
  const drawn: Chart[] = [
    ...missingCharts(table),
    ...correlationCharts(table),
    ...timelines(table),
    ...histograms(table),
    ...associationCharts(table),
  ]
  return [...drawn, ...barCharts(table).slice(0, MOST_CHARTS - drawn.length)]
}

/** Which columns lack values, and where in the file. */
function missingCharts({ columns, parts, rows }: TableFigures): Chart[] {
  const lacking = columns.filter(({ missing }) => missing > 0)
  const kept = new Set(lacking.toSorted((a, b) => b.missing - a.missing).slice(0, MOST_GAPS))
  const shown = lacking.filter(column => kept.has(column))
  if (shown.length === 0) return []
  const left =
    lacking.length > shown.length
      ? `${shown.length} of ${counted(lacking.length, 'column')} that lack values, those that lack the most.`
      : null
  if (parts.length === 0)
    return [
      {
        kind: 'bars',
        title: 'Missing values by column',
        rows: shown.map(({ name, missing }) => ({ label: name, value: missing, note: percent(missing, rows) })),
        total: rows,
      },
    ]
  return [
    {
      kind: 'matrix',
      title: 'Missing values along the file',
      measure: 'share',
      value: 'missing',
      rows: parts.map(({ first_line, last_line }) => ({
        label: `lines ${count(first_line)} – ${count(last_line)}`,
        line: first_line,
      })),
      columns: shown.map(({ name }) => name),
      cells: parts.map(part => shown.map(({ name }) => share(lookup(part.missing, name), part.rows))),
      ...(left ? { note: left } : {}),
    },
  ]
}

function share(part: unknown, whole: number): number | null {
  return typeof part !== 'number' || whole === 0 ? null : Math.min(1, part / whole)
}

/** Numbers that rise and fall together: the columns of the strongest relations, in the order of the table. */
function correlationCharts({ correlations, columns, compared }: TableFigures): Matrix[] {
  const pairs = correlations.filter(({ measure }) => measure === 'pearson')
  const others = correlations.length - pairs.length
  const strongest = strongestColumns(pairs, MOST_CORRELATED)
  const names = columns.flatMap(({ name }) => (strongest.has(name) ? [name] : []))
  if (names.length < 3) return []
  const { columns: held, of } = compared?.numbers ?? { columns: names.length, of: names.length }
  const notes = [
    '1: they rise together; -1: one falls as the other rises; 0: no straight line.',
    ...(held > names.length
      ? [`The ${names.length} columns of the strongest relations, of ${count(held)} that were compared.`]
      : []),
    ...(of > held ? [`${count(held)} of ${count(of)} columns of numbers were compared.`] : []),
    ...(others > 0
      ? [
          `${others === 1 ? '1 pair of categories is' : `${count(others)} pairs of categories are`} measured otherwise (Cramér's V).`,
        ]
      : []),
  ]
  return [
    {
      kind: 'matrix',
      title: 'How numbers rise and fall together',
      measure: 'correlation',
      value: 'Pearson correlation',
      ...symmetric(names, pairs),
      note: notes.join(' '),
    },
  ]
}

/** Categories of which the one tells the other. */
function associationCharts({ correlations, columns, compared }: TableFigures): Matrix[] {
  const pairs = correlations.filter(({ measure }) => measure === 'cramers_v')
  const names = namesIn(pairs, columns)
  if (names.length < 3) return []
  const { columns: held, of } = compared?.categories ?? { columns: 0, of: 0 }
  const all = pairs.length === (names.length * (names.length - 1)) / 2
  return [
    {
      kind: 'matrix',
      title: 'How categories go together',
      measure: 'strength',
      value: "Cramér's V",
      ...symmetric(names, pairs),
      note: `1: the one tells the other; 0: they have nothing to do with each other.${all ? '' : ' Only the strongest pairs are filled in.'}${of > held ? ` ${count(held)} of ${count(of)} columns of categories were compared.` : ''}`,
    },
  ]
}

/** The columns of the pairs, in the order of the table. */
function namesIn(pairs: TableFigures['correlations'], columns: readonly ColumnFigures[]): string[] {
  const met = new Set(pairs.flatMap(pair => pair.columns))
  return columns.flatMap(({ name }) => (met.has(name) ? [name] : [])).slice(0, MOST_RELATED)
}

function symmetric(
  names: readonly string[],
  pairs: TableFigures['correlations'],
): Pick<Matrix, 'rows' | 'columns' | 'cells'> {
  const at = new Map(names.map((name, k) => [name, k]))
  const cells = names.map((_, row) => names.map((_, column): number | null => (row === column ? 1 : null)))
  for (const { columns, value } of pairs) {
    const [a, b] = [at.get(columns[0]), at.get(columns[1])]
    if (a === undefined || b === undefined) continue
    cells[a]![b] = cells[b]![a] = Math.max(-1, Math.min(1, value))
  }
  return { rows: names.map(label => ({ label })), columns: names, cells }
}

function timelines({ columns }: TableFigures): Timeline[] {
  return columns
    .flatMap(({ name, timeline }) => {
      // Years beyond 9999 are written with a sign, which few can read.
      if (!timeline || !/^\d{4}-/.test(timeline.from) || isEven(timeline.counts)) return []
      const { from, step_seconds, counts, outside } = timeline
      return [
        {
          kind: 'timeline' as const,
          title: `Rows by ${name}`,
          counted: 'rows',
          from,
          stepSeconds: step_seconds,
          series: [{ label: 'rows', tone: 'plain' as const, values: counts }],
          spans: [],
          ...(outside > 0 ? { note: `${counted(outside, 'row')} far before or behind left out.` } : {}),
        },
      ]
    })
    .slice(0, MOST_TIMELINES)
}

/** One row a day, day by day, makes no picture. Steps at both ends may be cut. */
function isEven(counts: readonly number[]): boolean {
  return counts.slice(1, -1).every(count => count === counts[1])
}

function histograms({ columns }: TableFigures): Histogram[] {
  const drawn = columns.filter(({ histogram }) => histogram)
  const left = drawn.length - MOST_HISTOGRAMS
  return drawn.slice(0, MOST_HISTOGRAMS).map(({ name, histogram, mean, quantiles, missing, sentinels = [] }, k) => {
    const { edges, counts } = histogram!
    const notes = [
      ...(missing > 0 ? [`${counted(missing, 'row')} ${missing === 1 ? 'has' : 'have'} no value.`] : []),
      ...sentinels.map(
        ({ value, count: rows }) =>
          `${counted(rows, 'row')} with ${value}, which probably stands for missing, are counted.`,
      ),
      ...(left > 0 && k === MOST_HISTOGRAMS - 1 ? [`${counted(left, 'more column')} of numbers not drawn.`] : []),
    ]
    return {
      kind: 'histogram',
      title: `Distribution of ${name}`,
      counted: 'rows',
      edges,
      counts,
      marks: Object.entries({ median: quantiles?.p50, mean }).flatMap(([label, value]) =>
        typeof value === 'number' && value >= edges[0]! && value <= edges.at(-1)! ? [{ label, value }] : [],
      ),
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    }
  })
}

/** The most frequent values of the categories that the survey has no panel for. */
function barCharts({ columns }: TableFigures): Chart[] {
  const categories = columns.filter(
    ({ type, distinct, top }) => (type === 'category' || type === 'boolean') && distinct > 1 && top.length > 1,
  )
  const told = new Set(categories.filter(({ distinct }) => distinct <= MOST_VALUES).slice(0, MOST_BARS))
  return categories
    .filter(column => !told.has(column))
    .map(({ name, top, count: present, distinct }) => {
      const rows = top.map(({ value, count: rows }) => ({ label: value.slice(0, LONGEST_LABEL), value: rows }))
      const rest = present - rows.reduce((sum, { value }) => sum + value, 0)
      return {
        kind: 'bars',
        title: `Rows by ${name}`,
        rows: rest > 0 ? [...rows, { label: `${count(distinct - rows.length)} more`, value: rest }] : rows,
        total: present,
      }
    })
}

/** Columns that several tables have: how much of them is missing in each. */
export function chartsTogether(files: readonly ChartedFile[]): readonly Chart[] {
  const tables = files.flatMap(({ path, figures }) => {
    const { rows, columns } = figures as unknown as TableFigures
    return rows > 0 ? [{ path, rows, columns: new Map(columns.map(({ name, missing }) => [name, missing])) }] : []
  })
  const times = new Map<string, number>()
  for (const { columns } of tables) for (const name of columns.keys()) times.set(name, (times.get(name) ?? 0) + 1)
  const shared = [...times].filter(([, tables]) => tables > 1)
  const kept = shared.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_GAPS)
  const names = shared.filter(column => kept.includes(column)).map(([name]) => name)
  const concerned = tables.filter(({ columns }) => names.some(name => columns.has(name)))
  if (names.length === 0) return []
  const shown = concerned.slice(0, MOST_FILES)
  const left = [
    ...(shared.length > names.length ? [`${names.length} of ${count(shared.length)} shared columns.`] : []),
    ...(concerned.length > shown.length ? [`${shown.length} of ${count(concerned.length)} tables.`] : []),
  ]
  return [
    {
      kind: 'matrix',
      title: 'Columns that several tables have',
      measure: 'share',
      value: 'missing',
      rows: pathLabels(shown.map(({ path }) => path)).map(label => ({ label })),
      columns: names,
      cells: shown.map(({ rows, columns }) => names.map(name => share(columns.get(name), rows))),
      note: ['Empty where a table does not have the column.', ...left].join(' '),
    },
  ]
}
