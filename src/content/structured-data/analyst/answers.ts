// What the table says to the question. Whatever part of the question was not followed is said, and such an answer never
// opens the report.
import type { AnswerDraft } from '../../../model/analyst.ts'
import { type AnswerContext, asks, conditions, WHOLE } from './answer-context.ts'
import { countAnswers, distributionAnswers } from './counts.ts'
import { measureAnswers, rankAnswers } from './measures.ts'
import { topicAnswers } from './topic-answers.ts'

const MOST_ANSWERS = 6
/** Too low to open the report. */
const ASIDE = 0.45

export function answersOf(context: AnswerContext): AnswerDraft[] {
  const { question, ask, profile, asked } = context
  if (question.text === null || profile.table.rows === 0) return []
  // "Where is X defined?" is asked of code.
  const elsewhere = question.intents.includes('definition') && !ask.columns.some(({ whole }) => whole)
  if (elsewhere && asked.plan.clauses.length === 0) return []
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
