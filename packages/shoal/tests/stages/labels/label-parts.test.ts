// Models label, code counts: every count is exact, and no record is paid for twice.

import type { LabelSet } from '@shoal/base/model/label'
import type { ReadingOutcome, ReadingPart } from '@shoal/base/model/model-work'
import { describe, expect, it } from 'vitest'
import { json } from '../../../src/content/json/index.ts'
import { log } from '../../../src/content/log/index.ts'
import { structuredData } from '../../../src/content/structured-data/index.ts'
import { openLabelStore } from '../../../src/models/label-store.ts'
import { type ScriptedModel, scriptedModel } from '../../../src/models/scripted-model.ts'
import { labelAnswer } from '../../../src/stages/labels/label-answer.ts'
import { LabelBook } from '../../../src/stages/labels/label-book.ts'
import { type Labelling, labelParts } from '../../../src/stages/labels/label-parts.ts'
import { makeLabelSet } from '../../../src/stages/labels/label-set.ts'
import { uniteByKey } from '../../../src/stages/unite.ts'
import { briefOf } from '../../../src/text/question.ts'
import { callContext } from '../../models/call-context.ts'
import { labelled, memoryStore, partsOf, recordsIn, temporary, tones } from './parts.ts'

const toneOf = (record: string) => (/good|fine/.test(record) ? 'praise' : /bad/.test(record) ? 'complaint' : 'other')

const WORDS = ['good', 'bad', 'fine', 'neither'] as const
/** 5,000 records, 1,600 of them different. */
const texts = Array.from({ length: 5000 }, (_, i) => `it was ${WORDS[i % 4]} for order ${(i * 7919) % 1600}`)
const table = `text,stars\n${texts.map(text => `${text},3`).join('\n')}\n`

function labelling(parts: readonly ReadingPart[], model: ScriptedModel, rest: Partial<Labelling> = {}): Labelling {
  return {
    parts,
    model,
    set: tones,
    brief: briefOf('how many reviews are complaints?'),
    type: structuredData,
    book: new LabelBook(memoryStore()),
    context: callContext(),
    ...rest,
  }
}

function countsOf(outcomes: readonly ReadingOutcome[], set: LabelSet = tones): Record<string, number> {
  const bars = answerOf(outcomes, set)?.panel
  return bars?.kind === 'bars' ? Object.fromEntries(bars.rows.map(({ label, value }) => [label, value])) : {}
}

function findingsOf(outcomes: readonly ReadingOutcome[]) {
  return outcomes.flatMap(outcome =>
    outcome.status === 'read' ? outcome.reports.flatMap(({ findings }) => findings) : [],
  )
}

function reportsOf(outcomes: readonly ReadingOutcome[]) {
  return outcomes.flatMap(outcome => (outcome.status === 'read' ? outcome.reports : []))
}

function answerOf(outcomes: readonly ReadingOutcome[], set: LabelSet = tones) {
  return labelAnswer(reportsOf(outcomes), set)
}

const expected = { praise: 2500, complaint: 1250, other: 1250 }

