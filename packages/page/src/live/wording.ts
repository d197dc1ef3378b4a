// Sums and states in words, as the command line says them.

import type { Budget } from '@shoal/base/model/ledger'
import type { LiveListed, LiveRun, LiveStage, LiveTask } from '@shoal/base/model/live'
import type { Message } from '@shoal/base/model/message'
import type { TaskCounts } from '@shoal/base/model/task'
import { dollarsText } from '@shoal/base/text/dollars'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { shareText } from '../charts/layout/number-text.ts'

/** `$0.0042`, `$1.20`. */
export function dollars(usd: number | null): string {
  return usd === null ? 'price not known' : dollarsText(usd)
}

export interface BudgetWords {
  readonly title: string
  readonly used: string
  readonly limit: string
  /** What is set aside for what is at work: `$0.12`; null for nothing. */
  readonly reserved: string | null
  /** 0 to 1, what is reserved included. */
  readonly share: number
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['micro_usd', 'Cost'],
  ['tokens', 'Tokens'],
  ['turns', 'Turns'],
])

/** Of what a budget is kept in: `$0.25`, `12,000`. */
export function amountText(unit: string, amount: number): string {
  return unit === 'micro_usd' ? dollars(amount / 1e6) : formatCount(amount)
}

export function budgetWords({ unit, limit, used, reserved }: Budget): BudgetWords {
  const sum = (value: number) => amountText(unit, value)
  const share = limit > 0 ? Math.min(1, (used + reserved) / limit) : 1
  // Agents whose cost is not known before set aside next to nothing.
  const aside = reserved >= (unit === 'micro_usd' ? 1000 : 1) ? sum(reserved) : null
  return { title: UNITS.get(unit) ?? printable(unit), used: sum(used), limit: sum(limit), reserved: aside, share }
}

/** Where a task stands, as the page tells them apart. */
export type TaskState = 'waiting' | 'ready' | 'working' | 'done' | 'failed' | 'skipped'

export const taskStates = ['working', 'ready', 'waiting', 'done', 'failed', 'skipped'] as const

export function taskState({ status, isReady }: Pick<LiveTask, 'status' | 'isReady'>): TaskState {
  if (status === 'pending') return isReady ? 'ready' : 'waiting'
  if (status === 'in_progress') return 'working'
  return status === 'completed' ? 'done' : status
}

/** What a task reads: `api.log, lines 1–400`; null when it is not one file. */
export function placeOf(task: Pick<LiveTask, 'path' | 'startLine' | 'endLine'>): string | null {
  if (task.path === null) return null
  const lines = linesOf(task)
  return lines === null ? printable(task.path) : `${printable(task.path)}, ${lines}`
}

export function linesOf({ startLine, endLine }: Pick<LiveTask, 'startLine' | 'endLine'>): string | null {
  return startLine === null || endLine === null ? null : `lines ${startLine}–${endLine}`
}

/** The short name of a task in a small box: its file without directories and its lines, else the type it merges. */
export function shortName(
  task: Pick<LiveTask, 'path' | 'startLine' | 'endLine' | 'contentType' | 'subject' | 'blockedBy'>,
): string {
  const isMerge = task.blockedBy.length > 0 && task.contentType !== null
  if (task.path === null) return printable(isMerge ? task.contentType!.replaceAll('_', ' ') : task.subject)
  const name = printable(task.path.slice(Math.max(task.path.lastIndexOf('/'), task.path.lastIndexOf('\\')) + 1))
  return task.startLine === null || task.endLine === null ? name : `${name} ${task.startLine}–${task.endLine}`
}

/** `500 runs`; where there are more than are listed, of how many. */
export function runsFound({ found, listed, total }: { found: number; listed: number; total: number }): string {
  if (listed === total)
    return found === listed ? plural(listed, 'run') : `${formatCount(found)} of ${plural(listed, 'run')}`
  const newest = `newest ${formatCount(listed)} of ${plural(total, 'run')}`
  return found === listed ? `The ${newest}` : `${formatCount(found)} of the ${newest}`
}

export type Tone = 'good' | 'high' | 'medium' | 'low' | 'quiet'

