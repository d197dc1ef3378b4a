// Which questions ask how often something is.
import { describe, expect, it } from 'vitest'
import { asksForLabels } from '../../../src/stages/labels/asks-for-labels.ts'
import { readQuestion } from '../../../src/text/question.ts'

describe('questions that ask for a count', () => {
  it.each([
    'How many reviews are complaints?',
    'how often do customers mention late delivery',
    'What share of the tickets is about billing?',
    'Which percentage of messages sounds angry?',
    'distribution of sentiment',
    'Break the feedback down by topic',
    'break down failures by kind',
    'What is the most common reason for cancelling?',
    'Which are the most frequent kinds of failure?',
    'tickets per category',
    'Count the polite replies',
    'classify all comments by tone',
    'Wie viele Bewertungen sind Beschwerden?',
    'Combien de messages expriment une plainte ?',
    'сколько жалоб',
  ])('%s', text => expect(asksForLabels(readQuestion(text))).toBe(true))
})

describe('questions that do not', () => {
  it.each([
    'What errors occurred?',
    'Where is load_config defined?',
    'average amount per region',
    'What is the correlation of price and stars?',
    'summarise the log',
    'What is wrong with this code?',
    'how much was spent by region',
    'errors by service',
    'Who wrote the report?',
    'Was ist hier falsch?',
    '',
  ])('%s', text => expect(asksForLabels(readQuestion(text))).toBe(false))

  it('nothing at all', () => expect(asksForLabels(readQuestion(null))).toBe(false))
})
