// A report with one of everything, and with content that tries to break out of every form.
import type { Finding } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'

/** Markup, escapes, fences, pipes and links, as hostile files hold them. */
export const HOSTILE = 'x <script>alert(1)</script> `code` ``` | [a](javascript:1) \u001b[31m\u202e # h\r* b'

export function sampleFinding(rest: Partial<Finding> = {}): Finding {
  const path = rest.path ?? 'src/app.py'
  const line = rest.line ?? 3
  const evidence = rest.evidence ?? 'query = "SELECT " + name'
  return {
    id: 'f0',
    key: 'python.sql-injection:load',
    type: 'vulnerability',
    contentType: 'source_code',
    nature: 'problem',
    summary: 'SQL built from untrusted text in load',
    severity: 'high',
    confidence: 'high',
    path,
    line,
    endLine: line,
    evidence,
    verified: true,
    chunkIds: ['c1'],
    count: 1,
    weight: 0.5,
    places: [{ path, line, endLine: line, evidence, chunkId: 'c1' }],
    placeCount: 1,
    relevance: 0.4,
    ...rest,
  }
}

export function sampleReport(rest: Partial<RunReport> = {}): RunReport {
  const findings = [
    sampleFinding({
      rule: {
        id: 'python.sql-injection',
        concern: 'security',
        title: 'SQL from text',
        explanation: 'Use parameters.',
        cwe: 'CWE-89',
      },
    }),
    sampleFinding({
      id: 'f1',
      key: 'b',
      type: 'missing_data',
      contentType: 'structured_data',
      severity: 'medium',
      path: 'a b#%.csv',
      column: 'region',
      summary: HOSTILE,
      evidence: HOSTILE,
      count: 12,
    }),
    sampleFinding({
      id: 'f2',
      key: 'c',
      type: 'distribution',
      contentType: 'structured_data',
      severity: 'low',
      nature: 'fact',
      path: 'a b#%.csv',
      distribution: [
        { value: 'EU', count: 7 },
        { value: '__proto__', count: 2 },
      ],
      totalRows: 9,
    }),
  ]
  const detection = {
    contentType: 'source_code',
    language: 'python',
    confidence: 'high',
    via: 'extension',
    reason: '',
  } as const
  const file = (path: string) => ({
    path,
    sizeBytes: 100,
    lineCount: 9,
    detection,
    tokens: 30,
    tier: 'small' as const,
    partitions: 0,
  })
  const type = (contentType: string, title: string, path: string) => ({
    contentType,
    title,
    summary: `one file of ${title}`,
    metadata: { rows: 9 },
    panels: [
      {
        kind: 'bars' as const,
        title: 'region',
        total: 9,
        rows: [
          { label: HOSTILE, value: 7 },
          { label: 'US', value: 2, note: 'of old' },
        ],
      },
      { kind: 'series' as const, title: 'errors', from: '01:00', to: '02:00', values: [0, 1, 9, 0], more: [] },
      {
        kind: 'table' as const,
        title: 'columns',
        columns: [{ label: 'name' }, { label: 'n', align: 'right' as const }],
        rows: [
          ['a|b', 1234567.5],
          [HOSTILE, null],
        ],
        of: 40,
      },
      {
        kind: 'facts' as const,
        title: 'facts',
        rows: [
          ['span', 'one hour'],
          ['rows', 12345],
        ] as const,
      },
    ],
    findingCount: 2,
    answers: [],
    files: [{ path, summary: 's', figures: {}, panels: [], topics: [], notes: [], findings: 1 }],
    rejected: [],
    verification: { quotes: 3, verified: 2, relocated: 1, rejected: 1 },
    read: { files: 1, bytes: 100, lines: 9 },
    unread: [],
    reading: null,
  })
  return {
    run: 'analyze-x',
    query: 'What is wrong?',
    goal: 'general',
    engine: 'built-in',
    answer: 'Two problems were found.',
    answerEvidence: [{ path: 'src/app.py', line: 3, quote: 'query = "SELECT " + name' }],
    answerPanels: [],
    question: null,
    files: [file('src/app.py'), file('a b#%.csv')],
    skipped: [{ path: 'x.png', reason: 'image', cause: 'default' }],
    findings,
    perType: [type('source_code', 'Source code', 'src/app.py'), type('structured_data', 'Tables', 'a b#%.csv')],
    crossFile: [
      {
        kind: 'hard-coded-value',
        summary: 'timeout differs',
        severity: 'medium',
        nature: 'problem',
        files: ['src/app.py', 'a b#%.csv'],
        evidence: [
          { path: 'src/app.py', line: 1, quote: 'T = 5' },
          { path: 'a b#%.csv', line: 2, quote: HOSTILE },
        ],
        relevance: 0.2,
      },
    ],
    recommendations: ['Use parameters (src/app.py:3).'],
    coverage: {
      files: 2,
      filesRead: 2,
      bytes: 200,
      bytesRead: 200,
      lines: 18,
      linesRead: 18,
      tasks: 5,
      tasksCompleted: 5,
      tasksFailed: 0,
    },
    verification: { quotes: 3, verified: 2, relocated: 1, rejected: 1 },
    rejected: [{ path: 'src/app.py', line: 1, summary: 'made up', quote: 'not there', reason: 'not in the file' }],
    failed: [],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, cached: 0, wholeInputTokens: null },
    reading: null,
    partial: null,
    warnings: ['careful'],
    ...rest,
  }
}
