// A report page of any number of findings, the same for the same number: several types, hundreds of files, excerpts around
// every quote, a picture of every kind. What it says is made up; its shape and sizes are those of real reports.
import type { Chart } from '@shoal/base/model/chart'
import type { Finding } from '@shoal/base/model/finding'
import type { PlannedFile } from '@shoal/base/model/plan'
import type { CrossFinding } from '@shoal/base/model/report'
import type { ExcerptWindow, PageType, ReportPage } from '@shoal/base/model/report-page'

const SEVERITIES = ['high', 'medium', 'medium', 'low', 'low', 'low'] as const
const TYPES = [
  { contentType: 'source-code', title: 'Source code', ending: 'py', kinds: ['vulnerability', 'complexity'] },
  { contentType: 'log', title: 'Logs', ending: 'log', kinds: ['burst', 'error_cluster', 'slow_request'] },
  { contentType: 'structured-data', title: 'Tables', ending: 'csv', kinds: ['missing_data', 'outlier', 'duplicate'] },
  { contentType: 'jsonl', title: 'JSON lines', ending: 'jsonl', kinds: ['schema_variation', 'type_change'] },
] as const
const RULE = {
  id: 'python.sql-injection',
  title: 'SQL built from untrusted text',
  explanation: 'Text from outside becomes part of a statement. Bind it as a parameter instead.',
  cwe: 'CWE-89',
  concern: 'security' as const,
}
const PER_FILE = 20
const LINES = 1200

export function madePage(count: number): ReportPage {
  const made = Array.from({ length: count }, (_, k) => findingOf(k))
  const findings = ['high', 'medium', 'low'].flatMap(severity => made.filter(one => one.severity === severity))
  const files = [...new Set(made.map(({ path }) => path))].map(fileOf)
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const lines = files.length * LINES
  const tasks = files.length
  return {
    shoal: '0.0.0',
    madeAt: null,
    report: {
      run: `made-${count}`,
      query: 'What looks wrong?',
      goal: 'general',
      engine: 'built-in',
      answer: `${count} findings in ${files.length} files. The gravest is a statement built from untrusted text.`,
      answerEvidence: made.slice(0, 3).map(quoted),
      answerPanels: [],
      question: null,
      files,
      skipped: [],
      findings,
      perType: TYPES.map(type => typeOf(type.contentType, type.title, findings)),
      crossFile: crossFindings(made),
      recommendations: ['Bind what comes from outside as parameters.'],
      coverage: {
        files: tasks,
        filesRead: tasks,
        bytes,
        bytesRead: bytes,
        lines,
        linesRead: lines,
        tasks,
        tasksCompleted: tasks,
        tasksFailed: 0,
      },
      verification: { quotes: count, verified: count, relocated: 0, rejected: 0 },
      rejected: [],
      failed: [],
      usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, cached: 0, wholeInputTokens: null },
      reading: null,
      partial: null,
      warnings: [],
    },
    problems: {},
    charts: Object.fromEntries(TYPES.map(({ contentType }) => [contentType, { together: pictures(), files: [] }])),
    excerpts: excerptsOf(made),
  }
}

function findingOf(k: number): Finding {
  const file = Math.floor(k / PER_FILE)
  const type = TYPES[file % TYPES.length]!
  const kind = type.kinds[k % type.kinds.length]!
  const path = `services/area-${file % 23}/module_${String(file).padStart(4, '0')}.${type.ending}`
  const line = 12 + (k % PER_FILE) * 55
  const evidence = `cursor.execute("SELECT * FROM orders WHERE id = " + request.args["id_${k}"])`
  return {
    id: (0x1000000000 + k * 7919).toString(16),
    type: kind,
    key: `${kind}:${k}`,
    summary: `Handler ${k}: ${kind.replace('_', ' ')} in a statement that is built from text, ${1 + (k % 97)} times.`,
    severity: SEVERITIES[(k * 7) % SEVERITIES.length]!,
    confidence: 'high',
    nature: k % 5 === 4 ? 'fact' : 'problem',
    line,
    endLine: line,
    evidence,
    contentType: type.contentType,
    path,
    verified: true,
    chunkIds: [`chunk-${file}`],
    count: 1 + (k % 97),
    weight: 0.5,
    places: [{ path, line, endLine: line, evidence, chunkId: `chunk-${file}` }],
    placeCount: 1,
    relevance: ((k * 13) % 100) / 100,
    ...(kind === 'vulnerability' && { rule: RULE, scope: `function:handle_${k}` }),
  }
}

function quoted({ path, line, evidence }: Finding) {
  return { path, line, quote: evidence }
}

