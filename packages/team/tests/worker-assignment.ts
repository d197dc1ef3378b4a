// Assignments for tests of workers, as a scheduler would hand them out.
import { unlimitedCallBudget } from '@shoal/base/model/language-model'
import type { Task } from '@shoal/base/model/task'
import type { Assignment } from '@shoal/base/model/worker'

export function assignmentOf(assignment: Partial<Assignment> = {}, task: Partial<Task> = {}): Assignment {
  return {
    team: 'crew',
    member: 'ann',
    role: null,
    callBudget: unlimitedCallBudget,
    task: {
      id: 't1',
      subject: 'Count the words',
      description: null,
      activeForm: null,
      status: 'in_progress',
      owner: 'ann',
      role: null,
      priority: 0,
      attempts: 1,
      retries: 0,
      blockedBy: [],
      openBlockers: 0,
      approval: null,
      reason: null,
      summary: null,
      resultBytes: null,
      hasLog: false,
      createdAt: 1,
      claimedAt: 2,
      endedAt: null,
      ...task,
    },
    input: null,
    phase: 'work',
    blockers: async () => [],
    eachBlocker: async function* () {},
    messages: async () => [],
    ...assignment,
  }
}
