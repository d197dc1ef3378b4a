// How teams, tasks and members look in answers.

import type { Ledger } from '@shoal/base/model/ledger'
import type { Task, TaskCounts } from '@shoal/base/model/task'
import { z } from 'zod'
import { DEFAULT_LEASE_MINUTES, MOST_LEASE_MINUTES } from '../../run/members/presence.ts'
import { name } from '../fields.ts'
import { fitting } from '../page.ts'
import { shortened } from './long-text.ts'

export const teamField = name.describe('Name of the team')
export const taskField = name.describe('Id of the task')
export const memberField = name.describe('Your name in the team: letters, digits, ".", "_", "-"; each agent its own')
export const roleField = name.optional().describe('Your role: you also get the tasks that are for this role')

export const leaseField = z
  .number()
  .positive()
  .max(MOST_LEASE_MINUTES)
  .optional()
  .describe(
    `Minutes without a call in your name after which others may take your task; ${DEFAULT_LEASE_MINUTES} if left out`,
  )

/** Longer, and clients would take the call for lost. */
const MOST_SECONDS = 30

export const waitField = z
  .number()
  .min(0)
  .max(MOST_SECONDS)
  .optional()
  .describe(`Seconds to wait when there is nothing, at most ${MOST_SECONDS}; returns as soon as there is something`)

const taskStates = ['ready', 'blocked', 'awaiting_approval', 'in_progress', 'completed', 'failed', 'skipped'] as const

/** A pending task is ready, blocked or awaiting approval. */
export const stateField = z
  .enum(taskStates)
  .describe('Where it stands: ready can be claimed, blocked waits for other tasks, awaiting_approval for a decision')

export function stateOf({ status, openBlockers, approval }: Task): (typeof taskStates)[number] {
  if (status !== 'pending') return status
  if (openBlockers > 0) return 'blocked'
  return approval?.status === 'requested' ? 'awaiting_approval' : 'ready'
}

export const countsField = z
  .object({
    total: z.int().describe('All tasks'),
    ready: z.int().describe('Can be claimed'),
    blocked: z.int().describe('Wait for other tasks'),
    awaiting_approval: z.int().describe('Wait for a decision on their plan'),
    in_progress: z.int().describe('In the hands of a member'),
    completed: z.int().describe('Done'),
    failed: z.int().describe('Failed for good'),
    skipped: z.int().describe('Left out'),
  })
  .describe('How many tasks there are, by state')

export function countsOf({ awaitingApproval, inProgress, ...counts }: TaskCounts): z.input<typeof countsField> {
  return { ...counts, awaiting_approval: awaitingApproval, in_progress: inProgress }
}

/** Of what was created; the ids may be long. */
export const createdFields = {
  created: z.array(z.string()).describe('Ids of the tasks, in order, as far as there is room'),
  total: z.int().describe('How many tasks were created'),
}

export const blockersField = z
  .array(
    z.object({
      task: z.string().describe('Id of the task'),
      state: stateField,
      summary: z.string().nullable().describe('How it ended'),
      result_bytes: z.int().nullable().describe('Size of its result'),
    }),
  )
  .describe('What it waits for or builds on, the first 20 of them; task_get reads their results')

/** Results are pointed at, never carried. */
export async function blockersOf(ledger: Ledger, team: string, task: Task): Promise<z.input<typeof blockersField>> {
  const shown = task.blockedBy.slice(0, MOST_BLOCKERS)
  const found = await Promise.all(shown.map(id => ledger.task(team, id)))
  const lines = found.map(one => ({
    task: one.id,
    state: stateOf(one),
    summary: lineOf(one),
    result_bytes: one.resultBytes,
  }))
  return [...fitting(lines, BLOCKERS_ROOM)]
}

const MOST_BLOCKERS = 20
/** They share an answer with long values. */
const BLOCKERS_ROOM = 10_000
const LINE = 160

/** What is said of a task that has ended, in few words. */
export function lineOf({ summary, reason }: Task): string | null {
  const line = summary ?? reason
  return line === null ? null : shortened(line, LINE)
}

export function formOf({ activeForm }: Task): string | null {
  return activeForm === null ? null : shortened(activeForm, LINE)
}

export function isoTime(at: number): string {
  return new Date(at).toISOString()
}
