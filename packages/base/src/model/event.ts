// What happened, in the order in which it happened. The ledger appends an event in the same step as the move it tells of.

export const eventKinds = [
  'team-created',
  'team-deleted',
  'run-ended',
  'run-resumed',
  'stop-requested',
  'member-joined',
  'member-idle',
  'member-left',
  'member-died',
  'shutdown-requested',
  'shutdown-rejected',
  'tasks-created',
  'task-blocked',
  'task-ready',
  'task-claimed',
  'task-completed',
  'task-failed',
  'task-released',
  'task-lost',
  'task-retried',
  'task-skipped',
  'plan-submitted',
  'plan-approved',
  'plan-rejected',
  'message-sent',
  'budget-changed',
  'task-amended',
] as const

export type EventKind = (typeof eventKinds)[number]

export interface LedgerEvent {
  /** Grows over the whole ledger; nothing ever appears behind a number that was seen. */
  readonly number: number
  readonly at: number
  readonly kind: EventKind
  readonly team: string
  readonly task: string | null
  readonly member: string | null
  /** One line: a reason, a summary, a name. */
  readonly detail: string | null
}
