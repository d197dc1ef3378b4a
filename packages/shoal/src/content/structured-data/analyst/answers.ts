// What the table as a whole, and the columns that a question names, say to it. Rows that it picks out, groups and figures of
// them are asked of the relations: what is said here is over all rows, and says so where the question wants less.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { Question } from '@shoal/base/model/question'
import { otherWords, overAll } from '../../../text/other-words.ts'
import { partsOf } from '../../../text/question-parts.ts'
import type { AnswerContext } from './answer-context.ts'
import { columnAnswers } from './column-answers.ts'
import { namedColumns } from './named-columns.ts'
import { topicAnswers } from './topic-answers.ts'

const MOST_ANSWERS = 6
const MOST_OF_A_PART = 2

export function answersOf(context: Omit<AnswerContext, 'named'>, path: string): AnswerDraft[] {
  const { question, profile } = context
  if (question.text === null || profile.table.rows === 0) return []
  const { names } = profile.frame
  const answersTo = (part: Question, most: number): AnswerDraft[] => {
    const own = { ...context, question: part, named: namedColumns(names, part) }
    // "Where is X defined?" is asked of code.
    if (part.intents.includes('definition') && !own.named.some(({ whole }) => whole)) return []
    const others = otherWords(part, names, path)
    return [...columnAnswers(own), ...topicAnswers(own)]
      .map(answer => overAll(answer, others, 'rows'))
      .sort((a, b) => b.relevance - a.relevance)
      .slice(0, most)
  }
  const parts = partsOf(question)
  if (parts.length < 2) return answersTo(question, MOST_ANSWERS)
  return parts.flatMap(part => answersTo(part, MOST_OF_A_PART).map(answer => ({ ...answer, part: part.text! })))
}
