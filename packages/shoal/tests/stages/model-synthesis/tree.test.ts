// Syntheses of any size: no call holds more than it may, and every citation at the top leads to a quote at the bottom.

import type { ModelRequest } from '@shoal/base/model/language-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../../src/models/scripted-model.ts'
import { synthesiseTypeByModel } from '../../../src/stages/model-synthesis/one-type.ts'
import { tokensOf } from '../../../src/stages/model-synthesis/room.ts'
import { finding, inputFor, memoryCache, reply, reportOf, saidIn } from './bench.ts'

/** References that a request shows, as the lines of its exhibits begin. */
function refsIn(request: ModelRequest): string[] {
  return [...saidIn(request).matchAll(/^([AFC]\d+) \[/gm)].map(([, ref]) => ref!)
}

/** A synthesizer that writes `count` sentences, each citing `width` of what it is shown, drawn by `pick`. */
function citing(count: number, width: number, pick: (most: number) => number) {
  return scriptedModel(request => {
    const refs = refsIn(request)
    const sentences = Array.from({ length: count }, (_, k) => ({
      text: `sentence ${'about something '.repeat(pick(12))}${'abcdefghij'[k % 10]}`,
      cites: Array.from({ length: width }, () => refs[pick(refs.length)]!),
    }))
    return reply({ answer: sentences.slice(0, 2), summary: sentences.slice(2) })
  })
}

function drawing(seed: number): (most: number) => number {
  let state = seed >>> 0 || 1
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

function tokensIn(request: ModelRequest): number {
  return tokensOf(saidIn(request)) + tokensOf(JSON.stringify(request.schema!.schema))
}

describe('a synthesis that does not fit one call', () => {
  it('holds the limit in every call, ends, and every cite leads to a checked quote', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          findings: fc.integer({ min: 1, max: 250 }),
          files: fc.integer({ min: 1, max: 40 }),
          length: fc.integer({ min: 1, max: 380 }),
          inputTokens: fc.integer({ min: 3000, max: 12_000 }),
          sentences: fc.integer({ min: 1, max: 20 }),
          width: fc.integer({ min: 1, max: 12 }),
          seed: fc.nat(),
        }),
        async ({ findings, files, length, inputTokens, sentences, width, seed }) => {
          const all = Array.from({ length: findings }, (_, k) =>
            finding(k + 1, { path: `f${k % files}.py`, evidence: `${k} ${'quoted '.repeat(length / 7)}` }),
          )
          const model = citing(sentences, width, drawing(seed))
          const result = await synthesiseTypeByModel(reportOf(all), inputFor(model, { inputTokens }))
          for (const request of model.requests) expect(tokensIn(request)).toBeLessThanOrEqual(inputTokens)
          if (result.status !== 'done') throw new Error(result.status)
          const known = new Set(all.map(({ path, line, evidence }) => `${path}:${line}:${evidence}`))
          const { answer, summary } = result.value.reading!
          for (const { evidence, findings: ids } of [...answer, ...summary]) {
            expect(evidence.length).toBeGreaterThan(0)
            for (const { path, line, quote } of evidence) expect(known).toContain(`${path}:${line}:${quote}`)
            for (const id of ids) expect(all.map(one => one.id)).toContain(id)
          }
          expect(answer.length + summary.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 40 },
    )
  })

  const many = reportOf(Array.from({ length: 300 }, (_, k) => finding(k + 1, { path: `f${k % 7}.py`, by: 'm' })))

  it('shows every finding once at the bottom, file after file', async () => {
    const model = citing(4, 2, drawing(5))
    await synthesiseTypeByModel(many, inputFor(model, { inputTokens: 8000 }))
    const bottom = model.requests.filter(request => refsIn(request).some(ref => ref.startsWith('F')))
    expect(bottom.length).toBeGreaterThan(2)
    expect(bottom.flatMap(refsIn).sort()).toEqual(many.findings.map((_, k) => `F${k + 1}`).sort())
    expect(saidIn(bottom[0]!)).toContain(`Part 1 of ${bottom.length};`)
    expect(bottom[0]!.turns[0]).toMatchObject({ passages: [{ isShared: true }, {}] })
    expect(refsIn(model.requests.at(-1)!).every(ref => ref.startsWith('C'))).toBe(true)
  })

  it('unites what any group finds to be the same', async () => {
    const model = scriptedModel(request => {
      const [first, second] = refsIn(request)
      return reply({ summary: [{ text: 'a', cites: [first] }], same: [[first, second]] })
    })
    const result = await synthesiseTypeByModel(many, inputFor(model, { inputTokens: 8000 }))
    const groups = model.requests.length - 1
    expect(result.status === 'done' && result.value.findingCount).toBe(300 - groups)
  })

  it('goes on without a group whose reply cannot be used, and says what was lost', async () => {
    const model = scriptedModel(request =>
      saidIn(request).includes('Part 2 of') ? 'no' : reply({ summary: [{ text: 'a', cites: [refsIn(request)[0]!] }] }),
    )
    const result = await synthesiseTypeByModel(many, inputFor(model, { inputTokens: 8000 }))
    expect(result).toMatchObject({ status: 'done' })
    const { rejected, summary } = (result as Extract<typeof result, { status: 'done' }>).value.reading!
    expect(summary).toHaveLength(1)
    expect(rejected).toHaveLength(1)
    expect(rejected[0]).toMatchObject({
      text: expect.stringMatching(/^\d+ exhibits from f\d.py on$/),
      reason: expect.stringContaining('twice'),
    })
  })

  it('pays only for the groups that changed', async () => {
    const cache = memoryCache()
    const settings = { cache, inputTokens: 8000 }
    const first = citing(3, 1, () => 0)
    await synthesiseTypeByModel(many, inputFor(first, settings))
    const again = citing(3, 1, () => 0)
    const whole = await synthesiseTypeByModel(many, inputFor(again, settings))
    expect([again.requests.length, whole]).toMatchObject([0, { status: 'done', cached: first.requests.length }])
    const changed = citing(3, 1, () => 0)
    const findings = many.findings.map((one, k) => (k === 299 ? { ...one, summary: 'another thing' } : one))
    await synthesiseTypeByModel({ ...many, findings }, inputFor(changed, settings))
    expect(changed.requests.length).toBeLessThan(first.requests.length)
  })

  it('ends without a last call when no group has anything to say', async () => {
    const model = scriptedModel(() => reply({}))
    const result = await synthesiseTypeByModel(many, inputFor(model, { inputTokens: 8000 }))
    expect(result).toMatchObject({ status: 'done', value: { reading: { answer: [], summary: [], rejected: [] } } })
    expect(model.requests.every(request => saidIn(request).includes('Part '))).toBe(true)
  })

  it('says which sentences had no room further up', async () => {
    const model = scriptedModel(request =>
      reply({
        summary: Array.from({ length: 12 }, () => ({
          text: `long ${'words '.repeat(60)}`,
          cites: [refsIn(request)[0]!],
        })),
      }),
    )
    const result = await synthesiseTypeByModel(many, inputFor(model, { inputTokens: 4000 }))
    const { rejected } = (result as Extract<typeof result, { status: 'done' }>).value.reading!
    expect(rejected.length).toBeGreaterThan(0)
    for (const { text, reason } of rejected)
      expect([text.slice(0, 10), reason]).toEqual([
        'long words',
        'there was no room for it where the parts were merged',
      ])
  })

  it('stops at a failed call', async () => {
    const model = scriptedModel(request =>
      saidIn(request).includes('Part 2 of') ? { failure: { kind: 'budget' } } : reply({}),
    )
    const result = await synthesiseTypeByModel(many, inputFor(model, { inputTokens: 8000 }))
    expect(result).toMatchObject({ status: 'failed', failure: { kind: 'budget' } })
  })
})
