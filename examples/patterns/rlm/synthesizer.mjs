// Brings findings together: those of the chunks of one type, or the syntheses of all types. The most frequent first.
import { resultsOf, work } from '../assignment.mjs'

const EXAMPLES = 3
const SHOWN = 10

await work(assignment => {
  const results = resultsOf(assignment)
  const { kind, content_type: type, query } = assignment.input
  const lines = results.reduce((sum, result) => sum + result.lines, 0)
  const skipped = assignment.blocked_by.length - results.length
  if (kind === 'synthesize_cross') {
    const by_type = results.map(({ content_type, lines, findings }) => ({ content_type, lines, findings }))
    const worst = by_type.flatMap(({ content_type, findings }) =>
      findings.map(finding => ({ content_type, ...finding })),
    )
    return {
      summary: `${worst.length} kinds of findings in ${lines} lines of ${by_type.length} types`,
      query,
      lines,
      skipped,
      findings: worst.sort(mostFirst).slice(0, SHOWN),
      by_type,
    }
  }
  const findings = merged(results.flatMap(result => result.findings))
  return {
    summary: `${type}: ${findings.length} kinds of findings in ${lines} lines`,
    content_type: type,
    lines,
    skipped,
    findings,
  }
})

function merged(findings) {
  const kinds = new Map()
  for (const { kind, count, examples } of findings) {
    const before = kinds.get(kind) ?? { count: 0, examples: [] }
    kinds.set(kind, { count: before.count + count, examples: [...before.examples, ...examples].slice(0, EXAMPLES) })
  }
  return [...kinds].map(([kind, rest]) => ({ kind, ...rest })).sort(mostFirst)
}

function mostFirst(a, b) {
  return b.count - a.count || (a.kind < b.kind ? -1 : 1)
}
