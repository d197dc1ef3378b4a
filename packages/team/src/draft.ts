// A team on paper: its members and tasks, before anything is stored or started. Patterns draft teams.
import type { NewTask } from '@shoal/base/model/task'
import type { Worker } from '@shoal/base/model/worker'

export interface MemberDraft {
  readonly name: string
  /** Which tasks it may claim: those of its role, those of its name, and those without a role. */
  readonly role?: string
  readonly worker: Worker
  /** Does one task and leaves, so that every task meets a fresh member. */
  readonly once?: boolean
  /** Why it does not leave now although it is asked to, or null. Without this it always leaves after its task. */
  readonly refusesShutdown?: () => string | null
}

export interface TeamDraft {
  readonly members: readonly MemberDraft[]
  /** The same for the same input, ids included: what makes a run resumable. */
  readonly tasks: readonly NewTask[]
  /**
   * Decides on plans in place of a person. It is given `{ plan, round, subject }` as the input and completes with a
   * `Decision` of patterns/plan-approval.ts. When it fails or answers something else, the plan is left to a person.
   */
  readonly approver?: Worker
  /** How many plans of one task the approver may reject; the next one is left to a person. */
  readonly approvalRounds?: number
  /** How many tasks may be worked on at a time, over all members. */
  readonly concurrency?: number
  /** How long a member counts as alive without a heartbeat. */
  readonly leaseMs?: number
}
