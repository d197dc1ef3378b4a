// `task_create`: one task, or many that may wait for each other.

import { ShoalError } from '@shoal/base/model/errors'
import { z } from 'zod'
import { fitting } from '../page.ts'
import { newTaskFields, newTasks, toNewTask } from '../teams/new-task.ts'
import { openForWork } from '../teams/open-team.ts'
import { countsField, countsOf, createdFields, teamField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

export const taskCreate = defineTool({
  name: 'task_create',
  title: 'Create tasks',
  description:
    'Adds one task (subject and so on), or many at once (tasks), to a team. A task that is blocked_by others becomes ready by itself when the last of them is done. Many at once are created all or none, may wait for each other in any order, and a cycle is refused with the way round it.',
  changes: 'adds',
  isOfMembers: true,
  input: z.object({
    team: teamField,
    ...newTaskFields,
    subject: newTaskFields.subject.optional(),
    tasks: newTasks.optional().describe('Many tasks, in place of the fields of one'),
  }),
  output: z.object({
    team: z.string().describe('The team'),
    ...createdFields,
    tasks: countsField,
  }),
  async run({ team, tasks, ...one }, context) {
    const { subject } = one
    if ((subject === undefined) === (tasks === undefined))
      throw new ShoalError('bad-value', 'task_create takes either one task with a subject, or tasks', {
        detail: 'subject',
      })
    const given = subject === undefined ? (tasks ?? []) : [{ ...one, subject }]
    const ledger = await openForWork(context, team)
    const ids = await ledger.createTasks(team, given.map(toNewTask))
    const counts = countsOf(await ledger.counts(team))
    return { data: { team, created: [...fitting(ids)], total: ids.length, tasks: counts } }
  },
})
