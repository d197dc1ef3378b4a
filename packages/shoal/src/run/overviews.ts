// Teams as they stand now: the dead are noticed before anything is said of them.
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import type { TeamOverview } from '@shoal/base/model/team'
import { expireMembers } from '@shoal/team/expire-members'
import { type RunStatus, statusOf } from './teams.ts'

export interface Standing {
  readonly overview: TeamOverview
  readonly status: RunStatus
}

export async function currentOverview(ledger: Ledger, team: string): Promise<Standing> {
  await expireMembers(ledger, team)
  const overview = await ledger.overview(team)
  return { overview, status: statusOf(overview, await ledger.outlook(team)) }
}

/** The newest first. A team that is deleted meanwhile is left out. */
export async function currentOverviews(ledger: Ledger): Promise<readonly Standing[]> {
  const found: Standing[] = []
  for (const overview of await ledger.teams()) {
    const one = await standingNow(ledger, overview)
    if (one) found.push(one)
  }
  return found
}

/** Null when it is deleted meanwhile. */
export async function standingNow(ledger: Ledger, overview: TeamOverview): Promise<Standing | null> {
  // Only a team that somebody was in can have dead members.
  const isQuiet = overview.alive === 0 && overview.tasks.inProgress === 0
  const standing = isQuiet ? standingOf(ledger, overview) : currentOverview(ledger, overview.name)
  return await unlessGone<Standing | null>(standing, null)
}

async function standingOf(ledger: Ledger, overview: TeamOverview): Promise<Standing> {
  return { overview, status: statusOf(overview, await ledger.outlook(overview.name)) }
}

/** A team may be deleted at any moment, which is then no error. */
export async function unlessGone<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ShoalError && error.code === 'unknown-team') return otherwise
    throw error
  }
}
