// Choosing labels: as named, as proposed after a look at the records, or none.

import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { describe, expect, it } from 'vitest'
import { sourceCode } from '../../../src/content/source-code/index.ts'
import { structuredData } from '../../../src/content/structured-data/index.ts'
import { openResultCache } from '../../../src/models/result-cache.ts'
import { scriptedModel } from '../../../src/models/scripted-model.ts'
import { type Choosing, chooseLabels, type LabelFile } from '../../../src/stages/labels/choose-labels.ts'
import { briefOf } from '../../../src/text/question.ts'
import { callContext } from '../../models/call-context.ts'
import { type PartsOf, partsOf } from './parts.ts'

const rows = Array.from({ length: 300 }, (_, i) => `${i},review number ${i},${i % 5}`)
const table: PartsOf = { type: structuredData, content: `id,text,stars\n${rows.join('\n')}\n`, size: 50 }

async function fileOf(input: PartsOf): Promise<LabelFile> {
  const parts = await partsOf(input)
  const [{ about, facts, openSource }] = parts as [(typeof parts)[number]]
  const chunks = parts.map(({ chunk }) => chunk)
  return { about, facts, openSource, chunks, type: input.type, summary: '300 rows × 3 columns', answers: [] }
}

async function choosing(rest: Partial<Choosing>): Promise<Choosing> {
  return {
    brief: briefOf('What share of the reviews are complaints?'),
    asked: null,
    names: [],
    files: [await fileOf(table)],
    model: scriptedModel([]),
    context: callContext(),
    cache: openResultCache(null),
    ...rest,
  }
}

const proposal = {
  judgement: true,
  why: 'only a reader can tell',
  judged: 'the tone of the review',
  labels: [
    { name: 'complaint', meaning: 'the writer is not pleased' },
    { name: 'praise', meaning: 'the writer is' },
    { name: 'Other', meaning: 'proposed all the same' },
  ],
  content_types: ['structured_data', 'no_such_type'],
  fields: ['text', 'no_such_column'],
}

describe('no set, for it can be counted,', () => {
  const counted: AskedAnswer = { ...UNASKED, status: 'answered', text: '12.', asksFigure: true }

  it('is chosen where the relations count what is asked: no model is asked', async () => {
    const model = scriptedModel([])
    expect(await chooseLabels(await choosing({ model, asked: counted }))).toMatchObject({ status: 'none' })
    expect(model.requests).toEqual([])
  })

  it.each([
    ['half of it is understood', { ...counted, status: 'partial' as const }],
    ['no figure is asked for', { ...counted, asksFigure: false }],
    ['nothing is', UNASKED],
  ])('is not the end of it where %s', async (_, asked) => {
    const model = scriptedModel([JSON.stringify(proposal)])
    expect(await chooseLabels(await choosing({ model, asked }))).toMatchObject({ status: 'chosen' })
  })
})

describe('a proposed set', () => {
  it('is what the model says, with `other` and `unclear`, for types and fields that there are', async () => {
    const model = scriptedModel([JSON.stringify(proposal)])
    const choice = await chooseLabels(await choosing({ model }))
    expect(choice).toMatchObject({
      status: 'chosen',
      set: { judged: 'the tone of the review', contentTypes: ['structured_data'], fields: ['text'] },
    })
    expect(choice.status === 'chosen' && choice.set.labels.map(({ name }) => name)).toEqual([
      'complaint',
      'praise',
      'other',
      'unclear',
    ])
  })

  it('rests on the question, the columns, how the file begins and 24 records from all over it', async () => {
    const model = scriptedModel([JSON.stringify(proposal)])
    await chooseLabels(await choosing({ model }))
    const text = JSON.stringify(model.requests[0]!.turns)
    expect(text).toContain('What share of the reviews are complaints?')
    expect(text).toContain('fields: id, text, stars')
    const lines = [...text.matchAll(/reviews\.csv:(\d+)\| /g)].map(([, line]) => Number(line))
    expect(lines).toHaveLength(28)
    expect(Math.max(...lines) - Math.min(...lines)).toBeGreaterThan(250)
    expect(model.requests[0]!.schema?.schema).toMatchObject({ type: 'object', additionalProperties: false })
  })

  it('is paid for once', async () => {
    const cache = openResultCache(null)
    const files = [await fileOf(table)]
    const first = await chooseLabels(await choosing({ cache, files, model: scriptedModel([JSON.stringify(proposal)]) }))
    const idle = scriptedModel([])
    expect(await chooseLabels(await choosing({ cache, files, model: idle }))).toEqual(first)
    expect(idle.requests).toEqual([])
  })

  it.each([
    ['no JSON', 'I would say two labels.', 'no JSON'],
    ['one label', JSON.stringify({ ...proposal, labels: proposal.labels.slice(1) }), 'at least two labels'],
    [
      'too many labels',
      JSON.stringify({ ...proposal, labels: Array.from({ length: 13 }, (_, k) => ({ name: `n${k}`, meaning: '' })) }),
      'at most 12 labels',
    ],
    ['no type that there is', JSON.stringify({ ...proposal, content_types: ['prose'] }), 'structured_data'],
    ['labels that are no labels', JSON.stringify({ ...proposal, labels: 'complaint' }), 'labels'],
  ])('%s is complained about once', async (_, reply, complaint) => {
    const model = scriptedModel([reply, JSON.stringify(proposal)])
    expect(await chooseLabels(await choosing({ model }))).toMatchObject({ status: 'chosen' })
    const [, , last] = model.requests[1]!.turns
    expect(JSON.stringify(last)).toContain(complaint)
  })
})

