// Open questions: gathered from reports, each once, the most asked first.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gatherQuestions } from '../../../src/stages/follow-up/gather-questions.ts'
import { meaningOf, meansTheSame } from '../../../src/stages/follow-up/same-question.ts'
import { report } from './reports.ts'

const texts = (...args: Parameters<typeof gatherQuestions>) => gatherQuestions(...args).map(({ text }) => text)

describe('gatherQuestions', () => {
  it('unites wordings of one question and says who asked', () => {
    const gathered = gatherQuestions([
      report({ index: 1, suggestedQueries: ['Where is `retry_limit` defined?'] }),
      report({
        index: 2,
        missing: ['the  definition of retry_limit'],
        suggestedQueries: ['Who owns the billing queue?'],
      }),
      report({ index: 3, suggestedQueries: ['retry_limit: where is it defined', 'Where is retry_limit defined?'] }),
    ])
    expect(gathered.map(({ text, askedBy }) => [text, askedBy.map(({ index }) => index)])).toEqual([
      ['Where is `retry_limit` defined?', [1, 2, 3]],
      ['Who owns the billing queue?', [2]],
    ])
    expect(gathered[0]!.askedBy[1]).toEqual({ filePath: 'a.log', chunkId: 'a.log#2', index: 2 })
  })

  it('another name or number makes another question', () => {
    const queries = [
      'Where is max_retries defined?',
      'Where is min_retries defined?',
      'What happened after the restart at line 120?',
      'What happened after the restart at line 480?',
    ]
    expect(texts([report({ suggestedQueries: queries })])).toEqual(queries)
  })

  it('the most asked first, at most twelve, equals in the order of the reports', () => {
    const topics = ['alpha', 'bravo', 'carbon', 'delta', 'echo', 'foxtrot', 'gamma', 'hotel', 'india', 'juliet']
    const one = topics.map(topic => `Which service stops ${topic}?`)
    const two = topics.map(topic => `Which service starts ${topic}?`)
    const reports = [
      report({ index: 1, missing: one }),
      report({ index: 2, missing: two }),
      report({ index: 3, missing: two }),
    ]
    expect(texts(reports)).toEqual([...two, ...one.slice(0, 2)])
    expect(texts(reports, { most: 3 })).toEqual(two.slice(0, 3))
  })

  it('does not ask again what was asked, nor what is no question', () => {
    const reports = [
      report({
        missing: ['None', 'n/a', '-', '', '   ', 'nothing is missing.', 'what are the reasons for the timeouts?'],
      }),
      report({ missing: ['the owner of the queue'] }),
    ]
    expect(texts(reports, { asked: ['What are the reasons for timeouts'] })).toEqual(['the owner of the queue'])
  })

  it('is one line of bounded length', () => {
    const [text] = texts([report({ missing: [`the cause\nof  the outage ${'x'.repeat(2_000)}`] })])
    expect(text).toMatch(/^the cause of the outage x+$/)
    expect(text).toHaveLength(400)
  })

  it('understands questions in other scripts', () => {
    expect(
      texts([report({ missing: ['為什麼服務重啟？', '為什麼服務重啟', 'Почему сервис перезапущен?'] })]),
    ).toHaveLength(2)
  })

  it('no two that are gathered mean the same, and none is lost while there is room', () => {
    const word = fc.constantFrom(
      'timeout',
      'queue',
      'region',
      'amount',
      'owner',
      'retry_limit',
      'getUser',
      '42',
      'of',
      'the',
    )
    const query = fc.array(word, { minLength: 1, maxLength: 5 }).map(words => words.join(' '))
    fc.assert(
      fc.property(fc.array(fc.array(query, { maxLength: 3 }), { maxLength: 8 }), asked => {
        const reports = asked.map((missing, k) => report({ index: k + 1, missing }))
        const all = gatherQuestions(reports, { most: 1_000 })
        for (const [k, { text }] of all.entries())
          for (const { text: other } of all.slice(k + 1))
            expect(meansTheSame(meaningOf(text), meaningOf(other))).toBe(false)
        for (const { index, missing } of reports)
          for (const text of missing) {
            const meaning = meaningOf(text)
            if (meaning.terms.size === 0) continue
            const home = all.filter(({ askedBy }) => askedBy.some(asker => asker.index === index))
            expect(home.some(({ text: other }) => meansTheSame(meaningOf(other), meaning))).toBe(true)
          }
      }),
    )
  })

  it('takes 10,000 reports', () => {
    const reports = Array.from({ length: 10_000 }, (_, k) =>
      report({ index: k + 1, missing: [`what does component${k} do with order${k}`, 'why is the queue full'] }),
    )
    const gathered = gatherQuestions(reports)
    expect(gathered[0]).toMatchObject({ text: 'why is the queue full' })
    expect(gathered[0]!.askedBy).toHaveLength(10_000)
    expect(gathered).toHaveLength(12)
  })
})