function excerptsOf(findings: readonly Finding[]): ReportPage['excerpts'] {
  const windows = new Map<string, ExcerptWindow[]>()
  for (const { path, line, evidence } of findings) {
    const lines = Array.from({ length: 7 }, (_, k) => `    value_${line - 3 + k} = compute(value_${line - 4 + k})`)
    lines[3] = `    ${evidence}`
    windows.set(path, [...(windows.get(path) ?? []), { line: line - 3, lines }])
  }
  return Object.fromEntries(
    [...windows].map(([path, own]) => [path, { windows: own, problem: null, isChanged: false }]),
  )
}

function fileOf(path: string, k: number): PlannedFile {
  const { contentType, ending } = TYPES[k % TYPES.length]!
  return {
    path,
    sizeBytes: 4000 + ((k * 7919) % 90_000),
    lineCount: LINES,
    detection: {
      contentType,
      language: ending === 'py' ? 'python' : null,
      confidence: 'high',
      via: 'extension',
      reason: `the ending .${ending}`,
    },
    tokens: 12_000,
    tier: 'medium',
    partitions: 1,
  }
}

function typeOf(contentType: string, title: string, findings: readonly Finding[]): PageType {
  const own = findings.filter(finding => finding.contentType === contentType)
  const counts = new Map<string, number>()
  for (const { path } of own) counts.set(path, (counts.get(path) ?? 0) + 1)
  const about = { summary: '1,200 lines', panels: [], topics: [], notes: [] }
  return {
    contentType,
    title,
    summary: `${own.length} findings in ${counts.size} files.`,
    panels: [],
    findingCount: own.length,
    answers: [],
    files: [...counts].slice(0, 500).map(([path, count]) => ({ path, findings: count, ...about })),
    verification: { quotes: own.length, verified: own.length, relocated: 0, rejected: 0 },
    read: { files: counts.size, bytes: counts.size * 48_000, lines: counts.size * LINES },
    unread: [],
    reading: null,
  }
}

function crossFindings(findings: readonly Finding[]): CrossFinding[] {
  const ends = findings.filter((_, k) => k % PER_FILE === 0).slice(0, 40)
  return ends.slice(1).map((end, k) => ({
    kind: 'hard-coded-value',
    summary: `${end.path} repeats a value of ${ends[k]!.path}.`,
    severity: 'low',
    nature: 'problem',
    files: [ends[k]!.path, end.path],
    evidence: [ends[k]!, end].map(quoted),
    relevance: 0.5,
  }))
}

/** One of every kind. */
function pictures(): Chart[] {
  const steps = Array.from({ length: 30 }, (_, k) => k)
  const columns = steps.slice(0, 12).map(k => `column_${k}`)
  const rows = steps.slice(0, 10)
  return [
    {
      kind: 'histogram',
      title: 'Amount',
      counted: 'rows',
      edges: [...steps, 30],
      counts: steps.map(k => (k * 37) % 101),
    },
    {
      kind: 'matrix',
      title: 'Missing cells',
      measure: 'share',
      value: 'missing',
      rows: rows.map(k => ({ label: `part ${k}` })),
      columns,
      cells: rows.map(row => columns.map((_, k) => ((row * k) % 10) / 10)),
    },
    {
      kind: 'timeline',
      title: 'Errors',
      counted: 'entries',
      from: '2026-03-01T10:00:00',
      stepSeconds: 60,
      series: [{ label: 'ERROR', tone: 'bad', values: steps.map(k => (k * 17) % 23) }],
      spans: [{ label: 'burst', from: '2026-03-01T10:05:00', to: '2026-03-01T10:09:00', line: 151 }],
    },
    {
      kind: 'tree',
      title: 'Structure',
      size: 'lines',
      heat: 'complexity',
      nodes: steps.map(k => ({ label: `part ${k}`, parent: k < 5 ? null : k % 5, size: 10 + k, heat: k })),
    },
    {
      kind: 'points',
      title: 'Functions',
      x: 'lines',
      y: 'complexity',
      points: steps.map(k => ({ label: `f${k}`, x: k, y: (k * 7) % 19 })),
      limit: { label: 'worth a look', y: 10 },
    },
    { kind: 'bars', title: 'Top values', rows: columns.map((label, k) => ({ label, value: 100 - k })) },
    { kind: 'series', title: 'Requests', from: '10:00', to: '10:30', values: steps.map(k => (k * 11) % 31) },
    {
      kind: 'facts',
      title: 'Figures',
      rows: [
        ['rows', 2400],
        ['columns', 12],
      ],
    },
    {
      kind: 'table',
      title: 'Templates',
      columns: [{ label: 'template' }, { label: 'lines', align: 'right' }],
      rows: [['GET <*>', 12]],
    },
  ]
}
