// Tells those that wait for a task that it is done.
import type { Turn } from './turn.ts'

/*
 * Whoever completes a task only notes that it is done. To count down a parent in the same move would make every worker of a
 * wide task wait for every other, and lock parents against claims in the wrong order. One at a time in each team takes
 * what was noted, however much that is, and counts it down at once.
 */

/** Within a shared move that holds the team's resolver lock, or in a move alone. */
export async function resolve(turn: Turn, team: number): Promise<void> {
  await turn.call('resolve_endings', team)
}

/** Of skipped tasks, and of those completed in a move alone. Completing in a shared move notes it by itself. */
export async function noteEnding(
  turn: Turn,
  { team, task }: { readonly team: number; readonly task: number },
): Promise<void> {
  await turn.run('INSERT INTO endings (team, task) VALUES ($1, $2)', team, task)
}

/** The teams, or the one of this name, where something is noted. */
export async function hasEndings(
  turn: Turn,
  team: string | null,
): Promise<readonly { readonly team: number; readonly name: string }[]> {
  return team === null
    ? await turn.all('SELECT team, name FROM teams t WHERE team IN (SELECT team FROM endings)')
    : await turn.all(
        'SELECT team, name FROM teams t WHERE name = $1 AND EXISTS (SELECT FROM endings e WHERE e.team = t.team)',
        team,
      )
}
