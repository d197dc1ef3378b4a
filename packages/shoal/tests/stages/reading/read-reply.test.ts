// Replies read as reports: tolerant in form, strict in substance.
import { describe, expect, it } from 'vitest'
import { defineContentType } from '../../../src/content/define.ts'
import { log } from '../../../src/content/log/index.ts'
import { builtInTypes } from '../../../src/content/registry.ts'
import { sourceCode } from '../../../src/content/source-code/index.ts'
import { unknown } from '../../../src/content/unknown/index.ts'
import { MOST_REPORT, replySchema, reportSchema } from '../../../src/stages/reading/contract.ts'
import { goalText } from '../../../src/stages/reading/goals.ts'
import { readReply } from '../../../src/stages/reading/read-reply.ts'
import { finding, reportJson } from './readings.ts'

const FOCUS = log.focus
const read = (text: string, paths = ['a.log']) => readReply(text, paths, FOCUS)
const only = (text: string) => read(text).reports![0]!

it('reads what it asked for as it is', () => {
  const text = reportJson([{ evidence: 'ERROR x', line: 7, type: 'burst' }], { file_path: 'a.log', missing: ['why'] })
  const { reports, complaints, dropped, isCut } = read(text)
  expect(reports).toEqual([JSON.parse(text)])
  expect([complaints, dropped, isCut]).toEqual([[], 0, false])
})

describe('other forms', () => {
  it('the names of the subcall documents (A4)', () => {
    const report = only(
      JSON.stringify({
        relevant: [{ point: 'It failed', evidence: 'ERROR x', confidence: 'High' }],
        suggested_next_queries: ['who?'],
        answer_if_complete: 'It failed',
      }),
    )
    expect(report).toMatchObject({ relevant: true, suggested_queries: ['who?'], complete_answer: 'It failed' })
    expect(report.findings).toMatchObject([
      { summary: 'It failed', evidence: 'ERROR x', confidence: 'high', severity: 'low', nature: 'fact' },
    ])
  })

  it('numbers as strings, other cases and words, one object for a list', () => {
    const report = only(
      JSON.stringify({
        relevant: 'yes',
        findings: finding({ evidence: ['ERROR x'], line: 'lines 12-15', severity: 'CRITICAL', type: 'Error Cluster' }),
        missing: 'the cause',
      }),
    )
    expect(report.findings).toMatchObject([{ line: 12, severity: 'high', type: 'error_cluster', evidence: 'ERROR x' }])
    expect(report).toMatchObject({ relevant: true, missing: ['the cause'] })
  })

  it('several reports on one part, as of the pieces that it is given in, are one', () => {
    const other = { relevant: [{ point: 'It stopped', evidence: 'ERROR y' }], suggested_next_queries: ['when?'] }
    const { reports, complaints, dropped } = read(
      JSON.stringify({
        reports: [
          { file_path: 'a.log', findings: [], missing: ['who?'] },
          { file_path: 'a.log', findings: [finding({ evidence: 'ERROR x', line: 7 })], missing: ['who?', 'why?'] },
          { file_path: 'a.log', ...other, complete_answer: 'It stopped' },
          { file_path: 'b.log', findings: [] },
          { file_path: 'c.log', findings: [] },
        ],
      }),
      ['a.log', 'b.log'],
    )
    expect(complaints).toEqual(['a report on c.log is of no file that was asked for'])
    expect(dropped).toBe(0)
    expect(reports![0]).toMatchObject({ relevant: true, missing: ['who?', 'why?'], suggested_queries: ['when?'] })
    expect(reports![0]!.findings.map(({ evidence }) => evidence)).toEqual(['ERROR x', 'ERROR y'])
    expect(reports![0]!.complete_answer).toBe('It stopped')
    expect(reports![1]).toMatchObject({ relevant: false, findings: [] })
  })

  it('a bare list of findings', () => {
    expect(only(JSON.stringify([{ summary: 's', evidence: 'e', line: 1 }])).findings).toHaveLength(1)
  })

  it('types that are not asked for become patterns, and nothing is a problem that is not called one', () => {
    const report = only(JSON.stringify({ findings: [{ type: 'rm -rf', summary: 's', evidence: 'e', line: 1 }] }))
    expect(report.findings).toMatchObject([{ type: 'pattern', nature: 'fact', severity: 'low', confidence: 'low' }])
  })

  it('fields that nobody asked for are dropped, a model’s counts among them', () => {
    const text = reportJson([{ evidence: 'e', distribution: [{ value: 'x', count: 9 }], total_rows: 9 }], { run: 'rm' })
    expect(JSON.stringify(only(text))).not.toMatch(/distribution|total_rows|"run"/)
  })
})

