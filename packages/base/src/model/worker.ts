// Workers: what stands behind a member and does its tasks. A function, an external command or a coding agent.
import type { Json } from './json.ts'
import type { CallBudget } from './language-model.ts'
import type { Ending, Task } from './task.ts'

/** All that a worker is told. */
export interface Assignment {
  readonly team: string
  readonly member: string
  readonly role: string | null
  readonly task: Task
  readonly input: Json
  /** `plan`: make or revise a plan and change nothing. The task's approval has the last plan and what was said of it. */
  readonly phase: 'plan' | 'work'
  /** The tasks that had to be done before, with their results, read when asked for. */
  blockers(): Promise<readonly BlockerResult[]>
  /** The same one after the other, for those whose results are large together. */
  eachBlocker(): AsyncIterable<BlockerResult>
  /** What others said to this member and it has not read yet. Asked for, they count as read once the work is over. */
  messages(): Promise<readonly { readonly from: string; readonly text: string }[]>
  /** Where this task is done, if it has a place of its own. */
  readonly cwd?: string
  /** Hears what can be seen of the work while it goes on. */
  onGlimpse?(glimpse: Glimpse): void
  /** What the team may still use; what is reserved by a member that dies counts as used. */
  readonly callBudget: CallBudget
}

/** What a program says or does at the moment. Not masked. */
export interface Glimpse {
  readonly line?: string
  /** Turns of a coding agent, or calls of a model, so far. */
  readonly turns?: number
  /** Used so far, as far as it tells; and what that costs, about. */
  readonly tokens?: number
  readonly costUsd?: number
}

export interface BlockerResult {
  readonly id: string
  readonly subject: string
  readonly status: 'completed' | 'skipped'
  readonly result: Json
}

/**
 * Does one task.
 * - total: never throws; a failure is an ending. What it throws all the same is recorded as a failure
 * - obedient: ends soon after `signal` is aborted, with everything it started; its ending then counts only if it is done
 * - stateless: the same worker does many tasks, several at a time; each starts afresh
 */
export interface Worker {
  /** For people and lists: `function`, `command`, `agent`. */
  readonly kind: string
  work(assignment: Assignment, signal: AbortSignal): Promise<Ending>
}
