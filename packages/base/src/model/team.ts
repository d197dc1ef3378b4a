// Teams and their members. A run is a team with a definition from which it can be resumed.
import type { Json } from './json.ts'
import type { NewTask, TaskCounts } from './task.ts'

/** Team and member names: letters, digits, `.`, `_` and `-`, at most 64, no dot or dash first. */
export const NAME_PATTERN = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/

/** The name of every team's lead. Its mailbox is there from the start; a process becomes it by joining. */
export const LEAD = 'lead'

export interface NewTeam {
  readonly name: string
  /** One line for people. */
  readonly purpose?: string
  /** All that is needed to go on after a stop; its presence makes the team a run. */
  readonly definition?: Json
  /** Come to be with the team, in one step. */
  readonly tasks?: readonly NewTask[]
}

/** How a run ended. `stopped` and `failed` ones can be resumed. */
export type Ended = 'completed' | 'failed' | 'stopped'

export interface Team {
  readonly name: string
  readonly purpose: string | null
  readonly isRun: boolean
  /** Null while it is open. */
  readonly ended: Ended | null
  /** One clause on why it ended so. */
  readonly endedReason: string | null
  readonly createdAt: number
  readonly endedAt: number | null
}

/** A team as a list shows it. */
export interface TeamOverview extends Team {
  readonly tasks: TaskCounts
  /** Members whose lease runs, the lead included. */
  readonly alive: number
  readonly leadAlive: boolean
}

export interface NewMember {
  readonly name: string
  readonly role?: string
  /** The kind of worker behind it, for people: `command`, `function`, `model`. */
  readonly kind?: string
  /** The process it lives in, so that others on the same machine notice its end at once. */
  readonly process?: ProcessIdentity
}

/** A process, told apart from later ones that get its number. */
export interface ProcessIdentity {
  /** The machine and the space its process numbers belong to. */
  readonly host: string
  readonly pid: number
  /** When it started, as the system says it; '' where the system does not. */
  readonly started: string
}

/** `left` also stands for a member that has not joined yet. */
export type MemberState = 'working' | 'idle' | 'left' | 'dead'

export interface Member {
  readonly name: string
  readonly role: string | null
  readonly kind: string | null
  readonly state: MemberState
  /** Which time of joining this is: 1 for the first. Fences off what came before. */
  readonly session: number
  readonly process: ProcessIdentity | null
  readonly leaseUntil: number | null
  readonly shutdown: 'none' | 'requested' | 'rejected'
  /** Tasks it has completed. */
  readonly completed: number
  /** The task it has, if any. */
  readonly task: string | null
  readonly joinedAt: number | null
}

/** A member's presence: alive until its lease runs out, and renewed by heartbeats. */
export interface Session {
  readonly team: string
  readonly member: string
  readonly session: number
}

/** What a heartbeat learns. */
export interface Renewal {
  /** False: the lease was lost, or the team is gone. Whatever the member has in hand belongs to others now. */
  readonly alive: boolean
  /** Someone asks it to leave after its current task. */
  readonly shutdown: { readonly by: string; readonly reason: string | null } | null
  /** Someone asks the whole team to stop at once, current tasks included. */
  readonly stop: string | null
}
