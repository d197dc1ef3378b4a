// The content types of a run: the built-in ones and those of the config file, which may be plain definitions.

import type { ContentType } from '@shoal/base/model/content-type'
import { ShoalError } from '@shoal/base/model/errors'
import type { Registry } from '@shoal/base/model/registry'
import type { Settings } from '../config/resolve.ts'
import { type ContentTypeDefinition, defineContentType } from '../content/define.ts'
import { createRegistry } from '../content/registry.ts'
import { checkOverrides } from '../stages/detect.ts'

export function registryFor(settings: Pick<Settings, 'types' | 'overrides'>): Registry {
  const registry = build(settings.types)
  const problem = checkOverrides(settings.overrides, registry)
  if (problem) throw new ShoalError('unknown-type', problem)
  return registry
}

function build(types: readonly unknown[]): Registry {
  try {
    return createRegistry(types.map(toType))
  } catch (error) {
    throw new ShoalError('config-invalid', `"types": ${(error as Error).message}`, { detail: 'types', cause: error })
  }
}

/** What `defineContentType` has made, or what it would be given: a JSON file can only hold the latter. */
function toType(given: unknown): ContentType {
  if (typeof given !== 'object' || given === null || !('name' in given) || typeof given.name !== 'string')
    throw new Error('each must be an object with a name')
  const made = given as ContentType
  if (typeof made.cut === 'function' && typeof made.sizing?.overlap === 'function') return made
  return defineContentType(given as ContentTypeDefinition)
}
