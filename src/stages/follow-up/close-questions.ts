// What became of the open questions: those that were answered, with the places, and those that remain.
import type { AnalystReport } from '../../model/report.ts'
import type { OpenQuestion } from './gather-questions.ts'
import { type Meaning, meaningOf, meansTheSame } from './same-question.ts'

/** What a chunk's reading for one open question gave. */
export interface Reply {
  readonly question: string
  readonly report: AnalystReport
}

export interface FollowedUp {
  readonly answered: readonly Answered[]
  /** Questions that nothing answers. */
  readonly missing: readonly string[]
}

export interface Answered {
  readonly question: string
  /** Checked findings of the model, each once. */
  readonly answers: readonly { readonly text: string; readonly path: string; readonly line: number }[]
}

const MOST_ANSWERS = 5

/** A question is answered by a model's findings, whose quotes were checked; a model's word alone closes nothing. */
export function closeQuestions(questions: readonly OpenQuestion[], replies: readonly Reply[]): FollowedUp {
  const answered: Answered[] = []
  const missing: string[] = []
  for (const { text } of questions) {
    const meaning = meaningOf(text)
    const reports = replies.filter(({ question }) => question === text).map(({ report }) => report)
    const found = reports.filter(report => isAnswer(report, meaning)).flatMap(answersOf)
    const answers = [...new Map(found.map(answer => [`${answer.line} ${answer.path} ${answer.text}`, answer])).values()]
    if (answers.length > 0) answered.push({ question: text, answers: answers.slice(0, MOST_ANSWERS) })
    else missing.push(text)
  }
  return { answered, missing }
}

/** A chunk that asks the same again does not know either, unless it says that it has the whole answer. */
function isAnswer({ relevant, completeAnswer, missing }: AnalystReport, question: Meaning): boolean {
  return relevant && (completeAnswer !== null || !missing.some(other => meansTheSame(meaningOf(other), question)))
}

function answersOf({ findings, filePath }: AnalystReport): Answered['answers'] {
  return findings
    .filter(({ by }) => by !== undefined)
    .map(({ summary, line }) => ({ text: summary, path: filePath, line }))
}
