// `task_update`: all that can happen to a task after its creation, one change per call.

import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import { lookup } from '@shoal/base/model/lookup'
import { type Claim, type Task, taskStatuses } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import { z } from 'zod'
import { endTask, holdTask, releaseTask } from '../../run/members/ending.ts'
import { type Coming, takeLeave } from '../../run/members/presence.ts'
import { logOfLong } from '../../run/members/whole-line.ts'
import { name } from '../fields.ts'
import { openForDeciding, openForWork } from '../teams/open-team.ts'
import { leaseField, roleField, stateField, stateOf, taskField, teamField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

const input = z.object({
  team: teamField,
  task: taskField,
  status: z
    .enum(taskStatuses)
    .optional()
    .describe(
      'in_progress: claim it; completed: with result and summary; failed: with reason; pending: give it back, or try a failed or skipped one again; skipped: others go on without it (lead only)',
    ),
  member: name.optional().describe('Your name in the team; needed to claim, complete, fail or plan; else the lead'),
  role: roleField,
  result: z.unknown().optional().describe('Of completed: any JSON, for those who build on it'),
  summary: z.string().optional().describe('One line on the result or the plan; the lead gets it'),
  reason: z.string().optional().describe('Of failed, skipped or given back: why'),
  final: z.boolean().optional().describe('Of failed: true to leave out the retries that are left'),
  add_blocked_by: z
    .array(name)
    .min(1)
    .max(1000)
    .optional()
    .describe('Ids of more tasks to wait for; a cycle is refused'),
  plan: z
    .unknown()
    .optional()
    .describe('Hands in a plan (text or JSON) for a task in phase plan; it then awaits a decision'),
  decision: z.enum(['approve', 'reject']).optional().describe("The lead's answer to a plan that awaits one"),
  feedback: z.string().optional().describe('What to say with a decision; needed to reject'),
  lease_minutes: leaseField,
  leave: z.boolean().optional().describe('True if this was your last task: you leave the team'),
})

type Given = z.output<typeof input>
type Change = (ledger: Ledger, given: Given, task: Task) => Promise<void>

export const taskUpdate = defineTool({
  name: 'task_update',
  title: 'Change a task',
  description:
    'Changes a task in one way: a new status, add_blocked_by, a plan, or a decision on one. A member completes its task with result and a one-line summary, which goes to the lead; one that it has not claimed is claimed for it if that is possible. Completing makes the tasks that waited for it ready. What is not allowed is refused with the reason.',
  changes: 'adds',
  isOfMembers: true,
  input,
  output: z.object({
    team: z.string().describe('The team'),
    task: z.string().describe('The task'),
    state: stateField,
    owner: z.string().nullable().describe('Who has it in hand, or ended it'),
    phase: z.enum(['plan', 'work']).nullable().describe('Of a task in progress'),
    next: z.string().describe('What to do next'),
  }),
  async run(given, context) {
    const { isWork, make, next } = lookup(changes, changeOf(given))!
    const { team, task: id } = given
    const ledger = await (isWork ? openForWork : openForDeciding)(context, team)
    await make(ledger, given, await ledger.task(team, id))
    if (given.leave && given.member !== undefined) await takeLeave(ledger, team, given.member)
    const task = await ledger.task(team, id)
    return { data: { team, task: id, state: stateOf(task), owner: task.owner, phase: phaseOf(task), next } }
  },
})

function phaseOf({ status, approval }: Task): Claim['phase'] | null {
  if (status !== 'in_progress') return null
  return approval === null || approval.status === 'approved' ? 'work' : 'plan'
}

/** Exactly one, so that a call happens whole or not at all. */
function changeOf({ status, add_blocked_by, plan, decision }: Given): string {
  const named = [
    ...(status === undefined ? [] : [status]),
    ...(add_blocked_by === undefined ? [] : ['add_blocked_by']),
    ...(plan === undefined ? [] : ['plan']),
    ...(decision === undefined ? [] : ['decision']),
  ]
  const [only] = named
  if (named.length === 1 && only !== undefined) return only
  throw new ShoalError('bad-value', 'task_update makes one change: status, add_blocked_by, plan or decision', {
    detail: 'status',
    advice: named.length === 0 ? 'pass one of them' : 'call it once for each',
  })
}

const changes: Readonly<Record<string, { readonly isWork: boolean; readonly make: Change; readonly next: string }>> = {
  in_progress: {
    isWork: true,
    make: async (ledger, given, { id }) => void (await holdTask(ledger, comingOf(given), id)),
    next: 'task_claim gives you its description and input',
  },
  completed: {
    isWork: true,
    make: (ledger, given, task) =>
      endTask(ledger, comingOf(given), task, {
        status: 'completed',
        result: (given.result ?? null) as Json,
        ...summaryOf(given),
      }),
    next: 'task_claim for the next task',
  },
  failed: {
    isWork: true,
    make: (ledger, given, task) =>
      endTask(ledger, comingOf(given), task, {
        status: 'failed',
        reason: given.reason ?? given.summary ?? '',
        ...logOfLong(given.reason ?? given.summary),
        final: given.final ?? false,
      }),
    next: 'task_claim for the next task; the lead may try a failed one again with status pending, or skip it',
  },
  plan: {
    isWork: true,
    make: (ledger, given, task) =>
      endTask(ledger, comingOf(given), task, { status: 'planned', plan: given.plan as Json, ...summaryOf(given) }),
    next: 'wait for the decision with read_inbox and wait_seconds, then task_claim',
  },
  /** In the hands of a member it is given back; else it is tried again. */
  pending: {
    isWork: false,
    make: async (ledger, { team, member, reason = 'given back' }, task) =>
      await (task.status === 'in_progress'
        ? releaseTask(ledger, team, task, { by: member ?? LEAD, reason })
        : ledger.retry(team, task.id)),
    next: 'it is open for whoever claims it next',
  },
  skipped: {
    isWork: false,
    make: (ledger, { team, member, reason = '' }, { id }) => {
      checkLead(member, 'only the lead skips tasks')
      return ledger.skip(team, id, reason)
    },
    next: 'those that waited for it go on without it',
  },
  add_blocked_by: {
    isWork: true,
    make: (ledger, { team, add_blocked_by = [] }, { id }) => ledger.addBlockedBy(team, id, add_blocked_by),
    next: 'it becomes ready by itself when all of them are done',
  },
  decision: {
    isWork: true,
    make: decide,
    next: 'the member finds your answer in its inbox and claims the task again',
  },
}

async function decide(ledger: Ledger, { team, member, decision, feedback }: Given, { id }: Task): Promise<void> {
  checkLead(member, 'only the lead decides on plans')
  if (decision === 'reject') await ledger.reject(team, id, { by: LEAD, feedback: feedback ?? '' })
  else await ledger.approve(team, id, { by: LEAD, ...(feedback === undefined ? {} : { feedback }) })
}

function checkLead(member: string | undefined, refusal: string): void {
  if (member === undefined || member === LEAD) return
  throw new ShoalError('bad-value', refusal, {
    detail: 'member',
    advice: 'leave the decision to the lead, and wait for it with `read_inbox`',
  })
}

function comingOf({ team, member, role, lease_minutes: leaseMinutes }: Given): Coming {
  if (member !== undefined) return { team, member, role, leaseMinutes }
  throw new ShoalError('missing-argument', 'task_update needs member for this: who does the task', {
    detail: 'member',
    advice: 'pass your name in the team',
  })
}

function summaryOf({ summary }: Given): { summary?: string; log?: string } {
  return summary === undefined ? {} : { summary, ...logOfLong(summary) }
}
