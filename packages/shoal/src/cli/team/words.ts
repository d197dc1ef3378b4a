// The words in which teams and tasks are spoken of, for people.
import type { LedgerEvent } from '@shoal/base/model/event'
import type { Message } from '@shoal/base/model/message'
import type { Task, TaskCounts } from '@shoal/base/model/task'
import type { Member } from '@shoal/base/model/team'
import { formatCount, printable } from '@shoal/base/text/printable'
import { shellQuoted, shellWord } from '@shoal/base/text/shell-word'
import { clock } from '@shoal/base/text/times'
import { isAlive } from '../../run/members/presence.ts'
import type { RunStatus } from '../../run/teams.ts'

/** Where a task stands: its status, and what a pending one waits for. */
export type TaskState = 'ready' | 'blocked' | 'awaiting_approval' | Exclude<Task['status'], 'pending'>

export function stateOf(task: Task): TaskState {
  if (task.status !== 'pending') return task.status
  if (task.openBlockers > 0) return 'blocked'
  return task.approval?.status === 'requested' ? 'awaiting_approval' : 'ready'
}

export const stateWords: Readonly<Record<TaskState, string>> = {
  ready: 'ready',
  blocked: 'blocked',
  awaiting_approval: 'awaiting approval',
  in_progress: 'in progress',
  completed: 'completed',
  failed: 'failed',
  skipped: 'skipped',
}

export const statusWords: Readonly<Record<RunStatus, string>> = {
  running: 'running',
  waiting: 'waiting for approval',
  interrupted: 'interrupted',
  open: 'open',
  completed: 'completed',
  failed: 'failed',
  stopped: 'stopped',
}

/** `12/200` done: skipped ones count, for nobody waits for them. */
export function progress({ total, completed, skipped }: TaskCounts): string {
  return `${formatCount(completed + skipped)}/${formatCount(total)}`
}

/** `12 completed, 4 in progress, 184 ready`. */
export function countsLine(counts: TaskCounts): string {
  const named: readonly (readonly [number, string])[] = [
    [counts.completed, 'completed'],
    [counts.skipped, 'skipped'],
    [counts.failed, 'failed'],
    [counts.inProgress, 'in progress'],
    [counts.ready, 'ready'],
    [counts.awaitingApproval, 'awaiting approval'],
    [counts.blocked, 'blocked'],
  ]
  const parts = named.filter(([count]) => count > 0).map(([count, name]) => `${formatCount(count)} ${name}`)
  return counts.total === 0 ? 'none yet' : parts.join(', ')
}

export function memberState(member: Member): string {
  const { state, joinedAt, shutdown } = member
  if (state === 'left' && joinedAt === null) return 'not joined'
  if (isAlive(member) && shutdown === 'requested') return `${state}, asked to leave`
  return isAlive(member) && shutdown === 'rejected' ? `${state}, will not leave` : state
}

/** `14:03:07  task-completed    17 · worker-1 · 45 words`. */
export function eventLine({ at, kind, task, member, detail }: LedgerEvent): string {
  const about = [task, member, detail].filter(part => part !== null && part !== '').map(part => printable(part!))
  return `${clock(at)}  ${kind.padEnd(18)}  ${about.join(' · ')}`.trimEnd()
}

/** `worker-1 → lead`, `lead → all`. */
export function route({ from, to }: Message): string {
  return `${printable(from)} → ${to === null ? 'all' : printable(to)}`
}

/** What a message says, and the task it is about. Its kind shows in what it says. */
export function messageText({ line, task, hasMore }: Message): string {
  return `${printable(line)}${hasMore ? ' …' : ''}${task === null ? '' : ` (task ${printable(task)})`}`
}

/** An argument of a command that can be copied from the screen, whatever it begins with. */
export function shellArgument(word: string): string {
  return word.startsWith('-') ? `-- ${shellQuoted(word)}` : shellWord(word)
}

/** The commands that show a plan, approve it and reject it. */
export function decisionCommands(team: string, task: string): readonly string[] {
  const target = `${team} ${printable(shellArgument(task))}`
  const reject = task.startsWith('-') ? `--feedback TEXT ${target}` : `${target} --feedback TEXT`
  return [`shoal team task ${target}`, `shoal team approve ${target}`, `shoal team reject ${reject}`]
}
