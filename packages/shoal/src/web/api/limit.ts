// The limit that a run stopped at, and what it would take to go on.

import type { Budget } from '@shoal/base/model/ledger'
import type { LiveLimit, LiveListed } from '@shoal/base/model/live'
import type { Settings } from '../../config/resolve.ts'
import { reachedLimit } from '../../models/reached-limit.ts'
import { estimateRest } from '../../run/analysis/rest.ts'
import type { Mirrored } from './mirrors.ts'

export interface LimitRequest {
  readonly listed: Pick<LiveListed, 'status' | 'reason'>
  readonly budgets: readonly Budget[]
  readonly settings: Settings
}

/** Null for a run that is at work, or stopped for another reason. */
export function limitOf(
  { mirror, work }: Pick<Mirrored, 'mirror' | 'work'>,
  { listed, budgets, settings }: LimitRequest,
): LiveLimit | null {
  const reached = listed.status === 'stopped' && work !== null ? reachedLimit(listed.reason) : null
  const budget = budgets.find(({ unit }) => unit === reached?.unit)
  if (!reached || !budget || !work) return null
  const isOpen = (id: string) => {
    const status = mirror.task(id)?.status
    return status !== 'completed' && status !== 'skipped'
  }
  const { inputTokens, outputTokens, costUsd } = estimateRest(work, settings, isOpen)
  const restUsd = costUsd === null ? null : Math.ceil(costUsd * 1e6)
  const { limit, used } = budget
  return { ...reached, limit, used, rest: reached.unit === 'tokens' ? inputTokens + outputTokens : restUsd }
}
