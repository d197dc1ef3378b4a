// The report as JUnit XML: a suite for each content type, a case for each file without a problem and for each problem.
import type { Severity } from '@shoal/base/model/finding'
import { severities } from '@shoal/base/model/finding'
import { groupBy } from '@shoal/base/model/lists'
import type { RunReport } from '@shoal/base/model/report'
import { type CiProblem, ciProblems } from './ci-problems.ts'

interface Case {
  readonly suite: string
  readonly file: string
  readonly name: string
  /** Left out for one that passes. */
  readonly outcome?: {
    readonly kind: 'failure' | 'error' | 'skipped'
    readonly message: string
    readonly text?: string
  }
}

/** Problems below `failOn`, known ones and accepted ones are skipped cases with the reason; what could not be read is an error. */
export function reportJunit(report: RunReport, failOn: Severity | null = null): string {
  const suites = groupBy(casesOf(report, failOn), one => one.suite)
  const all = [...suites.values()].flat()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="shoal" ${totals(all)}>`,
    ...[...suites].flatMap(([name, cases]) => [
      `  <testsuite name="${xml(name)}" ${totals(cases)} skipped="${count(cases, 'skipped')}">`,
      ...cases.map(caseXml),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function totals(cases: readonly Case[]): string {
  return `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}" time="0"`
}

function count(cases: readonly Case[], kind: string): number {
  return cases.filter(({ outcome }) => outcome?.kind === kind).length
}

function* casesOf(report: RunReport, failOn: Severity | null): Generator<Case> {
  const problems = ciProblems(report)
  const suppressed = report.suppressed ?? []
  const told = new Set([...problems, ...suppressed].map(({ path }) => path))
  const failed = new Set(report.failed.map(({ what }) => what))
  const types = new Map(report.files.map(({ path, detection }) => [path, detection.contentType]))
  for (const problem of problems)
    yield {
      suite: problem.contentType,
      file: problem.path,
      name: `${problem.rule} at line ${problem.line}`,
      outcome: outcomeOf(problem, failOn),
    }
  for (const { path, line, rule, reason } of suppressed)
    yield {
      suite: types.get(path) ?? 'files',
      file: path,
      name: `${rule} at line ${line}`,
      outcome: { kind: 'skipped', message: `suppressed: ${reason}` },
    }
  for (const { what, reason } of report.failed)
    yield { suite: types.get(what) ?? 'files', file: what, name: 'read', outcome: { kind: 'error', message: reason } }
  for (const [path, type] of types)
    if (!told.has(path) && !failed.has(path)) yield { suite: type, file: path, name: 'no problems' }
}

function outcomeOf({ severity, message, knownSince, path, line, quote }: CiProblem, failOn: Severity | null) {
  if (knownSince !== null) return { kind: 'skipped' as const, message: `known since ${knownSince}: ${message}` }
  if (failOn !== null && severities.indexOf(severity) > severities.indexOf(failOn))
    return { kind: 'skipped' as const, message: `${severity}, below ${failOn}: ${message}` }
  return { kind: 'failure' as const, message: `${severity}: ${message}`, text: `${path}:${line}\n${quote}` }
}

function caseXml({ file, name, outcome }: Case): string {
  const head = `    <testcase classname="${xml(file)}" name="${xml(name)}" time="0"`
  if (!outcome) return `${head}/>`
  const { kind, message, text } = outcome
  const type = kind === 'skipped' ? '' : ` type="${kind}"`
  const body = text === undefined ? '/>' : `>${xml(text)}</${kind}>`
  return `${head}><${kind} message="${xml(message)}"${type}${body}</testcase>`
}

/** Signs that XML cannot hold at all are replaced. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;')
}
