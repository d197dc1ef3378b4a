// Sentences that every form of the report shares: what was read, what was checked, what was found.
import type { Finding, Severity } from '../model/finding.ts'
import { severities } from '../model/finding.ts'
import type { Coverage, CrossFinding, RunReport, Verification } from '../model/report.ts'
import { logSeries } from '../text/log-series.ts'
import { formatBytes, formatCount, plural } from '../text/printable.ts'
import { placeName } from './places.ts'

export function problemsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ nature }) => nature === 'problem')
}

export function count<T>(items: readonly T[], isMeant: (item: T) => boolean): number {
  return items.reduce((sum, item) => sum + (isMeant(item) ? 1 : 0), 0)
}

/** What is said where no single file has a problem: files may have some with each other. */
export function noProblems(crossFile: readonly CrossFinding[]): string {
  return crossFile.some(({ nature }) => nature === 'problem') ? 'no problems in single files' : 'no problems'
}

/** `4 high, 2 medium, 1 low`; '' for none. */
export function bySeverity(findings: readonly { readonly severity: Severity }[]): string {
  return severities
    .map(severity => ({ severity, count: findings.filter(one => one.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${formatCount(count)} ${severity}`)
    .join(', ')
}

/** What was read of what there is: never a total without it. */
export function coverageSentence(coverage: Coverage, skipped: number): string {
  const { files, filesRead, bytes, bytesRead, lines, linesRead, tasks, tasksCompleted, tasksFailed } = coverage
  const isWhole = filesRead === files && bytesRead === bytes && linesRead === lines
  const read = isWhole
    ? `Read all of ${plural(files, 'file')}: ${plural(lines, 'line')}, ${formatBytes(bytes)}`
    : `Read ${formatCount(filesRead)} of ${plural(files, 'file')}, ${formatCount(linesRead)} of ${plural(lines, 'line')}, ${formatBytes(bytesRead)} of ${formatBytes(bytes)}`
  const left = skipped > 0 ? `; ${formatCount(skipped)} left out` : ''
  const done = `${formatCount(tasksCompleted)} of ${plural(tasks, 'task')} completed`
  return `${read}${left}. ${done}${tasksFailed > 0 ? `, ${formatCount(tasksFailed)} failed` : ''}.`
}

/** What is to be known of the files themselves: what was unpacked, and which logs are one series. */
export function inputSentences(files: RunReport['files']): string[] {
  const unpacked = unpackedSentence(files)
  return [...(unpacked === null ? [] : [unpacked]), ...seriesSentences(files)]
}

function unpackedSentence(files: RunReport['files']): string | null {
  const unpacked = files.flatMap(({ from }) => from ?? [])
  if (unpacked.length === 0) return null
  const sources = new Map(unpacked.map(({ path, by }) => [path, by]))
  const [first] = sources
  const others = sources.size > 1 ? ` and ${plural(sources.size - 1, 'other packed file')}` : ''
  const what = `${formatCount(unpacked.length)} of ${plural(files.length, 'file')} ${unpacked.length === 1 ? 'was' : 'were'} unpacked`
  return `${what}: from ${first![0]} (${first![1].join(', ')})${others}. Lines and quotes are of the unpacked text.`
}

function seriesSentences(files: RunReport['files']): string[] {
  const logs = files.flatMap(({ path, detection }) => (detection.contentType === 'log' ? [path] : []))
  return logSeries(logs).map(({ name, paths }) => {
    const shown = paths.length > MOST_OF_SERIES ? [...paths.slice(0, MOST_OF_SERIES - 1), '…', paths.at(-1)] : paths
    return `${name} is a series of ${plural(paths.length, 'file')}, oldest first: ${shown.join(', ')}.`
  })
}

const MOST_OF_SERIES = 6

export function verificationSentence({ quotes, verified, relocated, rejected }: Verification): string {
  if (quotes === 0) return 'No quotes to check.'
  const moved = relocated > 0 ? ` (${formatCount(relocated)} with the line corrected)` : ''
  const head = `${plural(quotes, 'quote')} checked against the files: ${formatCount(verified)} verified${moved}`
  return `${head}, ${formatCount(rejected)} rejected.`
}

/** `service.py:27`, with the number of other places. */
export function placeOf(finding: Pick<Finding, 'path' | 'line' | 'character' | 'placeCount'>): string {
  const { placeCount } = finding
  return `${placeName(finding)}${placeCount > 1 ? ` (+${formatCount(placeCount - 1)})` : ''}`
}

/** What somebody has accepted, each with its reason: `service.py:27 python.sql-injection — the name is our own`. */
export function suppressedLines({ suppressed = [] }: Pick<RunReport, 'suppressed'>): string[] {
  return suppressed.map(
    ({ path, line, rule, reason, by }) =>
      `${placeName({ path, line })} ${rule} — ${reason}${'entry' in by ? ' (config file)' : ''}`,
  )
}

/** Why files were left out, each reason once with its count, the most frequent first. */
export function skippedByReason(skipped: RunReport['skipped']): { reason: string; count: number; example: string }[] {
  const byReason = new Map<string, { reason: string; count: number; example: string }>()
  for (const { reason, path } of skipped) {
    const known = byReason.get(reason)
    if (known) known.count++
    else byReason.set(reason, { reason, count: 1, example: path })
  }
  return [...byReason.values()].sort((a, b) => b.count - a.count)
}

/** What failed, each reason once: `Analyze chunk 1 of 148 of app.log, and 147 more`. */
export function failedByReason(failed: RunReport['failed']): { readonly what: string; readonly reason: string }[] {
  const byReason = new Map<string, { first: string; count: number }>()
  for (const { what, reason } of failed) {
    const known = byReason.get(reason)
    if (known) known.count++
    else byReason.set(reason, { first: what, count: 1 })
  }
  return [...byReason].map(([reason, { first, count }]) => ({
    what: count === 1 ? first : `${first}, and ${formatCount(count - 1)} more`,
    reason,
  }))
}
