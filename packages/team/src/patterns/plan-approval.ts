// Plan approval: nothing is done before its plan is approved, by a person or by a reviewer.

import type { Json } from '@shoal/base/model/json'
import type { Worker } from '@shoal/base/model/worker'
import { proseOf } from '@shoal/base/text/prose'
import * as z from 'zod'
import { readResult } from '../agents/result.ts'
import type { TeamDraft } from '../draft.ts'
import { count, type Hand, mapping, patternKeys, performer, sharedKeys, worker, workers } from './keys.ts'
import { orderedTasks } from './named-tasks.ts'
import { crew, given, placed, resolved } from './parts.ts'
import { definePattern } from './pattern.ts'

/** Plans of one task that a reviewer may reject. */
const ROUNDS = 5

const tasks = orderedTasks('tasks')

export interface PlanApprovalSpec extends Hand {
  readonly workers?: number | undefined
  /** Makes the plans. Left out, the worker makes them too; it is told the phase. */
  readonly planner?: Worker | undefined
  /** Decides on plans. Left out, people decide. */
  readonly reviewer?: Worker | undefined
  /** How many plans of a task the reviewer may reject before a person has to decide; five if left out. */
  readonly rounds?: number | undefined
  /** A task waits for those in `after`, and gets their results. */
  readonly tasks: readonly Readonly<z.infer<typeof tasks>[number]>[]
  /** Given to every task that has no input of its own. */
  readonly input?: Json | undefined
}

export function planApproval(spec: PlanApprovalSpec): TeamDraft {
  const { workers, worker, planner, reviewer, rounds = ROUNDS, tasks, input, ...effort } = spec
  return {
    members: crew(workers, tasks.length, placed(planner ? inPhases(planner, worker) : worker, tasks)),
    tasks: tasks.map(({ name, after = [], cwd: _, ...said }) => ({
      id: name,
      role: 'worker',
      subject: name,
      blockedBy: after,
      needsApproval: true,
      ...given(input),
      ...effort,
      ...said,
    })),
    ...(reviewer ? { approver: reviewer, approvalRounds: rounds } : {}),
  }
}

/** One plans, the other does. */
function inPhases(planner: Worker, doer: Worker): Worker {
  return {
    kind: doer.kind,
    work: (assignment, signal) => (assignment.phase === 'plan' ? planner : doer).work(assignment, signal),
  }
}

const decision = z.union([
  z.object({ approve: z.literal(true), feedback: z.exactOptional(z.string()) }),
  z.object({ approve: z.literal(false), feedback: z.string().regex(/\S/) }),
])

/** What an agent is told that decides, unless its file says otherwise. */
const AGENT_REVIEW = {
  prompt:
    'You decide on the plan that another member made for the task below. Do not do the task. Approve the plan, or reject it and say in `feedback` what must change.',
  schema: {
    type: 'object',
    properties: { approve: { type: 'boolean' }, feedback: { type: 'string' } },
    required: ['approve'],
    additionalProperties: false,
  },
} as const

/** What a reviewer says of a plan. A rejection says what is missing, so that the plan can be revised. */
export type Decision = Readonly<z.infer<typeof decision>>

/** Null when a result is no decision. A reviewer that writes prose may put it in a fence. */
export function readDecision(result: Json): Decision | null {
  const said = decision.safeParse(result).data
  if (said) return said
  const prose = proseOf(result)
  const read = prose === null ? null : readResult(prose, null)
  return read && 'value' in read ? (decision.safeParse(read.value).data ?? null) : null
}

export const planApprovalPattern = definePattern({
  keys: mapping({
    ...patternKeys('plan-approval'),
    ...sharedKeys,
    workers,
    worker,
    planner: z.exactOptional(performer),
    reviewer: z.exactOptional(performer),
    rounds: z.exactOptional(count(1, 100)),
    tasks,
  }),
  draft: ({ worker, planner, reviewer, workers, rounds, tasks, input }, hire, place) =>
    planApproval({
      ...hire(worker),
      planner: planner && hire(planner).worker,
      reviewer: reviewer && hire(reviewer.agent === undefined ? reviewer : { ...AGENT_REVIEW, ...reviewer }).worker,
      workers,
      rounds,
      tasks: resolved(tasks, place.resolve),
      input,
    }),
})
