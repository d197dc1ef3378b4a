// A report limited to files that were changed: what stands elsewhere is counted. Nothing is read less for it: what files say about
// each other depends on all of them.
import type { Finding, Place } from '@shoal/base/model/finding'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import type { Narrowed } from '@shoal/base/model/standing'

export interface Changes extends Pick<Narrowed, 'ref' | 'commit' | 'deleted'> {
  isChanged(path: string): boolean
  /** One of these lines of a changed file is new. */
  isChangedLine(path: string, first: number, last: number): boolean
}

export function narrowReport(report: RunReport, changes: Changes): RunReport & { readonly narrowed: Narrowed } {
  const { ref, commit, deleted, isChanged } = changes
  const findings = report.findings.flatMap(finding => narrowedFinding(finding, changes))
  const crossFile = report.crossFile.flatMap(link => narrowedLink(link, changes))
  const isProblem = ({ nature }: Finding) => nature === 'problem'
  const problems = report.findings.filter(isProblem).length - findings.filter(isProblem).length
  const narrowed: Narrowed = {
    ref,
    commit,
    deleted,
    changed: report.files.map(({ path }) => path).filter(isChanged),
    elsewhere: {
      problems,
      facts: report.findings.length - findings.length - problems,
      links: report.crossFile.length - crossFile.length,
    },
  }
  return { ...report, findings, crossFile, narrowed }
}

/** Its places in changed files come first, those on changed lines before the others. */
function narrowedFinding(finding: Finding, { isChanged, isChangedLine }: Changes): Finding[] {
  const own = finding.places.filter(({ path }) => isChanged(path))
  if (own.length === 0) return []
  const onLine = own.filter(({ path, line, endLine }) => isChangedLine(path, line, endLine))
  const isOnLine = new Set(onLine)
  const isOwn = new Set(own)
  const [first, ...rest] = [
    ...onLine,
    ...own.filter(place => !isOnLine.has(place)),
    ...finding.places.filter(place => !isOwn.has(place)),
  ] as [Place, ...Place[]]
  const { path, line, endLine, evidence, character } = first
  const { character: _, ...whole } = finding
  const standing = { ...finding.standing, onChangedLine: onLine.length > 0 }
  const at = { path, line, endLine, evidence, ...(character !== undefined && { character }) }
  return [{ ...whole, ...at, places: [first, ...rest], standing }]
}

function narrowedLink(link: CrossFinding, { isChanged, isChangedLine }: Changes): CrossFinding[] {
  const own = link.evidence.filter(({ path }) => isChanged(path))
  if (own.length === 0) return []
  const onChangedLine = own.some(({ path, line }) => isChangedLine(path, line, line))
  return [{ ...link, standing: { ...link.standing, onChangedLine } }]
}
