// The problems of a report as tools of CI and editors list them: one place each, the gravest and the new first.
import type { Severity } from '@shoal/base/model/finding'
import { severities } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { plural } from '@shoal/base/text/printable'
import { ruleOf } from '../../standing/identity.ts'

export interface CiProblem {
  readonly severity: Severity
  readonly rule: string
  readonly contentType: string
  /** One line. */
  readonly message: string
  readonly path: string
  readonly line: number
  readonly endLine: number
  readonly character: number | null
  readonly quote: string
  /** The day since which it is known; null when it is new, or was compared with nothing. */
  readonly knownSince: string | null
}

export function ciProblems({ findings, crossFile }: RunReport): CiProblem[] {
  const own = findings
    .filter(({ nature }) => nature === 'problem')
    .map((finding): CiProblem => {
      const { severity, contentType, summary, path, line, endLine, character, evidence, placeCount, standing } = finding
      const more = placeCount > 1 ? ` (+${plural(placeCount - 1, 'more place')})` : ''
      return {
        severity,
        rule: ruleOf(finding),
        contentType,
        message: oneLine(summary) + more,
        path,
        line,
        endLine,
        character: character ?? null,
        quote: evidence,
        knownSince: standing?.state === 'unchanged' ? (standing.firstSeen ?? null) : null,
      }
    })
  const across = crossFile
    .filter(({ nature, evidence }) => nature === 'problem' && evidence.length > 0)
    .map(({ kind, severity, summary, evidence, standing }): CiProblem => {
      const { path, line, character, quote } = evidence[0]!
      return {
        severity,
        rule: `cross-file.${kind}`,
        contentType: 'cross-file',
        message: oneLine(summary),
        path,
        line,
        endLine: line,
        character: character ?? null,
        quote,
        knownSince: standing?.state === 'unchanged' ? (standing.firstSeen ?? null) : null,
      }
    })
  const isKnown = ({ knownSince }: CiProblem) => Number(knownSince !== null)
  return [...own, ...across].sort(
    (a, b) => isKnown(a) - isKnown(b) || severities.indexOf(a.severity) - severities.indexOf(b.severity),
  )
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(' ').trim()
}
