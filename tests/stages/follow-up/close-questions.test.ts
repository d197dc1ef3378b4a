// What became of open questions: answered by checked findings of a model, or still missing.
import { describe, expect, it } from 'vitest'
import { closeQuestions } from '../../../src/stages/follow-up/close-questions.ts'
import { finding, report } from './reports.ts'

const QUESTION = 'Who owns the billing queue?'
const open = [{ text: QUESTION, askedBy: [] }]
const by = 'stub:small'

describe('closeQuestions', () => {
  it('a finding of a model answers, with its place', () => {
    const reply = report({ filePath: 'team.md', findings: [finding('the payments team owns it', 7, { by })] })
    expect(closeQuestions(open, [{ question: QUESTION, report: reply }])).toEqual({
      answered: [{ question: QUESTION, answers: [{ text: 'the payments team owns it', path: 'team.md', line: 7 }] }],
      missing: [],
    })
  })

  it.each([
    ['nobody replied', []],
    ['the reply has only what was known before', [report({ findings: [finding('12 rows', 1)] })]],
    ['the model only gives its word', [report({ completeAnswer: 'The payments team.' })]],
    ['it has nothing to do with it', [report({ relevant: false, findings: [finding('a queue', 1, { by })] })]],
    [
      'it asks the same again',
      [report({ findings: [finding('a queue', 1, { by })], missing: ['owner of billing queue; who owns it'] })],
    ],
  ])('it remains when %s', (_, reports) => {
    const replies = reports.map(one => ({ question: QUESTION, report: one }))
    expect(closeQuestions(open, replies)).toEqual({ answered: [], missing: [QUESTION] })
  })

  it('a reply to another question answers nothing', () => {
    const reply = { question: 'Another one?', report: report({ findings: [finding('so it is', 1, { by })] }) }
    expect(closeQuestions(open, [reply]).missing).toEqual([QUESTION])
  })

  it('the same finding of two chunks is told once, and at most five', () => {
    const findings = [1, 2, 3, 4, 5, 6, 7].map(line => finding(`owner ${line}`, line, { by }))
    const replies = [findings, findings].map(own => ({ question: QUESTION, report: report({ findings: own }) }))
    const { answered } = closeQuestions(open, replies)
    expect(answered[0]!.answers.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
  })
})
