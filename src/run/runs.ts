// The runs of a ledger. A run is a team with a definition from which it can be resumed.
import type { Ledger } from '../model/ledger.ts'
import type { TaskCounts } from '../model/task.ts'
import { isDelegated } from './analysis/definition.ts'
import { patternOf } from './definition.ts'
import { currentOverviews, unlessGone } from './overviews.ts'
import type { RunStatus } from './teams.ts'

export interface ListedRun {
  readonly run: string
  /** `analyze` for an analysis, else the pattern it was started with. */
  readonly pattern: string
  readonly status: RunStatus
  /** One clause on why it ended so. */
  readonly reason: string | null
  readonly tasks: TaskCounts
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number | null
  /** So far, while it is at work; null while it lies still. */
  readonly tookMs: number | null
}

/** The newest first. */
export async function listRuns(ledger: Ledger, now: number): Promise<readonly ListedRun[]> {
  const runs: ListedRun[] = []
  for (const { overview, status: found } of await currentOverviews(ledger)) {
    if (!overview.isRun) continue
    const definition = await unlessGone(ledger.definition(overview.name), null)
    if (definition === null) continue
    const { name, endedReason, tasks, createdAt, endedAt } = overview
    // Agents of a client come and go, and nobody leads them from here.
    const status = found === 'interrupted' && isDelegated(definition) ? 'open' : found
    const isAtWork = status === 'running' || status === 'waiting'
    const end = endedAt ?? (isAtWork ? now : null)
    runs.push({
      run: name,
      pattern: patternOf(definition),
      status,
      reason: endedReason,
      tasks,
      startedAt: createdAt,
      endedAt,
      tookMs: end === null ? null : end - createdAt,
    })
  }
  return runs
}
