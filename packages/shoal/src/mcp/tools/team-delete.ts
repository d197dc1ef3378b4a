// `team_delete`: a team goes with all it has.
import { rm } from 'node:fs/promises'
import { expireMembers } from '@shoal/team/expire-members'
import { z } from 'zod'
import { dismissLead } from '../../run/members/presence.ts'
import { openForDeleting } from '../teams/open-team.ts'
import { teamField } from '../teams/shapes.ts'
import { defineTool } from '../tool.ts'

export const teamDelete = defineTool({
  name: 'team_delete',
  title: 'Delete a team',
  description:
    'Removes a team, or a run, with its tasks, results and messages. Refused while members are alive: ask them to leave with send_message kind shutdown_request first, or pass force if they are gone for good; one that was not made through this server needs force, too. Read what you need before: nothing of it comes back.',
  changes: 'removes',
  isOfMembers: true,
  input: z.object({
    team: teamField,
    force: z
      .boolean()
      .optional()
      .describe('Also while members are alive, whose work in hand is lost, and wherever it was made'),
  }),
  output: z.object({
    team: z.string().describe('The team'),
    deleted: z.boolean().describe('It is gone'),
  }),
  async run({ team, force = false }, context) {
    const ledger = await openForDeleting(context, team, force)
    await expireMembers(ledger, team)
    await dismissLead(ledger, team)
    await ledger.deleteTeam(team, { force })
    await rm(context.runDirectory(team), { recursive: true, force: true })
    return { data: { team, deleted: true } }
  },
})
