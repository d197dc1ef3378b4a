// A question about many files is answered for all of them, the counts are those of the report, and what stands beside the
// answer belongs to it.

import type { Answer } from '@shoal/base/model/analyst'
import { UNASKED } from '@shoal/base/model/asked'
import type { Finding, Panel } from '@shoal/base/model/finding'
import type { CrossFinding, TypeReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '../../src/stages/answer.ts'
import { briefOf } from '../../src/text/question.ts'
import { typeReport } from './cross-files.ts'

const series = (title: string): Panel => ({ kind: 'series', title, from: '', to: '', values: [1, 2] })

function says(path: string, errors: number, more: Partial<Answer> = {}): Answer {
  return {
    path,
    text: errors === 0 ? 'No errors in 10 entries.' : `${errors} errors in 2,000 entries.`,
    relevance: errors === 0 ? 0.55 : 0.9,
    evidence: errors === 0 ? [] : [{ path, line: errors, quote: 'x' }],
    amount: { count: errors, one: 'error', many: 'errors' },
    ...more,
  }
}

function problem(summary: string, more: Partial<Finding> = {}): Finding {
  const { path = 'logs/a.log', line = 1 } = more
  return {
    id: summary,
    type: 'burst',
    key: summary,
    summary,
    severity: 'medium',
    confidence: 'high',
    nature: 'problem',
    contentType: 'log',
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

const link: CrossFinding = {
  kind: 'value-differs',
  summary: 'a is 5 here but 30 there',
  severity: 'low',
  nature: 'problem',
  files: ['a', 'b'],
  evidence: [{ path: 'a', line: 1, quote: 'x' }],
  relevance: 0.1,
}

function logs(answers: readonly Answer[], more: Partial<TypeReport> = {}): TypeReport {
  const paths = [...new Set(answers.flatMap(({ path }) => path ?? []))]
  const files = paths.map(path => ({ path, contentType: 'log', language: null, lines: [] as never[] }))
  const findings = more.findings ?? []
  return { ...typeReport('log', files), title: 'Logs', answers, findingCount: findings.length, ...more }
}

const ask = (query: string, types: readonly TypeReport[], links: readonly CrossFinding[] = []) =>
  composeAnswer(types, links, briefOf(query))

describe('the files of an answer', () => {
  it('have a line each, those with most of what was asked first, and those that have none together', () => {
    const { answer } = ask('Which logs have errors?', [
      logs([
        says('logs/a.log', 4, { relevance: 0.92 }),
        says('logs/b.log', 595),
        says('logs/c.log', 0),
        says('logs/d.log', 0),
        says('logs/e.log', 97),
      ]),
    ])
    expect(answer).toBe(
      [
        '696 errors in 3 files:',
        '- b.log: 595 errors in 2,000 entries.',
        '- e.log: 97 errors in 2,000 entries.',
        '- a.log: 4 errors in 2,000 entries.',
        '- No errors in 2 files: c.log and d.log.',
        'No problem was found in 5 files: Logs (5).',
      ].join('\n'),
    )
  })

  it.each([9, 40, 500])('beyond eight of %d are counted, with what they have together', count => {
    const answers = Array.from({ length: count }, (_, k) => says(`logs/f${k}.log`, k + 1))
    const lines = ask('Which logs have errors?', [logs(answers)]).answer!.split('\n')
    const total = (count * (count + 1)) / 2
    const shown = Array.from({ length: 8 }, (_, k) => count - k)
    const rest = total - shown.reduce((a, b) => a + b)
    const number = (value: number) => value.toLocaleString('en-US')
    expect(lines[0]).toBe(`${number(total)} errors in ${count} files:`)
    expect(lines.slice(1, 9)).toEqual(shown.map(errors => `- f${errors - 1}.log: ${errors} errors in 2,000 entries.`))
    if (count === 9) expect(lines[9]).toBe('- 1 more file has 1 error: f0.log.')
    else
      expect(lines[9]).toMatch(
        `- ${count - 8} more files have ${number(rest)} errors together: f${count - 9}.log (${count - 8}), `,
      )
    expect(lines).toHaveLength(11)
  })

  it('that give no amount come by what was found in them that touches the question', () => {
    const told = (path: string): Answer => ({ path, text: `about ${path}`, relevance: 0.88, evidence: [] })
    const { answer } = ask('Which columns have missing values?', [
      logs([told('x/a.csv'), told('x/b.csv'), told('x/c.csv')], {
        findings: [problem('3 rows have no plan', { path: 'x/c.csv', nature: 'fact' })],
      }),
    ])
    expect(answer).toBe('- about x/c.csv.\n- about x/a.csv.\n- about x/b.csv.')
  })

  it('share a line where they say the very same', () => {
    const same = Array.from({ length: 500 }, (_, k) => says(`logs/f${k}.log`, 4))
    const lines = ask('Which logs have errors?', [logs([...same, says('logs/x.log', 9)])]).answer!.split('\n')
    expect(lines.slice(0, 3)).toEqual([
      '2,009 errors in 501 files:',
      '- x.log: 9 errors in 2,000 entries.',
      '- 500 files (f0.log, f1.log, f10.log, f100.log and 496 more): 4 errors in 2,000 entries.',
    ])
    expect(lines).toHaveLength(4)
  })

  it('are told apart where they have the same name', () => {
    const { answer } = ask('Which logs have errors?', [logs([says('d/one/a.log', 3), says('d/two/a.log', 2)])])
    expect(answer).toContain('- one/a.log: 3 errors')
    expect(answer).toContain('- two/a.log: 2 errors')
  })

  it('keep to one line each, cut between words and outside quotations', () => {
    const long = `It is “${'word '.repeat(120)}”.`
    const { answer } = ask('Which logs have errors?', [
      logs([says('a.log', 2, { text: long }), says('b.log', 1, { text: `5 of \`${'word '.repeat(120)}\`` })]),
    ])
    expect(answer!.split('\n').slice(1, 3)).toEqual(['- a.log: It is …', '- b.log: 5 of …'])
  })

  it('have their pictures beside the answer, each with its name, and one of all', () => {
    const { answerPanels } = ask('Which logs have errors?', [
      logs([
        says('logs/a.log', 4, { panel: series('errors per 15 min') }),
        says('logs/b.log', 595, { panel: series('errors per 15 min') }),
      ]),
    ])
    expect(answerPanels.map(({ title }) => title)).toEqual([
      'Errors by file',
      'b.log: errors per 15 min',
      'a.log: errors per 15 min',
    ])
    expect(answerPanels[0]).toMatchObject({
      rows: [
        { label: 'b.log', value: 595 },
        { label: 'a.log', value: 4 },
      ],
      total: 599,
    })
    const alone = ask('Which logs have errors?', [logs([says('logs/a.log', 4, { panel: series('errors') })])])
    expect(alone.answerPanels.map(({ title }) => title)).toEqual(['errors'])
  })

  it('bring no quote or picture of what the answer has no room for', () => {
    const findings = Array.from({ length: 4 }, (_, k) =>
      problem(`${k} ${'long '.repeat(100)}`, {
        path: `logs/${k}.log`,
        type: `burst_${k}`,
        panel: series('errors'),
        weight: 1 - k / 10,
      }),
    )
    const types = [logs([], { findings, read: { files: 4, bytes: 0, lines: 0 } })]
    const { answer, answerEvidence, answerPanels } = ask('What looks wrong?', types)
    expect(answer).toMatch(/^4 problems in 4 files \(4 medium\)\.\n- 0 long[^\n]*$/)
    expect(answerEvidence.map(({ path }) => path)).toEqual(['logs/0.log'])
    expect(answerPanels.map(({ title }) => title)).toEqual(['0.log: errors'])
  })
})

describe('the count of problems', () => {
  const far = problem('a mixes types', { relevance: 0 })
  const near = problem('a burst', { severity: 'high' })

  it('is no answer where none has to do with the question', () => {
    const status = (findings: Finding[], files = 1) => {
      const type = logs([], { findings, read: { files, bytes: 1, lines: 1 } })
      return composeAnswer([type], [], briefOf('paid vs failed'), null, { asked: UNASKED }).question?.status
    }
    expect(status([far])).toBe('unanswered')
    expect(status([far, near])).toBe('answered')
    expect(status([], 0)).toBe('unanswered')
  })

  it('never says that none was found where some were', () => {
    const some = [logs([says('a.log', 0)], { findings: [far, problem('b mixes types', { relevance: 0.1 })] })]
    expect(ask('What errors occurred?', some, [link]).answer).toBe(
      'No errors in 10 entries. None of the 3 problems found in 1 file (2 medium, 1 low) touches the question.',
    )
    expect(ask('What errors occurred?', [logs([says('a.log', 0)], { findings: [far] })]).answer).toContain(
      'The only problem found in 1 file (1 medium) does not touch the question.',
    )
    expect(ask('Any security holes?', some, [link]).answer).toBe(
      'No errors in 10 entries. No security problem was found in 1 file: Logs (1). Of other kinds there are 3 (2 medium, 1 low).',
    )
  })

  it('says what it counts where that is less than all', () => {
    const findings = [near, far, problem('another burst')]
    const types = [logs([says('a.log', 3)], { findings })]
    expect(ask('What errors occurred?', types, [link]).answer).toContain(
      '2 of the 4 problems in 1 file touch the question (1 high, 1 medium).',
    )
    const secret = problem('a secret', { type: 'secret' })
    expect(ask('Any security holes?', [logs([says('a.log', 0)], { findings: [secret, far] })]).answer).toContain(
      '1 of the 2 problems in 1 file is a security problem (1 medium).',
    )
  })

  it('of all says how many stand across files, which the report lists apart', () => {
    expect(ask('What looks wrong?', [logs([says('a.log', 3)], { findings: [near, far] })], [link]).answer).toMatch(
      /^3 problems in 1 file \(1 high, 1 medium, 1 low\), 1 of them across files\.\n/,
    )
  })

  it('is a lower bound where not all findings were kept', () => {
    const types = [logs([says('a.log', 3)], { findings: [near], findingCount: 10_001 })]
    expect(ask('What looks wrong?', types).answer).toMatch(/^At least 1 problem in 1 file \(1 high\)\./)
  })

  it('takes broken files for what is wrong with them', () => {
    expect(ask('Are there broken csv files?', [logs([says('a.csv', 0)], { findings: [far] })]).answer).toMatch(
      /^1 problem in 1 file \(1 medium\)\.\n- a mixes types/,
    )
  })
})
