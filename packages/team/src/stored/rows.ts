// The rows of the stores that speak SQL, as far as moves read them.

export interface TeamRow {
  readonly team: number
  readonly name: string
  readonly purpose: string | null
  readonly definition: string | null
  readonly ended: string | null
  readonly ended_reason: string | null
  readonly stop: string | null
  readonly next_task: number
  readonly next_message: number
  readonly session_base: number
  readonly created_at: number
  readonly ended_at: number | null
}

export interface MemberRow {
  readonly member: number
  readonly team: number
  readonly name: string
  readonly role: string | null
  readonly kind: string | null
  readonly presence: number
  readonly session: number
  readonly lease_until: number | null
  readonly process: string | null
  readonly idle_told: number
  readonly shutdown: number
  readonly shutdown_by: string | null
  readonly shutdown_reason: string | null
  readonly read_to: number
  readonly joined_at: number | null
}

/** The part of a task that moves. */
export interface TaskRow {
  readonly task: number
  readonly team: number
  readonly id: string
  readonly state: number
  readonly role: string
  readonly priority: number
  readonly blockers: number
  readonly dependents: number
  readonly open_blockers: number
  readonly owner: number | null
  readonly fence: number | null
  readonly attempts: number
  readonly failures: number
  readonly losses: number
  readonly retries: number
  readonly approval: number
  readonly noted: number
  readonly created_at: number
  readonly claimed_at: number | null
  readonly ended_at: number | null
}

/** Who makes a move: as much of a member as the moves that happen most need to read. */
export type Actor = Pick<MemberRow, 'member' | 'team' | 'name' | 'role' | 'session' | 'shutdown' | 'idle_told'>

/** The same of a task that somebody has in hand. */
export type HeldTask = Pick<
  TaskRow,
  'task' | 'team' | 'id' | 'failures' | 'retries' | 'approval' | 'dependents' | 'noted'
>
