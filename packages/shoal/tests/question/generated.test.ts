// The law of answers, over questions that a grammar makes and whose truth a plain reckoning knows: what is claimed to be answered is right.
import { describe, expect, it } from 'vitest'
import { booked, employed, returned } from '../../../../bench/questions/generated/ended.mjs'
import { type Generated, generated } from '../../../../bench/questions/generated/grammar.mjs'
import { traded } from '../../../../bench/questions/generated/trade.mjs'
import { score } from '../../../../bench/questions/run.mjs'
import { answerQuestion } from '../../src/question/answer.ts'
import { askedOf } from './asked.ts'

/** Of what can be answered; so that a reader that refuses everything does not keep the law. */
const LEAST_RIGHT = 0.9

describe('questions of a grammar', () => {
  it.each(Array.from({ length: 5 }, (_, k) => `law-${k}`))('are answered right or not claimed (%s)', async seed => {
    await keepsTheLaw(generated(seed))
  })
})

describe('what was sold or carried, beside a list of the things', () => {
  it.each(Array.from({ length: 6 }, (_, k) => `trade-law-${k}`))('is taken from the rows of it (%s)', async seed => {
    await keepsTheLaw(traded(seed))
  })
})

describe('what ended, what came back, what was taken off, what was spent', () => {
  it.each(Array.from({ length: 5 }, (_, k) => `ended-law-${k}`))(
    'is told by its own rows and columns (%s)',
    async seed => {
      await keepsTheLaw(employed(seed), returned(seed), booked(seed))
    },
  )
})

async function keepsTheLaw(...all: readonly Generated[]): Promise<void> {
  const wrong: object[] = []
  const verdicts: string[] = []
  for (const { tables, questions } of all) {
    const asked = await askedOf(...tables)
    for (const { kind, question, expect: expected } of questions) {
      const { status, rows, text, readAs } = await answerQuestion(question, asked)
      const verdict = score(expected, { answer: text, read: { status, rows } })
      if (verdict === 'wrong') wrong.push({ question, readAs })
      if (kind !== 'unknown') verdicts.push(verdict)
    }
  }
  expect(wrong).toEqual([])
  expect(verdicts.filter(verdict => verdict === 'right').length / verdicts.length).toBeGreaterThan(LEAST_RIGHT)
}
