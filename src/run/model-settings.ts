// Which models are meant: names of providers and classes made the full names of models.
import type { Settings } from '../config/resolve.ts'
import { ShoalError } from '../model/errors.ts'
import { resolveModels } from '../models/model-name.ts'

/** The same settings with every model by its full name. */
export function withModels(settings: Settings): Settings {
  const { model, synthesisModel, modelClasses } = settings
  if (model === null) {
    if (synthesisModel === null) return settings
    throw new ShoalError('bad-value', '--synthesis-model needs --model', {
      detail: '--synthesis-model',
      advice: 'name the model that reads too, or leave it out',
    })
  }
  const { analyst, synthesis } = resolveModels({ model, synthesisModel, modelClasses })
  return { ...settings, model: analyst, synthesisModel: synthesis }
}
