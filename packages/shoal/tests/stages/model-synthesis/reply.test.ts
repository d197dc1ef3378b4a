// What synthesizers write, read as it was meant.
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { readReply, replyJsonSchema } from '../../../src/stages/model-synthesis/reply.ts'

function read(value: unknown) {
  const result = readReply(typeof value === 'string' ? value : JSON.stringify(value))
  if ('complaint' in result) throw new Error(result.complaint)
  return result.reply
}

const EMPTY = { answer: [], summary: [], recommendations: [], same: [], links: [], missing: [] }

describe('the reply of a synthesizer', () => {
  it('is read as it stands, and what is left out is empty', () => {
    const answer = [{ text: 'The gateway times out.', cites: ['F1', 'A2'] }]
    expect(read({ answer })).toEqual({ ...EMPTY, answer })
  })

  it('is found in fences and among words', () => {
    expect(read('Here it is:\n```json\n{"summary": [{"text": "a", "cites": ["F1"]}],}\n```\nDone.').summary).toEqual([
      { text: 'a', cites: ['F1'] },
    ])
  })

  it('may name what it cites in the sentence, in any spelling; the sentence is rid of it', () => {
    const { answer } = read({ answer: ['It\n fails [F1, F12].', { text: 'It stops (A2).', cites: 'f3, [F4]' }] })
    expect(answer).toEqual([
      { text: 'It fails.', cites: ['F1', 'F12'] },
      { text: 'It stops.', cites: ['F3', 'F4', 'A2'] },
    ])
  })

  it('takes one thing for a list of one, null for none, and unknown words for the mildest', () => {
    const link = { summary: 'a causes b', cites: ['F1', 'F2'], severity: 'CRITICAL', nature: 'Problem' }
    expect(read({ answer: { text: 'a', cites: ['F1'] }, summary: null, links: link, extra: 1 })).toEqual({
      ...EMPTY,
      answer: [{ text: 'a', cites: ['F1'] }],
      links: [{ ...link, severity: 'low', nature: 'problem' }],
    })
  })

  it.each([
    ['nothing', '', /empty/],
    ['words', 'I cannot do that.', /no JSON/],
    ['a list', '[1, 2]', /one JSON object/],
    ['another object', '{"findings": []}', /none of the fields answer, summary/],
    ['a sentence without words', '{"answer": [{"cites": ["F1"]}]}', /answer\.0\.text/],
    ['a reference that is no text', '{"answer": [{"text": "a", "cites": [{}]}]}', /answer\.0\.cites\.0/],
  ])('is complained about precisely when it is %s', (_, text, complaint) => {
    const result = readReply(text)
    expect('complaint' in result && result.complaint).toMatch(complaint)
  })

  it('is bounded, whatever comes', () => {
    const many = Array.from({ length: 5000 }, (_, k) => ({ text: `s${k}`, cites: ['F1'] }))
    const { answer, missing } = read({ answer: many, missing: ['x'.repeat(1e6)] })
    expect(answer).toHaveLength(12)
    expect(missing[0]).toHaveLength(300)
  })

  it('has a schema that takes what is meant, closed and without bounds that providers refuse', () => {
    const validate = new Ajv({ strict: true }).compile(replyJsonSchema({ links: true }))
    const link = { summary: 'a', cites: ['F1'], severity: 'low', nature: 'fact' }
    expect(validate({ ...EMPTY, answer: [{ text: 'a', cites: ['F1'] }], links: [link] })).toBe(true)
    expect(validate({ ...EMPTY, other: 1 })).toBe(false)
    expect(validate({ answer: [] })).toBe(false)
    expect(JSON.stringify(replyJsonSchema({ links: false }))).not.toMatch(/links|maxItems|minLength|default|\$schema/)
  })
})
