// Decides on the plan of a task, in the lead's name: what `shoal team approve` and `reject` do. A plan is decided on once,
// and only the one that was seen.

import { ShoalError } from '@shoal/base/model/errors'
import type { LiveDecided, LiveDecision } from '@shoal/base/model/live'
import type { Task } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { z } from 'zod'
import type { ApiContext } from '../api-context.ts'
import { NO_NUL, readShape } from './read-shape.ts'

const shape = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  round: z.number().int().min(1).max(1_000_000),
  feedback: z
    .string()
    .regex(...NO_NUL)
    .max(10_000)
    .nullish(),
})

/** Throws `bad-value`. */
export function readDecision(body: unknown): LiveDecision {
  const { decision, round, feedback } = readShape(
    shape,
    body,
    '{ "decision": "approve", "round": 1, "feedback": null }',
  )
  return { decision, round, feedback: feedback?.trim() || null }
}

/** Throws `no-request` when it comes too late, and `bad-value` for a rejection that does not say why. */
export async function decideOnPlan(
  { ledger }: Pick<ApiContext, 'ledger'>,
  { run, task: id }: { readonly run: string; readonly task: string },
  asked: LiveDecision,
): Promise<LiveDecided> {
  if (isDecided(await ledger.task(run, id), asked)) return { isRepeated: true }
  const { decision, feedback } = asked
  try {
    if (decision === 'approve') await ledger.approve(run, id, { by: LEAD, ...(feedback !== null && { feedback }) })
    else await ledger.reject(run, id, { by: LEAD, feedback: feedback ?? '' })
    return { isRepeated: false }
  } catch (error) {
    // Somebody was quicker between the look and the move: it is theirs that is told of.
    const isLate = error instanceof ShoalError && error.code === 'no-request'
    if (isLate && isDecided(await ledger.task(run, id), asked)) return { isRepeated: true }
    throw error
  }
}

const DECIDED = { approve: 'approved', reject: 'rejected' } as const

/** Whether the same was decided of the same plan before. Throws `no-request` when there is nothing to decide any more. */
function isDecided({ id, status, approval }: Task, { decision, round }: LiveDecision): boolean {
  if (approval === null || approval.round < round) throw tooLate(id, `task "${id}" has no such plan`)
  if (approval.round > round)
    throw tooLate(id, `task "${id}" has another plan by now, which was not the one decided on`)
  if (approval.status === DECIDED[decision]) return true
  if (approval.status !== 'requested') throw tooLate(id, `the plan of task "${id}" was ${approval.status} before`)
  if (status !== 'pending') throw tooLate(id, `task "${id}" is ${status}, and its plan is not decided on any more`)
  return false
}

function tooLate(id: string, message: string): ShoalError {
  return new ShoalError('no-request', message, {
    detail: id,
    advice: 'nothing has changed; see where the task stands now',
  })
}
