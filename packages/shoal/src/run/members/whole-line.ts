// What an agent says of a task on one line. A ledger cuts long lines; what is cut off here is kept as the log of the task.
import type { Ledger } from '@shoal/base/model/ledger'
import { LINE_LIMIT, type Message } from '@shoal/base/model/message'
import type { Task } from '@shoal/base/model/task'
import { oneLine } from '@shoal/team/rules'
import { failedLine, planRequestLine } from '@shoal/team/wording'

/** The log for a line that will be cut. */
export function logOfLong(said: string | undefined): { readonly log?: string } {
  // A line that is cut may be shorter by half a character.
  return said === undefined || oneLine(said).length < LINE_LIMIT - 1 ? {} : { log: said.trim() }
}

/** All that was said where the task has kept no more than the line; null when the line is all. */
export async function wholeLine(ledger: Ledger, team: string, task: Task, line: string | null): Promise<string | null> {
  const log = await keptFor(ledger, team, task, line)
  return log !== null && log !== line && oneLine(log) === line ? log : null
}

/** The same for the message that told the lead. */
export async function wholeReport(ledger: Ledger, team: string, message: Message): Promise<string | null> {
  const { kind, line, task: id } = message
  if (id === null || (kind !== 'task-report' && kind !== 'plan_approval_request')) return null
  if (line.length < LINE_LIMIT - 1) return null
  const task = await ledger.task(team, id)
  const log = await keptFor(ledger, team, task, line)
  if (log === null) return null
  const { subject } = task
  const heads = kind === 'task-report' ? ['', `${failedLine(subject, '')} `] : [`${planRequestLine(subject, '')} `]
  // Where the subject fills the line, nothing tells whose log it is.
  const wholes = heads.filter(head => head.length < LINE_LIMIT - 1).map(head => head + log)
  return wholes.find(whole => whole !== line && oneLine(whole) === line) ?? null
}

async function keptFor(ledger: Ledger, team: string, { id, hasLog }: Task, line: string | null) {
  return hasLog && line !== null && line.length >= LINE_LIMIT - 1 ? await ledger.log(team, id) : null
}
