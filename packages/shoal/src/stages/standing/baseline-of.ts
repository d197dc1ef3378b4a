// What a report leaves for the next comparison: its problems, file by file.
import type { Finding } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import type { Baseline, KnownFinding, KnownLink } from '@shoal/base/model/standing'
import { compareText } from '../rank.ts'
import { identityOf, keyOf, linkIdentities, ruleOf } from './identity.ts'

export interface Before {
  /** The day that new ones are first seen on. */
  readonly today: string
  readonly previous: Baseline
  /** What the previous one has of files that this run did not look at. */
  readonly kept: Baseline
}

export function baselineOf(
  report: Pick<RunReport, 'findings' | 'crossFile'>,
  { today, previous, kept }: Before,
): Baseline {
  const days = new Map(previous.findings.map(({ path, id, firstSeen }) => [keyOf(path, id), firstSeen]))
  const findings = report.findings.flatMap(finding => knownOf(finding, days, today))
  const links = report.crossFile
    .filter(({ nature }) => nature === 'problem')
    .map((link): KnownLink => {
      const { kind, files, severity, summary, standing } = link
      return {
        kind,
        ids: linkIdentities(link),
        files,
        severity,
        firstSeen: standing?.firstSeen ?? today,
        summary: withoutLines(summary),
      }
    })
  return {
    findings: united([...kept.findings, ...findings]).sort(
      (a, b) => compareText(a.path, b.path) || compareText(a.rule, b.rule) || compareText(a.id, b.id),
    ),
    links: [...kept.links, ...links].sort(
      (a, b) => compareText(a.kind, b.kind) || compareText(a.ids.join(), b.ids.join()),
    ),
  }
}

/** One for each place of a problem. */
function knownOf(finding: Finding, days: ReadonlyMap<string, string>, today: string): KnownFinding[] {
  if (finding.nature !== 'problem') return []
  const { severity, standing } = finding
  const summary = withoutLines(finding.summary)
  const rule = ruleOf(finding)
  const otherwise = standing?.state === 'unchanged' ? (standing.firstSeen ?? today) : today
  return finding.places.map(({ path, evidence }) => {
    const id = identityOf(finding, evidence)
    return { path, rule, id, count: 1, severity, firstSeen: days.get(keyOf(path, id)) ?? otherwise, summary }
  })
}

/** Where it stands is no part of it: a line that moves must not change the file. */
function withoutLines(summary: string): string {
  return summary.replaceAll(/ \(line \d+\)/g, '')
}

/** Of the same path and identity one, with the sum of the counts and the earliest day. */
function united(all: readonly KnownFinding[]): KnownFinding[] {
  const byKey = new Map<string, KnownFinding>()
  for (const one of all) {
    const key = keyOf(one.path, one.id)
    const other = byKey.get(key)
    const firstSeen = other && other.firstSeen < one.firstSeen ? other.firstSeen : one.firstSeen
    byKey.set(key, { ...one, count: one.count + (other?.count ?? 0), firstSeen })
  }
  return [...byKey.values()]
}