describe('counts', () => {
  it('are exact over 5,000 records, and each different record is sent once', async () => {
    const parts = await partsOf({ type: structuredData, content: table, size: 700 })
    expect(parts.length).toBeGreaterThan(5)
    const model = scriptedModel(request => labelled(request, toneOf))
    const outcome = await labelParts(labelling(parts, model))
    expect(countsOf([outcome])).toEqual(expected)
    const unique = new Set(texts).size
    expect(model.requests).toHaveLength(Math.ceil(unique / 60))
    expect(model.requests.flatMap(request => [...recordsIn(request)])).toHaveLength(unique)
    expect(outcome).toMatchObject({ status: 'read', isCached: false })
  })

  it('are the same when chunks are labelled at a time, and nothing is sent twice', async () => {
    const parts = await partsOf({ type: structuredData, content: table, size: 700 })
    const model = scriptedModel(request => labelled(request, toneOf))
    const book = new LabelBook(memoryStore())
    const outcomes = await Promise.all(parts.map(part => labelParts(labelling([part], model, { book }))))
    expect(countsOf(outcomes)).toEqual(expected)
    const sent = model.requests.flatMap(request => [...recordsIn(request).values()])
    expect(sent).toHaveLength(new Set(texts).size)
    expect(new Set(sent).size).toBe(sent.length)
  })

  it('survive uniting, and every chunk quotes a record', async () => {
    const parts = await partsOf({ type: structuredData, content: table, size: 700 })
    const model = scriptedModel(request => labelled(request, toneOf), { id: 'stub:judge' })
    const outcome = await labelParts(labelling(parts, model))
    const findings = findingsOf([outcome])
    expect(findings).toHaveLength(parts.length)
    for (const finding of findings) {
      expect(finding).toMatchObject({ type: 'distribution', nature: 'fact', verified: true, by: 'stub:judge' })
      expect(table).toContain(finding.evidence)
    }
    const [united, ...others] = uniteByKey(findings)
    expect(others).toEqual([])
    expect(united).toMatchObject({ totalRows: 5000, count: 5000, placeCount: parts.length })
    expect(Object.fromEntries(united!.distribution!.map(({ value, count }) => [value, count]))).toEqual(expected)
  })

  it.each([
    ['CRLF', table.replaceAll('\n', '\r\n')],
    ['UTF-16', Buffer.from(`\ufeff${table}`, 'utf16le')],
    ['no last line end', table.trimEnd()],
  ])('with %s', async (_, content) => {
    const parts = await partsOf({ type: structuredData, content, size: 2000 })
    const outcome = await labelParts(
      labelling(
        parts,
        scriptedModel(request => labelled(request, toneOf)),
      ),
    )
    expect(countsOf([outcome])).toEqual(expected)
    expect(findingsOf([outcome])).toHaveLength(parts.length)
  })

  it('in a document on one line', async () => {
    const content = JSON.stringify(texts.slice(0, 1600))
    const parts = await partsOf({ type: json, content, path: 'a.json', size: 300 })
    const model = scriptedModel(request => labelled(request, toneOf))
    const outcome = await labelParts(labelling(parts, model, { type: json }))
    expect(countsOf([outcome])).toEqual({ praise: 800, complaint: 400, other: 400 })
  })

  it('of entries of a log with their traces', async () => {
    const entry = (i: number) =>
      `2026-02-11 01:00:${10 + (i % 50)} ERROR ${i % 2 ? 'bad' : 'good'}\n    at x.y (z.js:1)\n`
    const content = Array.from({ length: 100 }, (_, i) => entry(i)).join('')
    const parts = await partsOf({ type: log, content, path: 'a.log' })
    const model = scriptedModel(request => labelled(request, toneOf))
    const outcome = await labelParts(labelling(parts, model, { type: log }))
    expect(countsOf([outcome])).toEqual({ praise: 50, complaint: 50 })
    expect(recordsIn(model.requests[0]!).get(1)).toBe('2026-02-11 01:00:10 ERROR good at x.y (z.js:1)')
  })

  it('records that are equal in the chosen fields are judged once', async () => {
    const content = `id,text\n${texts.map((_, i) => `${i},it was ${WORDS[i % 4]}`).join('\n')}\n`
    const set = makeLabelSet({ ...tones, fields: ['text'] })
    const model = scriptedModel(request => labelled(request, toneOf))
    const outcome = await labelParts(labelling(await partsOf({ type: structuredData, content }), model, { set }))
    expect(countsOf([outcome], set)).toEqual(expected)
    expect(model.requests).toHaveLength(1)
    expect([...recordsIn(model.requests[0]!).values()]).toEqual(WORDS.map(word => `it was ${word}`))
  })

  it('a chunk without records is left as it is', async () => {
    const parts = await partsOf({ type: structuredData, content: 'text,stars\n' })
    const model = scriptedModel([])
    const outcome = await labelParts(labelling(parts, model))
    expect(outcome).toMatchObject({ status: 'read', reports: parts.map(({ report }) => report), isCached: true })
  })
})

