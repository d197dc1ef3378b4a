// What a JSON-lines log shows: clusters of errors, bursts and silences, services that fail more than others.
import type { Anchor } from '@shoal/base/model/anchor'
import type { FindingDraft } from '@shoal/base/model/finding'
import { number, percent, type Subject } from '../../json/analyst/subject.ts'
import type { Story } from '../../log/analyst/story.ts'
import { storyFindings } from '../../log/analyst/survey.ts'
import type { Cluster } from './error-clusters.ts'
import { listingFinding } from './log-listing.ts'
import type { LogTally, SourceTally } from './log-watch.ts'
import { type Column, columnsOf, type Gap, gapOf, spanOf } from './time-series.ts'

const MOST_SOURCES = 5
export const COLUMNS = 60

export function logFindings(subject: Subject, log: LogTally, story: Story): FindingDraft[] {
  return [
    ...(log.listed ? listingFinding(subject, log.listed, log.timed + log.untimed) : []),
    ...storyFindings(story).filter(({ evidence }) => evidence.trim() !== ''),
    ...orderFinding(subject, log),
    ...sourceFindings(subject, log),
  ]
}

export function clustersOf({ clusters }: LogTally): Cluster[] {
  return [...clusters.all.values()].sort((a, b) => b.count - a.count || a.at - b.at)
}

export function clusterTitle({ name, template }: Cluster): string {
  return [name, template].filter(part => part !== '').join(': ') || 'an error without a name'
}

export interface Burst {
  readonly columns: readonly Column[]
  readonly errors: number
  /** Errors that as much time has elsewhere. */
  readonly usual: number
}

/** Runs of time with far more errors than the rest. */
export function burstsOf(log: LogTally): Burst[] {
  const columns = columnsOf(log.series, COLUMNS)
  const bursts: Burst[] = []
  if (columns.length < 8) return []
  const sorted = columns.map(({ errors }) => errors).sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length * 0.5)]!
  const limit = Math.max(10, usual * 4 + 3 * Math.sqrt(usual))
  for (let k = 0; k < columns.length; k++) {
    if (columns[k]!.errors < limit) continue
    const from = k
    while (k + 1 < columns.length && columns[k + 1]!.errors >= limit) k++
    const run = columns.slice(from, k + 1)
    bursts.push({ columns: run, errors: run.reduce((sum, { errors }) => sum + errors, 0), usual: usual * run.length })
  }
  // If a quarter of the time is a burst, it is none.
  const busy = bursts.reduce((sum, burst) => sum + burst.columns.length, 0)
  return busy > columns.length / 4 ? [] : bursts.sort((a, b) => b.errors - a.errors)
}

/** A silence that the usual distance of records does not explain. */
export function silenceOf({ series, timed }: LogTally): (Gap & { length: number; usual: number }) | null {
  const gap = gapOf(series)
  const { span } = spanOf(series)
  if (!gap || timed < 100) return null
  const length = gap.to.time - gap.from.time
  const whole = span.at(-1)![1].latest.time - span[0]![1].earliest.time
  const usual = (whole - length) / Math.max(1, timed - 2)
  return length >= 60_000 && length > usual * 50 ? { ...gap, length, usual } : null
}

function orderFinding(subject: Subject, { backwards, firstBackwards, timed }: LogTally): FindingDraft[] {
  if (backwards === 0 || !firstBackwards || timed < 20) return []
  const rare = backwards <= timed * 0.05
  const { line, quote } = subject.quoter.quoteLine(firstBackwards)
  return [
    {
      type: 'pattern',
      key: 'jsonl.order',
      summary: `${number(backwards)} of ${number(timed)} records ${backwards === 1 ? 'is' : 'are'} earlier than the record before, the first on line ${number(line)}`,
      severity: 'low',
      confidence: 'high',
      nature: rare ? 'problem' : 'fact',
      advice: 'Sort the records by time, or find out why some come late',
      line,
      evidence: quote,
      count: backwards,
      topics: ['order', 'time', 'timestamp'],
      weight: 0.4,
    },
  ]
}

/** A source whose share of errors is far above that of all others. */
export function failingSources({
  sources,
  errors,
}: LogTally): { label: string; source: SourceTally; others: number }[] {
  if (!sources || sources.size < 2) return []
  const total = [...sources.values()].reduce((sum, { count }) => sum + count, 0)
  return [...sources]
    .map(([label, source]) => ({ label, source, others: (errors - source.errors) / Math.max(1, total - source.count) }))
    .filter(({ source, others }) => source.errors >= 10 && source.errors / source.count > Math.max(0.02, others * 3))
    .sort((a, b) => b.source.errors - a.source.errors)
}

function sourceFindings(subject: Subject, log: LogTally): FindingDraft[] {
  return subject.leftOut
    .first(failingSources(log), MOST_SOURCES, 'sources that fail more than others are listed')
    .map(({ label, source, others }) => {
      const { line, quote } = subject.quoter.quoteLine(source.firstError!)
      return {
        type: 'pattern',
        key: `jsonl.failing:${label}`,
        summary: `${label} has ${number(source.errors)} errors in ${number(source.count)} records (${percent(source.errors, source.count)}); the others have ${percent(others, 1)}`,
        severity: 'medium',
        confidence: 'medium',
        nature: 'problem',
        advice: 'Find out what sets this source apart from the others',
        line,
        evidence: quote,
        count: source.errors,
        topics: ['error', label, 'service'],
        weight: 0.65,
      }
    })
}

/** Classes, codes and messages of errors, for the code that raises them. */
export function errorAnchors(subject: Subject, log: LogTally): Anchor[] {
  return clustersOf(log)
    .slice(0, 100)
    .flatMap(cluster => {
      const quote = subject.quoter.quoteLine(cluster)
      return [cluster.name, cluster.template]
        .filter(name => name !== '')
        .map(name => ({ role: 'error-seen' as const, name, value: String(cluster.count), ...quote }))
    })
}