describe('no set', () => {
  it('when the exact figures answer: then no model is asked', async () => {
    const file = await fileOf(table)
    const answers = [{ text: '60 of 300 reviews are complaints.', relevance: 0.8, evidence: [] }]
    const model = scriptedModel([])
    const choice = await chooseLabels(await choosing({ model, files: [{ ...file, answers }] }))
    expect(choice).toEqual({ status: 'none', reason: 'the exact figures answer the question' })
    expect(model.requests).toEqual([])
  })

  it('but a model is asked when the figures are those of something else', async () => {
    const file = await fileOf(table)
    const answers = [{ text: 'There are 300 rows in the table.', relevance: 0.95, evidence: [] }]
    const model = scriptedModel([JSON.stringify(proposal)])
    const choice = await chooseLabels(await choosing({ model, files: [{ ...file, answers }] }))
    expect(choice.status).toBe('chosen')
  })

  it('when the model says so', async () => {
    const model = scriptedModel(['{"judgement": false, "why": "the column `stars` has it"}'])
    expect(await chooseLabels(await choosing({ model }))).toEqual({
      status: 'none',
      reason: 'the column `stars` has it',
    })
  })

  it('when its proposals cannot be used, twice', async () => {
    const choice = await chooseLabels(await choosing({ model: scriptedModel(['no', 'no']) }))
    expect(choice).toMatchObject({ status: 'none', reason: expect.stringContaining('stub:small') })
  })

  it('when there are no records', async () => {
    const files = [await fileOf({ ...table, content: 'id,text,stars\n' })]
    expect(await chooseLabels(await choosing({ files }))).toEqual({ status: 'none', reason: 'there are no records' })
  })

  it('when the call fails: the failure is handed on and nothing kept', async () => {
    const cache = openResultCache(null)
    const model = scriptedModel([{ failure: { kind: 'budget', message: 'all is spent' } }, JSON.stringify(proposal)])
    expect(await chooseLabels(await choosing({ cache, model }))).toMatchObject({
      status: 'failed',
      failure: { kind: 'budget' },
    })
    expect(await chooseLabels(await choosing({ cache, model }))).toMatchObject({ status: 'chosen' })
  })
})

describe('named labels', () => {
  it('are taken as they are, for files made of records, and no model is asked', async () => {
    const code = await fileOf({ type: sourceCode, content: 'a = 1\n', path: 'a.py' })
    const model = scriptedModel([])
    const files = [await fileOf(table), code]
    const choice = await chooseLabels(await choosing({ names: ['complaint', 'Complaint', 'praise'], files, model }))
    expect(choice).toMatchObject({
      status: 'chosen',
      set: {
        judged: 'what "What share of the reviews are complaints?" asks',
        contentTypes: ['structured_data'],
        fields: [],
      },
    })
    expect(choice.status === 'chosen' && choice.set.labels.map(({ name }) => name)).toEqual([
      'complaint',
      'praise',
      'other',
      'unclear',
    ])
    expect(model.requests).toEqual([])
  })

  it('apply to lines where nothing is made of records', async () => {
    const files = [await fileOf({ type: sourceCode, content: 'a = 1\n', path: 'a.py' })]
    const choice = await chooseLabels(await choosing({ names: ['good', 'bad'], files }))
    expect(choice).toMatchObject({ set: { contentTypes: ['source_code'] } })
  })
})
