// New tasks as agents write them.

import type { Json } from '@shoal/base/model/json'
import type { NewTask } from '@shoal/base/model/task'
import { z } from 'zod'
import { name } from '../fields.ts'

export const newTaskFields = {
  id: name.optional().describe('A name of its own in the team; left out, tasks are numbered: 1, 2 …'),
  subject: z.string().describe('One line: what is to be done'),
  description: z.string().optional().describe('All that the member needs to know to do it'),
  active_form: z.string().optional().describe('What is being done while it runs: "Counting words"'),
  role: name.optional().describe('Only members of this role, or of this name, get it; left out, every member may'),
  priority: z.int().optional().describe('Higher ones are claimed first; 0 if left out'),
  blocked_by: z
    .array(name)
    .max(1000)
    .optional()
    .describe('Ids of tasks that must be done before, also of the same call'),
  needs_approval: z.boolean().optional().describe('The member must hand in a plan, and you approve it before the work'),
  retries: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('How often a failed attempt is tried again by itself; 0 if left out'),
  input: z.unknown().optional().describe('Any JSON that the member is given with the task'),
}

const fields = z.object(newTaskFields)

/** At most so many in one call. */
export const newTasks = z.array(fields.strict()).max(500)

export function toNewTask(given: z.output<typeof fields>): NewTask {
  const { id, description, active_form, role, priority, blocked_by, needs_approval, retries, input } = given
  return {
    subject: given.subject,
    ...(id === undefined ? {} : { id }),
    ...(description === undefined ? {} : { description }),
    ...(active_form === undefined ? {} : { activeForm: active_form }),
    ...(role === undefined ? {} : { role }),
    ...(priority === undefined ? {} : { priority }),
    ...(blocked_by === undefined ? {} : { blockedBy: blocked_by }),
    ...(needs_approval === undefined ? {} : { needsApproval: needs_approval }),
    ...(retries === undefined ? {} : { retries }),
    ...(input === undefined ? {} : { input: input as Json }),
  }
}
