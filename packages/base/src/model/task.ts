// Tasks: pieces of work with dependencies, claimed by one member at a time. Pure values; the ledger makes the moves.
import type { Json } from './json.ts'

export const taskStatuses = ['pending', 'in_progress', 'completed', 'failed', 'skipped'] as const

/**
 * pending → in_progress → completed; also failed. `skipped` is a person's word that dependents may go on without it.
 * A pending task is *ready* when nothing blocks it and no approval is awaited.
 */
export type TaskStatus = (typeof taskStatuses)[number]

export interface NewTask {
  /** Unique in its team, at most 200 characters; without one the ledger counts: `1`, `2` … */
  readonly id?: string
  /** One line: what is to be done. */
  readonly subject: string
  readonly description?: string
  /** What is being done while it runs: `Counting words`. */
  readonly activeForm?: string
  readonly input?: Json
  /** Only members of this role, or of this name, may claim it. Without one everybody may, the lead excepted. */
  readonly role?: string
  /** A whole number; higher is claimed first, equals in the order of creation. */
  readonly priority?: number
  /** Tasks of the team, or of the same list of new tasks, that must be completed or skipped before. */
  readonly blockedBy?: readonly string[]
  /** How often a failed attempt is tried again by itself. A claim that is lost with its worker does not count. */
  readonly retries?: number
  /** A plan must be approved before the work is done. */
  readonly needsApproval?: boolean
}

export interface Task {
  readonly id: string
  readonly subject: string
  readonly description: string | null
  readonly activeForm: string | null
  readonly status: TaskStatus
  /** The member that has it or ended it. */
  readonly owner: string | null
  readonly role: string | null
  readonly priority: number
  /** Times it was claimed. */
  readonly attempts: number
  readonly retries: number
  /** In the order of their creation. */
  readonly blockedBy: readonly string[]
  /** How many of them are not completed or skipped yet. */
  readonly openBlockers: number
  readonly approval: Approval | null
  /** Why it failed last, or why it was skipped. Gone once it is completed. */
  readonly reason: string | null
  /** What its worker said of the result in one line. */
  readonly summary: string | null
  /** Size of the result in bytes of JSON; null while there is none. `Ledger.result` reads it. */
  readonly resultBytes: number | null
  /** The last attempt left a log (a command's stderr). `Ledger.log` reads it. */
  readonly hasLog: boolean
  /** Milliseconds since 1970, as everywhere in the ledger. */
  readonly createdAt: number
  readonly claimedAt: number | null
  readonly endedAt: number | null
}

/** Where a task that needs approval stands. `round` counts the plans handed in. */
export interface Approval {
  readonly status: 'wanted' | 'requested' | 'approved' | 'rejected'
  readonly round: number
  readonly plan: Json | null
  /** What was said when it was last approved or rejected. */
  readonly feedback: string | null
}

/** The right to work on a task and to end it, valid until its lease is lost; `fence` tells it from every other. */
export interface Claim {
  readonly team: string
  readonly task: Task
  readonly input: Json
  readonly member: string
  readonly session: number
  readonly fence: number
  /** `plan` while an approval is wanted: make or revise a plan, change nothing. */
  readonly phase: 'plan' | 'work'
}

/** How a claim ends. */
export type Ending =
  /** `follow` are tasks that its result asks for: they come to be together with the completion, or not at all. */
  | {
      readonly status: 'completed'
      readonly result: Json
      readonly summary?: string
      readonly log?: string
      readonly follow?: readonly NewTask[]
    }
  /** Tried again while the task has retries left, unless `final`. */
  | { readonly status: 'failed'; readonly reason: string; readonly log?: string; readonly final?: boolean }
  /** Hands in a plan for approval; the task goes back and waits. Only in phase `plan`. */
  | { readonly status: 'planned'; readonly plan: Json; readonly summary?: string; readonly log?: string }
  /** Gives it back undone, as if it had not been claimed. */
  | { readonly status: 'released'; readonly reason: string }
  /** Gives it back because the worker died under it; like a lost lease it counts against LOSS_LIMIT only. */
  | { readonly status: 'lost'; readonly reason: string; readonly log?: string }

/** A task whose workers die over and over is what kills them: after so many losses it fails. */
export const LOSS_LIMIT = 20

/** How many tasks of a team are where. */
export interface TaskCounts {
  readonly total: number
  /** Pending and claimable. */
  readonly ready: number
  /** Pending behind open blockers. */
  readonly blocked: number
  /** Pending until a plan is approved. */
  readonly awaitingApproval: number
  readonly inProgress: number
  readonly completed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * What can still happen: `working` while something is ready or in progress; `waiting` for an approval; `stuck` when all
 * that is left is blocked by failures; `done` when every task is completed, failed or skipped.
 */
export type Outlook = 'working' | 'waiting' | 'stuck' | 'done'
