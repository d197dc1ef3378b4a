// Members: joining, heartbeats, leaving, dying, and being asked to leave.
import { ShoalError } from '@shoal/base/model/errors'
import type { Presences } from '@shoal/base/model/ledger'
import type { Member, NewMember, ProcessIdentity, Renewal, Session } from '@shoal/base/model/team'
import { memberAlive, memberNotAlive, needsText, noShutdown, unknownTeam } from '../refusals.ts'
import { checkName, oneLine } from '../rules.ts'
import { Presence, Shutdown, State } from '../stored/numbers.ts'
import type { MemberRow, TeamRow } from '../stored/rows.ts'
import { LOST_RENEWAL, processCell, toMember, toRenewal } from '../stored/views.ts'
import { diedReason, LEFT_REASON, lineOrNull, shutdownAnswerText, shutdownRequestText } from '../wording.ts'
import { giveBack } from './endings.ts'
import { numberMessages, post } from './messages.ts'
import { livingMember, memberRow, presentMember, teamRow } from './rows.ts'
import type { Outcome } from './together.ts'
import type { Turn } from './turn.ts'

/** A member's row while its heartbeat waits for it. */
const LEASE_RAN_OUT = `presence = ${Presence.alive} AND lease_until < now_ms()`

export interface Newcomer {
  readonly member: NewMember
  readonly leaseMs: number
}

/** Those who find their name taken are seen to one by one: the other may be dead. */
export async function joinAll(
  turn: Turn,
  teamName: string,
  all: readonly Newcomer[],
): Promise<readonly Outcome<Session>[]> {
  const team = await turn.one<TeamRow>('SELECT * FROM teams WHERE name = $1', teamName)
  if (team) await numberMessages(turn, team.team)
  const join = async (given: readonly Newcomer[]) =>
    await turn.call<(number | null)[]>(
      'join_members',
      team!.team,
      team!.session_base,
      given.map(({ member }) => member.name),
      given.map(({ member }) => member.role ?? null),
      given.map(({ member }) => member.kind ?? null),
      given.map(({ member }) => processCell(member)),
      given.map(({ leaseMs }) => leaseMs),
    )
  const sound = all.map(({ member }) => refusalOf(() => checkNewcomer(team, teamName, member)))
  const accepted = all.filter((_, at) => sound[at] === null)
  const joined = accepted.length > 0 ? await join(accepted) : []
  const outcomes: Outcome<Session>[] = []
  for (const [at, newcomer] of all.entries()) {
    const { name } = newcomer.member
    let error = sound[at] ?? null
    let session = error === null ? joined!.shift()! : null
    if (error === null && session === null) {
      error = await freeName(turn, team!, name)
      if (error === null) session = (await join([newcomer]))![0]!
    }
    outcomes.push(error ? { error } : { value: { team: teamName, member: name, session: session! } })
  }
  return outcomes
}

function checkNewcomer(team: TeamRow | undefined, teamName: string, { name, role }: NewMember): void {
  checkName('member', name)
  if (role !== undefined) checkName('role', role)
  if (!team) throw unknownTeam(teamName)
}

function refusalOf(check: () => void): ShoalError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof ShoalError) return error
    throw error
  }
}

/** Why a name cannot be had. One whose lease has run out is declared dead. */
async function freeName(turn: Turn, team: TeamRow, name: string): Promise<ShoalError | null> {
  const known = (await turn.one<MemberRow & { readonly lapsed: boolean }>(
    `SELECT *, ${LEASE_RAN_OUT} AS lapsed FROM members WHERE team = $1 AND name = $2 FOR UPDATE`,
    team.team,
    name,
  ))!
  if (!known.lapsed) return memberAlive(name)
  await die(turn, team, known)
  return null
}

