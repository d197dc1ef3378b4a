// Members: joining, heartbeats, leaving, dying, and being asked to leave.
import type { Member, NewMember, Renewal, Session } from '@shoal/base/model/team'
import { memberAlive, memberNotAlive, needsText, noShutdown } from '../refusals.ts'
import { checkName, oneLine } from '../rules.ts'
import { Presence, Shutdown, State } from '../stored/numbers.ts'
import type { MemberRow, TeamRow } from '../stored/rows.ts'
import { LOST_RENEWAL, processCell, toMember, toRenewal } from '../stored/views.ts'
import { diedReason, LEFT_REASON, lineOrNull, shutdownAnswerText, shutdownRequestText } from '../wording.ts'
import { giveBack } from './endings.ts'
import { post } from './messages.ts'
import { livingMember, memberRow, presentMember, teamRow } from './rows.ts'
import type { Store } from './store.ts'

export function join(store: Store, teamName: string, given: NewMember, leaseMs: number): Session {
  checkName('member', given.name)
  if (given.role !== undefined) checkName('role', given.role)
  const team = teamRow(store, teamName)
  const now = store.now()
  const known = store.one<MemberRow>('SELECT * FROM members WHERE team = ? AND name = ?', team.team, given.name)
  if (known?.presence === Presence.alive) {
    if (known.lease_until! >= now) throw memberAlive(given.name)
    die(store, team, known)
  }
  const session = (known?.session ?? team.session_base) + 1
  const cells = [given.role ?? null, given.kind ?? null, session, now + leaseMs, processCell(given), now] as const
  if (known)
    store.run(
      `UPDATE members SET role = ?, kind = ?, session = ?, lease_until = ?, process = ?, joined_at = ?,
         presence = ${Presence.alive}, idle_told = 0
       WHERE member = ?`,
      ...cells,
      known.member,
    )
  else
    store.run(
      `INSERT INTO members (role, kind, session, lease_until, process, joined_at, presence, team, name, read_to)
       VALUES (?, ?, ?, ?, ?, ?, ${Presence.alive}, ?, ?, ?)`,
      ...cells,
      team.team,
      given.name,
      // What was said before it was there is not for it.
      team.next_message - 1,
    )
  const { member } = memberRow(store, team, given.name)
  store.event('member-joined', team.team, { member, detail: given.role ?? null })
  return { team: teamName, member: given.name, session }
}

export function renew(store: Store, session: Session, leaseMs: number): Renewal {
  const row = presentMember(store, session)
  if (!row) return LOST_RENEWAL
  store.run('UPDATE members SET lease_until = ? WHERE member = ?', store.now() + leaseMs, row.member)
  const { stop } = store.one<{ stop: string | null }>('SELECT stop FROM teams WHERE team = ?', row.team)!
  return toRenewal(row, stop)
}

export function leave(store: Store, session: Session): void {
  const row = presentMember(store, session)
  if (!row) return
  for (const task of heldBy(store, row)) giveBack(store, row, task, { kind: 'task-released', reason: LEFT_REASON })
  store.run('DELETE FROM reservations WHERE team = ? AND member = ?', row.team, row.member)
  store.run(`${END_SESSION} WHERE member = ?`, Presence.left, row.member)
  store.event('member-left', row.team, { member: row.member })
}

export function expireLapsed(store: Store, teamName: string): readonly string[] {
  const team = teamRow(store, teamName)
  const lapsed = store.all<MemberRow>(
    'SELECT * FROM members WHERE team = ? AND presence = ? AND lease_until < ? ORDER BY member',
    team.team,
    Presence.alive,
    store.now(),
  )
  for (const row of lapsed) die(store, team, row)
  return lapsed.map(row => row.name)
}

/** A look, so that the lock is taken only when there is somebody to expire. */
export function hasLapsed(store: Store, teamName: string): boolean {
  const { team } = teamRow(store, teamName)
  const found = store.one(
    'SELECT 1 FROM members WHERE team = ? AND presence = ? AND lease_until < ? LIMIT 1',
    team,
    Presence.alive,
    store.now(),
  )
  return found !== undefined
}

