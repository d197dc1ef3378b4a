// What a ledger says by itself in messages, reasons and events, written once, so that every store says the same.
import { oneLine } from './rules.ts'

/** A reason as it is kept: one line, never empty. */
export function reasonLine(text: string): string {
  return oneLine(text) || 'no reason given'
}

/** A summary, a purpose or the like as it is kept: one line, or nothing. */
export function lineOrNull(text: string | undefined): string | null {
  return text === undefined ? null : oneLine(text) || null
}

export function runEndedDetail(ended: string, reason: string | null): string {
  return reason === null ? ended : oneLine(`${ended}: ${reason}`)
}

export function budgetDetail(unit: string, limit: number): string {
  return oneLine(`${unit}: ${limit}`)
}

export function failedLine(subject: string, reason: string): string {
  return oneLine(`Task "${subject}" failed: ${reason}`)
}

export function idleLine(member: string, completed: number): string {
  return `${member} is idle; ${completed} ${completed === 1 ? 'task' : 'tasks'} completed`
}

export function planRequestLine(subject: string, summary: string | null): string {
  return oneLine(`Task "${subject}" has a plan${summary === null ? ' that awaits approval' : `: ${summary}`}`)
}

/** Not cut to a line: whoever revises the plan needs every word. */
export function planAnswerText(subject: string, answer: 'approved' | 'rejected', feedback: string | null): string {
  return `The plan of task "${subject}" is ${answer}${feedback === null ? '' : `: ${feedback}`}`
}

export function shutdownRequestText(by: string, reason: string | null): string {
  return `${by} asks you to shut down${reason === null ? '' : `: ${reason}`}`
}

export function shutdownAnswerText(member: string, refusal: string | null): string {
  return refusal === null ? `${member} shuts down` : `${member} does not shut down: ${refusal}`
}

export const LEFT_REASON = 'its member left'

export function diedReason(member: string): string {
  return `${member} died with it`
}

/** What the lead hears of it. */
export function diedLine(member: string, task: string | null): string {
  return task === null ? `${member} died` : oneLine(`${member} died with task "${task}" in hand`)
}

export function tooManyLossesReason(losses: number, last: string): string {
  return oneLine(`its workers died ${losses} times; the last time: ${last}`)
}