/** No lock but that of the row: a heartbeat must not wait for a team that is busy. */
export async function renew(turn: Turn, sessions: readonly Session[], leaseMs: number): Promise<readonly Renewal[]> {
  const rows = await turn.all<Renewed>(
    RENEW,
    sessions.map(({ team }) => team),
    sessions.map(({ member }) => member),
    sessions.map(({ session }) => session),
    leaseMs,
  )
  const renewed = new Map(rows.map(row => [row.at, row]))
  return sessions.map((_, at) => {
    const row = renewed.get(at + 1)
    return row ? toRenewal(row, row.stop) : LOST_RENEWAL
  })
}

type Renewed = Pick<MemberRow, 'shutdown' | 'shutdown_by' | 'shutdown_reason'> & {
  readonly at: number
  readonly stop: string | null
}

/** In the order of the members, so that two processes that renew the same never wait for each other. */
const RENEW = `
  WITH held AS (
    SELECT m.member, s.at, t.stop FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY s (team, name, session, at)
      JOIN teams t ON t.name = s.team JOIN members m ON m.team = t.team AND m.name = s.name AND m.session = s.session
    WHERE m.presence = ${Presence.alive} ORDER BY m.member FOR UPDATE OF m),
  renewed AS (
    UPDATE members m SET lease_until = now_ms() + $4 WHERE member IN (SELECT member FROM held) RETURNING m.*)
  SELECT held.at, held.stop, r.shutdown, r.shutdown_by, r.shutdown_reason FROM held JOIN renewed r USING (member)`

async function leave(turn: Turn, session: Session): Promise<void> {
  const row = await presentMember(turn, session, true)
  if (!row) return
  for (const task of await heldBy(turn, row))
    await giveBack(turn, row, task, { kind: 'task-released', reason: LEFT_REASON })
  await turn.run('DELETE FROM reservations WHERE team = $1 AND member = $2', row.team, row.member)
  await turn.run(`${END_SESSION} WHERE member = $2`, Presence.left, row.member)
  await turn.event('member-left', row.team, { member: row.member })
}

/** Those with a task in hand give it back, one by one. */
export async function leaveAll(
  turn: Turn,
  team: string,
  all: readonly Session[],
): Promise<readonly Outcome<undefined>[]> {
  const gone = await turn.call<(boolean | null)[]>(
    'leave_members',
    team,
    all.map(({ member }) => member),
    all.map(({ session }) => session),
  )
  for (const [at, session] of all.entries()) if (!gone![at]) await leave(turn, session)
  return all.map(() => ({ value: undefined }))
}

export async function expireLapsed(turn: Turn, teamName: string): Promise<readonly string[]> {
  const team = await teamRow(turn, teamName)
  const lapsed = await turn.all<MemberRow>(
    `SELECT * FROM members WHERE team = $1 AND ${LEASE_RAN_OUT} ORDER BY member FOR UPDATE`,
    team.team,
  )
  for (const row of lapsed) await die(turn, team, row)
  return lapsed.map(row => row.name)
}

/** A look, so that the lock is taken only when there is somebody to expire. */
export async function hasLapsed(turn: Turn, teamName: string): Promise<boolean> {
  const { team } = await teamRow(turn, teamName)
  return (await turn.one(`SELECT 1 FROM members WHERE team = $1 AND ${LEASE_RAN_OUT} LIMIT 1`, team)) !== undefined
}

/** Whether somebody's lease ran out, and the processes of a machine that members live in. */
export async function presence(turn: Turn, teamName: string, host: string): Promise<Presences> {
  const { team } = await teamRow(turn, teamName)
  const rows = await turn.all<{ process: string }>(
    `SELECT DISTINCT process FROM members WHERE team = $1 AND presence = ${Presence.alive} AND process::json ->> 'host' = $2`,
    team,
    host,
  )
  const processes = rows.map(row => JSON.parse(row.process) as ProcessIdentity)
  return { hasLapsed: await hasLapsed(turn, teamName), processes }
}

export async function expire(turn: Turn, session: Session): Promise<void> {
  const row = await presentMember(turn, session, true)
  if (row) await die(turn, await teamRow(turn, session.team), row)
}