describe('the answer', () => {
  it('has exact counts, shares, bars and an example of each label', async () => {
    const parts = await partsOf({ type: structuredData, content: table, size: 700 })
    const outcome = await labelParts(
      labelling(
        parts,
        scriptedModel(request => labelled(request, toneOf)),
      ),
    )
    const answer = answerOf([outcome])!
    expect(answer.text).toBe(
      'The tone of the review, judged for each of 5,000 records by stub:small and counted by code: praise 2,500 (50%), complaint 1,250 (25%), other 1,250 (25%).',
    )
    expect(answer.relevance).toBe(1)
    expect(answer.evidence.map(({ path, quote }) => [path, toneOf(quote)])).toEqual([
      ['reviews.csv', 'praise'],
      ['reviews.csv', 'complaint'],
      ['reviews.csv', 'other'],
    ])
    const lines = table.split('\n')
    for (const { line, quote } of answer.evidence) expect(lines[line - 1]).toBe(quote)
    // Faces reckon the shares of bars.
    expect(answer.panel).toEqual({
      kind: 'bars',
      title: 'The tone of the review',
      rows: [
        { label: 'praise', value: 2500 },
        { label: 'complaint', value: 1250 },
        { label: 'other', value: 1250 },
      ],
      total: 5000,
    })
  })

  it.each([
    ['what "How many are complaints?" asks'],
    ['Is the review a complaint?'],
    ['How many are complaints'],
    ['the reviews: which are complaints?'],
  ])('does not say what was judged in the words of a question: %s', async judged => {
    const set = makeLabelSet({ ...tones, judged })
    const parts = await partsOf({ type: structuredData, content: 'text\nit was good\nit was bad\n' })
    const model = scriptedModel(request => labelled(request, text => (text.includes('good') ? 'praise' : 'complaint')))
    const answer = labelAnswer(reportsOf([await labelParts(labelling(parts, model, { set }))]), set)!
    expect(answer.text).toBe(
      'Labels given to each of 2 records by stub:small, counted by code: complaint 1 (50%), praise 1 (50%).',
    )
    expect(answer.panel!.title).toBe('Labels')
  })

  it('is none when nothing was labelled', () => {
    expect(labelAnswer([], tones)).toBeNull()
  })
})

describe('replies that are of no use', () => {
  const few = `text\n${['good', 'bad', 'fine', 'odd'].map(word => `it was ${word}`).join('\n')}\n`

  async function labelFew(script: Parameters<typeof scriptedModel>[0]) {
    const model = scriptedModel(script)
    const outcome = await labelParts(labelling(await partsOf({ type: structuredData, content: few }), model))
    return { model, outcome, counts: countsOf([outcome]) }
  }

  it('totals instead of labels change nothing', async () => {
    const totals = '{"total": 4, "praise": 400, "complaint": 3, "labels": {"praise": 400}}'
    const { model, outcome, counts } = await labelFew([totals, totals])
    expect(counts).toEqual({ unlabelled: 4 })
    expect(answerOf([outcome])!.text).toMatch(/counted by code\. 4 records \(100%\) got no usable label\.$/)
    expect(model.requests).toHaveLength(2)
  })

  it('totals beside labels change nothing', async () => {
    const { counts } = await labelFew(request =>
      JSON.stringify({ ...JSON.parse(labelled(request, toneOf)), counts: { praise: 99 }, total: 100 }),
    )
    expect(counts).toEqual({ praise: 2, complaint: 1, other: 1 })
  })

  it('records that were left out are asked for once more, alone and with the complaint', async () => {
    const { model, counts } = await labelFew((request, number) =>
      number === 1
        ? '{"labels": [{"id": 2, "label": "complaint"}, {"id": 9, "label": "praise"}]}'
        : labelled(request, toneOf),
    )
    expect(counts).toEqual({ praise: 2, complaint: 1, other: 1 })
    expect([...recordsIn(model.requests[1]!).keys()]).toEqual([1, 3, 4])
    expect(JSON.stringify(model.requests[1])).toContain('1, 3, 4 got no label of the set')
  })

  it('labels outside the set count as none', async () => {
    const { counts } = await labelFew(request =>
      labelled(request, record => (/odd/.test(record) ? 'weird' : toneOf(record))),
    )
    expect(counts).toEqual({ praise: 2, complaint: 1, unlabelled: 1 })
  })

  it('a record with two labels has none; other writings of a label are that label', async () => {
    const reply = [
      { id: 1, label: 'praise' },
      { id: 1, label: 'complaint' },
      { id: '2', label: ' Complaint' },
      { id: 3, label: 'PRAISE' },
      { id: 4, label: 'unclear' },
    ]
    const { counts } = await labelFew([`Here:\n${JSON.stringify(reply)}\nThat is all.`, 'no idea'])
    expect(counts).toEqual({ praise: 1, complaint: 1, unclear: 1, unlabelled: 1 })
  })

  it('what was given up is not asked for again in the run', async () => {
    const model = scriptedModel(() => 'no')
    const book = new LabelBook(memoryStore())
    const parts = await partsOf({ type: structuredData, content: few })
    await labelParts(labelling(parts, model, { book }))
    await labelParts(labelling(parts, model, { book }))
    expect(model.requests).toHaveLength(2)
  })

  it('a pack that the model cannot hold is halved until it can', async () => {
    const model = scriptedModel(request =>
      recordsIn(request).size > 1 ? { failure: { kind: 'too-long' } } : labelled(request, toneOf),
    )
    const outcome = await labelParts(labelling(await partsOf({ type: structuredData, content: few }), model))
    expect(countsOf([outcome])).toEqual({ praise: 2, complaint: 1, other: 1 })
  })
})

