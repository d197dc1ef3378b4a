// The sample report as models leave it: findings, sentences and links of theirs, and a budget that ran out.
import type { ModelSynthesis, RunReport } from '@shoal/base/model/report'
import { HOSTILE, sampleFinding, sampleReport } from './sample-report.ts'

const end = { path: 'src/app.py', line: 3, quote: 'query = "SELECT " + name' }
const other = { path: 'a b#%.csv', line: 7, quote: 'EU;;12' }

export const sampleReading: ModelSynthesis = {
  by: 'anthropic:claude-sonnet-4-5',
  answer: [{ text: 'Names reach the database unchecked.', evidence: [end], findings: ['f0'] }],
  summary: [
    { text: 'One query is built from text.', evidence: [end, other], findings: ['f0', 'f1'] },
    { text: HOSTILE, evidence: [other], findings: ['f1'] },
  ],
  recommendations: [],
  missing: ['who calls load'],
  rejected: [{ text: 'It happens 99 times.', reason: '99: no such figure in what it cites' }],
}

export function readReport(rest: Partial<RunReport> = {}): RunReport {
  const plain = sampleReport()
  return {
    ...plain,
    engine: 'anthropic:claude-haiku-4-5, anthropic:claude-sonnet-4-5',
    findings: [
      ...plain.findings,
      sampleFinding({ id: 'f3', key: 'd', summary: 'The loop never ends', by: 'anthropic:claude-haiku-4-5' }),
    ],
    crossFile: [
      ...plain.crossFile,
      {
        kind: 'model-link',
        by: 'anthropic:claude-sonnet-4-5',
        summary: 'The query fails on rows without a region',
        severity: 'high',
        nature: 'problem',
        files: [end.path, other.path],
        evidence: [end, other],
        relevance: 0.4,
      },
    ],
    perType: plain.perType.map(type => ({ ...type, reading: sampleReading })),
    reading: sampleReading,
    usage: {
      inputTokens: 31_200,
      outputTokens: 900,
      costUsd: 0.0357,
      calls: 12,
      cached: 3,
      wholeInputTokens: 1_240_000,
    },
    ...rest,
  }
}
