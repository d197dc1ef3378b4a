// A pattern as a file names it: which keys it has, and the draft of a team that they stand for.
import type * as z from 'zod'
import type { Plan } from '../../model/plan.ts'
import type { TeamDraft } from '../draft.ts'
import type { Hire } from './keys.ts'

export interface Pattern<S extends z.ZodType = z.ZodType> {
  readonly keys: S
  /** Pure. `plan` is there for a pattern with `needsPlan`. */
  readonly draft: (file: z.infer<S>, hire: Hire, plan?: Plan) => TeamDraft
  /** Its tasks come from a plan of the files that it names. */
  readonly needsPlan?: boolean
  /** Its `tasks` may also be looked for: `files: GLOB` or `lines: FILE`. */
  readonly tasksFromFiles?: boolean
}

/** Ties the draft's parameter to the schema. */
export function definePattern<S extends z.ZodType>(pattern: Pattern<S>): Pattern<S> {
  return pattern
}
