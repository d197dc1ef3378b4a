// Phase 2 by a model: links between files, and the answer and the advice of the run.

import type { CrossFinding, ModelSynthesis, TypeReport } from '@shoal/base/model/report'
import { describe, expect, it } from 'vitest'
import { type Scripted, scriptedModel } from '../../../src/models/scripted-model.ts'
import { synthesiseCrossByModel } from '../../../src/stages/model-synthesis/across-types.ts'
import { type CrossSynthesis, synthesiseCross } from '../../../src/stages/synthesise-cross.ts'
import { briefOf } from '../../../src/text/question.ts'
import { finding, inputFor, reply, reportOf, saidIn } from './bench.ts'

const reading: ModelSynthesis = {
  by: 'stub:small',
  answer: [],
  summary: [
    {
      text: 'The gateway gives up early.',
      evidence: [{ path: 'a.py', line: 1, quote: 'line 1 of a.py' }],
      findings: ['id-1'],
    },
  ],
  recommendations: [],
  missing: [],
  rejected: [],
}
const code = reportOf([finding(1, { path: 'a.py' }), finding(2, { path: 'b.py' })], { reading })
const logs = reportOf([finding(3, { path: 'x.log', contentType: 'log', summary: '41 timeouts' })], {
  contentType: 'log',
  title: 'Logs',
})
const known: CrossFinding = {
  kind: 'log-origin',
  summary: 'the timeouts come from a.py',
  severity: 'low',
  nature: 'fact',
  files: ['a.py', 'x.log'],
  evidence: [
    { path: 'a.py', line: 1, quote: 'line 1 of a.py' },
    { path: 'x.log', line: 3, quote: 'line 3 of x.log' },
  ],
  relevance: 0.1,
}

async function synthesise(
  script: readonly Scripted[],
  {
    types = [code, logs],
    crossFile = [known],
    query = 'Why is it slow on Mondays?' as string | null,
    missing = [] as readonly string[],
  } = {},
) {
  const brief = briefOf(query)
  const openSource = () => {
    throw new Error('nothing is opened')
  }
  const cross: CrossSynthesis = { ...synthesiseCross(types, { brief, openSource }), crossFile }
  const model = scriptedModel(script, { id: 'stub:large' })
  const result = await synthesiseCrossByModel(types, cross, inputFor(model, { brief, notes: { missing, answers: [] } }))
  if (result.status === 'failed') throw new Error(result.failure.message)
  return { result, value: result.value.cross, cross, model }
}

const LINK = {
  summary: 'The early give-up causes the 41 timeouts.',
  cites: ['F1', 'F3'],
  severity: 'high',
  nature: 'problem',
}

