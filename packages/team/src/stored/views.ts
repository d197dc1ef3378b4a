// Teams, members, messages and events as rows of the stores that speak SQL show them.
import { eventKinds, type LedgerEvent } from '@shoal/base/model/event'
import { type Message, messageKinds } from '@shoal/base/model/message'
import type { Ended, Member, NewMember, Renewal, Team, TeamOverview } from '@shoal/base/model/team'
import { Presence, Shutdown, shutdownNames } from './numbers.ts'
import type { MemberRow, TeamRow } from './rows.ts'
import { toCounts } from './task-views.ts'

export function toTeam(row: TeamRow): Team {
  return {
    name: row.name,
    purpose: row.purpose,
    isRun: row.definition !== null,
    ended: row.ended as Ended | null,
    endedReason: row.ended_reason,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}

/** How many members of a team are alive, and whether its lead is. */
export interface AliveRow {
  readonly team: number
  readonly alive: number
  readonly lead: number
}

export function toOverview(row: TeamRow, states: ReadonlyMap<number, number>, alive?: AliveRow): TeamOverview {
  return { ...toTeam(row), tasks: toCounts(states), alive: alive?.alive ?? 0, leadAlive: (alive?.lead ?? 0) > 0 }
}

export function toMember(row: MemberRow, task: string | null, completed: number): Member {
  const alive = task === null ? 'idle' : 'working'
  return {
    name: row.name,
    role: row.role,
    kind: row.kind,
    state: row.presence === Presence.alive ? alive : row.presence === Presence.dead ? 'dead' : 'left',
    session: row.session,
    process: row.process === null ? null : JSON.parse(row.process),
    leaseUntil: row.lease_until,
    shutdown: shutdownNames[row.shutdown]!,
    completed,
    task,
    joinedAt: row.joined_at,
  }
}

export function processCell({ process }: NewMember): string | null {
  return process === undefined ? null : JSON.stringify(process)
}

export const LOST_RENEWAL: Renewal = { alive: false, shutdown: null, stop: null }

export function toRenewal(
  row: Pick<MemberRow, 'shutdown' | 'shutdown_by' | 'shutdown_reason'>,
  stop: string | null,
): Renewal {
  const isAsked = row.shutdown === Shutdown.requested
  return { alive: true, shutdown: isAsked ? { by: row.shutdown_by!, reason: row.shutdown_reason } : null, stop }
}

export interface MessageRow {
  readonly number: number
  readonly at: number
  readonly kind: number
  readonly sender: string
  readonly receiver: string | null
  readonly line: string
  readonly task: string | null
  readonly more: string | null
}

export function toMessage(row: MessageRow): Message {
  return {
    number: row.number,
    at: row.at,
    kind: messageKinds[row.kind]!,
    from: row.sender,
    to: row.receiver,
    line: row.line,
    task: row.task,
    hasMore: row.more !== null,
  }
}

export interface EventRow {
  readonly event: number
  readonly at: number
  readonly kind: number
  readonly team_name: string | null
  readonly task_id: string | null
  readonly member_name: string | null
  readonly detail: string | null
}

/** A team that is gone left one event, with its name as the detail. */
export function toEvent(row: EventRow): LedgerEvent {
  const isGone = row.team_name === null
  return {
    number: row.event,
    at: row.at,
    kind: eventKinds[row.kind]!,
    team: isGone ? (row.detail ?? '') : row.team_name,
    task: row.task_id,
    member: row.member_name,
    detail: isGone ? null : row.detail,
  }
}
