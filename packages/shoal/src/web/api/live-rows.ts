// Tasks, members and findings of the ledger as the page gets them.
import type { LiveFinding, LiveMember, LiveTask } from '@shoal/base/model/live'
import type { AnalystResult } from '@shoal/base/model/report'
import type { Task } from '@shoal/base/model/task'
import type { Member } from '@shoal/base/model/team'
import type { Reading } from './work.ts'

export function liveTask(task: Task, { stage, ...reading }: Reading & { readonly stage: number }): LiveTask {
  const { status, openBlockers, approval } = task
  return {
    id: task.id,
    stage,
    subject: task.subject,
    activeForm: task.activeForm,
    status,
    isReady: status === 'pending' && openBlockers === 0 && approval?.status !== 'requested',
    owner: task.owner,
    blockedBy: task.blockedBy,
    approval: approval && { status: approval.status, round: approval.round },
    ...reading,
    attempts: task.attempts,
    summary: task.summary,
    reason: task.reason,
    claimedAt: task.claimedAt,
    endedAt: task.endedAt,
  }
}

export function liveMember({ name, role, kind, state, task, completed }: Member): LiveMember {
  return { name, role, kind, state, task, completed }
}

/** In the order in which they were reported. A result that is no reader's has none. */
export function liveFindings(result: unknown, task: string, owner: string | null): readonly LiveFinding[] {
  const { reports } = (result ?? {}) as Partial<AnalystResult>
  if (!Array.isArray(reports)) return []
  const found = new Map<string, LiveFinding>()
  for (const report of reports as AnalystResult['reports'])
    for (const finding of report.findings) {
      const { id, summary, severity, nature, type, contentType, path, line, evidence, verified, by } = finding
      const about = { id, summary, severity, nature, type, contentType, path, line, evidence, verified }
      found.set(id, { ...about, task, by: by ?? owner })
    }
  return [...found.values()]
}
