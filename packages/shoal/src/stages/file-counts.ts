// How many findings stand in each file, and how many of them are problems of each severity.
import type { Finding } from '@shoal/base/model/finding'
import type { FileReport } from '@shoal/base/model/report'

export type FileCounts = Required<Pick<FileReport, 'findings' | 'problems'>>

/** By the places that a finding lists. */
export function countsByPath(findings: readonly Finding[]): FileTally {
  const tally = new FileTally()
  for (const finding of findings)
    for (const path of new Set(finding.places.map(place => place.path))) tally.add(path, finding)
  return tally
}

/**
 * What each file has of its own, however many files share it, and what shows only when files are seen together. A finding
 * that unites what hundreds of files have lists few places, so that it is counted before.
 */
export function countsOfFiles(
  files: readonly { readonly path: string; readonly findings: readonly Finding[] }[],
  together: readonly Finding[],
): FileTally {
  const tally = new FileTally()
  const keys = new Map<string, Set<string>>()
  for (const { path, findings } of files) {
    keys.set(path, new Set(findings.map(({ key }) => key)))
    for (const finding of findings) tally.add(path, finding)
  }
  for (const finding of together)
    for (const path of new Set(finding.places.map(place => place.path)))
      if (!keys.get(path)?.has(finding.key)) tally.add(path, finding)
  return tally
}

class FileTally {
  private readonly counts = new Map<string, { findings: number; high: number; medium: number; low: number }>()

  add(path: string, { nature, severity }: Pick<Finding, 'nature' | 'severity'>): void {
    let of = this.counts.get(path)
    if (!of) this.counts.set(path, (of = { findings: 0, high: 0, medium: 0, low: 0 }))
    of.findings++
    if (nature === 'problem') of[severity]++
  }

  of(path: string): FileCounts {
    const { findings, ...problems } = this.counts.get(path) ?? { findings: 0, high: 0, medium: 0, low: 0 }
    return { findings, problems }
  }
}
