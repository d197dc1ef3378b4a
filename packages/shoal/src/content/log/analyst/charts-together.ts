// Several logs on one axis of time: errors and entries of each.
import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart, Matrix } from '@shoal/base/model/chart'
import { pathLabels } from '../../../text/path-labels.ts'
import { widthFor } from '../../../text/timeline/widths.ts'
import { stepNames, writtenLater, writtenTime } from '../../../text/timeline/written-time.ts'
import { drawnFigures, type TimelineFigure } from './drawn-figures.ts'
import { counted, duration } from './wording.ts'

const MOST_FILES = 40
const MOST_STEPS = 48
/** Wider steps than this join nothing: the logs lie too far apart. */
const FEWEST_STEPS = 2
const EPOCH = '1970-01-01 00:00:00'

interface Timed {
  readonly path: string
  readonly timeline: TimelineFigure
  /** Milliseconds. */
  readonly from: number
  readonly width: number
}

interface Grid {
  readonly from: number
  readonly width: number
  readonly size: number
}

export function chartsTogether(files: readonly ChartedFile[]): Chart[] {
  const dated = files.flatMap(timedOf)
  const timed = sameTime(dated)
  if (timed.length < 2) return []
  const grid = gridOf(timed)
  if (grid.size < FEWEST_STEPS || grid.size > MOST_STEPS) return []
  const undated = files.length - dated.length
  const elsewhere = dated.length - timed.length
  const notes = [
    `Steps of ${duration(grid.width)} from ${writtenLater(EPOCH, grid.from)} on.`,
    ...(undated > 0 ? [`${counted(undated, 'log')} without times or without a year not shown.`] : []),
    ...(elsewhere > 0 ? [`${counted(elsewhere, 'log')} of other times not shown.`] : []),
  ]
  return [
    ...matrix({ title: 'Errors by log over time', value: 'errors', timed, grid, notes }, ({ errors }) => errors),
    ...matrix({ title: 'Entries by log over time', value: 'entries', timed, grid, notes }, ({ entries }) => entries),
  ]
}

/** Only times with a year can be laid side by side. */
function timedOf({ path, figures }: ChartedFile): Timed[] {
  const timeline = drawnFigures(figures)?.timeline
  if (!timeline || !/^\d{4}-/.test(timeline.from)) return []
  const from = writtenTime(timeline.from)
  return Number.isNaN(from) ? [] : [{ path, timeline, from, width: timeline.bucket_seconds * 1000 }]
}

/** The most logs that lie close to each other: no silence between them is longer than what comes before it. */
function sameTime(dated: readonly Timed[]): Timed[] {
  const groups: { readonly logs: Timed[]; readonly from: number; to: number }[] = []
  for (const log of [...dated].sort((a, b) => a.from - b.from)) {
    const group = groups.at(-1)
    const to = log.from + log.timeline.entries.length * log.width
    if (group && log.from - group.to <= group.to - group.from) {
      group.logs.push(log)
      group.to = Math.max(group.to, to)
    } else groups.push({ logs: [log], from: log.from, to })
  }
  return groups.reduce<Timed[]>((most, { logs }) => (logs.length > most.length ? logs : most), [])
}

/** Steps of which every log's own are parts, so that no count is split. */
function gridOf(timed: readonly Timed[]): Grid {
  const first = timed.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY)
  const last = timed.reduce(
    (most, { from, width, timeline }) => Math.max(most, from + (timeline.entries.length - 1) * width),
    Number.NEGATIVE_INFINITY,
  )
  const widest = timed.reduce((most, { width }) => Math.max(most, width), 0)
  const width = widthFor(first, last, MOST_STEPS, widest)
  const start = Math.floor(first / width)
  return { from: start * width, width, size: Math.floor(last / width) - start + 1 }
}

interface Drawing extends Pick<Matrix, 'title' | 'value'> {
  readonly timed: readonly Timed[]
  readonly grid: Grid
  readonly notes: readonly string[]
}

function matrix(
  { title, value, timed, grid, notes }: Drawing,
  pick: (timeline: TimelineFigure) => readonly number[],
): Matrix[] {
  const rows = timed
    .map(({ path, timeline, from, width }) => {
      const cells = new Array<number>(grid.size).fill(0)
      for (const [k, count] of pick(timeline).entries())
        cells[Math.floor((from + k * width - grid.from) / grid.width)]! += count
      return { path, cells, total: cells.reduce((a, b) => a + b, 0) }
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1))
  if (rows.length === 0) return []
  const shown = rows.slice(0, MOST_FILES)
  const rest = rows.length - shown.length
  return [
    {
      kind: 'matrix',
      title,
      measure: 'count',
      value,
      rows: pathLabels(shown.map(({ path }) => path)).map(label => ({ label })),
      columns: stepNames(writtenLater(EPOCH, grid.from), grid.width, grid.size),
      cells: shown.map(({ cells }) => cells),
      note: [...notes, ...(rest > 0 ? [`${counted(rest, 'more log')} not shown.`] : [])].join(' '),
    },
  ]
}
