// The answer at the top: from analysts' answers, from problems, or plainly that there is none.

import type { Answer } from '@shoal/base/model/analyst'
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import type { Finding } from '@shoal/base/model/finding'
import type { CrossFinding, TypeReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../../src/stages/answer.ts'
import { byImportance, relevanceTo } from '../../src/stages/rank.ts'
import { briefOf } from '../../src/text/question.ts'
import { typeReport } from './cross-files.ts'

function problem(summary: string, more: Partial<Finding> = {}): Finding {
  const { path = 'a.csv', line = 1, type = 'missing_data' } = more
  return {
    id: summary,
    type,
    key: summary,
    summary,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    contentType: 'structured_data',
    path,
    line,
    endLine: line,
    evidence: 'x',
    verified: true,
    chunkIds: [],
    count: 1,
    weight: 0.5,
    places: [],
    placeCount: 1,
    relevance: 0.5,
    ...more,
  }
}

const says = (text: string, relevance: number, path = 'a.csv'): Answer => ({
  text,
  relevance,
  evidence: [{ path, line: 1, quote: 'x' }],
})

function type(contentType: string, more: Partial<TypeReport>): TypeReport {
  return { ...typeReport(contentType), title: contentType, read: { files: 2, bytes: 0, lines: 0 }, ...more }
}

const link: CrossFinding = {
  kind: 'value-differs',
  summary: 'TIMEOUT is 5 in a.py but timeout is 30 in b.yaml',
  severity: 'medium',
  nature: 'problem',
  files: ['a.py', 'b.yaml'],
  evidence: [
    { path: 'a.py', line: 3, quote: 'TIMEOUT = 5' },
    { path: 'b.yaml', line: 4, quote: 'timeout: 30' },
  ],
  relevance: 0.35,
}

const answer = (query: string | null, types: readonly TypeReport[], links: readonly CrossFinding[] = []) =>
  composeAnswer(types, links, briefOf(query))

describe('composeAnswer', () => {
  it('gives the answer that fits best, and no other that is far behind', () => {
    const made = answer('average amount per region', [
      type('structured_data', { answers: [says('EU has 12.50.', 0.95)] }),
      type('prose', { answers: [says('A passage.', 0.55, 'README.md')] }),
    ])
    expect(made.answer).toBe('EU has 12.50.')
    expect(made.answerEvidence).toEqual([{ path: 'a.csv', line: 1, quote: 'x' }])
  })

  it('names the files where several answer, and says nothing twice', () => {
    const made = answer('average amount per region', [
      type('structured_data', {
        answers: [says('EU has 12.50', 0.9), says('EU has 12.50', 0.9), says('EU has 9.', 0.9, 'data/b.csv')],
      }),
    ])
    expect(made.answer).toBe('- a.csv: EU has 12.50.\n- b.csv: EU has 9.')
  })

  it('counts what is wrong and tells the gravest, one of each kind first', () => {
    const findings = [
      problem('12 of 90 rows have no region', { line: 7 }),
      problem('3 of 90 rows have no plan', { line: 9 }),
      problem('SQL is built from input', { severity: 'high', type: 'vulnerability', path: 'a.py', line: 26 }),
      problem('there are 90 rows', { nature: 'fact' }),
    ]
    const { answer: text, answerEvidence } = answer(
      'What looks wrong?',
      [type('structured_data', { findings })],
      [link],
    )
    expect(text).toBe(
      [
        '4 problems in 2 files (1 high, 3 medium), 1 of them across files.',
        '- SQL is built from input (a.py:26)',
        '- 12 of 90 rows have no region (a.csv:7)',
        '- TIMEOUT is 5 in a.py but timeout is 30 in b.yaml (a.py:3, b.yaml:4)',
        '- 3 of 90 rows have no plan (a.csv:9)',
      ].join('\n'),
    )
    expect(answerEvidence).toHaveLength(5)
  })

  it('says that nothing was found, of what and in how many files', () => {
    expect(answer('Are there any problems?', [type('log', {})]).answer).toBe(
      'No problem was found in 2 files: log (2).',
    )
    expect(answer('Any security holes?', [type('source_code', {})]).answer).toBe(
      'No security problem was found in 2 files: source_code (2).',
    )
  })

  it('says in the same sentence of which files security rules could not judge', () => {
    const unjudged = [{ concern: 'security', what: 'lua', files: 1 }] as const
    const told = (question: string) => answer(question, [type('source_code', {}), type('log', { unjudged })]).answer
    expect(told('Any security holes?')).toBe(
      'No security problem was found in 4 files, 1 of them (1 lua) searched for secrets alone, since no security rule can be applied to it: source_code (2), log (2).',
    )
    expect(told('Are there any problems?')).toBe('No problem was found in 4 files: source_code (2), log (2).')
  })

  it('tells problems when nothing was asked', () => {
    for (const query of [null, '', '  '])
      expect(answer(query, [type('log', { findings: [problem('a burst', { path: 'x.log' })] })]).answer).toBe(
        '1 problem in 2 files (1 medium).\n- a burst (x.log:1)',
      )
  })

  it('says plainly that it cannot answer, what comes nearest, and what could', () => {
    const far = answer('Is the tone of the letters friendly?', [type('prose', {})])
    expect(far.answer).toMatch(/^The built-in analysts cannot answer this question/)
    expect(far.answer).toMatch(/nothing among them has to do with it\. A language model could .*--model/)
    const near = answer('Should we rename region?', [
      type('structured_data', { findings: [problem('region has 5 values', { nature: 'fact', relevance: 0.6 })] }),
    ])
    expect(near.answer).toMatch(/comes nearest:\n- region has 5 values \(a\.csv:1\)\nA language model/)
    expect(near.answerEvidence).toEqual([{ path: 'a.csv', line: 1, quote: 'x' }])
  })

  it('tells a figure and what is wrong where both are asked for, or says which is missing', () => {
    const types = [type('log', { findings: [problem('a burst', { path: 'x.log' })] })]
    const query = 'How many entries, and is anything wrong?'
    const told = (asked: Partial<AskedAnswer>) =>
      composeAnswer(types, [], briefOf(query, ['general']), null, {
        asked: { ...UNASKED, asksFigure: true, leftToAnalysts: 'is anything wrong?', ...asked },
      })
    const both = told({ status: 'answered', text: '12.' })
    expect(both.answer).toBe('12. 1 problem in 2 files (1 medium).\n- a burst (x.log:1)')
    expect(both.question!.status).toBe('answered')
    const half = told({ unused: ['entries'] })
    expect(half.answer).toMatch(/^No figure can be given.*"entries".* 1 problem in 2 files \(1 medium\)/)
    expect(half.question!.status).toBe('partial')
  })

  it('offers no model where one was asked whose reading is missing', () => {
    const unusable = [{ what: 'a.md', reason: 'no JSON' }]
    const none = answer('Is the tone of the letters friendly?', [type('prose', { unusable })])
    expect(none.answer).toMatch(/^The built-in analysts cannot answer/)
    expect(none.answer).toMatch(/The model's reading is missing \(see Coverage\)\.$/)
    expect(none.answer).not.toContain('could read')
    const reading = {
      by: 'stub:large',
      answer: [],
      summary: [{ text: 'Two letters.', evidence: [], findings: [] }],
      recommendations: [],
      missing: [],
      rejected: [],
    }
    const some = answer('Is the tone of the letters friendly?', [type('prose', { unusable, reading })])
    expect(some.answer).toMatch(/nor for stub:large\. .*Some of the model's reading is missing \(see Coverage\)\.$/)
  })

  it('rests on each place once', () => {
    const at = (line: number, quote: string) => ({ path: 'a.csv', line, quote })
    const twice = { text: 'EU has 5 rows', relevance: 0.9, evidence: [at(1, 'x'), at(1, 'x'), at(1, 'xy'), at(2, 'x')] }
    expect(answer('rows per region', [type('structured_data', { answers: [twice] })]).answerEvidence).toEqual([
      at(1, 'x'),
      at(2, 'x'),
    ])
  })

  it('bears questions in other languages and of 100 KB', () => {
    const types = [type('log', { findings: [problem('a burst', { path: 'x.log' })] })]
    expect(answer('Was ist hier auffällig?', types).answer).toMatch(/^1 problem in 2 files/)
    expect(answer('有什么问题', types).answer).toMatch(/^1 problem in 2 files/)
    expect(answer('ꙮ'.repeat(100_000), types).answer!.length).toBeLessThan(1500)
    expect(answer('what is wrong here '.repeat(6000), types).answer).toMatch(/^1 problem/)
  })

  it('of nothing is nothing', () => {
    expect(answer('What looks wrong?', [])).toEqual({
      answer: null,
      answerEvidence: [],
      answerPanels: [],
      question: null,
    })
  })
})

describe('ranking', () => {
  it('puts what was asked for before what is grave but unrelated, and trifles last', () => {
    const asked = problem('a burst of errors', { relevance: 0.8 })
    const grave = problem('SQL is built from input', { severity: 'high', relevance: 0 })
    const trifle = problem('one error', { severity: 'low', nature: 'fact', relevance: 0.8 })
    expect([trifle, grave, asked].sort(byImportance)).toEqual([asked, grave, trifle])
  })

  it('knows what a question has to do with a finding', () => {
    const toRegion = relevanceTo(briefOf('What is the distribution of `region`?'))
    const region = problem('5 values', { type: 'distribution', column: 'Region' })
    expect(toRegion(region)).toBeGreaterThan(0.8)
    expect(toRegion(problem('5 values', { type: 'distribution', column: 'plan' }))).toBeLessThan(0.5)
    expect(toRegion(problem('SQL', { type: 'vulnerability' }))).toBeLessThan(0.2)
    const toErrors = relevanceTo(briefOf('What errors occurred?'))
    expect(toErrors(problem('59 errors', { type: 'error_cluster' }))).toBeGreaterThan(0.4)
    expect(toErrors(problem('5 values', { type: 'distribution' }))).toBe(0)
    expect(relevanceTo(briefOf(null))(region)).toBe(0.5)
    expect(relevanceTo(briefOf(null, ['security']))(problem('SQL', { type: 'vulnerability' }))).toBe(0.8)
  })
})
