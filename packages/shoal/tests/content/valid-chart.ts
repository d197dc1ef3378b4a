// What every chart keeps to, whatever file it was drawn from: the rules of packages/base/src/model/chart.ts, with bounds.

import type { Chart, Histogram, Matrix, Points, Timeline, Tree } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import { expect } from 'vitest'

const MOST_CHARTS = 12
const LONGEST_LABEL = 200
const LONGEST_NOTE = 400
const MOST_STEPS = 100
const MOST_ROWS = 100
const MOST_COLUMNS = 60
const MOST_TIMES = 500
const MOST_SERIES = 10
const MOST_SPANS = 50
const MOST_NODES = 2000
const MOST_LISTED = 50
/** All charts of one file as JSON: a report holds those of hundreds of files. */
const MOST_CHARACTERS = 600_000
const GRAVITY = { bad: 2, warn: 1, plain: 0 }

/** Fails with all that is wrong with the charts of one file, or of several together. */
export function expectValidCharts(charts: readonly Chart[]): void {
  expect(charts.flatMap(chart => chartFaults(chart).map(fault => `${chart.kind} "${chart.title}": ${fault}`))).toEqual(
    [],
  )
  expect(charts.length).toBeLessThanOrEqual(MOST_CHARTS)
  const names = charts.map(({ kind, title }) => `${kind} ${title}`)
  expect(new Set(names).size, `titles differ: ${names.join(' | ')}`).toBe(names.length)
  const text = JSON.stringify(charts)
  expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS)
  // Nothing that JSON cannot hold, such as undefined, NaN or a Map.
  expect(JSON.parse(text)).toStrictEqual(charts)
}

/** What is wrong with a chart, one sentence each; nothing when it is right. */
export function chartFaults(chart: Chart): string[] {
  return [
    ...textFaults('title', chart.title),
    ...(/^\p{Ll}/u.test(chart.title) ? ['the title starts with a small letter'] : []),
    ...('note' in chart && chart.note !== undefined ? textFaults('note', chart.note, LONGEST_NOTE) : []),
    ...own(chart),
  ]
}

function own(chart: Chart): string[] {
  switch (chart.kind) {
    case 'histogram':
      return histogramFaults(chart)
    case 'matrix':
      return matrixFaults(chart)
    case 'timeline':
      return timelineFaults(chart)
    case 'tree':
      return treeFaults(chart)
    case 'points':
      return pointsFaults(chart)
    default:
      return panelFaults(chart)
  }
}

function histogramFaults({ edges, counts, counted, marks = [] }: Histogram): string[] {
  return [
    ...textFaults('counted', counted),
    ...sizeFaults('counts', counts, 1, MOST_STEPS),
    ...(edges.length === counts.length + 1 ? [] : [`${edges.length} edges for ${counts.length} counts`]),
    ...(edges.every((edge, k) => Number.isFinite(edge) && (k === 0 || edge > edges[k - 1]!))
      ? []
      : [`edges do not grow: ${edges.join(' ')}`]),
    ...countFaults('counts', counts),
    ...sizeFaults('marks', marks, 0, 5),
    ...marks.flatMap(({ label, value }) => [
      ...textFaults('mark', label),
      ...(value >= edges[0]! && value <= edges.at(-1)! ? [] : [`the mark ${label} at ${value} is off the scale`]),
    ]),
  ]
}

function matrixFaults({ measure, value, rows, columns, cells }: Matrix): string[] {
  const low = measure === 'correlation' ? -1 : 0
  const high = measure === 'count' ? Number.MAX_SAFE_INTEGER : 1
  const odd = cells.flat().filter(cell => cell !== null && !(cell >= low && cell <= high))
  return [
    ...textFaults('value', value),
    ...sizeFaults('rows', rows, 1, MOST_ROWS),
    ...sizeFaults('columns', columns, 1, MOST_COLUMNS),
    ...(cells.length === rows.length ? [] : [`${cells.length} lists of cells for ${rows.length} rows`]),
    ...(cells.every(row => row.length === columns.length) ? [] : ['a list of cells is not as long as the columns']),
    ...(odd.length === 0 ? [] : [`cells out of ${low} to ${high}: ${odd.slice(0, 5).join(' ')}`]),
    ...rows.flatMap(({ label, line }) => [...textFaults('row', label), ...lineFaults(line)]),
    ...(new Set(rows.map(({ label }) => label)).size === rows.length ? [] : ['rows of the same name']),
    ...columns.flatMap(column => textFaults('column', column)),
  ]
}

