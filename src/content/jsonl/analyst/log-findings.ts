// What a JSON-lines log shows: clusters of errors, bursts and silences, services that fail more than others.
import type { Anchor } from '../../../model/anchor.ts'
import type { FindingDraft } from '../../../model/finding.ts'
import { cutShares } from '../../../text/left-out.ts'
import { number, percent, type Subject } from '../../json/analyst/subject.ts'
import type { Cluster } from './error-clusters.ts'
import { listingFinding } from './log-listing.ts'
import type { LogTally, SourceTally } from './log-watch.ts'
import { durationText, stampText } from './stamps.ts'
import { type Column, columnsOf, type Gap, gapOf, spanOf } from './time-series.ts'

const MOST_CLUSTERS = 1000
const MOST_BURSTS = 3
const MOST_SOURCES = 5
export const COLUMNS = 60

export function logFindings(subject: Subject, log: LogTally): FindingDraft[] {
  return [
    ...(log.listed ? listingFinding(subject, log.listed, log.timed + log.untimed) : []),
    ...clusterFindings(subject, log),
    ...subject.leftOut
      .first(burstsOf(log), MOST_BURSTS, 'bursts are listed')
      .map(burst => burstFinding(subject, log, burst)),
    ...gapFinding(subject, log),
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

function clusterFindings(subject: Subject, log: LogTally): FindingDraft[] {
  subject.leftOut.count(log.errors - log.clusters.others, log.errors, 'errors are told apart by kind')
  return subject.leftOut.first(clustersOf(log), MOST_CLUSTERS, 'kinds of errors are listed').map(cluster => {
    const { count, fatal, sources, firstTime, lastTime, line: first, lastLine } = cluster
    const { line, quote } = subject.quoter.quoteLine(cluster)
    const from = [...sources].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    const when =
      firstTime === null || lastTime === null
        ? ''
        : count === 1
          ? `, at ${stampText(firstTime)}`
          : `, from ${stampText(firstTime)} to ${stampText(lastTime)}`
    const by =
      from.length === 0
        ? ''
        : ` by ${from
            .slice(0, 3)
            .map(([source, times]) => (from.length > 1 ? `${source} (${number(times)})` : source))
            .join(', ')}${from.length > 3 ? ' …' : ''}`
    return {
      type: 'error_cluster',
      key: `jsonl.error:${cluster.name}:${cluster.template}`,
      summary: `${number(count)} of ${number(log.errors)} errors: ${clusterTitle(cluster)}${by}${when} (${count === 1 ? `line ${number(first)}` : `lines ${number(first)} to ${number(lastLine)}`})`,
      severity: fatal || count >= Math.max(5, log.errors * 0.25) ? 'high' : 'medium',
      confidence: 'high',
      nature: 'problem',
      advice: 'Find out what raises the error, and mend the cause',
      line,
      evidence: quote,
      ...(from.length > 0 &&
        cutShares(
          from.map(([value, times]) => ({ value, count: times })),
          20,
        )),
      stats: {
        errors: count,
        first_line: first,
        last_line: lastLine,
        first_time: firstTime === null ? null : stampText(firstTime),
        last_time: lastTime === null ? null : stampText(lastTime),
      },
      count,
      topics: ['error', ...(cluster.name ? [cluster.name] : []), ...from.slice(0, 2).map(([source]) => source)],
      weight: Math.min(0.95, 0.6 + (0.35 * count) / Math.max(1, log.errors)),
    }
  })
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

function burstFinding(subject: Subject, log: LogTally, { columns, errors, usual }: Burst): FindingDraft {
  const [first] = columns as [Column]
  const { line, quote } = subject.quoter.quoteLine(first.firstError!)
  return {
    type: 'burst',
    key: `jsonl.burst:${stampText(first.from)}`,
    summary: `${number(errors)} of ${number(log.errors)} errors stand between ${stampText(first.from)} and ${stampText(columns.at(-1)!.to)} (${durationText(columns.at(-1)!.to - first.from)}), where that much time usually has ${number(usual)}; the first on line ${number(line)}`,
    severity: 'high',
    confidence: 'high',
    nature: 'problem',
    advice: 'Find out what set off the burst',
    line,
    evidence: quote,
    stats: { errors, usual, from: stampText(first.from), to: stampText(columns.at(-1)!.to) },
    count: errors,
    topics: ['error', 'burst', 'spike', 'time'],
    weight: 0.9,
  }
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

function gapFinding(subject: Subject, log: LogTally): FindingDraft[] {
  const silence = silenceOf(log)
  if (!silence) return []
  const { from, to, length, usual } = silence
  const { line, quote } = subject.quoter.quoteLine(to)
  return [
    {
      type: 'gap',
      key: 'jsonl.gap',
      summary: `Nothing was logged for ${durationText(length)}, from ${stampText(from.time)} (line ${number(from.line)}) to ${stampText(to.time)} (line ${number(line)}); records are ${durationText(usual)} apart on average`,
      severity: 'medium',
      confidence: 'medium',
      nature: 'problem',
      advice: 'Find out whether the program stood still or the log is incomplete',
      line,
      evidence: quote,
      stats: {
        milliseconds: length,
        from: stampText(from.time),
        to: stampText(to.time),
        from_line: from.line,
        to_line: to.line,
      },
      topics: ['gap', 'silence', 'time'],
      weight: 0.6,
    },
  ]
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
