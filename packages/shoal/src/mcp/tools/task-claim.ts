// `task_claim`: work for an agent, one task at a time.

import type { Ledger } from '@shoal/base/model/ledger'
import type { Claim } from '@shoal/base/model/task'
import { z } from 'zod'
import type { Coming, Presence } from '../../run/members/presence.ts'
import { type Taken, takeAgain, takeTask } from '../../run/members/taking.ts'
import { waitFor } from '../../run/members/wait-for.ts'
import { isHopeless, restOrLeave, whatToExpect } from '../../run/members/waiting.ts'
import { bounded, VALUE_BUDGET } from '../teams/long-text.ts'
import { openForWork } from '../teams/open-team.ts'
import {
  blockersField,
  blockersOf,
  formOf,
  isoTime,
  leaseField,
  memberField,
  roleField,
  taskField,
  teamField,
  waitField,
} from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

const claimedTask = z.object({
  id: z.string().describe('Its id, for task_update and task_get'),
  subject: z.string().describe('One line: what is to be done'),
  description: z.string().nullable().describe('All that you need to know to do it'),
  description_cursor: z.string().optional().describe('The description is too long for here: task_get reads it'),
  active_form: z.string().nullable().describe('What to say is being done while it runs'),
  input: z.unknown().describe('What it is given, as JSON'),
  input_cursor: z.string().optional().describe('The input is too long for here: task_get with this cursor reads it'),
  phase: z.enum(['plan', 'work']).describe('plan: change nothing yet, hand in a plan with task_update'),
  plan: z.unknown().describe('In phase work the plan that was approved: keep to it; in phase plan your last one'),
  plan_cursor: z.string().optional().describe('The plan is too long for here: task_get with this cursor reads it'),
  feedback: z.string().nullable().describe('What the lead said of the last plan'),
  feedback_cursor: z.string().optional().describe('The feedback is too long for here: task_get reads it'),
  attempt: z.int().describe('Which attempt this is, from 1'),
  failed_before: z.string().nullable().describe('Why the attempt before failed'),
})

export const taskClaim = defineTool({
  name: 'task_claim',
  title: 'Claim a task',
  description:
    'Gives you the next task that you may have, yours alone until you end it with task_update or your lease runs out; every call in your name renews the lease. You join the team by it, and what you have in hand is given again, so it is safe to repeat. Without a task, next says whether to wait or to stop, and reason why; then you have left the team if you were to stop.',
  changes: 'adds',
  isOfMembers: true,
  input: z.object({
    team: teamField,
    member: memberField,
    role: roleField,
    task: taskField.optional().describe('Only this task, if it is ready and for you'),
    lease_minutes: leaseField,
    wait_seconds: waitField,
  }),
  output: z.object({
    team: z.string().describe('The team'),
    member: z.string().describe('You'),
    task: claimedTask.nullable().describe('What to do now; null when there is nothing'),
    again: z.boolean().describe('You had it in hand before; if you did not know, another agent uses your name'),
    blockers: blockersField,
    lease_until: z.string().nullable().describe('Call again before this time, or others may take the task'),
    next: z.enum(['work', 'wait', 'stop']).describe('work: do the task; wait: claim again later; stop: you are done'),
    reason: z.string().nullable().describe('Why there is nothing, or what else to know'),
  }),
  async run({ team, member, role, task, lease_minutes: leaseMinutes, wait_seconds: seconds }, context) {
    const ledger = await openForWork(context, team)
    if (task !== undefined) await ledger.task(team, task)
    const coming: Coming = { team, member, role, leaseMinutes }
    const { presence, taken: first } = await takeTask(ledger, coming, task)
    const look = async () =>
      (await takeAgain(ledger, presence, task)) ?? ((await isHopeless(ledger, presence)) ? 'nothing' : null)
    const found = first ?? (seconds ? await waitFor(ledger, look, { seconds, signal: context.signal }) : null)
    const taken = found === 'nothing' ? null : found
    return { data: taken ? await answerWith(ledger, presence, taken) : await answerWithout(ledger, coming, task) }
  },
})

async function answerWith(ledger: Ledger, presence: Presence, { claim, isAgain }: Taken) {
  const { team, member, task } = claim
  return {
    team,
    member,
    task: claimed(claim),
    again: isAgain,
    blockers: await blockersOf(ledger, team, task),
    lease_until: isoTime(presence.leaseUntil),
    next: 'work' as const,
    reason: whatToExpect(presence),
  }
}

function claimed({ task, input, phase }: Claim): z.input<typeof claimedTask> {
  return {
    id: task.id,
    subject: task.subject,
    ...bounded('description', task.description, VALUE_BUDGET),
    active_form: formOf(task),
    ...bounded('input', input, VALUE_BUDGET),
    phase,
    ...bounded('plan', task.approval?.plan ?? null, VALUE_BUDGET),
    ...bounded('feedback', task.approval?.feedback ?? null, VALUE_BUDGET),
    attempt: task.attempts,
    failed_before: task.reason,
  } as z.input<typeof claimedTask>
}

async function answerWithout(ledger: Ledger, coming: Coming, task?: string) {
  const { team, member } = coming
  const { presence, hasLeft, next, isAsked, ...idle } = await restOrLeave(ledger, coming, task)
  const reason = isAsked ? `${idle.reason}; answer with send_message kind shutdown_response` : idle.reason
  const leaseUntil = hasLeft ? null : isoTime(presence.leaseUntil)
  return { team, member, task: null, again: false, blockers: [], lease_until: leaseUntil, next, reason }
}
