// A finding and the report of a type, as an analysis makes them.
const nothing = { quotes: 0, verified: 0, relocated: 0, rejected: 0 }

export function findingOf(text, k) {
  const [path, line] = [`f${k % 50}.py`, k + 1]
  return {
    id: `id-${k}`,
    key: `key-${k}`,
    by: 'a model',
    type: 'vulnerability',
    contentType: 'source_code',
    nature: 'problem',
    summary: `number ${k}: ${text}`,
    severity: 'high',
    confidence: 'high',
    path,
    line,
    endLine: line,
    evidence: text,
    verified: true,
    chunkIds: ['c1'],
    count: 1,
    weight: 0.5,
    places: [{ path, line, endLine: line, evidence: text, chunkId: 'c1' }],
    placeCount: 1,
    relevance: 0.4,
  }
}

export function reportOf(findings) {
  const paths = [...new Set(findings.map(({ path }) => path))]
  const files = paths.map(path => ({
    path,
    summary: '',
    figures: {},
    panels: [],
    topics: [],
    notes: [],
    findings: 1,
  }))
  return {
    contentType: 'source_code',
    title: 'Source code',
    summary: `${findings.length} functions`,
    metadata: {},
    panels: [],
    findings,
    findingCount: findings.length,
    answers: [],
    files,
    reading: null,
    rejected: [],
    verification: nothing,
    read: { files: paths.length, bytes: 1, lines: 1 },
    unread: [],
    anchors: [],
  }
}