export function expire(store: Store, session: Session): void {
  const row = presentMember(store, session)
  if (row) die(store, teamRow(store, session.team), row)
}

/** The calls it had reserved money for may have been paid: they count as used. */
function die(store: Store, team: TeamRow, row: MemberRow): void {
  store.run(
    `UPDATE budgets SET used = used + coalesce((SELECT sum(amount) FROM reservations r
       WHERE r.team = budgets.team AND r.unit = budgets.unit AND r.member = ?), 0) WHERE team = ?`,
    row.member,
    team.team,
  )
  store.run('DELETE FROM reservations WHERE team = ? AND member = ?', team.team, row.member)
  store.run(`${END_SESSION} WHERE member = ?`, Presence.dead, row.member)
  store.event('member-died', team.team, { member: row.member })
  for (const task of heldBy(store, row))
    giveBack(store, row, task, { kind: 'task-lost', reason: diedReason(row.name), notes: { log: null } })
}

const END_SESSION = `UPDATE members SET presence = ?, lease_until = NULL, shutdown = 0, shutdown_by = NULL,
  shutdown_reason = NULL`

function heldBy(store: Store, { team, member }: MemberRow): readonly number[] {
  return store
    .all<{ task: number }>(
      `SELECT task FROM tasks WHERE team = ? AND owner = ? AND state = ${State.inProgress} ORDER BY task`,
      team,
      member,
    )
    .map(({ task }) => task)
}

export function members(store: Store, teamName: string): readonly Member[] {
  const { team } = teamRow(store, teamName)
  const completed = new Map(
    store
      .all<{ owner: number; n: number }>(
        `SELECT owner, count(*) AS n FROM tasks WHERE team = ? AND state = ${State.completed} GROUP BY owner`,
        team,
      )
      .map(({ owner, n }) => [owner, n]),
  )
  const held = new Map(
    store
      .all<{ owner: number; id: string }>(
        `SELECT owner, id FROM tasks WHERE team = ? AND state = ${State.inProgress}`,
        team,
      )
      .map(({ owner, id }) => [owner, id]),
  )
  return store
    .all<MemberRow>('SELECT * FROM members WHERE team = ? ORDER BY member', team)
    .map(row => toMember(row, held.get(row.member) ?? null, completed.get(row.member) ?? 0))
}

export function requestShutdown(
  store: Store,
  teamName: string,
  name: string,
  { by, reason }: { readonly by: string; readonly reason?: string },
): void {
  const team = teamRow(store, teamName)
  const row = memberRow(store, team, name)
  memberRow(store, team, by)
  if (row.presence !== Presence.alive || row.lease_until! < store.now()) throw memberNotAlive(name)
  const said = lineOrNull(reason)
  store.run(
    'UPDATE members SET shutdown = ?, shutdown_by = ?, shutdown_reason = ? WHERE member = ?',
    Shutdown.requested,
    by,
    said,
    row.member,
  )
  store.event('shutdown-requested', team.team, { member: row.member, detail: said })
  post(store, team.team, { kind: 'shutdown_request', from: by, to: name, text: shutdownRequestText(by, said) })
}

export function answerShutdown(
  store: Store,
  session: Session,
  answer: { readonly approve: true } | { readonly approve: false; readonly reason: string },
): void {
  const row = livingMember(store, session)
  const refusal = answer.approve ? null : oneLine(answer.reason)
  if (refusal === '') throw needsText('the refusal of a shutdown')
  if (row.shutdown !== Shutdown.requested) throw noShutdown(row.name)
  if (refusal !== null) {
    store.run('UPDATE members SET shutdown = ? WHERE member = ?', Shutdown.rejected, row.member)
    store.event('shutdown-rejected', row.team, { member: row.member, detail: refusal })
  }
  const text = shutdownAnswerText(row.name, refusal)
  post(store, row.team, { kind: 'shutdown_response', from: row.name, to: row.shutdown_by!, text })
  if (refusal === null) leave(store, session)
}
