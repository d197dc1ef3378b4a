// Finds the rows that a move is about, or says that there are none.
import type { Session } from '@shoal/base/model/team'
import { sessionLost, unknownMember, unknownTask, unknownTeam } from '../refusals.ts'
import { Presence } from '../stored/numbers.ts'
import type { MemberRow, TaskRow, TeamRow } from '../stored/rows.ts'
import type { Packed } from '../stored/values.ts'
import type { Store } from './store.ts'

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
