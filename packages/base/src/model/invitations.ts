// How workers hear that tasks are ready without looking for them.

/**
 * An invitation says that a task may be had. Any of them may be lost, come late or twice: the ledger alone decides who has a task, and workers
 * look for themselves now and then. So a queue that is gone, or emptied, loses nothing but time.
 */
export interface Invitations {
  /** The same attempt at the same task is invited to once. Rejects when nobody can be told just now. */
  invite(run: string, tasks: readonly Invited[]): Promise<void>
  /** The run of the next invitation, or null when none has come, at the latest after `waitMs`. Each goes to one of those who wait. Rejects like `invite`. */
  next(waitMs: number, signal: AbortSignal): Promise<string | null>
  close(): Promise<void>
}

export interface Invited {
  readonly task: string
  /** How often it was claimed before. */
  readonly attempts: number
}
