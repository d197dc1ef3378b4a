// The runs of a ledger. A run is a team with a definition from which it can be resumed.
import type { Ledger } from '@shoal/base/model/ledger'
import type { TaskCounts } from '@shoal/base/model/task'
import { isDelegated } from './analysis/definition.ts'
import { patternOf } from './definition.ts'
import { currentOverviews, type Standing, unlessGone } from './overviews.ts'
import type { RunStatus } from './teams.ts'
import type { WorkTime } from './work-clock.ts'
import { upTo, workTime } from './work-time.ts'

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
  /**
   * How long somebody led it, without the time in which it lay still; so far, while it is at work. Null where nobody did,
   * and for a run that agents of a client read: they come and go.
   */
  readonly tookMs: number | null
  /** A lead was killed: what it did after the last sign of it is not known. */
  readonly tookIsLeast: boolean
}

/** The newest first. */
export async function listRuns(ledger: Ledger, now: number): Promise<readonly ListedRun[]> {
  const runs: ListedRun[] = []
  for (const standing of await currentOverviews(ledger)) {
    if (!standing.overview.isRun) continue
    const definition = await unlessGone(ledger.definition(standing.overview.name), null)
    if (definition === null) continue
    const time = await unlessGone(workTime(ledger, standing.overview), null)
    runs.push(listedRun(standing, { pattern: patternOf(definition), isDelegated: isDelegated(definition) }, time, now))
  }
  return runs
}

/** What a definition says of a run in a list. */
export interface RunKind {
  readonly pattern: string
  readonly isDelegated: boolean
}

export function listedRun(
  { overview, status: found }: Standing,
  kind: RunKind,
  time: WorkTime | null,
  now: number,
): ListedRun {
  const { name, endedReason, tasks, createdAt, endedAt } = overview
  // Agents of a client come and go, and nobody leads them from here.
  const status = found === 'interrupted' && kind.isDelegated ? 'open' : found
  const took = kind.isDelegated ? null : time
  return {
    run: name,
    pattern: kind.pattern,
    status,
    reason: endedReason,
    tasks,
    startedAt: createdAt,
    endedAt,
    tookMs: took && upTo(took, now),
    tookIsLeast: took?.isLeast ?? false,
  }
}
