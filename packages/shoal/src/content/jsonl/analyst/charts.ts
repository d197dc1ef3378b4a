// The figures of JSON lines as pictures: records, warnings and errors over time where they are a log, then their fields.
import type { Chart, Timeline } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { charts as fieldCharts } from '../../json/analyst/charts.ts'
import { number } from '../../json/analyst/subject.ts'
import { durationText } from './stamps.ts'

const MOST_SPANS = 20

/** What is read of the figures; `log-figures.ts` writes them. */
interface LogFigures {
  readonly errors: number
  readonly warnings: number
  readonly bursts: readonly {
    readonly from: string
    readonly to: string
    readonly errors: number
    readonly usual: number
    readonly first_line: number | null
  }[]
  readonly series: {
    readonly from: string
    readonly seconds: number
    readonly strays: number
    readonly records: readonly number[]
    readonly errors: readonly number[]
    readonly warnings: readonly number[]
  } | null
}

export function charts(figures: Json): readonly Chart[] {
  const { log } = figures as unknown as { readonly log?: LogFigures }
  return [...(log ? timeline(log) : []), ...fieldCharts(figures)]
}

function timeline({ series, bursts, errors, warnings }: LogFigures): Timeline[] {
  if (!series || series.records.length < 2 || !isMoment(series.from)) return []
  const { records, strays } = series
  const plain = records.map((all, k) => all - series.errors[k]! - series.warnings[k]!)
  const dated = bursts.filter(({ from, to }) => isMoment(from) && isMoment(to))
  const shown = dated.slice(0, MOST_SPANS)
  const more = dated.length - shown.length
  const notes = [
    ...(strays > 0
      ? [`${number(strays)} ${strays === 1 ? 'record' : 'records'} of times far from all others left out.`]
      : []),
    ...(more > 0 ? [`${number(more)} more ${more === 1 ? 'burst' : 'bursts'} not marked.`] : []),
  ]
  return [
    {
      kind: 'timeline',
      // As the panel of the survey is called, which it can stand for.
      title: `Records per ${durationText(series.seconds * 1000)}`,
      counted: 'records',
      from: series.from,
      stepSeconds: series.seconds,
      series: [
        ...(errors > 0 ? [{ label: 'errors', tone: 'bad' as const, values: series.errors }] : []),
        ...(warnings > 0 ? [{ label: 'warnings', tone: 'warn' as const, values: series.warnings }] : []),
        { label: errors + warnings > 0 ? 'other records' : 'records', tone: 'plain' as const, values: plain },
      ],
      spans: shown.map(burst => ({
        label: `burst: ${number(burst.errors)} errors, usually ${number(burst.usual)}`,
        from: burst.from,
        to: burst.to,
        line: burst.first_line,
      })),
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    },
  ]
}

/** Years beyond 9999 are written with a sign, which few can read; some times cannot be written at all. */
function isMoment(text: string): boolean {
  return /^\d{4}-/.test(text)
}