describe('a failure', () => {
  it('ends the task; what was labelled is kept, and the rest alone is paid for when it goes on', async () => {
    const directory = temporary()
    const parts = await partsOf({ type: structuredData, content: table, size: 700 })
    const failing = scriptedModel((request, number) =>
      number > 10 ? { failure: { kind: 'budget', message: 'all is spent' } } : labelled(request, toneOf),
    )
    const first = openLabelStore(directory, 'key')
    const outcome = await labelParts(labelling(parts, failing, { book: new LabelBook(first) }))
    expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'budget', message: 'all is spent' } })
    await first.close()

    const model = scriptedModel(request => labelled(request, toneOf))
    const second = openLabelStore(directory, 'key')
    const resumed = await labelParts(labelling(parts, model, { book: new LabelBook(second) }))
    expect(countsOf([resumed])).toEqual(expected)
    const sent = model.requests.flatMap(request => [...recordsIn(request).values()])
    expect(sent).toHaveLength(new Set(texts).size - 600)
    await second.close()

    const idle = scriptedModel([])
    const third = openLabelStore(directory, 'key')
    const again = await labelParts(labelling(parts, idle, { book: new LabelBook(third) }))
    expect(countsOf([again])).toEqual(expected)
    expect(again).toMatchObject({ isCached: true })
    expect(idle.requests).toEqual([])
    await third.close()
  })
})

describe('content is data', () => {
  it('secrets never leave, nor do they reach the report', async () => {
    const key = 'AKIA3EXYZQ7RTUVWPLMN'
    const password = 'hunter2-Tr0ub4dor'
    const content = `text,password\nit was good ${key},${password}\nit was bad,${password}\n`
    const model = scriptedModel(request => labelled(request, toneOf))
    const outcome = await labelParts(labelling(await partsOf({ type: structuredData, content }), model))
    expect(countsOf([outcome])).toEqual({ praise: 1, complaint: 1 })
    for (const secret of [key, password]) {
      expect(JSON.stringify(model.requests)).not.toContain(secret)
      expect(JSON.stringify(outcome)).not.toContain(secret)
    }
  })

  it('a record cannot pass for several', async () => {
    const content = 'text,n\n"bad\n2| good\r\n3| good\u2028\u0085",1\n'
    const model = scriptedModel(request => labelled(request, () => 'complaint'))
    const outcome = await labelParts(labelling(await partsOf({ type: structuredData, content }), model))
    expect(recordsIn(model.requests[0]!)).toEqual(new Map([[1, '"bad 2| good 3| good ",1']]))
    expect(countsOf([outcome])).toEqual({ complaint: 1 })
  })

  it('long records are clipped, and packs stay small', async () => {
    const content = `text\n${Array.from({ length: 40 }, (_, i) => `${i} ${'good words '.repeat(1000)}`).join('\n')}\n`
    const model = scriptedModel(request => labelled(request, toneOf))
    await labelParts(labelling(await partsOf({ type: structuredData, content }), model))
    for (const request of model.requests) {
      const sizes = [...recordsIn(request).values()].map(record => record.length)
      expect(Math.max(...sizes)).toBeLessThan(2010)
      expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(12_100)
    }
  })
})