/** The calls it had reserved money for may have been paid: they count as used. */
async function die(turn: Turn, team: TeamRow, row: MemberRow): Promise<void> {
  await turn.run(
    `UPDATE budgets SET used = used + coalesce((SELECT sum(amount) FROM reservations r
       WHERE r.team = budgets.team AND r.unit = budgets.unit AND r.member = $1), 0)::bigint WHERE team = $2`,
    row.member,
    team.team,
  )
  await turn.run('DELETE FROM reservations WHERE team = $1 AND member = $2', team.team, row.member)
  await turn.run(`${END_SESSION} WHERE member = $2`, Presence.dead, row.member)
  await turn.event('member-died', team.team, { member: row.member })
  for (const task of await heldBy(turn, row))
    await giveBack(turn, row, task, { kind: 'task-lost', reason: diedReason(row.name), notes: { log: null } })
}

const END_SESSION = `UPDATE members SET presence = $1, lease_until = NULL, shutdown = 0, shutdown_by = NULL,
  shutdown_reason = NULL`

async function heldBy(turn: Turn, { team, member }: MemberRow): Promise<readonly number[]> {
  const rows = await turn.all<{ task: number }>(
    `SELECT task FROM tasks WHERE team = $1 AND owner = $2 AND state = ${State.inProgress} ORDER BY task`,
    team,
    member,
  )
  return rows.map(({ task }) => task)
}

export async function members(turn: Turn, teamName: string): Promise<readonly Member[]> {
  const { team } = await teamRow(turn, teamName)
  const rows = await turn.all<MemberRow & { readonly held: string | null; readonly completed: number }>(
    `SELECT m.*, coalesce(c.completed, 0) AS completed,
       (SELECT id FROM tasks WHERE team = $1 AND owner = m.member AND state = ${State.inProgress} LIMIT 1) AS held
     FROM members m LEFT JOIN (
       SELECT owner, count(*) AS completed FROM tasks WHERE team = $1 AND state = ${State.completed} GROUP BY owner) c
       ON c.owner = m.member
     WHERE m.team = $1 ORDER BY m.member`,
    team,
  )
  return rows.map(row => toMember(row, row.held, row.completed))
}

export async function requestShutdown(
  turn: Turn,
  teamName: string,
  name: string,
  { by, reason }: { readonly by: string; readonly reason?: string },
): Promise<void> {
  const team = await teamRow(turn, teamName)
  const row = await memberRow(turn, team, name)
  await memberRow(turn, team, by)
  const said = lineOrNull(reason)
  const asked = await turn.run(
    `UPDATE members SET shutdown = $1, shutdown_by = $2, shutdown_reason = $3
     WHERE member = $4 AND presence = ${Presence.alive} AND lease_until >= now_ms()`,
    Shutdown.requested,
    by,
    said,
    row.member,
  )
  if (asked === 0) throw memberNotAlive(name)
  await turn.event('shutdown-requested', team.team, { member: row.member, detail: said })
  await post(turn, team.team, { kind: 'shutdown_request', from: by, to: name, text: shutdownRequestText(by, said) })
}

export async function answerShutdown(
  turn: Turn,
  session: Session,
  answer: { readonly approve: true } | { readonly approve: false; readonly reason: string },
): Promise<void> {
  const row = await livingMember(turn, session)
  const refusal = answer.approve ? null : oneLine(answer.reason)
  if (refusal === '') throw needsText('the refusal of a shutdown')
  if (row.shutdown !== Shutdown.requested) throw noShutdown(row.name)
  if (refusal !== null) {
    await turn.run('UPDATE members SET shutdown = $1 WHERE member = $2', Shutdown.rejected, row.member)
    await turn.event('shutdown-rejected', row.team, { member: row.member, detail: refusal })
  }
  const text = shutdownAnswerText(row.name, refusal)
  await post(turn, row.team, { kind: 'shutdown_response', from: row.name, to: row.shutdown_by!, text })
  if (refusal === null) await leave(turn, session)
}
