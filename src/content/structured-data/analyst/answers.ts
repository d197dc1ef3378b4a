// What the table says to the question. Whatever part of the question was not followed is said, and such an answer never
// opens the report.
import type { AnswerDraft } from '../../../model/analyst.ts'
import type { Question } from '../../../model/question.ts'
import { partsOf } from '../../../text/question-parts.ts'
import { type AnswerContext, asks, conditions, WHOLE } from './answer-context.ts'
import { askOf } from './ask.ts'
import { countAnswers, distributionAnswers } from './counts.ts'
import { measureAnswers, rankAnswers } from './measures.ts'
import { topicAnswers } from './topic-answers.ts'

const MOST_ANSWERS = 6
const MOST_OF_A_PART = 2
/** Too low to open the report. */
const ASIDE = 0.45

export function answersOf(context: AnswerContext): AnswerDraft[] {
  const { question, ask, profile, asked } = context
  if (question.text === null || profile.table.rows === 0) return []
  // "Where is X defined?" is asked of code.
  const elsewhere = question.intents.includes('definition') && !ask.columns.some(({ whole }) => whole)
  if (elsewhere && asked.plan.clauses.length === 0) return []
  const parts = asked.plan.clauses.length === 0 ? partsOf(question) : []
  if (parts.length > 1) return parts.flatMap(part => answersOfPart(context, part))
  const exact = [
    ...rankAnswers(context),
    ...measureAnswers(context),
    ...countAnswers(context),
    ...distributionAnswers(context),
  ]
  const answers = [...exact.map(answer => withLeftOut(answer, asked.plan.unapplied)), ...overall(context)]
  const seen = new Set<string>()
  return answers
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, MOST_ANSWERS)
}

/** A part of a question names its own columns. */
function answersOfPart(context: AnswerContext, part: Question): AnswerDraft[] {
  const own = { ...context, question: part, ask: askOf(part, context.profile.frame) }
  return [...distributionAnswers(own), ...topicAnswers(own)]
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, MOST_OF_A_PART)
    .map(answer => ({ ...answer, part: part.text! }))
}

function withLeftOut(answer: AnswerDraft, unapplied: readonly string[]): AnswerDraft {
  if (unapplied.length === 0) return answer
  const text = `${answer.text.replace(/\.$/, '')}; ${unapplied.join('; ')}.`
  return { ...answer, text, relevance: Math.min(ASIDE, answer.relevance) }
}

/** Answers about the table as a whole know no conditions. */
function overall(context: AnswerContext): AnswerDraft[] {
  const { question, asked } = context
  const answers = topicAnswers(context)
  if (asked.plan.clauses.length === 0 || !asks(question, ...WHOLE)) return answers
  return answers.map(answer =>
    withLeftOut(answer, [`this is over all rows: the filter ${conditions(context)} was not applied`]),
  )
}
