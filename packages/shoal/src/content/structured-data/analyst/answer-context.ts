// What the answers to a question are made of.
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Intent, Question } from '@shoal/base/model/question'
import type { Drafts } from './draft.ts'
import type { NamedColumn } from './named-columns.ts'
import type { TableProfile } from './profile.ts'
import type { Relations } from './relations.ts'

export interface AnswerContext {
  readonly profile: TableProfile
  readonly relations: Relations
  readonly question: Question
  readonly named: readonly NamedColumn[]
  readonly findings: readonly FindingDraft[]
  readonly drafts: Drafts
}

export function asks({ intents }: Question, ...wanted: readonly Intent[]): boolean {
  return wanted.some(intent => intents.includes(intent))
}
