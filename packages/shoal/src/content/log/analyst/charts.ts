// Pictures of one log: errors and all entries over time, with bursts and silences; when each template was written; what
// happened in order; requests, components, failed log-ins.

import type { Chart } from '@shoal/base/model/chart'
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import { chartLabel, chartTitle } from '../../../text/chart-label.ts'
import { stepNames } from '../../../text/timeline/written-time.ts'
import { drawnFigures, type LogFigures, type SharesFigure, type TimelineFigure } from './drawn-figures.ts'
import { timelines } from './timelines.ts'
import { duration, number } from './wording.ts'

const MOST_BARS = 20
const MOST_ROWS = 100
/** As many as the panels show. */
const SHOWN_ELSEWHERE = 15
const CALM = ['trace', 'debug', 'info']

export function charts(figures: Json): Chart[] {
  const log = drawnFigures(figures)
  if (log === null) return []
  const { timeline, http, failed_logins: denied } = log
  return [
    ...(timeline ? [...timelines(log, timeline), ...templateMatrix(log, timeline)] : []),
    ...sequenceTable(log),
    ...(http ? requestBars(http) : []),
    ...(denied ? [...shareBars('Failed log-ins by address', denied.addresses, 1)] : []),
    ...(denied ? [...shareBars('Failed log-ins by user', denied.users, 1)] : []),
    ...shareBars('Entries by component', log.components, 2),
    ...shareBars('Entries by host', log.hosts, 2),
    ...errorTable(log),
    ...templateTable(log),
    ...rhythmTable(log),
  ]
}

/** Each template against its own busiest step, so that rare ones are seen beside frequent ones. */
function templateMatrix(
  { templates }: LogFigures,
  { from, by_template: { bucket_seconds: step, rows } }: TimelineFigure,
): Chart[] {
  const steps = rows[0]?.values.length ?? 0
  const drawn = rows.filter(({ values }) => values.some(count => count > 0))
  if (steps < 2 || drawn.length < 2) return []
  const calm = new Set(templates.filter(isMostlyCalm).map(({ template }) => template))
  // Long templates may differ only in what is cut off.
  const labels = drawn.map(({ template, level, count }) => {
    const named = level === 'calm' || calm.has(template) ? '' : `${level}: `
    return `${number(count)} × ${named}${chartLabel(template, 100)}`
  })
  return [
    {
      kind: 'matrix',
      title: 'When each template was written',
      measure: 'share',
      value: 'of its busiest step',
      rows: drawn.map((row, k) => ({
        label: labels.indexOf(labels[k]!) < k ? `${labels[k]!}, from line ${number(row.line)}` : labels[k]!,
        line: row.line,
      })),
      columns: stepNames(from, step * 1000, steps),
      cells: drawn.map(({ values }) => {
        const most = values.reduce((a, b) => Math.max(a, b))
        return values.map(count => rounded(count / most))
      }),
      note: `Steps of ${duration(step * 1000)} from ${from} on. The gravest templates come first, then the most frequent, each with how often it was written.`,
    },
  ]
}

/** Of a template that is a warning now and then, nobody would say that it is one. */
function isMostlyCalm({ levels, count }: LogFigures['templates'][number]): boolean {
  return CALM.reduce((sum, level) => sum + (lookup(levels, level) ?? 0), 0) * 2 > count
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000
}

function sequenceTable({ sequence }: LogFigures): Panel[] {
  if (sequence.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'What happened, in order',
      columns: [{ label: 'time' }, { label: 'line', align: 'right' }, { label: 'event' }],
      rows: sequence.slice(0, MOST_ROWS).map(({ time, line, event }) => [time, line, chartLabel(event, 200)]),
      of: sequence.length,
    },
  ]
}

function requestBars({ requests, statuses, latency_ms: latency }: NonNullable<LogFigures['http']>): Panel[] {
  const bars: Panel[] = []
  if (latency && latency.steps.length > 1)
    bars.push({
      kind: 'bars',
      title: 'Requests by duration',
      rows: latency.steps.map(({ from_ms: from, to_ms: to, count }) => ({
        label: `${duration(from)} to ${duration(to)}`,
        value: count,
      })),
      total: latency.count,
    })
  const answers = Object.entries(statuses).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  if (answers.length > 1)
    bars.push({
      kind: 'bars',
      title: chartTitle('Requests by status', MOST_BARS, answers.length),
      rows: answers.slice(0, MOST_BARS).map(([label, value]) => ({ label, value })),
      total: requests,
    })
  return bars
}

function shareBars(title: string, { distinct, exact, top }: SharesFigure, least: number): Panel[] {
  if (top.length < least) return []
  return [
    {
      kind: 'bars',
      title: chartTitle(title, MOST_BARS, distinct, exact),
      rows: top.slice(0, MOST_BARS).map(({ value, count }) => ({ label: chartLabel(value), value: count })),
    },
  ]
}

/** Only where there are more than the panel of the same title shows, which it then stands for. */
function errorTable({ error_cluster_count: of, error_clusters: clusters }: LogFigures): Panel[] {
  if (of <= SHOWN_ELSEWHERE) return []
  const shown = clusters.slice(0, MOST_ROWS)
  const hasFrames = shown.some(({ root_frame: frame }) => frame !== null)
  return [
    {
      kind: 'table',
      title: 'Errors',
      columns: [
        { label: 'error' },
        ...(hasFrames ? [{ label: 'at' }] : []),
        { label: 'level' },
        { label: 'count', align: 'right' },
        { label: 'first line', align: 'right' },
        { label: 'last line', align: 'right' },
      ],
      rows: shown.map(({ class: name, message, template, root_frame: frame, level, count, first_line, last_line }) => [
        chartLabel(name ? `${name}: ${message ?? template}` : template, 200),
        ...(hasFrames ? [frame === null ? null : chartLabel(frame)] : []),
        level,
        count,
        first_line,
        last_line,
      ]),
      of,
    },
  ]
}

function templateTable({ template_count: of, templates }: LogFigures): Panel[] {
  if (of <= SHOWN_ELSEWHERE) return []
  return [
    {
      kind: 'table',
      title: 'Templates',
      columns: [
        { label: 'template' },
        { label: 'levels' },
        { label: 'count', align: 'right' },
        { label: 'first' },
        { label: 'last' },
        { label: 'first line', align: 'right' },
      ],
      rows: templates
        .slice(0, MOST_ROWS)
        .map(({ template, levels, count, first_time: first, last_time: last, first_line: line }) => [
          chartLabel(template, 200),
          Object.keys(levels)
            .filter(level => level !== 'none')
            .join(', '),
          count,
          first,
          last,
          line,
        ]),
      of,
    },
  ]
}

function rhythmTable({ periodic }: LogFigures): Panel[] {
  if (periodic.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'What comes at regular times',
      columns: [
        { label: 'template' },
        { label: 'every' },
        { label: 'times', align: 'right' },
        { label: 'missed', align: 'right' },
      ],
      rows: periodic.map(({ template, period_seconds: period, beats, missed, stopped_beats_before_end: stopped }) => [
        chartLabel(template, 200),
        duration(period * 1000),
        beats,
        missed.reduce((sum, { beats: gone }) => sum + gone, 0) + stopped,
      ]),
    },
  ]
}
