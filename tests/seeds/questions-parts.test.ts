// Questions after several things: Content-Aware RLM, 5d ("report distributions and outliers") and example B ("Analyze
// customer distribution by region and identify anomalies"). Each part is answered, or named as one that is not.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@shoal/base/model/finding'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { composeAnswer } from '../../packages/shoal/src/stages/answer.ts'
import { briefOf, readQuestion } from '../../packages/shoal/src/text/question.ts'
import { partsOf } from '../../packages/shoal/src/text/question-parts.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { surveyLawfully } from '../../packages/shoal/tests/conformance/analyst.ts'
import { typeReport } from '../../packages/shoal/tests/stages/cross-files.ts'

const dir = tempDir()
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

const answered = (name: string, query: string) => answeredOver(name, `${FORMS[name]}\n`, query)

async function answeredOver(name: string, content: string, query: string): Promise<string> {
  const { answers, findings } = await surveyLawfully({ name, content, query, stretches: [] })
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

const log = Array.from({ length: 300 }, (_, k) => {
  const at = `2026-02-11 01:${String(10 + Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}`
  return k < 90 || k % 3 > 0
    ? `${at} INFO 10.0.0.${k % 7} answered request ${k}`
    : `${at} ERROR 10.0.0.9 refused request ${k}`
})
const PARTED: readonly (readonly [name: string, content: string, query: string, told: readonly RegExp[]])[] = [
  ['app.log', log.join('\n'), 'How many errors are there, and when did they start?', [/\b70 /, /01:11:30/]],
  [
    'app.yaml',
    'server:\n  port: 8080\n  timeout: 30\nlogging:\n  level: debug\n',
    'What is the server port, and what is the logging level?',
    [/8080/, /debug/],
  ],
  [
    'terms.md',
    `# Terms\n\n## Payment\n\nAll invoices shall be paid within thirty days of receipt.\n\n## Warranty\n\nThe warranty of every machine lasts two years from delivery.\n`,
    'When are invoices paid, and how long does the warranty last?',
    [/invoices/, /warranty/i],
  ],
]

it.each(PARTED)('both parts are answered over %s', async (name, content, query, told) => {
  const text = await answeredOver(name, `${content}\n`, query)
  for (const part of told) expect(text).toMatch(part)
  expect(text).not.toContain('Not answered')
})

it('both parts are answered over code', async () => {
  const text = `def load(path):\n    return open(path).read()\n\n\ndef save(path, text):\n    # TODO: write to a temporary file first\n    open(path, 'w').write(load(path) + text)\n`
  const root = join(dir.path, 'code')
  mkdirSync(root)
  writeFileSync(join(root, 'store.py'), text)
  const { answer } = await analyze(root, {
    query: 'Where is `load` defined, and which comments mark unfinished work?',
    ledger: memoryLedger(),
  })
  expect(answer).toMatch(/store\.py:1|line 1/)
  expect(answer).toContain('TODO')
  const half = await analyze(root, {
    query: 'Where is `load` defined, and which weather does Ulm have?',
    ledger: memoryLedger(),
  })
  expect(half.answer).toContain('Not answered: “which weather does Ulm have”')
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
