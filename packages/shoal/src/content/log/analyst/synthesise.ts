// What several logs say together: counts over all, and errors that more than one of them shows.

import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import type { FindingDraft, Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { Brief } from '@shoal/base/model/question'
import { type LogSeries, logSeries } from '@shoal/base/text/log-series'
import { LeftOut } from '../../../text/left-out.ts'
import { asArray, asObject, compare, type Figures, figuresOf, numberOf } from './figure-values.ts'
import { seriesFindings } from './series-findings.ts'
import { counted, number, short } from './wording.ts'

const MOST_BURSTS = 50
const MOST_SHARED = 10

export function synthesise(files: readonly SurveyedFile[], _brief: Brief): TypeSynthesis {
  let [entries, lines] = [0, 0]
  const levels = emptyRecord<number>()
  const found = new FoundErrors()
  const events: Figures[] = []
  for (const file of files) {
    const figures = figuresOf(file)
    entries += numberOf(figures.entries)
    lines += numberOf(figures.lines)
    for (const [level, count] of Object.entries(asObject(figures.levels)))
      levels[level] = (lookup(levels, level) ?? 0) + numberOf(count)
    found.add(file.path, asArray(figures.error_clusters).map(asObject))
    for (const event of asArray(figures.sequence)) events.push({ ...asObject(event), path: file.path })
  }
  const errors = found.mostFirst()
  const series = logSeries(files.map(({ path }) => path))
  const leftOut = new LeftOut()
  const ofSeries = seriesFindings(files, series)
  const count = errors.reduce((sum, error) => sum + error.count, 0)
  return {
    summary: `${counted(files.length, 'log')}, ${counted(entries, 'entry', 'entries')}; ${counted(count, 'error')} of ${counted(errors.length, 'kind')}`,
    metadata: {
      entries,
      lines,
      levels,
      errors: errors.slice(0, 50).map(error => ({ ...error, files: [...error.files] })),
      sequence: firstEvents(events),
    },
    panels: errors.length > 0 ? [errorPanel(errors)] : [],
    findings: [
      ...sharedErrors(files, errors, series, leftOut),
      ...simultaneousBursts(files, leftOut),
      ...ofSeries.findings,
    ],
    parts: ofSeries.parts,
    answers: files.flatMap(({ answers }) => answers),
    notes: leftOut.notes,
  }
}

interface SharedError {
  readonly name: string
  readonly count: number
  readonly files: readonly string[]
}

/** Errors over all logs. */
class FoundErrors {
  private readonly found = new Map<string, { count: number; files: Set<string> }>()

  add(path: string, clusters: readonly Figures[]): void {
    for (const cluster of clusters) {
      if (cluster.level === 'warn') continue
      const name = String(cluster.class ?? cluster.template)
      const seen = this.found.get(name) ?? { count: 0, files: new Set() }
      seen.count += numberOf(cluster.count)
      seen.files.add(path)
      this.found.set(name, seen)
    }
  }

  mostFirst(): SharedError[] {
    return [...this.found]
      .map(([name, { count, files: paths }]) => ({ name, count, files: [...paths] }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  }
}

/** An error that several logs show is one trouble, not several. */
function sharedErrors(
  files: readonly SurveyedFile[],
  errors: readonly SharedError[],
  series: readonly LogSeries[],
  leftOut: LeftOut,
): TypeSynthesis['findings'] {
  // The files of a rotated log are one log, which tells its errors itself.
  const isOne = (paths: readonly string[]) => series.some(one => paths.every(path => one.paths.includes(path)))
  const shared = errors.filter(({ files: paths }) => paths.length > 1 && !isOne(paths))
  return leftOut
    .first(shared, MOST_SHARED, 'errors that several logs show are listed')
    .flatMap((error): (FindingDraft & { path: string })[] => {
      const file = files.find(({ path }) => path === error.files[0])!
      const source = file.findings.find(({ type, stats }) => {
        const { error_class: errorClass, template, level } = asObject((stats ?? null) as Json)
        return type === 'error_cluster' && level !== 'warn' && (errorClass === error.name || template === error.name)
      })
      if (!source) return []
      return [
        {
          type: 'shared_error',
          key: `shared-error:${error.name}`,
          summary: `“${short(error.name)}” stands in ${counted(error.files.length, 'log')}, ${counted(error.count, 'time')} together`,
          severity: source.severity,
          confidence: 'high',
          nature: 'problem',
          advice: 'Look for a cause that the logs have in common',
          line: source.line,
          evidence: source.evidence,
          count: error.count,
          topics: ['error', error.name],
          stats: { files: [...error.files] },
          path: file.path,
        },
      ]
    })
}

/** Bursts of errors at the same time in several logs: one trouble seen from several sides. */
function simultaneousBursts(files: readonly SurveyedFile[], leftOut: LeftOut): TypeSynthesis['findings'] {
  const bursts = files
    .flatMap(file =>
      file.findings.flatMap(finding => {
        const { what, from, to } = asObject((finding.stats ?? null) as Json)
        const isTrouble = finding.type === 'burst' && (what === 'errors' || what === 'server errors')
        return isTrouble ? [{ finding, path: file.path, from: String(from), to: String(to) }] : []
      }),
    )
    .sort((a, b) => compare(a.from, b.from))
  return leftOut.first(bursts, MOST_BURSTS, 'bursts were compared').flatMap((burst, k) => {
    const others = bursts.slice(k + 1).filter(({ path, from }) => path !== burst.path && from < burst.to)
    const paths = [...new Set(others.map(({ path }) => path))]
    const isTold = bursts.slice(0, k).some(({ path, to }) => path !== burst.path && to > burst.from)
    if (paths.length === 0 || isTold) return []
    const { severity, line, evidence, stats } = burst.finding
    return [
      {
        type: 'simultaneous_bursts',
        key: `simultaneous-bursts:${burst.from}`,
        summary: `Errors burst in ${counted(paths.length + 1, 'log')} at the same time, first in ${burst.path} from ${burst.from} on, then in ${paths.join(', ')}`,
        severity,
        confidence: 'medium' as const,
        nature: 'problem' as const,
        advice: 'Begin with the log in which errors burst first',
        line,
        evidence,
        topics: ['burst', 'error'],
        stats: { files: [burst.path, ...paths], first: stats ?? null },
        path: burst.path,
      },
    ]
  })
}

/** What happened in all logs, by time; times of logs without a year sort by themselves. */
function firstEvents(events: Figures[]): Json {
  return events.sort((a, b) => compare(String(a.time), String(b.time))).slice(0, 100)
}

function errorPanel(errors: readonly SharedError[]): Panel {
  return {
    kind: 'bars',
    title: 'Errors in all logs',
    rows: errors.slice(0, 12).map(({ name, count, files }) => ({
      label: short(name, 80),
      value: count,
      ...(files.length > 1 ? { note: `${number(files.length)} logs` } : {}),
    })),
    total: errors.reduce((sum, { count }) => sum + count, 0),
  }
}
