// Which questions programs answer by themselves, analysts or the relations of a file, and which only somebody who reads every
// record can.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '@shoal/base/model/analyst'
import { beforeAll, describe, expect, it } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { askRelations } from '../../../src/run/ask-relations.ts'
import { lookForRelations, type RelationFile } from '../../../src/run/relations/relation-file.ts'
import { isExactAnswer } from '../../../src/stages/labels/exact-answer.ts'
import { readQuestion } from '../../../src/text/question.ts'
import { tempDir } from '../../cli/temp-dir.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const WORDS = ['The box came late.', 'Thank you, this was great!', 'Where is my invoice?', 'The driver was rude to me.']
const REGIONS = ['EU', 'US', 'APAC', '']
const STATES = ['open', 'closed', 'refunded']

const numbers = Array.from({ length: 240 }, (_, k) => k)
const said = (k: number) => WORDS[(k * 3 + (k >> 4)) % WORDS.length]!
const table = (column: string) =>
  `id,${column},stars,region\n${numbers.map(k => `${k},"${said(k)}",${(k % 5) + 1},${REGIONS[k % 4]}\n`).join('')}`

const FILES = {
  'reviews.csv': table('text'),
  'feedback.csv': table('message'),
  'feedback.jsonl': numbers
    .map(k => `${JSON.stringify({ id: k, message: said(k), stars: (k % 5) + 1, region: REGIONS[k % 4] })}\n`)
    .join(''),
  'feedback.md': numbers.map(k => `${said(k)}\n`).join('\n'),
  'orders.csv': `order_id,region,status,amount\n${numbers.map(k => `${k},${REGIONS[k % 4]},${STATES[k % 3]},${k / 2}\n`).join('')}`,
  'app.log': numbers
    .map(k => `2026-05-01T10:${10 + (k % 50)}:00Z ${k % 8 === 0 ? 'ERROR' : 'INFO'} request ${k} came\n`)
    .join(''),
} as const

const dir = tempDir()
const settings = settingsFrom({})
const { signal } = new AbortController()
let files: readonly RelationFile[] = []

beforeAll(async () => {
  const folder = join(dir.path, 'data')
  mkdirSync(folder)
  const named = Object.entries(FILES).map(([path, content]) => {
    writeFileSync(join(folder, path), content)
    return { path, file: join(folder, path) }
  })
  files = (await lookForRelations(named, { settings, signal, cache: join(dir.path, 'cache') })).files
})

async function isAnswered(name: keyof typeof FILES, query: string): Promise<boolean> {
  const own = files.filter(({ path }) => path === name)
  const asked = await askRelations({ question: query, files: own, settings, signal, cache: join(dir.path, 'cache') })
  if (asked.asksFigure && asked.status === 'answered') return true
  const { answers } = await surveyLawfully({ name, content: FILES[name], query, stretches: [] })
  const question = readQuestion(query)
  return answers.some(answer => isExactAnswer({ ...answer, evidence: [] }, question, `data/${name}`))
}

describe('judgement is needed', () => {
  const judged = [
    'how many reviews are complaints?',
    'How many of the reviews are complaints?',
    'How many reviews complain about late delivery?',
    'how many rows are complaints?',
    'How many of the messages are complaints?',
    'how many complaints are in region EU?',
    'How many messages are rude?',
    'What share of the messages say that something was late?',
    'distribution of messages by tone',
    'what kinds of messages are there, and how many of each?',
  ]
  const holding = ['reviews.csv', 'feedback.csv', 'feedback.jsonl', 'feedback.md'] as const
  it.each(judged.flatMap(query => holding.map(name => [query, name] as const)))('%s (%s)', async (query, name) => {
    expect(await isAnswered(name, query)).toBe(false)
  })
})

describe('code can count', () => {
  it.each([
    ['how many rows have no region?', 'reviews.csv'],
    ['how many rows have no region?', 'feedback.jsonl'],
    ['how many rows are there?', 'feedback.csv'],
    ['how many reviews are there?', 'reviews.csv'],
    ['how many errors are in the log?', 'app.log'],
    ['how many requests failed?', 'app.log'],
    ['distribution of status', 'orders.csv'],
    ['how many orders are in region EU?', 'orders.csv'],
    ['how many orders are refunded?', 'orders.csv'],
    ['what percentage of the orders is closed?', 'orders.csv'],
    ['how many orders have an amount over 50?', 'orders.csv'],
    ['how many orders are missing a region?', 'orders.csv'],
    ['how many rows have 5 stars?', 'reviews.csv'],
    ['how many reviews have fewer than 3 stars?', 'reviews.csv'],
    ['how many rows are there per region?', 'feedback.jsonl'],
    ['how many different regions are there?', 'feedback.csv'],
  ] as const)('%s (%s)', async (query, name) => {
    expect(await isAnswered(name, query)).toBe(true)
  })
})

describe('an answer', () => {
  const answer = (text: string, more: Partial<Answer> = {}): Answer => ({ text, relevance: 0.9, evidence: [], ...more })
  const stands = (query: string, given: Answer, path = 'x.csv') => isExactAnswer(given, readQuestion(query), path)

  it('must be sure', () => {
    const text = '12 of 40 rows have `kind` "complaint".'
    expect(stands('how many rows are complaints?', answer(text))).toBe(true)
    expect(stands('how many rows are complaints?', answer(text, { relevance: 0.7 }))).toBe(false)
  })

  it('may have the value among its bars', () => {
    const rows = [{ label: 'complaint', value: 12 }]
    const given = answer('`kind` has 30 values.', { panel: { kind: 'bars', title: 'kind', rows } })
    expect(stands('how many rows are complaints?', given)).toBe(true)
    const long = [{ label: 'one more complaint about the weather', value: 12 }]
    const other = answer('`kind` has 30 values.', { panel: { kind: 'bars', title: 'kind', rows: long } })
    expect(stands('how many rows are complaints?', other)).toBe(false)
  })

  it('is not about the words of a sentence that it lists, unless the question has the sentence', () => {
    const given = answer('40 entries contain “the connection was reset by peer”.')
    expect(stands('how many entries are about a connection?', given)).toBe(false)
    expect(stands('how often does "The connection was reset by peer" occur?', given)).toBe(true)
  })

  it('may be about what the name of its file says', () => {
    const given = answer('There are 40 rows in the table.')
    expect(stands('how many customer orders are there?', given, 'a/customerOrders.csv')).toBe(true)
    expect(stands('how many customer orders are there?', given, 'orders/a.csv')).toBe(false)
  })
})
