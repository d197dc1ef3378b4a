// The figures of a JSON-lines log and its panels.
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { totalOf } from '../../../text/json-census/exact-sum.ts'
import { tidy } from '../../../text/json-census/number-summary.ts'
import { number, type Subject } from '../../json/analyst/subject.ts'
import { burstsOf, COLUMNS, clustersOf, clusterTitle, silenceOf } from './log-findings.ts'
import type { LogTally, SourceTally } from './log-watch.ts'
import type { RecipeResult } from './recipes.ts'
import { durationText, stampText } from './stamps.ts'
import { columnsOf, spanOf } from './time-series.ts'

export function logJson(subject: Subject, log: LogTally, recipes: readonly RecipeResult[]): Json {
  const { roles, earliest, latest } = log
  const silence = silenceOf(log)
  const columns = columnsOf(log.series, COLUMNS)
  return {
    fields: { ...roles, errors: [...roles.errors], identifiers: [...roles.identifiers] },
    errors: log.errors,
    warnings: log.warnings,
    time:
      earliest && latest
        ? {
            from: stampText(earliest.time),
            to: stampText(latest.time),
            records: log.timed,
            without: log.untimed,
            out_of_order: log.backwards,
          }
        : null,
    longest_gap: silence
      ? { milliseconds: silence.length, from_line: silence.from.line, to_line: silence.to.line }
      : null,
    by_source:
      sourcesOf(log)?.map(([value, source]) => ({
        value,
        count: source.count,
        errors: source.errors,
        warnings: source.warnings,
        ...(source.timed > 0
          ? { mean_duration: tidy(totalOf(source.sum) / source.timed), max_duration: source.slowest }
          : {}),
      })) ?? null,
    error_clusters: clustersOf(log)
      .slice(0, 50)
      .map(cluster => ({
        name: cluster.name,
        template: cluster.template,
        count: cluster.count,
        first_line: cluster.line,
        last_line: cluster.lastLine,
        first_time: cluster.firstTime === null ? null : stampText(cluster.firstTime),
        last_time: cluster.lastTime === null ? null : stampText(cluster.lastTime),
      })),
    errors_without_cluster: log.clusters.others,
    bursts: burstsOf(log).map(({ columns: run, errors, usual }) => ({
      from: stampText(run[0]!.from),
      to: stampText(run.at(-1)!.to),
      errors,
      usual,
      first_line: run[0]!.firstError?.line ?? null,
    })),
    series:
      columns.length === 0
        ? null
        : {
            from: stampText(columns[0]!.from),
            to: stampText(columns.at(-1)!.to),
            seconds: (columns[0]!.to - columns[0]!.from) / 1000,
            strays: spanOf(log.series).strays,
            records: columns.map(({ all }) => all),
            errors: columns.map(({ errors }) => errors),
            warnings: columns.map(({ warnings }) => warnings),
          },
    identifiers: roles.identifiers.flatMap(path => {
      const field = subject.fields.find(each => each.path === `$${path}`)
      return field
        ? [
            {
              path: field.path,
              present: field.present,
              distinct: field.slot.values.full ? null : field.slot.values.size,
            },
          ]
        : []
    }),
    recipes: recipes.map(({ title, jq, args, result }) => ({ title, jq, args: [...args], result })),
  }
}

export function sourcesOf({ sources }: LogTally): [string, SourceTally][] | null {
  return sources && [...sources].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1)).slice(0, 100)
}

export function seriesPanel(log: LogTally): Panel | null {
  const columns = columnsOf(log.series, COLUMNS)
  if (columns.length < 2) return null
  return {
    kind: 'series',
    title: `Records per ${durationText(columns[0]!.to - columns[0]!.from)}`,
    from: stampText(columns[0]!.from),
    to: stampText(columns.at(-1)!.to),
    values: columns.map(({ all }) => all),
    more: [
      ...(log.errors > 0 ? [{ label: 'errors', values: columns.map(({ errors }) => errors) }] : []),
      ...(log.warnings > 0 ? [{ label: 'warnings', values: columns.map(({ warnings }) => warnings) }] : []),
    ],
  }
}

export function clusterPanel(log: LogTally): Panel | null {
  const clusters = clustersOf(log)
  if (clusters.length === 0) return null
  return {
    kind: 'bars',
    title: 'Errors',
    rows: clusters.slice(0, 12).map(cluster => ({
      label: clusterTitle(cluster).slice(0, 80),
      value: cluster.count,
      note: `line ${number(cluster.line)}`,
    })),
    total: log.errors,
  }
}

export function sourcePanel(log: LogTally): Panel | null {
  const sources = sourcesOf(log)
  if (!sources || sources.length === 0) return null
  const timed = sources.some(([, source]) => source.timed > 0)
  return {
    kind: 'table',
    title: `By ${log.roles.source!.slice(1)}`,
    columns: [
      { label: log.roles.source!.slice(1) },
      ...['records', 'errors', 'warnings', ...(timed ? ['mean', 'slowest'] : [])].map(label => ({
        label,
        align: 'right' as const,
      })),
    ],
    rows: sources
      .slice(0, 20)
      .map(([label, source]) => [
        label,
        source.count,
        source.errors,
        source.warnings,
        ...(timed
          ? source.timed > 0
            ? [number(tidy(totalOf(source.sum) / source.timed)), number(source.slowest)]
            : [null, null]
          : []),
      ]),
    ...(sources.length > 20 ? { of: sources.length } : {}),
  }
}