function timelineFaults({ counted, from, stepSeconds, series, spans }: Timeline): string[] {
  const steps = series[0]?.values.length ?? 0
  return [
    ...textFaults('counted', counted),
    ...momentFaults('from', from),
    ...(Number.isFinite(stepSeconds) && stepSeconds > 0 ? [] : [`a step of ${stepSeconds} seconds`]),
    ...sizeFaults('series', series, 1, MOST_SERIES),
    ...(series.every(({ tone }, k) => k === 0 || GRAVITY[tone] <= GRAVITY[series[k - 1]!.tone])
      ? []
      : ['a graver series stands behind another']),
    ...series.flatMap(({ label, tone, values }) => [
      ...textFaults('series', label),
      ...(['bad', 'warn', 'plain'].includes(tone) ? [] : [`a tone ${tone}`]),
      ...sizeFaults(label, values, 1, MOST_TIMES),
      ...(values.length === steps ? [] : [`${label} has ${values.length} steps, the first series ${steps}`]),
      ...countFaults(label, values),
    ]),
    ...sizeFaults('spans', spans, 0, MOST_SPANS),
    ...spans.flatMap(span => [
      ...textFaults('span', span.label),
      ...momentFaults('start of a span', span.from),
      ...momentFaults('end of a span', span.to),
      ...(isOrdered(span.from, span.to) ? [] : [`a span from ${span.from} back to ${span.to}`]),
      ...lineFaults(span.line ?? undefined),
    ]),
  ]
}

function treeFaults({ size, heat, nodes }: Tree): string[] {
  return [
    ...textFaults('size', size),
    ...(heat === null ? [] : textFaults('heat', heat)),
    ...sizeFaults('nodes', nodes, 1, MOST_NODES),
    ...nodes.flatMap((node, k) => [
      ...textFaults('node', node.label),
      ...(node.parent === null || (Number.isInteger(node.parent) && node.parent >= 0 && node.parent < k)
        ? []
        : [`node ${k} stands before its parent ${node.parent}`]),
      ...countFaults(`size of node ${k}`, [node.size]),
      ...(node.heat === null || Number.isFinite(node.heat) ? [] : [`heat of node ${k} is ${node.heat}`]),
      ...(heat === null && node.heat !== null ? [`node ${k} has a heat that nothing names`] : []),
      ...lineFaults(node.line),
      ...(node.path === undefined ? [] : textFaults('path', node.path, 4096)),
      ...(node.about === undefined ? [] : textFaults('about', node.about, LONGEST_NOTE)),
    ]),
    ...(nodes.some(node => node.size > 0) ? [] : ['nothing has a size']),
  ]
}

function pointsFaults({ x, y, points, limit }: Points): string[] {
  return [
    ...textFaults('x', x),
    ...textFaults('y', y),
    ...sizeFaults('points', points, 1, MOST_NODES),
    ...points.flatMap(point => [
      ...textFaults('point', point.label),
      ...(Number.isFinite(point.x) && Number.isFinite(point.y) ? [] : [`a point at ${point.x}, ${point.y}`]),
      ...lineFaults(point.line),
      ...(point.path === undefined ? [] : textFaults('path', point.path, 4096)),
    ]),
    ...(limit ? [...textFaults('limit', limit.label), ...(Number.isFinite(limit.y) ? [] : ['a limit nowhere'])] : []),
  ]
}

