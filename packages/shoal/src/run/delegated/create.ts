// A run whose chunks are read by agents of a client: planned and stored like any other, and then waiting for them.

import type { Ledger } from '@shoal/base/model/ledger'
import type { Plan } from '@shoal/base/model/plan'
import type { Settings } from '../../config/resolve.ts'
import { shownQuestion } from '../../text/gate/shown.ts'
import { readAnalysis } from '../analysis/definition.ts'
import { purposeOf, runName } from '../analysis/naming.ts'
import { planForAgents } from '../analysis/plan-for-agents.ts'
import type { PlanningOptions } from '../plan.ts'
import { type Asked, analysisToPlan, createPlanned } from '../planned-run.ts'

export interface DelegateOptions {
  readonly ledger: Ledger
  readonly settings: Settings
  readonly signal: AbortSignal
  /** Where relative paths start. */
  readonly cwd: string
  /** As in planning. */
  readonly onFile?: PlanningOptions['onFile']
  /** Who reads, for the report: `claude-code`. */
  readonly engine: string
}

/** Stores the run; gives back its name. Throws `nothing-to-read`. */
export async function delegate(
  paths: readonly string[],
  asked: string | null,
  { ledger, settings, signal, cwd, engine, onFile }: DelegateOptions,
): Promise<{ readonly run: string; readonly plan: Plan }> {
  // It is stored, and told to every agent.
  const query = shownQuestion(asked)
  const request: Asked = { paths, query, cwd, settings, readBy: engine }
  const wanted = { name: runName(paths, cwd), ...purposeOf(query) }
  const { run, definition } = await createPlanned(analysisToPlan(request), wanted, {
    ledger,
    signal,
    plan: either => planForAgents(request, engine, { signal: either, ...(onFile && { onFile }) }),
  })
  return { run, plan: readAnalysis(run, definition).plan }
}
