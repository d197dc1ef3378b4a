// Lets a worker decide on plans in place of a person. What it cannot decide is left to a person, and the lead is told.
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { CallBudget } from '@shoal/base/model/language-model'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Ending, Task } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import type { TeamDraft } from './draft.ts'

export class Approver {
  /** Plans that were looked at by this process, so that one left to a person is not looked at again. */
  private readonly seen = new Set<string>()

  constructor(
    private readonly ledger: Ledger,
    private readonly team: string,
    private readonly draft: Pick<TeamDraft, 'approver' | 'approvalRounds'>,
    /** What it takes is paid from. */
    private readonly callBudget: () => CallBudget,
  ) {}

  get isThere(): boolean {
    return this.draft.approver !== undefined
  }

  /** Decides on all plans that wait. */
  async decide(signal: AbortSignal): Promise<void> {
    if (!this.draft.approver) return
    const pending = await this.ledger.tasks(this.team, { status: 'pending' })
    for (const task of pending) {
      if (task.approval?.status !== 'requested' || task.openBlockers > 0 || signal.aborted) continue
      const plan = `${task.id}\n${task.approval.round}`
      if (this.seen.has(plan)) continue
      this.seen.add(plan)
      await this.decideOn(task, signal)
    }
  }

  private async decideOn(task: Task, signal: AbortSignal): Promise<void> {
    const { round, plan } = task.approval!
    const { approvalRounds } = this.draft
    if (approvalRounds !== undefined && round > approvalRounds)
      return await this.leaveToPerson(task, `${approvalRounds} plans were rejected`)
    const ending = await this.ask(task, { plan, round, subject: task.subject }, signal)
    if (signal.aborted) return
    // Loaded when it is wanted: most teams have no approver, and reading decisions takes a validator.
    const { readDecision } = await import('./patterns/plan-approval.ts')
    const decision = ending.status === 'completed' ? readDecision(ending.result) : null
    if (decision === null)
      return await this.leaveToPerson(
        task,
        ending.status === 'failed' ? ending.reason : 'the approver gave no decision',
      )
    try {
      if (decision.approve) await this.ledger.approve(this.team, task.id, { by: LEAD, ...said(decision.feedback) })
      else await this.ledger.reject(this.team, task.id, { by: LEAD, feedback: decision.feedback })
    } catch (error) {
      // A person was quicker.
      if (!(error instanceof ShoalError) || error.code !== 'no-request') throw error
    }
  }

  private async ask(task: Task, input: Json, signal: AbortSignal): Promise<Ending> {
    const { team } = this
    try {
      const about = {
        team,
        member: LEAD,
        role: null,
        task,
        input,
        phase: 'work' as const,
        callBudget: this.callBudget(),
      }
      return await this.draft.approver!.work({ ...about, ...NOTHING_BEFORE, messages: async () => [] }, signal)
    } catch (error) {
      return { status: 'failed', reason: toShoalError(error).message }
    }
  }

  private async leaveToPerson(task: Task, reason: string): Promise<void> {
    const text = `The plan of task ${task.id} is left to a person: ${reason}`
    await this.ledger.send(this.team, { from: LEAD, to: LEAD, text, task: task.id })
  }
}

const NOTHING_BEFORE = { blockers: async () => [], eachBlocker: async function* () {} }

function said(feedback: string | undefined): { feedback?: string } {
  return feedback === undefined ? {} : { feedback }
}
