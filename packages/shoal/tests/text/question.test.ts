// Questions are read for words, names and what they are after, in several languages and at any length.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { briefOf, readQuestion } from '../../src/text/question.ts'

describe('what a question is after', () => {
  it.each([
    ['What errors occurred?', ['errors']],
    ['What is the distribution by region?', ['distribution']],
    ['Are there security issues?', ['security', 'quality']],
    ['Where is load_user defined?', ['definition']],
    ['average amount per region', ['average', 'distribution']],
    ['How many rows have no region?', ['count']],
    ['What looks wrong?', ['quality']],
    ['Why did the export fail?', ['cause', 'errors']],
    ['Which failures were caused by the gateway?', ['errors', 'cause']],
    ['Which functions are called by main?', ['usage']],
    ['Are there broken csv files?', ['quality', 'errors']],
    ['', []],
  ])('%s', (query, intents) => {
    expect(readQuestion(query || null).intents).toEqual(expect.arrayContaining(intents))
    if (/caused by|called by/.test(query)) expect(readQuestion(query).intents).not.toContain('distribution')
  })

  it.each([
    ['Welche Fehler gibt es?', 'errors'],
    ['Quelles erreurs se sont produites ?', 'errors'],
    ['¿Qué errores hay?', 'errors'],
    ['Quais erros ocorreram?', 'errors'],
    ['Какие ошибки произошли?', 'errors'],
    ['有哪些错误？', 'errors'],
    ['どんなエラーが発生しましたか', 'errors'],
    ['Verteilung nach Region', 'distribution'],
    ['Combien de lignes sont vides ?', 'count'],
    ['Gibt es Sicherheitslücken?', 'security'],
    ['平均金额是多少', 'average'],
    ['Was ist hier auffällig?', 'quality'],
  ])('%s', (query, intent) => {
    expect(readQuestion(query).intents).toContain(intent)
  })

  it('decides the goal, also in other languages', () => {
    expect(briefOf('Are there security problems?').goals).toEqual(['security'])
    expect(briefOf('Gibt es Probleme mit der Sicherheit?').goals).toEqual(['security'])
    expect(briefOf('有什么安全漏洞').goals).toEqual(['security'])
    expect(briefOf('What is this?').goals).toEqual(['general'])
    expect(briefOf('What is this?', ['data']).goals).toEqual(['data'])
    expect(briefOf(null).goals).toEqual(['general'])
  })
})

describe('words and names', () => {
  it('are taken as written, without the words every question has', () => {
    const { words, names, phrases, numbers } = readQuestion(
      'Where is `order_id` used in service.py, and what is "gateway timeout" at 10.0.0.1 after 30 tries by getUser?',
    )
    expect(words).not.toContain('where')
    expect(names).toEqual(['order_id', 'service.py', '10.0.0.1', 'getUser'])
    expect(phrases).toEqual(['order_id', 'gateway timeout'])
    expect(numbers).toEqual([30])
  })

  it('written as calls are names, plurals in brackets are not', () => {
    expect(readQuestion('Where is pay() called, and which file(s) use class(es) or most?').names).toEqual(['pay'])
  })

  it('ask for an overview with “about” only at the end', () => {
    expect(readQuestion('What are these files about?').intents).toContain('summary')
    expect(readQuestion('Tell me about the code').intents).toContain('summary')
    expect(readQuestion('What is promised about quotes?').intents).not.toContain('summary')
  })

  it('of nothing are nothing', () => {
    for (const query of [null, '', '   ', '\n'])
      expect(briefOf(query).question).toMatchObject({ text: null, words: [], names: [], intents: [] })
  })
})

describe('any text at all', () => {
  it('is read without a throw, the same way every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), query => {
        expect(briefOf(query)).toEqual(briefOf(query))
      }),
    )
  })

  it.each([
    ['words', 'why do orders fail '.repeat(6000)],
    ['letters', 'a'.repeat(100_000)],
    ['quotes', '"'.repeat(100_000)],
    ['dots', 'a.'.repeat(50_000)],
    ['by by by', 'by '.repeat(34_000)],
    ['ideographs', '错'.repeat(100_000)],
  ])('100 KB of %s are few words', (_, query) => {
    const { question } = briefOf(query)
    expect(question.words.length).toBeLessThan(2000)
    expect(question.text).toBe(query.trim())
  })
})
