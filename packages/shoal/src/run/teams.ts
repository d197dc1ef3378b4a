// Where a team or a run stands, in words for people.
import type { Ledger } from '@shoal/base/model/ledger'
import type { Outlook, Task } from '@shoal/base/model/task'
import type { TeamOverview } from '@shoal/base/model/team'

/** `interrupted`: nobody leads the run, though it has not ended. A team that is no run is `open`. */
export type RunStatus = 'running' | 'waiting' | 'interrupted' | 'open' | 'completed' | 'failed' | 'stopped'

export function statusOf({ isRun, ended, leadAlive }: TeamOverview, outlook: Outlook): RunStatus {
  if (ended !== null) return ended
  if (!isRun) return 'open'
  if (!leadAlive) return 'interrupted'
  return outlook === 'waiting' ? 'waiting' : 'running'
}

/** How many tasks are looked at to find out why one waits. */
const SEARCH_LIMIT = 1000

/**
 * Why a blocked task waits: `waits for 3 (failed: exit 1)`, naming what is at the root of it. Null when it is not
 * blocked.
 */
export async function whyBlocked(ledger: Ledger, team: string, id: string): Promise<string | null> {
  const task = await ledger.task(team, id)
  if (task.status !== 'pending' || task.openBlockers === 0) return null
  const open: string[] = []
  const seen = new Set<string>([id])
  let frontier: readonly Task[] = [task]
  while (frontier.length > 0 && seen.size < SEARCH_LIMIT) {
    const next: Task[] = []
    for (const blocker of frontier.flatMap(({ blockedBy }) => blockedBy)) {
      if (seen.has(blocker) || seen.size >= SEARCH_LIMIT) continue
      seen.add(blocker)
      const found = await ledger.task(team, blocker)
      if (found.status === 'failed') return `waits for ${blocker} (failed: ${found.reason ?? 'no reason given'})`
      if (found.approval?.status === 'requested' && found.openBlockers === 0)
        return `waits for ${blocker} (awaits approval)`
      if (found.status !== 'pending' && found.status !== 'in_progress') continue
      if (frontier[0] === task) open.push(blocker)
      if (found.openBlockers > 0) next.push(found)
    }
    frontier = next
  }
  const shown = open.slice(0, 3).join(', ')
  return task.openBlockers > 3 ? `waits for ${shown} and ${task.openBlockers - 3} more` : `waits for ${shown}`
}
