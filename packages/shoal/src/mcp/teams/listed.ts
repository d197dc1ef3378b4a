// The teams that an agent may see, as a list. Runs are listed elsewhere.
import { standingNow } from '../../run/overviews.ts'
import type { ToolContext } from '../tool.ts'
import { shortened } from './long-text.ts'
import { placesOf } from './places.ts'
import { countsOf } from './shapes.ts'

const MOST_TEAMS = 100
/** Characters of what a team is for. */
const MOST_PURPOSE = 300

/** The newest first. */
export async function listedTeams(context: Pick<ToolContext, 'jail' | 'ledger' | 'runDirectory'>) {
  const ledger = await context.ledger()
  const teams: object[] = []
  let total = 0
  for (const overview of await ledger.teams()) {
    if (overview.isRun) continue
    const places = (await placesOf(context, overview, null)) ?? []
    if (!places.every(place => context.jail.holds(place))) continue
    total++
    const standing = teams.length < MOST_TEAMS ? await standingNow(ledger, overview) : null
    if (!standing) continue
    const { name, purpose, tasks, alive, createdAt } = standing.overview
    teams.push({
      team: name,
      purpose: purpose === null ? null : shortened(purpose, MOST_PURPOSE),
      tasks: countsOf(tasks),
      members_alive: alive,
      created_at: new Date(createdAt).toISOString(),
    })
  }
  return { teams, total }
}
