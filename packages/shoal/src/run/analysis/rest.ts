// What a run that stopped would still take: its plan's estimate, for the tasks that are not done.

import type { Estimate, PlannedTask } from '@shoal/base/model/plan'
import type { Settings } from '../../config/resolve.ts'
import { estimate } from '../../stages/plan-estimate.ts'
import { registryFor } from '../registry.ts'
import type { ModelsDefinition } from './definition.ts'

/** What is kept of a run's definition to tell. */
export interface ModelWork {
  readonly tasks: readonly PlannedTask[]
  readonly models: Pick<ModelsDefinition, 'analyst' | 'synthesis' | 'byAgent' | 'readsAll'>
}

export function estimateRest(
  { tasks, models }: ModelWork,
  settings: Settings,
  isOpen: (task: string) => boolean,
): Pick<Estimate, 'inputTokens' | 'outputTokens' | 'costUsd'> {
  const { analyst, synthesis, byAgent, readsAll } = models
  const registry = registryFor(settings)
  return estimate(
    tasks.filter(({ id }) => isOpen(id)),
    {
      model: analyst,
      synthesisModel: synthesis,
      byAgent,
      prices: settings.prices,
      byFigures: name => !readsAll && registry.get(name)?.extent === 'figures',
    },
  )
}