export const statusTone: Readonly<Record<LiveListed['status'], Tone>> = {
  running: 'low',
  waiting: 'medium',
  interrupted: 'medium',
  open: 'quiet',
  completed: 'good',
  failed: 'high',
  stopped: 'medium',
}

/** What was done, one way or another, of all. */
export function doneShare({ total, completed, failed, skipped }: TaskCounts): number {
  return total === 0 ? 0 : (completed + failed + skipped) / total
}

export type StageState = 'done' | 'failed' | 'working' | 'left' | 'ahead'

/** Begun and not ended, it is at work only while the run is; else it was left as it is. */
export function stageState(
  { tasks, done, failed, working, toApprove = 0 }: LiveStage,
  status: LiveListed['status'],
): StageState {
  if (tasks > 0 && done + failed >= tasks) return failed > 0 ? 'failed' : 'done'
  if (working + done + failed + toApprove === 0) return 'ahead'
  return AT_REST.has(status) ? 'left' : 'working'
}

const AT_REST: ReadonlySet<LiveListed['status']> = new Set(['interrupted', 'stopped', 'failed', 'completed'])

/** `2 at work, 1 failed`, `stopped`, `done`, `not begun`. */
export function stageWords(stage: LiveStage, status: LiveListed['status']): string {
  const state = stageState(stage, status)
  const { failed, working, toApprove = 0 } = stage
  const isLeft = state === 'left'
  const parts = [
    isLeft ? (status === 'completed' ? 'not finished' : status) : '',
    working > 0 ? `${formatCount(working)} ${isLeft ? 'cut short' : 'at work'}` : '',
    toApprove > 0 ? `${formatCount(toApprove)} to approve` : '',
    // A stage of a run that failed says so once.
    failed > 0 ? `${formatCount(failed)} failed` : '',
    state === 'done' ? 'done' : state === 'ahead' ? 'not begun' : '',
  ].filter((part, index) => part !== '' && !(index === 0 && part === 'failed' && failed > 0))
  return parts.join(', ') || (status === 'waiting' ? 'waits' : 'under way')
}

/** How far a run is. Exact reading goes by bytes; models are asked task by task, long after all bytes were looked at. */
export function progressText({ progress, calls, tasks }: Pick<LiveRun, 'progress' | 'calls' | 'tasks'>): string {
  return progress && goesByBytes({ progress, calls })
    ? percent(progress.bytesRead, progress.bytes)
    : percent(doneShare(tasks), 1)
}

export function goesByBytes({ progress, calls }: Pick<LiveRun, 'progress' | 'calls'>): boolean {
  return progress !== null && calls === null && progress.goesBy !== 'tasks'
}

export function percent(part: number, whole: number): string {
  return whole <= 0 ? '0 %' : shareText(Math.min(1, part / whole))
}

/** A task's report that there was nothing to find, and nothing else. */
export function saysNothingFound({ kind, line }: Pick<Message, 'kind' | 'line'>): boolean {
  return kind === 'task-report' && /(?:^|: )0 findings(?: \(0 high, 0 medium, 0 low\))?\.?$/.test(line)
}

/** What was made of a reply: `quotes 1, verified 1, rejected 2` is `1 quote, verified, 2 rejected`. */
export function verdictText(verdict: string): string {
  return quotesText(verdict).replace(
    /(^|, )(relocated|rejected|borrowed) (\d+)(?=,|$)/g,
    (_, before: string, what: keyof typeof OUTCOMES, count: string) =>
      `${before}${count} ${OUTCOMES[what](count === '1')}`,
  )
}

const OUTCOMES = {
  relocated: () => 'found on another line',
  rejected: () => 'rejected',
  // True, but of lines that this reader was only lent: theirs reports it.
  borrowed: (isOne: boolean) => `left to the reader whose lines ${isOne ? 'it quotes' : 'they quote'}`,
} as const

function quotesText(verdict: string): string {
  return verdict.replace(
    /(^|, )quotes (\d+)(?:, verified (\d+))?(?=,|$)/,
    (_, before: string, quotes: string, verified?: string) => {
      const all = `${before}${plural(Number(quotes), 'quote')}`
      if (verified === undefined) return `${all}, none verified`
      return verified === quotes ? `${all}, verified` : `${all}, ${verified} verified`
    },
  )
}
