// `task_list`: where a team stands, one short object for each task.

import { type Task, type TaskCounts, taskStatuses } from '@shoal/base/model/task'
import type { Member } from '@shoal/base/model/team'
import { z } from 'zod'
import { isAlive } from '../../run/members/presence.ts'
import { name, nextCursor } from '../fields.ts'
import { fitting } from '../page.ts'
import { shortened } from '../teams/long-text.ts'
import { openTeam } from '../teams/open-team.ts'
import { countsField, countsOf, isoTime, lineOf, stateField, stateOf, teamField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

const SUBJECT = 120
const MOST_WAITS = 5
const MOST_MEMBERS = 50
/** Characters of JSON; both stand in one answer. */
const TASKS_ROOM = 30_000
const MEMBERS_ROOM = 8000

const taskLine = z.object({
  id: z.string().describe('Its id'),
  subject: z.string().describe('What is to be done'),
  state: stateField,
  owner: z.string().nullable().describe('Who has it in hand, or ended it'),
  role: z.string().optional().describe('Whom it is for; left out for every member'),
  blocked_by: z.array(z.string()).optional().describe('Of a blocked task: what it waits for'),
  summary: z.string().optional().describe('How it ended'),
})

const memberLine = z.object({
  member: z.string().describe('Its name'),
  role: z.string().nullable().describe('Its role'),
  state: z.enum(['working', 'idle', 'left', 'dead', 'lapsed']).describe('lapsed: its lease ran out'),
  task: z.string().nullable().describe('What it has in hand'),
  completed: z.int().describe('Tasks it has completed'),
  lease_until: z.string().nullable().describe('Taken for dead from then on, unless it calls before'),
  shutdown: z.enum(['none', 'requested', 'rejected']).describe('Whether it was asked to leave, and said no'),
})

export const taskList = defineTool({
  name: 'task_list',
  title: 'List tasks',
  description:
    'Where a team stands: how many tasks are in which state, one short line for each task in the order of creation, and on the first page the members. Never carries results; task_get does.',
  changes: 'nothing',
  isOfMembers: true,
  input: z.object({
    team: teamField,
    status: z
      .enum(taskStatuses)
      .optional()
      .describe('Only tasks of this status; pending are ready, blocked or awaiting approval'),
    limit: z.int().min(1).max(200).optional().describe('Tasks per page; 50 if left out'),
    cursor: name.optional().describe('next_cursor of the page before'),
  }),
  output: z.object({
    team: z.string().describe('The team'),
    purpose: z.string().nullable().describe('What it is for'),
    outlook: z
      .enum(['working', 'waiting', 'stuck', 'done'])
      .describe('waiting: for your decision on a plan; stuck: what is left waits for failed tasks'),
    counts: countsField,
    tasks: z.array(taskLine).describe('One page, in the order of creation'),
    total: z.int().describe('Tasks on all pages'),
    next_cursor: nextCursor,
    members: z.array(memberLine).describe('Who is or was in the team, the first 50; on the first page only'),
    members_total: z.int().describe('How many are or were in the team'),
  }),
  async run({ team, status, limit = 50, cursor }, context) {
    const ledger = await openTeam(context, team)
    const { purpose } = await ledger.team(team)
    const counts = await ledger.counts(team)
    const found = await ledger.tasks(team, {
      ...(status === undefined ? {} : { status }),
      ...(cursor === undefined ? {} : { after: cursor }),
      limit: limit + 1,
    })
    const tasks = fitting(found.slice(0, limit).map(lineOfTask), TASKS_ROOM)
    const all = await ledger.members(team)
    const members = cursor === undefined ? all.slice(0, MOST_MEMBERS).map(lineOfMember) : []
    return {
      data: {
        team,
        purpose,
        outlook: await ledger.outlook(team),
        counts: countsOf(counts),
        tasks: [...tasks],
        total: totalOf(counts, status),
        next_cursor: tasks.length < found.length ? (tasks.at(-1)?.id ?? null) : null,
        members: [...fitting(members, MEMBERS_ROOM)],
        members_total: all.length,
      },
    }
  },
})

function lineOfTask(task: Task): z.input<typeof taskLine> {
  const state = stateOf(task)
  const line = lineOf(task)
  return {
    id: task.id,
    subject: shortened(task.subject, SUBJECT),
    state,
    owner: task.owner,
    ...(task.role === null ? {} : { role: task.role }),
    ...(state === 'blocked' ? { blocked_by: task.blockedBy.slice(0, MOST_WAITS) } : {}),
    ...(line === null ? {} : { summary: line }),
  }
}

function lineOfMember(member: Member): z.input<typeof memberLine> {
  const { name, role, task, completed, leaseUntil, shutdown } = member
  const hasLapsed = isAlive(member) && leaseUntil !== null && leaseUntil < Date.now()
  return {
    member: name,
    role,
    state: hasLapsed ? 'lapsed' : member.state,
    task,
    completed,
    lease_until: leaseUntil === null ? null : isoTime(leaseUntil),
    shutdown,
  }
}

function totalOf(counts: TaskCounts, status: Task['status'] | undefined): number {
  if (status === undefined) return counts.total
  if (status === 'pending') return counts.ready + counts.blocked + counts.awaitingApproval
  return status === 'in_progress' ? counts.inProgress : counts[status]
}
