// A pattern as a file names it: which keys it has, and the draft of a team that they stand for.
import type * as z from 'zod'
import type { TeamDraft } from '../draft.ts'
import type { Worktrees } from '../worktrees/worktrees.ts'
import type { Hire } from './keys.ts'

/** Where a file is carried out. */
export interface DraftPlace {
  /** A path of the file, from its directory. */
  resolve(path: string): string
  /** Of a file that asks for them; null while it is only looked at. */
  readonly worktrees: Worktrees | null
}

export interface Pattern<S extends z.ZodType = z.ZodType> {
  readonly keys: S
  /** Pure. */
  readonly draft: (file: z.infer<S>, hire: Hire, place: DraftPlace) => TeamDraft
  /** Its `tasks` may also be looked for: `files: GLOB` or `lines: FILE`. */
  readonly tasksFromFiles?: boolean
}

/** Ties the draft's parameter to the schema. */
export function definePattern<S extends z.ZodType>(pattern: Pattern<S>): Pattern<S> {
  return pattern
}
