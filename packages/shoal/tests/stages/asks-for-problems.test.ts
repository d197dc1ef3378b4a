// However it is put, a question for what is wrong gets the problems: never that there is no answer.
import { describe, expect, it } from 'vitest'
import { problemsAsked } from '../../src/stages/answer-problems.ts'
import { readQuestion } from '../../src/text/question.ts'
import { readGoals } from '../../src/text/question-goals.ts'

const asked = (text: string) => problemsAsked({ question: readQuestion(text), goals: readGoals(text) })

describe('a question', () => {
  it.each([
    'What is risky here?',
    'Any risks?',
    'Is this safe?',
    'Are these files safe?',
    'What is dangerous?',
    'What should I worry about?',
    'What needs fixing?',
    'What should be fixed first?',
    'Where are the weak spots?',
    'What are the weaknesses?',
    'Anything I should know?',
    'Anything noteworthy?',
    'Anything alarming?',
    'What stands out?',
    'What sticks out?',
    'Find flaws',
    'Any defects?',
    'Any mistakes in here?',
    'Health check',
    'Give me a review',
    'Is everything ok?',
    'Where is trouble?',
    'Was fällt auf?',
    'Was ist hier riskant?',
    'Gibt es Risiken?',
  ])('asks for problems: %s', text => {
    expect(asked(text)).not.toBeNull()
  })

  it.each(['How many orders per region?', 'Where is parseConfig defined?', 'Which host answers slowest?'])(
    'asks for something else: %s',
    text => {
      expect(asked(text)).toBeNull()
    },
  )
})
