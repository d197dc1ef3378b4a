// Questions after several things: Content-Aware RLM, 5d ("report distributions and outliers") and example B ("Analyze
// customer distribution by region and identify anomalies"). Each part is answered, or named as one that is not.
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/model/finding.ts'
import { composeAnswer } from '../../src/stages/answer.ts'
import { briefOf, readQuestion } from '../../src/text/question.ts'
import { partsOf } from '../../src/text/question-parts.ts'
import { surveyLawfully } from '../conformance/analyst.ts'
import { typeReport } from '../stages/cross-files.ts'

const ROWS = Array.from({ length: 400 }, (_, k) => ({
  id: k,
  region: ['NA', 'EMEA', 'APAC'][k % 3]!,
  status: k % 4 === 3 ? 'inactive' : 'active',
  mrr: k === 77 ? 78_000 : 100 + ((k * 37) % 41),
  last_login: (k * 7) % 100 < 8 ? '' : `2025-01-${10 + (k % 18)}`,
}))

const FORMS: Readonly<Record<string, string>> = {
  'c.csv': ['id,region,status,mrr,last_login', ...ROWS.map(row => Object.values(row).join(','))].join('\n'),
  'c.jsonl': ROWS.map(({ last_login, ...row }) =>
    JSON.stringify(last_login === '' ? row : { ...row, last_login }),
  ).join('\n'),
}

async function answered(name: string, query: string): Promise<string> {
  const { answers, findings } = await surveyLawfully({ name, content: `${FORMS[name]}\n`, query, stretches: [] })
  const found = findings.map(
    (draft, k): Finding => ({
      ...draft,
      id: String(k),
      contentType: 'x',
      path: name,
      endLine: draft.line,
      verified: true,
      chunkIds: [],
      count: draft.count ?? 1,
      weight: draft.weight ?? 0.5,
      places: [],
      placeCount: 1,
      relevance: 0.5,
    }),
  )
  const told = answers.map(({ evidence, ...answer }) => ({
    ...answer,
    path: name,
    evidence: evidence.map(({ line, quote }) => ({ path: name, line, quote })),
  }))
  const type = { ...typeReport('x'), read: { files: 1, bytes: 1, lines: 1 }, answers: told }
  return composeAnswer([{ ...type, findings: found, findingCount: found.length }], [], briefOf(query)).answer!
}

describe.each(Object.keys(FORMS))('both parts are answered over %s', name => {
  it('distribution of status and the missing values in last_login', async () => {
    const text = await answered(name, 'distribution of status and the missing values in last_login')
    expect(text).toMatch(/active.{0,4} 300 \(75 %\)/)
    expect(text).toMatch(/last_login.{0,20} 32\b/)
    expect(text).not.toContain('Not answered')
  })

  it('distributions and outliers', async () => {
    const text = await answered(name, 'Report distributions and outliers.')
    expect(text).toContain('78,000')
    expect(text).toMatch(/active.{0,4} (?:300|75 %)/)
  })

  it('distribution by region and anomalies', async () => {
    const text = await answered(name, 'Analyze customer distribution by region and identify anomalies')
    expect(text).toMatch(/NA.{0,4} 134 \(3/)
    expect(text).toContain('78,000')
  })
})

it('a part that has no answer is named', () => {
  const query = 'distribution of `status` and duplicates in `other`'
  const said = { text: 'Half are open.', relevance: 0.9, evidence: [], path: 'a', part: 'distribution of `status`' }
  const type = { ...typeReport('x'), read: { files: 1, bytes: 1, lines: 1 }, answers: [said] }
  expect(composeAnswer([type], [], briefOf(query)).answer).toBe(
    'Half are open.\n- Not answered: “duplicates in `other`”.',
  )
})

it.each([
  'What is the mean and the median of mrr?',
  'Is there a correlation between mrr and employees?',
  'How many orders have status open and region EU?',
  'Distribution of status and region',
  'What errors occurred and are there any patterns in the failures?',
])('one thing is not taken apart: %s', question => {
  expect(partsOf(readQuestion(question))).toEqual([])
})
