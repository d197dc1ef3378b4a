// What to do about it: concrete, each with the place it is about, the most important first.
import type { Finding } from '../model/finding.ts'
import type { CrossFinding } from '../model/report.ts'

const MOST = 10

export function recommend(findings: readonly Finding[], crossFile: readonly CrossFinding[]): string[] {
  const problems = findings.filter(({ nature }) => nature === 'problem')
  return [
    ...problems.map(({ summary, path, line }) => `${path}:${line} — ${summary}`),
    ...crossFile.filter(({ nature }) => nature === 'problem').map(({ summary }) => summary),
  ].slice(0, MOST)
}
