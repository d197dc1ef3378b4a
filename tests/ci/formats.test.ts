// The forms that CI and editors read: annotations, JUnit, lines, and the summary of a workflow.
import { readFileSync } from 'node:fs'
import type { Finding, Severity } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportGithub } from '../../packages/shoal/src/stages/report/ci/github.ts'
import { reportJunit } from '../../packages/shoal/src/stages/report/ci/junit.ts'
import { reportLines } from '../../packages/shoal/src/stages/report/ci/lines.ts'
import { reportSummary } from '../../packages/shoal/src/stages/report/ci/summary.ts'
import { FINDING, PLACE } from '../laws/some-finding.ts'
import { checkJunit } from './junit-schema.ts'

const problem = (over: Partial<Finding> = {}): Finding => ({
  ...FINDING,
  nature: 'problem',
  severity: 'high',
  places: [PLACE],
  ...over,
})

const report = (findings: readonly Finding[], over: Partial<RunReport> = {}): RunReport =>
  ({
    run: 'r',
    query: null,
    answer: null,
    answerPanels: [],
    perType: [],
    findings,
    crossFile: [],
    failed: [],
    skipped: [],
    partial: null,
    warnings: [],
    files: findings.map(({ path }) => ({ path, detection: { contentType: 'source_code' } })),
    coverage: {
      files: 1,
      filesRead: 1,
      bytes: 1,
      bytesRead: 1,
      lines: 1,
      linesRead: 1,
      tasks: 1,
      tasksCompleted: 1,
      tasksFailed: 0,
    },
    ...over,
  }) as unknown as RunReport

const anyText = fc.string({ unit: 'binary', maxLength: 30 })
const anyFinding = fc
  .record({
    summary: anyText,
    path: anyText.filter(path => path !== ''),
    evidence: anyText,
    severity: fc.constantFrom<Severity>('high', 'medium', 'low'),
    line: fc.integer({ min: 1, max: 99 }),
  })
  .map(one => problem({ ...one, endLine: one.line }))
const anyFindings = fc.array(anyFinding, { maxLength: 40 })

/** As the runner of GitHub reads a command. */
const COMMAND = /^::(error|warning|notice) ([^:]+)::(.*)$/

describe('annotations', () => {
  it('are commands that say what the finding says, whatever it holds', () => {
    fc.assert(
      fc.property(anyFinding, finding => {
        const [first] = reportGithub(report([finding])).split('\n')
        const [, kind, properties, data] = COMMAND.exec(first!)!
        expect(kind).toBe({ high: 'error', medium: 'warning', low: 'notice' }[finding.severity])
        const named = new Map(properties!.split(',').map(pair => pair.split('=', 2) as [string, string]))
        const plain = (text: string) =>
          text
            .replaceAll('%0A', '\n')
            .replaceAll('%0D', '\r')
            .replaceAll('%3A', ':')
            .replaceAll('%2C', ',')
            .replaceAll('%25', '%')
        const file = properties!.slice('file='.length, properties!.lastIndexOf(',line='))
        expect(plain(file)).toBe(finding.path)
        expect(named.get('title')).toBe('structured_data.pattern')
        expect(plain(data!)).toBe(finding.summary.split(/\s+/).join(' ').trim())
      }),
    )
  })

  it('are at most ten of a kind, the others counted; every line is a command or ours', () => {
    fc.assert(
      fc.property(anyFindings, findings => {
        const lines = reportGithub(report(findings)).trimEnd().split('\n')
        for (const kind of ['error', 'warning', 'notice'])
          expect(lines.filter(line => line.startsWith(`::${kind} `)).length).toBeLessThanOrEqual(10)
        expect(lines.every(line => COMMAND.test(line) || line.startsWith('shoal: '))).toBe(true)
      }),
    )
    const many = Array.from({ length: 13 }, () => problem())
    expect(reportGithub(report(many))).toContain('not annotated: 3 of 13 errors; GitHub shows 10 of each kind')
  })

  it('leave out what is known', () => {
    const known = problem({ standing: { state: 'unchanged', firstSeen: '2026-01-01', newPlaces: 0 } })
    expect(reportGithub(report([known]))).toBe('shoal: 0 problems\n')
  })
})

