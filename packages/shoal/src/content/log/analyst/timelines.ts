// Counts over time with what stands out: errors, server errors, warnings, all entries by level.

import type { Timeline } from '@shoal/base/model/chart'
import { lookup } from '@shoal/base/model/lookup'
import { chartLabel } from '../../../text/chart-label.ts'
import { writtenTime } from '../../../text/timeline/written-time.ts'
import type { BurstFigure, LogFigures, TimelineFigure } from './drawn-figures.ts'
import { counted, duration, number } from './wording.ts'

type Series = Timeline['series'][number]
type Span = Timeline['spans'][number]

/** Warnings that are so many times more than the errors would hide them. */
const DROWNS = 10
const MOST_SPANS = 40
const TONES: Readonly<Record<string, Series['tone']>> = { fatal: 'bad', error: 'bad', warn: 'warn' }
/** As a reader stacks them: the gravest at the bottom. */
const ORDER = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'none']

export function timelines(log: LogFigures, timeline: TimelineFigure): Timeline[] {
  const errors = errorSeries(timeline)
  const warnings = levelSeries(timeline, ['warn'])
  const apart = errors.length > 0 && totalOf(warnings) > DROWNS * totalOf(errors)
  const spans = (...kinds: string[]) => burstSpans(log.bursts.filter(({ what }) => kinds.includes(what)))
  const base = { kind: 'timeline', from: timeline.from, stepSeconds: timeline.bucket_seconds } as const
  const drawn: Timeline[] = []
  const draw = (rest: Omit<Timeline, keyof typeof base>) => {
    if (totalOf(rest.series) > 0) drawn.push({ ...base, ...rest })
  }
  const hasBoth = errors.length > 0 && warnings.length > 0 && !apart
  draw({
    title: hasBoth ? 'Errors and warnings over time' : errors.length > 0 ? 'Errors over time' : 'Warnings over time',
    counted: 'entries',
    series: apart ? errors : [...errors, ...warnings],
    spans: apart ? spans('errors') : spans('errors', 'warnings'),
  })
  if (apart) draw({ title: 'Warnings over time', counted: 'entries', series: warnings, spans: spans('warnings') })
  draw({
    title: 'Server errors over time',
    counted: 'requests',
    series: [{ label: 'answered with 5xx', tone: 'bad', values: timeline.server_errors ?? [] }],
    spans: spans('server errors'),
  })
  const others = byTime([...spans('volume', 'template'), ...silentSpans(timeline)], timeline.from)
  const unmarked = others.length - MOST_SPANS
  const astray = log.entries - timeline.entries.reduce((sum, count) => sum + count, 0)
  const notes = [
    ...(astray > 0
      ? [`${counted(astray, 'entry', 'entries')} with no time, or one far from all others, not shown.`]
      : []),
    ...(unmarked > 0
      ? [`${counted(unmarked, 'later burst or silence', 'later bursts and silences')} not marked.`]
      : []),
  ]
  draw({
    title: 'All entries over time',
    counted: 'entries',
    series: levelSeries(timeline, ORDER),
    spans: others.slice(0, MOST_SPANS),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  })
  return drawn
}

function errorSeries(timeline: TimelineFigure): Series[] {
  const levels = levelSeries(timeline, ['fatal', 'error'])
  const worded = timeline.errors.map((count, k) =>
    Math.max(0, count - levels.reduce((sum, { values }) => sum + values[k]!, 0)),
  )
  return worded.some(count => count > 0)
    ? [...levels, { label: 'error by its words', tone: 'bad', values: worded }]
    : levels
}

/** Those that occur. */
function levelSeries({ levels }: TimelineFigure, names: readonly string[]): Series[] {
  return names.flatMap(name => {
    const values = lookup(levels, name)
    if (!values?.some(count => count > 0)) return []
    return [{ label: name === 'none' ? 'without a level' : name, tone: lookup(TONES, name) ?? 'plain', values }]
  })
}

function totalOf(series: readonly Series[]): number {
  return series.reduce((sum, { values }) => sum + values.reduce((a, b) => a + b, 0), 0)
}

function burstSpans(bursts: readonly BurstFigure[]): Span[] {
  return bursts.map(burst => ({ label: burstLabel(burst), from: burst.from, to: burst.to, line: burst.first_line }))
}

function burstLabel({ what, template, count }: BurstFigure): string {
  if (template !== null) return `${number(count)} × ${chartLabel(template, 80)}`
  return `burst of ${number(count)} ${what === 'volume' ? 'entries' : what}`
}

function silentSpans({ silent, from }: TimelineFigure): Span[] {
  const start = writtenTime(from)
  return silent.map(span => ({
    label: `silent for ${duration(writtenTime(span.to, start) - writtenTime(span.from, start))}`,
    ...span,
  }))
}

function byTime(spans: readonly Span[], from: string): Span[] {
  const start = writtenTime(from)
  return [...spans].sort((a, b) => writtenTime(a.from, start) - writtenTime(b.from, start))
}
