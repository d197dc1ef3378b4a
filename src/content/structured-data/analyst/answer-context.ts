// What the answers to a question are made of.
import type { AnswerDraft } from '../../../model/analyst.ts'
import type { FindingDraft } from '../../../model/finding.ts'
import type { Intent, Question } from '../../../model/question.ts'
import type { Ask } from './ask.ts'
import type { Drafts } from './draft.ts'
import type { Asked } from './gather.ts'
import type { TableProfile } from './profile.ts'
import type { Relations } from './relations.ts'

export interface AnswerContext {
  readonly profile: TableProfile
  readonly relations: Relations
  readonly question: Question
  readonly ask: Ask
  readonly asked: Asked
  readonly findings: readonly FindingDraft[]
  readonly drafts: Drafts
}

/** What is asked of the table as a whole. */
export const WHOLE = ['missing', 'duplicates', 'outliers', 'correlation', 'trend', 'quality'] as const

export function asks({ intents }: Question, ...wanted: readonly Intent[]): boolean {
  return wanted.some(intent => intents.includes(intent))
}

export function evidenceOf({ drafts }: AnswerContext, row: number, column: number | null): AnswerDraft['evidence'] {
  const place = drafts.ofRow(row, column)
  return place ? [place] : []
}

/** The words of the filter: ` of the rows with status "refunded" and region "EU"`; nothing without one. */
export function conditions({ asked }: AnswerContext): string {
  return asked.plan.clauses.map(({ text }) => text).join(' and ')
}

export function ofRows(context: AnswerContext): string {
  const words = conditions(context)
  return words === '' ? '' : ` of the rows with ${words}`
}