describe('JUnit', () => {
  it('follows the schema, whatever is found', () => {
    fc.assert(
      fc.property(anyFindings, fc.array(anyText, { maxLength: 3 }), (findings, failed) => {
        const text = reportJunit(report(findings, { failed: failed.map(what => ({ what, reason: what })) }))
        checkJunit(text)
      }),
    )
  })

  it('fails for what counts, and skips what is known, accepted or below the limit', () => {
    const findings = [
      problem({ path: 'a' }),
      problem({ path: 'b', severity: 'low' }),
      problem({ path: 'c', standing: { state: 'unchanged', firstSeen: '2026-01-01' } }),
    ]
    const suppressed = [
      { rule: 'x.y', severity: 'low', summary: 's', path: 'd', line: 2, id: 'i', reason: 'ours', by: { note: 1 } },
    ] as const
    const text = reportJunit(report(findings, { suppressed, failed: [{ what: 'e', reason: 'gone' }] }), 'high')
    expect(checkJunit(text)).toMatchObject({ tests: '5', failures: '1', errors: '1' })
    expect(text).toContain('known since 2026-01-01')
    expect(text).toContain('suppressed: ours')
    expect(text).toContain('low, below high')
  })

  it('has a case that passes for a file without a problem', () => {
    const files = [{ path: 'fine.py', detection: { contentType: 'source_code' } }] as unknown as RunReport['files']
    expect(reportJunit(report([], { files }))).toContain('<testcase classname="fine.py" name="no problems" time="0"/>')
  })
})

describe('lines', () => {
  it('are read by the problem matcher for editors', () => {
    const { problemMatcher } = JSON.parse(
      readFileSync(new URL('../../docs/editor/problem-matcher.json', import.meta.url), 'utf8'),
    )
    const { regexp, file, line, column, severity, message, code } = problemMatcher[0].pattern[0]
    const text = reportLines(report([problem({ path: 'src/a b.py', line: 7, summary: 'SQL: built [here]' })]))
    const match = new RegExp(regexp).exec(text.trimEnd())!
    expect([match[file], match[line], match[column], match[severity], match[message], match[code]]).toEqual([
      'src/a b.py',
      '7',
      '1',
      'error',
      'SQL: built [here]',
      'structured_data.pattern',
    ])
  })

  it('are one to a problem, whatever it holds', () => {
    fc.assert(
      fc.property(anyFindings, findings => {
        expect(reportLines(report(findings)).split('\n')).toHaveLength(findings.length + 1)
      }),
    )
  })
})

describe('the summary of a workflow', () => {
  it('has a chart as text, a table of what is new, and counts the rest', () => {
    const findings = [
      problem({ summary: 'A | bar', path: 'a.py', line: 3 }),
      problem({ severity: 'low', standing: { state: 'unchanged', firstSeen: '2026-01-01' } }),
    ]
    const compared = { baseline: 'b.json', new: 1, unchanged: 1, fixed: [], unknown: 0 }
    const text = reportSummary(report(findings, { compared }))
    expect(text).toContain('## shoal: 1 new problem')
    expect(text).toMatch(/```text\nProblems by severity[^`]*high, new +1 +█/)
    expect(text).toContain('| high | A \\| bar | `a.py:3` |')
    expect(text).toContain('Compared with b.json: 1 new, 1 unchanged, 0 fixed.')
  })

  it('stays short', () => {
    const many = Array.from({ length: 5000 }, (_, k) => problem({ summary: `n ${k} ${'x'.repeat(500)}` }))
    const text = reportSummary(report(many))
    expect(text.length).toBeLessThan(20_000)
    expect(text).toContain('4,975 more are in the report.')
  })
})
