// The JSON of teams, members, tasks, messages and events. Fields may be added, never renamed.
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Budget } from '@shoal/base/model/ledger'
import type { Message } from '@shoal/base/model/message'
import type { Approval, Task, TaskCounts } from '@shoal/base/model/task'
import type { Member, Team, TeamOverview } from '@shoal/base/model/team'
import { iso } from '@shoal/base/text/times'
import type { RunStatus } from '../../run/teams.ts'
import { stateOf } from './words.ts'

export function countsJson(counts: TaskCounts) {
  return {
    total: counts.total,
    ready: counts.ready,
    blocked: counts.blocked,
    awaiting_approval: counts.awaitingApproval,
    in_progress: counts.inProgress,
    completed: counts.completed,
    failed: counts.failed,
    skipped: counts.skipped,
  }
}

export function teamJson(team: Team) {
  return {
    team: team.name,
    purpose: team.purpose,
    is_run: team.isRun,
    ended: team.ended,
    ended_reason: team.endedReason,
    created_at: iso(team.createdAt),
    ended_at: iso(team.endedAt),
  }
}

export function overviewJson(overview: TeamOverview, status: RunStatus) {
  const { team, purpose, is_run, ...times } = teamJson(overview)
  return {
    team,
    purpose,
    is_run,
    status,
    tasks: countsJson(overview.tasks),
    members_alive: overview.alive,
    lead_alive: overview.leadAlive,
    ...times,
  }
}

export function memberJson(member: Member) {
  return {
    name: member.name,
    role: member.role,
    kind: member.kind,
    state: member.state,
    task: member.task,
    completed: member.completed,
    shutdown: member.shutdown,
    session: member.session,
    pid: member.process?.pid ?? null,
    host: member.process?.host ?? null,
    joined_at: iso(member.joinedAt),
    lease_until: iso(member.leaseUntil),
  }
}

export function taskJson(task: Task, whyBlocked: string | null) {
  return {
    id: task.id,
    subject: task.subject,
    description: task.description,
    active_form: task.activeForm,
    status: task.status,
    state: stateOf(task),
    owner: task.owner,
    role: task.role,
    priority: task.priority,
    attempts: task.attempts,
    retries: task.retries,
    blocked_by: task.blockedBy,
    open_blockers: task.openBlockers,
    why_blocked: whyBlocked,
    approval: task.approval && approvalJson(task.approval),
    reason: task.reason,
    summary: task.summary,
    result_bytes: task.resultBytes,
    has_log: task.hasLog,
    created_at: iso(task.createdAt),
    claimed_at: iso(task.claimedAt),
    ended_at: iso(task.endedAt),
  }
}

function approvalJson({ status, round, plan, feedback }: Approval) {
  return { status, round, plan, feedback }
}

export function messageJson(message: Message) {
  return {
    number: message.number,
    at: iso(message.at),
    kind: message.kind,
    from: message.from,
    to: message.to,
    line: message.line,
    task: message.task,
    has_more: message.hasMore,
  }
}

export function eventJson(event: LedgerEvent) {
  return {
    number: event.number,
    at: iso(event.at),
    kind: event.kind,
    team: event.team,
    task: event.task,
    member: event.member,
    detail: event.detail,
  }
}

export function budgetJson({ unit, limit, used, reserved }: Budget) {
  return { unit, limit, used, reserved }
}
