// Makes one report of the reviews: the worst first, and the lines that several reviewers found fault with.
import { resultsOf, work } from '../assignment.mjs'

const severities = ['high', 'medium', 'low']

await work(assignment => {
  const reviews = resultsOf(assignment)
  const findings = reviews
    .flatMap(({ concern, findings }) => findings.map(finding => ({ concern, ...finding })))
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || a.line - b.line)
  const counts = Object.fromEntries(
    severities.map(severity => [severity, findings.filter(finding => finding.severity === severity).length]),
  )
  const concernsAt = line => new Set(findings.filter(finding => finding.line === line).map(({ concern }) => concern))
  return {
    summary: severities.map(severity => `${counts[severity]} ${severity}`).join(', '),
    reviews: reviews.map(({ concern }) => concern),
    counts,
    lines_of_several: [...new Set(findings.map(({ line }) => line))].filter(line => concernsAt(line).size > 1),
    findings,
  }
})