describe('several files', () => {
  const paths = ['a.log', 'b.log']
  const report = (file_path: string, evidence: string) => JSON.parse(reportJson([{ evidence }], { file_path }))

  it('are told apart by path, in any order', () => {
    const { reports } = read(JSON.stringify({ reports: [report('b.log', 'B'), report('./a.log', 'A')] }), paths)
    expect(reports!.map(one => one!.findings[0]!.evidence)).toEqual(['A', 'B'])
  })

  it('are complained about when one is left out', () => {
    const { reports, complaints } = read(JSON.stringify({ reports: [report('b.log', 'B')] }), paths)
    expect(reports!.map(one => one === null)).toEqual([true, false])
    expect(complaints).toEqual(['there is no report for a.log'])
  })

  it('take nothing from a file that was not asked about', () => {
    const { reports } = read(JSON.stringify({ reports: [report('/etc/passwd', 'X')] }), paths)
    expect(reports).toBeNull()
  })
})

describe('what is complained about', () => {
  it.each([
    ['{"answer": 42}', 'a report has no `findings`'],
    ['[1, 2]', 'a report is not an object'],
    ['{"findings": [{"summary": "s"}]}', 'finding 1 has no `evidence`'],
    ['{"findings": [{"evidence": "e"}]}', 'finding 1 has no `summary`'],
    ['{"findings": ["s"]}', 'finding 1 is not an object'],
  ])('%s', (text, complaint) => {
    expect(read(text).complaints).toContain(complaint)
  })

  it('a report beyond the limit, of which the last findings are left out', () => {
    const findings = Array.from({ length: 15 }, (_, k) => ({ evidence: 'e'.repeat(390), line: k + 1, summary: `${k}` }))
    const { reports, complaints, dropped } = read(reportJson(findings))
    expect(complaints[0]).toMatch(/^the report on a\.log has \d+ characters; 4000 are allowed$/)
    const written = JSON.stringify(reports![0]).replaceAll(',"more":[],"results":[]', '')
    expect(written.length).toBeLessThanOrEqual(MOST_REPORT)
    expect(reports![0]!.findings.map(({ line }) => line)).toEqual(
      findings.slice(0, 15 - dropped).map(({ line }) => line),
    )
  })

  it('notes beyond the limit, of which the last are left out', () => {
    const notes = (word: string) => Array.from({ length: 8 }, (_, k) => `${word} ${k} ${'n'.repeat(280)}`)
    const text = JSON.stringify({ findings: [], missing: notes('what'), suggested_queries: notes('where') })
    const [report] = read(text).reports!
    expect(JSON.stringify(report).length).toBeLessThanOrEqual(MOST_REPORT)
    expect(report!.missing).toHaveLength(8)
    expect(report!.suggested_queries).toEqual(notes('where').slice(0, report!.suggested_queries.length))
  })

  it('not a reply that was cut off behind whole findings', () => {
    const text = reportJson([{ evidence: 'e1' }, { evidence: 'e2', summary: 'two' }])
    const cut = read(text.slice(0, text.indexOf('"two"')))
    expect(cut).toMatchObject({ complaints: [], isCut: true })
    expect(cut.reports![0]!.findings.map(({ evidence }) => evidence)).toEqual(['e1'])
  })
})

describe('the schema', () => {
  it.each(builtInTypes)('names the types of $name, and `pattern` is one of them', ({ focus }) => {
    expect(focus.types).toContain('pattern')
    expect(JSON.stringify(replySchema(focus, { parts: 1, isAll: false }))).toContain(JSON.stringify(focus.types))
    expect(goalText(focus, ['security'])).not.toBe('')
    expect(goalText(focus, ['data'])).not.toBe('')
  })

  it('requires every field and allows no other, at every level', () => {
    const check = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { properties, required, additionalProperties } = schema as Record<string, unknown>
      if (properties) {
        expect(required).toEqual(Object.keys(properties as object))
        expect(additionalProperties).toBe(false)
      }
      Object.values(schema).forEach(check)
    }
    for (const parts of [1, 3]) for (const isAll of [false, true]) check(replySchema(FOCUS, { parts, isAll }).schema)
    expect(reportSchema.safeParse(JSON.parse(reportJson([{ evidence: 'e' }]))).success).toBe(true)
  })

  it('of a type of the user’s own is that of its agent', () => {
    const focusOf = (given: object) => defineContentType({ name: 'terraform', ...given }).focus
    expect(focusOf({ agent: 'rlm-code-analyzer' })).toBe(sourceCode.focus)
    expect(focusOf({ agent: 'mine' })).toBe(unknown.focus)
    expect(focusOf({ extends: 'log' })).toBe(log.focus)
    expect(focusOf({ focus: sourceCode.focus })).toBe(sourceCode.focus)
  })
})
