// Members of the in-memory ledger: joining, heartbeats, leaving, dying, and being asked to leave.
import { LEAD, type Member, type NewMember, type Renewal, type Session } from '@shoal/base/model/team'
import { memberAlive, memberNotAlive, needsText, noShutdown } from '../refusals.ts'
import { checkName, oneLine } from '../rules.ts'
import { diedReason, LEFT_REASON, lineOrNull, shutdownAnswerText, shutdownRequestText } from '../wording.ts'
import { closeReservations } from './budgets.ts'
import { completedBy } from './claims.ts'
import { loseTask, releaseTask } from './endings.ts'
import { post } from './messages.ts'
import {
  appendEvent,
  findMember,
  findTask,
  findTeam,
  leaseRuns,
  type MemberState,
  mustBePresent,
  present,
  type Store,
  type TeamState,
} from './state.ts'

export function join(store: Store, teamName: string, newcomer: NewMember, leaseMs: number): Session {
  const team = findTeam(store, teamName)
  const { name, role = null, kind = null, process = null } = newcomer
  checkName('member', name)
  if (role !== null) checkName('role', role)
  const known = team.members.get(name)
  if (known && leaseRuns(store, known)) throw memberAlive(name)
  if (known?.presence === 'alive') die(store, team, known)
  const member = known ?? addMember(team, name)
  const joinedAt = store.now()
  Object.assign(member, { role, kind, process: process && { ...process }, joinedAt, presence: 'alive' })
  Object.assign(member, { session: member.session + 1, leaseUntil: joinedAt + leaseMs, isToldIdle: false })
  appendEvent(store, team.name, 'member-joined', { member: name, detail: role })
  return { team: team.name, member: name, session: member.session }
}

/** A mailbox starts where it is made: what was said to all before is not for it. */
export function addMember(team: TeamState, name: string): MemberState {
  const member: MemberState = {
    name,
    role: null,
    kind: null,
    presence: 'left',
    session: team.sessionBase,
    process: null,
    leaseUntil: null,
    shutdown: null,
    task: null,
    joinedAt: null,
    isToldIdle: false,
    cursor: team.messages.length,
  }
  team.members.set(name, member)
  return member
}

export function renew(store: Store, sessions: readonly Session[], leaseMs: number): readonly Renewal[] {
  return sessions.map(session => {
    const found = present(store, session)
    if (!found) return { alive: false, shutdown: null, stop: null }
    const { team, member } = found
    member.leaseUntil = store.now() + leaseMs
    const asked = member.shutdown?.status === 'requested' ? member.shutdown : null
    return { alive: true, shutdown: asked && { by: asked.by, reason: asked.reason }, stop: team.stop }
  })
}

export function leave(store: Store, session: Session): void {
  const found = present(store, session)
  if (found) depart(store, found.team, found.member)
}

function depart(store: Store, team: TeamState, member: MemberState): void {
  if (member.task !== null) releaseTask(store, team, findTask(team, member.task), LEFT_REASON)
  closeReservations(team, member.name, 'free')
  endSession(member, 'left')
  appendEvent(store, team.name, 'member-left', { member: member.name })
}

export function expireLapsed(store: Store, teamName: string): readonly string[] {
  const team = findTeam(store, teamName)
  const lapsed = [...team.members.values()].filter(member => member.presence === 'alive' && !leaseRuns(store, member))
  for (const member of lapsed) die(store, team, member)
  return lapsed.map(({ name }) => name)
}

export function expire(store: Store, session: Session): void {
  const found = present(store, session)
  if (found) die(store, found.team, found.member)
}

function die(store: Store, team: TeamState, member: MemberState): void {
  const { name, task } = member
  closeReservations(team, name, 'used')
  endSession(member, 'dead')
  appendEvent(store, team.name, 'member-died', { member: name })
  if (task !== null) loseTask(store, team, findTask(team, task), { reason: diedReason(name) })
}

function endSession(member: MemberState, presence: 'left' | 'dead'): void {
  Object.assign(member, { presence, leaseUntil: null, shutdown: null })
}

export function members(store: Store, teamName: string): readonly Member[] {
  const team = findTeam(store, teamName)
  return [...team.members.values()].map(({ presence, shutdown, isToldIdle, cursor, ...shown }) => ({
    ...shown,
    state: presence !== 'alive' ? presence : shown.task === null ? 'idle' : 'working',
    shutdown: shutdown?.status ?? 'none',
    completed: completedBy(team, shown.name),
  }))
}

export function requestShutdown(
  store: Store,
  teamName: string,
  name: string,
  options: { readonly by: string; readonly reason?: string },
): void {
  const team = findTeam(store, teamName)
  const member = findMember(team, name)
  const { by } = options
  findMember(team, by)
  if (!leaseRuns(store, member)) throw memberNotAlive(name)
  const reason = lineOrNull(options.reason)
  member.shutdown = { status: 'requested', by, reason }
  appendEvent(store, team.name, 'shutdown-requested', { member: name, detail: reason })
  post(store, team, { kind: 'shutdown_request', from: by, to: name, text: shutdownRequestText(by, reason) })
}

export function answerShutdown(
  store: Store,
  session: Session,
  answer: { readonly approve: true } | { readonly approve: false; readonly reason: string },
): void {
  const { team, member } = mustBePresent(store, session)
  const refusal = answer.approve ? null : oneLine(answer.reason)
  if (refusal === '') throw needsText('the refusal of a shutdown')
  if (member.shutdown?.status !== 'requested') throw noShutdown(member.name)
  const { by } = member.shutdown
  const text = shutdownAnswerText(member.name, refusal)
  if (refusal === null) {
    post(store, team, { kind: 'shutdown_response', from: member.name, to: by, text })
    depart(store, team, member)
  } else {
    member.shutdown = { ...member.shutdown, status: 'rejected' }
    appendEvent(store, team.name, 'shutdown-rejected', { member: member.name, detail: refusal })
    post(store, team, { kind: 'shutdown_response', from: member.name, to: by, text })
  }
}

export function livingMembers(store: Store, team: TeamState): readonly string[] {
  return [...team.members.values()].filter(member => leaseRuns(store, member)).map(({ name }) => name)
}

export function isLeadAlive(store: Store, team: TeamState): boolean {
  return leaseRuns(store, findMember(team, LEAD))
}
