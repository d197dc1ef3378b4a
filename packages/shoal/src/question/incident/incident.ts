// What all kinds of questions about an incident need.
import type { Asked } from '../asked.ts'
import type { IncidentQuestion } from './form.ts'
import type { Kind } from './kinds.ts'
import type { LogMoments } from './moments.ts'
import type { Scope } from './scope.ts'
import type { Trouble } from './trouble.ts'

export interface Incident {
  readonly log: LogMoments
  readonly question: IncidentQuestion
  readonly scope: Scope
  readonly kinds: readonly Kind[]
  readonly trouble: Trouble | null
  readonly asked: Asked
}
