// `team_create`: a durable team, with its first tasks if you like.
import { z } from 'zod'
import { fitting } from '../page.ts'
import { newTasks, toNewTask } from '../teams/new-task.ts'
import { keepRoots } from '../teams/places.ts'
import { countsField, countsOf, createdFields, teamField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

export const teamCreate = defineTool({
  name: 'team_create',
  title: 'Create a team',
  description:
    'Creates a team that keeps tasks, members and messages for several agents; you are its lead, named "lead". It outlives sessions and restarts. Add tasks here or with task_create, then start agents and tell each the name of the team and its own member name; they work with task_claim and task_update.',
  changes: 'adds',
  isOfMembers: true,
  input: z.object({
    team: teamField.describe('A name for the team: letters, digits, ".", "_", "-", at most 64'),
    purpose: z.string().optional().describe('One line for people: what the team is for'),
    tasks: newTasks.optional().describe('Its first tasks; all of them are created, or none and no team'),
  }),
  output: z.object({
    team: z.string().describe('The team'),
    ...createdFields,
    tasks: countsField,
  }),
  async run({ team, purpose, tasks = [] }, context) {
    const ledger = await context.ledger()
    const made = await ledger.createTeam({
      name: team,
      ...(purpose === undefined ? {} : { purpose }),
      tasks: tasks.map(toNewTask),
    })
    await keepRoots(context, made).catch(async error => {
      // One that nobody can be told to own would be open to all.
      await ledger.deleteTeam(team, { force: true })
      throw error
    })
    const ids = (await ledger.tasks(team, { limit: tasks.length })).map(({ id }) => id)
    const counts = countsOf(await ledger.counts(team))
    return { data: { team, created: [...fitting(ids)], total: ids.length, tasks: counts } }
  },
})
