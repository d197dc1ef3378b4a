// `task_get`: all there is about one task, long values by the page.

import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import { emptyRecord, lookup } from '@shoal/base/model/lookup'
import type { Task } from '@shoal/base/model/task'
import { z } from 'zod'
import { wholeLine } from '../../run/members/whole-line.ts'
import { whyBlocked } from '../../run/teams.ts'
import { name, nextCursor } from '../fields.ts'
import { bounded, partPage, readCursor, textOf, VALUE_BUDGET } from '../teams/long-text.ts'
import { openTeam } from '../teams/open-team.ts'
import {
  blockersField,
  blockersOf,
  formOf,
  isoTime,
  stateField,
  stateOf,
  taskField,
  teamField,
} from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

const RESULT_BUDGET = 12_000
/** Characters of JSON for the whole task. */
const TASK_ROOM = 45_000

/** What may be too long for one answer, and where it is read. */
const parts: Readonly<Record<string, (ledger: Ledger, team: string, task: Task) => Promise<Json>>> = {
  description: async (_, __, { description }) => description,
  input: (ledger, team, { id }) => ledger.input(team, id),
  plan: async (_, __, { approval }) => approval?.plan ?? null,
  feedback: async (_, __, { approval }) => approval?.feedback ?? null,
  result: (ledger, team, { id }) => ledger.result(team, id),
  log: (ledger, team, { id }) => ledger.log(team, id),
  reason: async (ledger, team, task) => (await wholeLine(ledger, team, task, task.reason)) ?? task.reason,
  summary: async (ledger, team, task) => (await wholeLine(ledger, team, task, task.summary)) ?? task.summary,
}

const cursorField = z.string().optional().describe('Too long for here: task_get with this cursor reads it as text')

const cutField = z.string().optional().describe('It is cut: task_get with this cursor reads it whole')

const wholeTask = z.object({
  id: z.string().describe('Its id'),
  subject: z.string().describe('One line: what is to be done'),
  description: z.string().nullable().describe('All that is needed to do it'),
  description_cursor: cursorField,
  active_form: z.string().nullable().describe('What is being done while it runs'),
  state: stateField,
  waits_for: z.string().nullable().describe('Why a blocked task waits'),
  owner: z.string().nullable().describe('Who has it in hand, or ended it'),
  role: z.string().nullable().describe('Whom it is for; null for every member'),
  priority: z.int().describe('Higher ones are claimed first'),
  attempts: z.int().describe('Attempts so far'),
  retries: z.int().describe('How often a failed attempt is tried again by itself'),
  blockers: blockersField,
  approval: z
    .object({
      status: z
        .enum(['wanted', 'requested', 'approved', 'rejected'])
        .describe('wanted: no plan yet; requested: a plan awaits a decision'),
      round: z.int().describe('Plans handed in so far'),
    })
    .nullable()
    .describe('Where its plan stands; null for a task that needs none'),
  feedback: z.string().nullable().describe('What was said when a plan of it was last decided on'),
  feedback_cursor: cursorField,
  plan: z.unknown().describe('The last plan that was handed in'),
  plan_cursor: cursorField,
  input: z.unknown().describe('What it is given, as JSON'),
  input_cursor: cursorField,
  reason: z.string().nullable().describe('Why it failed last, or why it was skipped'),
  reason_cursor: cutField,
  summary: z.string().nullable().describe('One line on the result'),
  summary_cursor: cutField,
  result: z.unknown().describe('What came of it, as JSON'),
  result_bytes: z.int().nullable().describe('Size of the result'),
  result_cursor: cursorField,
  log: z.string().nullable().describe('What its worker wrote while it ran'),
  log_cursor: cursorField,
  created_at: z.string().describe('When it was created'),
  claimed_at: z.string().nullable().describe('When it was last claimed'),
  ended_at: z.string().nullable().describe('When it ended'),
})

export const taskGet = defineTool({
  name: 'task_get',
  title: 'Look at a task',
  description:
    'All about one task: description, input, plan, result, what it waits for and how it ended. Values that are too long are left out and have a cursor instead (result_cursor and so on); call again with it to read them as text, page by page.',
  changes: 'nothing',
  isOfMembers: true,
  input: z.object({
    team: teamField,
    task: taskField,
    cursor: name.optional().describe('A cursor of this task as an answer gave it: only that text comes back'),
  }),
  output: z.object({
    team: z.string().describe('The team'),
    task: wholeTask.nullable().describe('Null when a cursor was given'),
    text: z.string().nullable().describe('What the cursor points at; null without one'),
    next_cursor: nextCursor,
  }),
  async run({ team, task: id, cursor }, context) {
    const ledger = await openTeam(context, team)
    const task = await ledger.task(team, id)
    if (cursor === undefined)
      return { data: { team, task: await shownTask(ledger, team, task), text: null, next_cursor: null } }
    const place = readCursor(cursor, Object.keys(parts))
    const value = await lookup(parts, place.part)!(ledger, team, task)
    return { data: { team, task: null, ...partPage(value === null ? '' : textOf(value), place) } }
  },
})

async function shownTask(ledger: Ledger, team: string, task: Task): Promise<z.input<typeof wholeTask>> {
  const { approval, claimedAt, endedAt } = task
  const short = {
    id: task.id,
    subject: task.subject,
    active_form: formOf(task),
    state: stateOf(task),
    waits_for: await whyBlocked(ledger, team, task.id),
    owner: task.owner,
    role: task.role,
    priority: task.priority,
    attempts: task.attempts,
    retries: task.retries,
    blockers: await blockersOf(ledger, team, task),
    approval: approval && { status: approval.status, round: approval.round },
    ...(await line('reason', ledger, team, task)),
    ...(await line('summary', ledger, team, task)),
    result_bytes: task.resultBytes,
    created_at: isoTime(task.createdAt),
    claimed_at: claimedAt === null ? null : isoTime(claimedAt),
    ended_at: endedAt === null ? null : isoTime(endedAt),
  }
  let room = TASK_ROOM - JSON.stringify(short).length
  const long = emptyRecord<Json>()
  for (const part of ['description', 'result', 'input', 'plan', 'feedback', 'log']) {
    const most = part === 'result' ? RESULT_BUDGET : VALUE_BUDGET
    const shown = bounded(part, await lookup(parts, part)!(ledger, team, task), Math.min(most, room))
    room -= JSON.stringify(shown).length
    Object.assign(long, shown)
  }
  return { ...short, ...long } as z.input<typeof wholeTask>
}

async function line(field: 'reason' | 'summary', ledger: Ledger, team: string, task: Task) {
  const isCut = (await wholeLine(ledger, team, task, task[field])) !== null
  return { [field]: task[field], ...(isCut ? { [`${field}_cursor`]: `${field}:0` } : {}) }
}
