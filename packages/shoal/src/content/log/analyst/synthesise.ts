// What several logs say together: counts over all, and errors that more than one of them shows.

import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import { type FindingDraft, type Panel, severities } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { largest } from '@shoal/base/model/lists'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { Brief } from '@shoal/base/model/question'
import { type LogSeries, logSeries } from '@shoal/base/text/log-series'
import { LeftOut } from '../../../text/left-out.ts'
import { counted, number, short } from './wording.ts'

const MOST_BURSTS = 50
const MOST_SHARED = 10

type Figures = { readonly [key: string]: Json }

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
  const goOn = burstsThatGoOn(files, series)
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
      ...goOn.map(({ finding }) => finding),
    ],
    parts: goOn.flatMap(({ parts }) => parts),
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
  const shared = errors.filter(({ files: paths }) => paths.length > 1)
  return leftOut
    .first(shared, MOST_SHARED, 'errors that several logs show are listed')
    .flatMap((error): (FindingDraft & { path: string })[] => {
      const file = files.find(({ path }) => path === error.files[0])!
      const source = file.findings.find(({ type, stats }) => {
        const { error_class: errorClass, template, level } = asObject((stats ?? null) as Json)
        return type === 'error_cluster' && level !== 'warn' && (errorClass === error.name || template === error.name)
      })
      if (!source) return []
      // The files of a rotated log are one log.
      const own = series.find(({ paths }) => error.files.every(path => paths.includes(path)))
      return [
        {
          type: 'shared_error',
          key: `shared-error:${error.name}`,
          summary: own
            ? `“${short(error.name)}” comes ${counted(error.count, 'time')} in the series ${own.name}, in ${number(error.files.length)} of its ${counted(own.paths.length, 'file')}`
            : `“${short(error.name)}” stands in ${counted(error.files.length, 'log')}, ${counted(error.count, 'time')} together`,
          severity: source.severity,
          confidence: 'high',
          nature: 'problem',
          advice: own
            ? 'Find out what raises the error, and mend the cause'
            : 'Look for a cause that the logs have in common',
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

interface WholeBurst {
  readonly finding: TypeSynthesis['findings'][number]
  readonly parts: NonNullable<TypeSynthesis['parts']>
}

/** A burst at the end of one file of a rotated log, which goes on at the beginning of the next, is one. */
function burstsThatGoOn(files: readonly SurveyedFile[], series: readonly LogSeries[]): WholeBurst[] {
  return series.flatMap(({ name, paths }) => {
    const bursts = paths.flatMap(path =>
      (files.find(file => file.path === path)?.findings ?? []).flatMap(finding => {
        const stats = asObject((finding.stats ?? null) as Json)
        const [from, to] = [Date.parse(String(stats.from)), Date.parse(String(stats.to))]
        const isTold = finding.type === 'burst' && stats.what === 'errors' && from <= to
        return isTold ? [{ path, finding, stats, from, to, count: finding.count }] : []
      }),
    )
    const joined: (typeof bursts)[] = []
    for (const burst of bursts.sort((a, b) => a.from - b.from)) {
      const before = joined.at(-1)?.at(-1)
      const goesOn = before && before.path !== burst.path && burst.from <= before.to + BUCKETS * bucketMs(before, burst)
      if (goesOn) joined.at(-1)!.push(burst)
      else joined.push([burst])
    }
    return joined.flatMap(parts => {
      const [first, last] = [parts[0]!, parts.at(-1)!]
      if (parts.length < 2) return []
      const count = parts.reduce((sum, part) => sum + part.count, 0)
      const { line, evidence } = first.finding
      const severity = severities.find(one => parts.some(({ finding }) => finding.severity === one))!
      const finding = {
        type: 'burst',
        key: `series-burst:${name}:${first.from}`,
        summary: `One burst of errors over ${counted(parts.length, 'file')} of the series ${name}: ${number(count)}, from ${String(first.stats.first_entry)} to ${String(last.stats.last_entry ?? last.stats.to)}`,
        severity,
        confidence: 'high' as const,
        nature: 'problem' as const,
        advice: 'Find out what set off the burst',
        line,
        evidence,
        count,
        topics: ['burst', 'error'],
        weight: 1,
        stats: {
          files: parts.map(({ path }) => path),
          from: first.stats.from!,
          to: last.stats.to!,
          parts: parts.map(({ path, finding: { line: at, summary } }) => ({ path, line: at, summary })),
        },
        path: first.path,
      }
      return [{ finding, parts: parts.map(({ path, finding: { key } }) => ({ path, key })) }]
    })
  })
}

/** So many buckets of time may lie between two parts of one burst. */
const BUCKETS = 2

function bucketMs(...bursts: readonly { readonly stats: Figures }[]): number {
  return largest(bursts.map(({ stats }) => numberOf(stats.bucket_seconds) * 1000))
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

function figuresOf({ figures }: SurveyedFile): Figures {
  return asObject(figures)
}

function asObject(value: Json | undefined): Figures {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Figures) : {}
}

function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
