// A team on paper: its members and tasks, before anything is stored or started. Patterns draft teams.
import type { NewTask } from '../model/task.ts'
import type { Worker } from '../model/worker.ts'

export interface MemberDraft {
  readonly name: string
  /** Which tasks it may claim: those of its role, those of its name, and those without a role. */
  readonly role?: string
  readonly worker: Worker
  /** Does one task and leaves, so that every task meets a fresh member. */
  readonly once?: boolean
}

export interface TeamDraft {
  readonly members: readonly MemberDraft[]
  /** The same for the same input, ids included: what makes a run resumable. */
  readonly tasks: readonly NewTask[]
}
