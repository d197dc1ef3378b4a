// Claiming and ending tasks in the in-memory ledger, and the approval of plans.
import type { Claim, Ending } from '@shoal/base/model/task'
import { LEAD, type Session } from '@shoal/base/model/team'
import { claimLost, hasClaim, needsText, noPlan, wrongPhase } from '../refusals.ts'
import { isMeantFor } from '../rules.ts'
import { idleLine, planAnswerText } from '../wording.ts'
import { completeTask, failTask, loseTask, planTask, releaseTask } from './endings.ts'
import { post } from './messages.ts'
import {
  appendEvent,
  findMember,
  findTask,
  findTeam,
  fromText,
  type MemberState,
  mustBePresent,
  type Store,
  type TaskState,
  type TeamState,
  toText,
} from './state.ts'
import { isReady, prepareTasks, taskView } from './tasks.ts'

export function claim(store: Store, session: Session, wanted?: string): Claim | null {
  const { team, member } = mustBePresent(store, session)
  if (member.task !== null) throw hasClaim(member.name, member.task)
  const task = member.shutdown?.status === 'requested' ? null : nextFor(team, member, wanted)
  if (task === null) {
    if (wanted === undefined) tellIdle(store, team, member)
    return null
  }
  Object.assign(task, { status: 'in_progress', owner: member.name, claimedAt: store.now() })
  task.attempts++
  task.fence = appendEvent(store, team.name, 'task-claimed', { task: task.id, member: member.name })
  Object.assign(member, { task: task.id, isToldIdle: false })
  return claimView(team, member, task)
}

export function inHand(store: Store, session: Session): Claim | null {
  const { team, member } = mustBePresent(store, session)
  return member.task === null ? null : claimView(team, member, findTask(team, member.task))
}

function claimView(team: TeamState, member: MemberState, task: TaskState): Claim {
  return {
    team: team.name,
    task: taskView(team, task),
    input: fromText(task.input),
    member: member.name,
    session: member.session,
    fence: task.fence!,
    phase: phaseOf(task),
  }
}

function nextFor(team: TeamState, member: MemberState, wanted?: string): TaskState | null {
  let best: TaskState | null = null
  for (const task of wanted === undefined ? team.tasks.values() : [team.tasks.get(wanted)])
    if (
      task &&
      isMeantFor(task.role, member) &&
      (best === null || task.priority > best.priority) &&
      isReady(team, task)
    )
      best = task
  return best
}

function phaseOf({ approval }: TaskState): Claim['phase'] {
  return approval === null || approval.status === 'approved' ? 'work' : 'plan'
}

function tellIdle(store: Store, team: TeamState, member: MemberState): void {
  if (member.name === LEAD || member.isToldIdle || member.shutdown?.status === 'requested') return
  member.isToldIdle = true
  const from = member.name
  appendEvent(store, team.name, 'member-idle', { member: from })
  post(store, team, { kind: 'idle', from, to: LEAD, text: idleLine(from, completedBy(team, from)) })
}

export function completedBy(team: TeamState, member: string): number {
  return [...team.tasks.values()].filter(({ status, owner }) => status === 'completed' && owner === member).length
}

export function finish(
  store: Store,
  held: Claim,
  ending: Ending,
  { claimNext = false }: { readonly claimNext?: boolean } = {},
): Claim | null {
  const team = store.teams.get(held.team)
  const task = team?.tasks.get(held.task.id)
  if (!team || !task || task.fence === null || task.fence !== held.fence) throw claimLost(held.task.id)
  endTask(store, team, task, ending)
  return claimNext ? claim(store, held) : null
}

function endTask(store: Store, team: TeamState, task: TaskState, ending: Ending): void {
  const phase = phaseOf(task)
  if (ending.status === 'completed') {
    if (phase !== 'work') throw wrongPhase(task.id, ending.status, phase)
    const follow = prepareTasks(store, team, ending.follow ?? [])
    completeTask(store, team, task, { ...ending, result: toText(ending.result), follow })
  } else if (ending.status === 'planned') {
    if (phase !== 'plan') throw wrongPhase(task.id, ending.status, phase)
    planTask(store, team, task, { ...ending, plan: toText(ending.plan) })
  } else if (ending.status === 'failed') failTask(store, team, task, ending)
  else if (ending.status === 'released') releaseTask(store, team, task, ending.reason)
  else loseTask(store, team, task, ending)
}

export function decide(
  store: Store,
  teamName: string,
  id: string,
  decision: { readonly by: string; readonly status: 'approved' | 'rejected'; readonly feedback?: string | undefined },
): void {
  const { by, status } = decision
  const team = findTeam(store, teamName)
  const task = findTask(team, id)
  findMember(team, by)
  const feedback = decision.feedback?.trim() || null
  if (status === 'rejected' && feedback === null) throw needsText('the rejection of a plan')
  const { approval } = task
  if (task.status !== 'pending' || approval?.status !== 'requested') throw noPlan(id)
  Object.assign(approval, { status, feedback })
  appendEvent(store, team.name, `plan-${status}`, { task: id, member: by, detail: feedback })
  post(store, team, {
    kind: 'plan_approval_response',
    from: by,
    to: approval.by!,
    text: planAnswerText(task.subject, status, feedback),
    task: id,
  })
}
