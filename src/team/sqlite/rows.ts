// Finds the rows that a move is about, or says that there are none.
import type { Session } from '../../model/team.ts'
import { sessionLost, unknownMember, unknownTask, unknownTeam } from '../refusals.ts'
import type { Packed } from './blobs.ts'
import { Presence } from './schema.ts'
import type { Store } from './store.ts'

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

export function teamRow(store: Store, name: string): TeamRow {
  const row = store.one<TeamRow>('SELECT * FROM teams WHERE name = ?', name)
  if (row) return row
  throw unknownTeam(name)
}

export function memberRow(store: Store, team: TeamRow, name: string): MemberRow {
  const row = store.one<MemberRow>('SELECT * FROM members WHERE team = ? AND name = ?', team.team, name)
  if (row) return row
  throw unknownMember(team.name, name)
}

export function taskRow(store: Store, team: TeamRow, id: string): TaskRow {
  const row = store.one<TaskRow>('SELECT * FROM tasks WHERE team = ? AND id = ?', team.team, id)
  if (row) return row
  throw unknownTask(team.name, id)
}

/** The member of a session that is not over, or null. */
export function presentMember(store: Store, { team, member, session }: Session): MemberRow | null {
  const row = store.one<MemberRow>(
    'SELECT m.* FROM members m JOIN teams t USING (team) WHERE t.name = ? AND m.name = ? AND m.session = ? AND m.presence = ?',
    team,
    member,
    session,
    Presence.alive,
  )
  return row ?? null
}

export function livingMember(store: Store, session: Session): MemberRow {
  const row = presentMember(store, session)
  if (row) return row
  throw sessionLost(session.member)
}

/** Within a write: the team holds on to the blob. One that a deletion took away in the meantime is put back. */
export function keepBlob(store: Store, team: number, { blob }: Packed): void {
  if (!blob) return
  store.run('INSERT OR IGNORE INTO blobs (hash, team) VALUES (?, ?)', blob.hash, team)
  if (!store.blobs.has(blob.hash)) store.blobs.put(blob)
}
