// The numbers that stand for words in the tables of the stores that speak SQL.
import { eventKinds } from '@shoal/base/model/event'
import { messageKinds } from '@shoal/base/model/message'

/** Where a task is. A pending one is blocked, ready or waiting for an approval, so that one index finds what is ready. */
export const State = {
  blocked: 0,
  ready: 1,
  inProgress: 2,
  completed: 3,
  failed: 4,
  skipped: 5,
  awaiting: 6,
} as const

export const Approving = { none: 0, wanted: 1, requested: 2, approved: 3, rejected: 4 } as const
export const approvalNames = ['none', 'wanted', 'requested', 'approved', 'rejected'] as const

export const Presence = { left: 0, alive: 1, dead: 2 } as const

export const Shutdown = { none: 0, requested: 1, rejected: 2 } as const
export const shutdownNames = ['none', 'requested', 'rejected'] as const

/** Stored by their place in these lists: only ever append to them. */
export const eventNumber = new Map(eventKinds.map((kind, at) => [kind, at]))
export const messageNumber = new Map(messageKinds.map((kind, at) => [kind, at]))
