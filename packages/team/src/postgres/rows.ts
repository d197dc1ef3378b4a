// Finds the rows that a move is about, or says that there are none.
import type { Session } from '@shoal/base/model/team'
import { sessionLost, unknownMember, unknownTask, unknownTeam } from '../refusals.ts'
import { Presence } from '../stored/numbers.ts'
import type { MemberRow, TaskRow, TeamRow } from '../stored/rows.ts'
import type { Turn } from './turn.ts'

export async function teamRow(turn: Turn, name: string): Promise<TeamRow> {
  const row = await turn.one<TeamRow>('SELECT * FROM teams WHERE name = $1', name)
  if (row) return row
  throw unknownTeam(name)
}

export async function memberRow(turn: Turn, team: TeamRow, name: string): Promise<MemberRow> {
  const row = await turn.one<MemberRow>('SELECT * FROM members WHERE team = $1 AND name = $2', team.team, name)
  if (row) return row
  throw unknownMember(team.name, name)
}

export async function taskRow(turn: Turn, team: TeamRow, id: string): Promise<TaskRow> {
  const row = await turn.one<TaskRow>(`SELECT ${TASK} FROM tasks WHERE team = $1 AND id = $2`, team.team, id)
  if (row) return row
  throw unknownTask(team.name, id)
}

/** Without its result, which may be long. */
export const TASK = `task, team, id, state, role, priority, blockers, dependents, open_blockers, owner, fence, attempts,
  failures, losses, retries, approval, noted, created_at, claimed_at, ended_at`

/** The member of a session that is not over, or null. With `lock` nobody else changes it before this move is made. */
export async function presentMember(turn: Turn, session: Session, lock = false): Promise<MemberRow | null> {
  const row = await turn.one<MemberRow>(
    `SELECT m.* FROM members m JOIN teams t USING (team)
     WHERE t.name = $1 AND m.name = $2 AND m.session = $3 AND m.presence = ${Presence.alive}${lock ? ' FOR UPDATE OF m' : ''}`,
    session.team,
    session.member,
    session.session,
  )
  return row ?? null
}

export async function livingMember(turn: Turn, session: Session, lock = false): Promise<MemberRow> {
  const row = await presentMember(turn, session, lock)
  if (row) return row
  throw sessionLost(session.member)
}