describe('all types as a model sees them', () => {
  it('are shown with earlier sentences, links and foremost findings', async () => {
    const { model } = await synthesise([reply({})])
    const said = saidIn(model.requests[0]!)
    for (const part of [
      'Phase 2: 3 files of 2 content types together.',
      'T1 [summary of an earlier part] The gateway gives up early. (a.py:1)',
      'X1 [fact between files, log-origin] the timeouts come from a.py (a.py:1, x.log:3)\n  | line 1 of a.py\n  | line 3 of x.log',
      'Logs: 1 file',
      '- links:',
    ])
      expect(said).toContain(part)
    expect(said.match(/^F\d+ /gm)).toHaveLength(3)
  })

  it('are linked by what cites two files: a finding across files with both quotes', async () => {
    const crossFile = [] as CrossFinding[]
    const { value } = await synthesise([reply({ links: [LINK] })], { crossFile })
    expect(value.crossFile).toMatchObject([
      { kind: 'model-link', summary: LINK.summary, severity: 'high', nature: 'problem', files: ['a.py', 'x.log'] },
    ])
    expect(value.crossFile[0]!.evidence.map(({ quote }) => quote)).toEqual(['line 1 of a.py', 'line 3 of x.log'])
  })

  it('are not linked within one file, by invented figures, or where a link is known', async () => {
    const bad = reply({
      links: [
        { ...LINK, summary: 'Within one file.', cites: ['F1', 'T1'] },
        { ...LINK, summary: 'It causes 77 timeouts.' },
        { ...LINK, summary: 'Known already.' },
      ],
    })
    const { value } = await synthesise([bad, bad])
    expect(value.crossFile).toEqual([known])
    expect(value.reading!.rejected.map(({ reason }) => reason)).toEqual([
      'a link must cite findings in two files or more',
      '77: no such figure in what it cites or in the figures given',
    ])
  })

  it('answer the run: what the model says stands with its places and quotes', async () => {
    const answer = [{ text: 'The gateway gives up early.', cites: ['T1', 'F3'] }]
    const { value, cross } = await synthesise([reply({ answer })])
    expect(cross.answer).toContain('Nothing that was read answers this question')
    expect(value.answer).toBe('- The gateway gives up early (a.py:1, x.log:3)')
    expect(value.answerEvidence).toEqual([
      { path: 'a.py', line: 1, quote: 'line 1 of a.py' },
      { path: 'x.log', line: 3, quote: 'line 3 of x.log' },
    ])
    expect(value.reading).toMatchObject({ by: 'stub:large', answer: [{ findings: ['id-1', 'id-3'] }] })
  })

  it('let sure exact answers come first', async () => {
    const exact = {
      text: 'It takes 812 ms on Mondays',
      relevance: 0.9,
      evidence: [{ path: 'b.py', line: 2, quote: 'q' }],
    }
    const types: TypeReport[] = [{ ...code, answers: [exact] }, logs]
    const { value, model } = await synthesise([reply({ answer: [{ text: 'Mondays take 812 ms.', cites: ['A1'] }] })], {
      types,
    })
    expect(saidIn(model.requests[0]!)).toContain('A1 [exact answer] It takes 812 ms on Mondays (b.py:2)')
    expect(value.answer).toBe('It takes 812 ms on Mondays. stub:large says:\n- Mondays take 812 ms (b.py:2)')
  })

  it('say plainly that nothing answers, without offering the model that was just asked', async () => {
    const { value } = await synthesise([reply({ missing: ['load by weekday'] })])
    expect(value.answer).toMatch(/^Nothing that was read answers this question, .* nor for stub:large\./)
    expect(value.answer).toContain('What is missing:\n- load by weekday')
  })

  it('says nothing is missing by figures that nobody gave', async () => {
    const { value } = await synthesise([reply({ missing: ['load of the other 977 days', 'load by weekday'] })])
    expect(value.reading!.missing).toEqual(['load by weekday'])
    expect(value.answer).not.toContain('977')
    expect(value.answer).not.toContain('could read')
  })

  it('leave open what single types left open, but for the question that they answer together', async () => {
    const missing = ['Why is it slow on Mondays', 'who owns the gateway']
    const answer = [{ text: 'The gateway gives up early.', cites: ['T1'] }]
    const answered = await synthesise([reply({ answer })], { missing })
    expect(answered.value.reading!.missing).toEqual(['who owns the gateway'])
    const silent = await synthesise([reply({})], { missing })
    expect(silent.value.reading!.missing).toEqual(missing)
    expect(silent.value.answer).toContain('What is missing:\n- Why is it slow on Mondays\n- who owns the gateway')
    const empty = reportOf([], { read: { files: 1, bytes: 1, lines: 1 } })
    const uncited = await synthesise([], { types: [empty, empty], crossFile: [], missing })
    expect(uncited.value.reading).toMatchObject({ by: 'stub:large', answer: [], missing })
  })

  it('offer no model that has read, nor say that it found nothing when its reading is missing', async () => {
    const empty = reportOf([], { read: { files: 1, bytes: 1, lines: 1 } })
    const read = await synthesise([], { types: [empty], crossFile: [] })
    expect(read.value.answer).toMatch(/^Nothing that was read answers this question, .* nor for stub:large\./)
    expect(read.value.reading).toBeNull()
    const unusable = [{ what: 'a.py', reason: 'no JSON' }]
    const lost = await synthesise([], { types: [{ ...empty, unusable }], crossFile: [] })
    expect(lost.value.answer).toMatch(
      /^The built-in analysts cannot .*The model's reading is missing \(see Coverage\)\.$/,
    )
  })

  it('count the problems exactly when these were asked for, or nothing was', async () => {
    const said = [{ text: 'The gateway is the worst.', cites: ['F1'] }]
    const asked = await synthesise([reply({ answer: said })], { query: 'What is wrong?' })
    expect(asked.value.answer).toMatch(
      /^3 problems in 3 files \(3 high\)\. stub:large says:\n- The gateway is the worst/,
    )
    const silent = await synthesise([reply({ summary: said })], { query: null })
    expect(silent.value.answer).toBe(asked.value.answer)
  })

  it('advise with places first, and keep exact advice on other places', async () => {
    const { value, cross } = await synthesise([
      reply({ recommendations: [{ text: 'Raise the limit of the gateway.', cites: ['F1'] }] }),
    ])
    expect(value.recommendations[0]).toBe('a.py:1 — Raise the limit of the gateway.')
    expect(value.recommendations.slice(1)).toEqual(cross.recommendations.filter(text => !text.startsWith('a.py:1 ')))
    expect(value.recommendations.length).toBeGreaterThan(1)
  })

  it('leave the exact synthesis unchanged when replies cannot be used', async () => {
    const { result, value, cross } = await synthesise(['no', 'no'])
    expect([result.status, value]).toEqual(['unusable', cross])
  })

  it('are answered by what single types came to when nothing was made of all of them', async () => {
    const types = [{ ...code, reading: { ...reading, answer: reading.summary } }, logs]
    const { cross, value } = await synthesise(['no', 'no'], { types })
    expect(cross.answer).toBe('- The gateway gives up early (a.py:1)')
    expect(value).toEqual(cross)
  })

  it('are one call for a single file too, and what it says is the same is one thing', async () => {
    const twice = [finding(1, { path: 'a.py', by: 'stub:small' }), finding(2, { path: 'a.py', by: 'stub:small' })]
    const same = reply({ summary: [{ text: 'Both are one.', cites: ['F1', 'F2'] }], same: [['F1', 'F2']] })
    const { value, result, model } = await synthesise([same], { types: [reportOf(twice)], crossFile: [] })
    expect(model.requests).toHaveLength(1)
    expect(saidIn(model.requests[0]!)).not.toContain('- links:')
    expect(value.findings).toHaveLength(1)
    expect(value.reading!.summary[0]!.findings).toEqual([value.findings[0]!.id])
    expect(result.status === 'done' && result.value.types[0]).toMatchObject({ findingCount: 1 })
  })

  it('put first what their answer rests on', async () => {
    const { value } = await synthesise([reply({ answer: [{ text: 'It is the last.', cites: ['F3'] }] })])
    expect(value.reading!.answer[0]!.findings).toEqual([value.findings[0]!.id])
  })
})
