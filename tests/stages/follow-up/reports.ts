// Reports of analysts for tests of what follows them.
import type { Finding } from '../../../src/model/finding.ts'
import type { AnalystReport } from '../../../src/model/report.ts'

export function report(rest: Partial<AnalystReport> = {}): AnalystReport {
  const { filePath = 'a.log', index = 1 } = rest
  return {
    filePath,
    chunkId: `${filePath}#${index}`,
    index,
    of: 9,
    relevant: true,
    findings: [],
    anchors: [],
    missing: [],
    suggestedQueries: [],
    completeAnswer: null,
    metadata: {},
    verification: { quotes: 0, verified: 0, relocated: 0, rejected: 0 },
    rejected: [],
    lines: 10,
    bytes: 100,
    survey: null,
    ...rest,
  }
}

export function finding(summary: string, line: number, rest: Partial<Finding> = {}): Finding {
  return {
    id: `${summary} ${line}`,
    type: 'pattern',
    key: summary,
    summary,
    severity: 'low',
    confidence: 'high',
    nature: 'fact',
    line,
    endLine: line,
    evidence: summary,
    contentType: 'log',
    path: 'a.log',
    verified: true,
    chunkIds: [],
    count: 1,
    weight: 0.5,
    places: [],
    placeCount: 1,
    relevance: 1,
    ...rest,
  }
}
