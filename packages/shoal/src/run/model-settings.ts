// Which models are meant: names of providers and classes made the full names of models.

import { ShoalError } from '@shoal/base/model/errors'
import { smallest } from '@shoal/base/model/lists'
import { BUILT_IN } from '@shoal/base/model/live'
import { loadAgents } from '../config/agents/load-agents.ts'
import type { Settings } from '../config/resolve.ts'
import { type ChosenModels, resolveModels } from '../models/model-name.ts'
import { allProviders } from '../models/providers/providers.ts'
import { readingRoom } from './budget.ts'

export interface ModelSettings {
  /** The same settings with every model by its full name. */
  readonly settings: Settings
  /** Agents that are played by another model than the analyst's. */
  readonly byAgent: ChosenModels['byAgent']
  /** A model was named for the synthesis. */
  readonly isSynthesisNamed?: boolean
}

export function withModels(settings: Settings, cwd = process.cwd(), env = process.env): ModelSettings {
  const { model, synthesisModel, modelClasses } = settings
  // Said outright, so that it holds against a config file.
  if (model === BUILT_IN) return { settings: { ...settings, model: null, synthesisModel: null }, byAgent: {} }
  if (model === null) {
    if (synthesisModel === null) return { settings, byAgent: {} }
    throw new ShoalError('bad-value', '--synthesis-model needs --model', {
      detail: '--synthesis-model',
      advice: 'name the model that reads too, or leave it out',
    })
  }
  const { agents } = loadAgents({ cwd, home: env.HOME ?? env.USERPROFILE })
  const { analyst, synthesis, byAgent } = resolveModels({
    model,
    synthesisModel,
    modelClasses,
    providers: allProviders(settings),
    agents,
  })
  const readers = [analyst, ...Object.values(byAgent)]
  // A chunk must fit the smallest of those who may be given it.
  const chunkTokens = settings.chunkTokens ?? smallest(readers.map(reader => readingRoom(reader, settings)))
  return {
    settings: { ...settings, model: analyst, synthesisModel: synthesis, chunkTokens },
    byAgent,
    isSynthesisNamed: synthesisModel !== null,
  }
}
