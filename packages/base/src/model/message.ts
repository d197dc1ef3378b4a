// Messages between members: one line and a pointer. What is long lives in a task's result or a blob.

export const messageKinds = [
  'message',
  'broadcast',
  'idle',
  'task-report',
  'shutdown_request',
  'shutdown_response',
  'plan_approval_request',
  'plan_approval_response',
] as const

export type MessageKind = (typeof messageKinds)[number]

/** The longest line a message carries itself, in characters. */
export const LINE_LIMIT = 500

export interface NewMessage {
  readonly from: string
  /** A member, or null for everybody else. */
  readonly to: string | null
  /** More than one line, or a long one, is kept apart: the message then carries its first line and `hasMore`. */
  readonly text: string
  /** The task it is about. */
  readonly task?: string
}

export interface Message {
  /** Grows within a team; a read cursor is one of these. */
  readonly number: number
  readonly at: number
  readonly kind: MessageKind
  readonly from: string
  /** Null for a broadcast. */
  readonly to: string | null
  readonly line: string
  readonly task: string | null
  /** There is more than the line: `Ledger.messageText` reads it. */
  readonly hasMore: boolean
}