function panelFaults(panel: Panel): string[] {
  switch (panel.kind) {
    case 'facts':
      return [
        ...sizeFaults('rows', panel.rows, 1, MOST_LISTED),
        ...panel.rows.flatMap(([label, value]) => [...textFaults('label', label), ...valueFaults(value)]),
      ]
    case 'table':
      return [
        ...sizeFaults('columns', panel.columns, 1, MOST_COLUMNS),
        ...sizeFaults('rows', panel.rows, 1, MOST_ROWS),
        ...panel.columns.flatMap(({ label }) => textFaults('column', label)),
        ...panel.rows.flatMap(row => [
          ...(row.length === panel.columns.length ? [] : [`a row of ${row.length} cells`]),
          ...row.flatMap(value => (value === null ? [] : valueFaults(value))),
        ]),
        ...(panel.of === undefined || panel.of >= panel.rows.length ? [] : [`${panel.of} rows, but more are listed`]),
      ]
    case 'bars':
      return [
        ...sizeFaults('rows', panel.rows, 1, MOST_LISTED),
        ...panel.rows.flatMap(({ label, value, note }) => [
          ...textFaults('label', label, LONGEST_LABEL, true),
          ...(Number.isFinite(value) ? [] : [`a bar of ${value}`]),
          ...(note === undefined ? [] : textFaults('note', note)),
        ]),
        ...(panel.total === undefined || Number.isFinite(panel.total) ? [] : [`a total of ${panel.total}`]),
      ]
    case 'series':
      return [
        ...textFaults('from', panel.from),
        ...textFaults('to', panel.to),
        ...sizeFaults('values', panel.values, 1, MOST_TIMES),
        ...sizeFaults('more', panel.more ?? [], 0, MOST_SERIES),
        ...[panel.values, ...(panel.more ?? []).map(({ values }) => values)].flatMap(values =>
          values.every(Number.isFinite) && values.length === panel.values.length ? [] : ['values that are none'],
        ),
        ...(panel.more ?? []).flatMap(({ label }) => textFaults('series', label)),
      ]
  }
}

/** Milliseconds, or NaN: a date, or a date and a time of day, with or without a zone. Logs may leave out year and day. */
function momentOf(text: string): number {
  const found =
    /^(?:((?:\d{4}-)?\d{2}-\d{2})(?=$|[T ]))?(?:(?:^|[T ])(\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    )
  if (!found || text === '') return Number.NaN
  const [, date = '01-01', time = '00:00:00', fraction = '0', zone = 'Z'] = found
  const day = date.length === 5 ? `2000-${date}` : date
  return Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}.${fraction.slice(0, 3)}${zone}`)
}

/** Without a year, or without a day, a later time may be written as an earlier one. */
function isOrdered(from: string, to: string): boolean {
  return !/^\d{4}-/.test(from) || momentOf(from) <= momentOf(to)
}

function momentFaults(what: string, text: string): string[] {
  return Number.isNaN(momentOf(text)) ? [`${what} is no time: ${text}`] : []
}

function textFaults(what: string, text: string, longest = LONGEST_LABEL, empty = false): string[] {
  if (typeof text !== 'string') return [`${what} is no text`]
  if (text === '' && !empty) return [`${what} is empty`]
  return text.length > longest ? [`${what} has ${text.length} characters`] : []
}

function valueFaults(value: string | number): string[] {
  if (typeof value === 'string') return textFaults('cell', value, LONGEST_NOTE, true)
  return Number.isFinite(value) ? [] : [`a cell of ${value}`]
}

function countFaults(what: string, counts: readonly number[]): string[] {
  return counts.every(count => Number.isFinite(count) && count >= 0) ? [] : [`${what} holds what is no count`]
}

function sizeFaults(what: string, list: readonly unknown[], least: number, most: number): string[] {
  return list.length >= least && list.length <= most ? [] : [`${list.length} ${what}`]
}

function lineFaults(line: number | undefined): string[] {
  return line === undefined || (Number.isInteger(line) && line >= 1) ? [] : [`a line ${line}`]
}
