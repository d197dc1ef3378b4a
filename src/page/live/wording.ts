// Times, sums and states in words, as the command line says them.

import type { Budget } from '../../model/ledger.ts'
import type { LiveListed, LiveRun, LiveStage, LiveTask } from '../../model/live.ts'
import type { TaskCounts } from '../../model/task.ts'
import { formatCount, printable } from '../../text/printable.ts'
import { shareText } from '../charts/layout/number-text.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `340 ms`, `4.2 s`, `3 min 20 s`, `5 h 2 min`, `3 d 4 h`. */
export function lasted(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < MINUTE) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  return coarse(ms)
}

/** The same in whole seconds, for what still runs: `4 s`, `3 min 20 s`. */
export function lasting(ms: number): string {
  return ms < MINUTE ? `${Math.max(0, Math.floor(ms / SECOND))} s` : coarse(ms)
}

function coarse(ms: number): string {
  if (ms < HOUR) return parts(ms, MINUTE, 'min', SECOND, 's')
  if (ms < DAY) return parts(ms, HOUR, 'h', MINUTE, 'min')
  return parts(ms, DAY, 'd', HOUR, 'h')
}

function parts(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`
}

/** `just now`, `12 s ago`, `3 min ago`, `5 h ago`, `12 d ago`, then the date. */
export function ago(at: number, now: number): string {
  const age = now - at
  if (age < 2 * SECOND) return 'just now'
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < 2 * DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 60 * DAY) return `${Math.floor(age / DAY)} d ago`
  return new Date(at).toISOString().slice(0, 10)
}

/** The time of day where the reader is: `14:03:07`. */
export function clock(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(part => String(part).padStart(2, '0')).join(':')
}

/** `$0.0042`, `$1.20`: small sums keep two digits that count. */
export function dollars(usd: number | null): string {
  if (usd === null) return 'price not known'
  if (usd > 0 && usd < 1e-6) return 'under $0.000001'
  if (usd === 0 || usd >= 1) return `$${usd.toFixed(2)}`
  const digits = Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(usd))))
  return `$${usd.toFixed(digits)}`
}

export interface BudgetWords {
  readonly title: string
  readonly used: string
  readonly limit: string
  /** 0 to 1, what is reserved included. */
  readonly share: number
}

export function budgetWords({ unit, limit, used, reserved }: Budget): BudgetWords {
  const sum = (value: number) => (unit === 'micro_usd' ? dollars(value / 1e6) : formatCount(value))
  const share = limit > 0 ? Math.min(1, (used + reserved) / limit) : 1
  const title = unit === 'micro_usd' ? 'Cost' : printable(unit.charAt(0).toUpperCase() + unit.slice(1))
  return { title, used: sum(used), limit: sum(limit), share }
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

export function stageState({ tasks, done, failed, working }: LiveStage): 'done' | 'failed' | 'working' | 'ahead' {
  if (working > 0) return 'working'
  if (tasks > 0 && done + failed >= tasks) return failed > 0 ? 'failed' : 'done'
  return done + failed > 0 ? 'working' : 'ahead'
}

/** How far a run is. Exact reading goes by bytes; models are asked task by task, long after all bytes were looked at. */
export function progressText({ progress, calls, tasks }: Pick<LiveRun, 'progress' | 'calls' | 'tasks'>): string {
  return progress && !calls ? percent(progress.bytesRead, progress.bytes) : percent(doneShare(tasks), 1)
}

export function percent(part: number, whole: number): string {
  return whole <= 0 ? '0 %' : shareText(Math.min(1, part / whole))
}
