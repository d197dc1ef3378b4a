// The content types of a run: the built-in ones and those of the config file.
import type { Settings } from '../config/resolve.ts'
import { createRegistry } from '../content/registry.ts'
import type { ContentType } from '../model/content-type.ts'
import type { Registry } from '../model/registry.ts'

export function registryFor(settings: Settings): Registry {
  return createRegistry(settings.types as readonly ContentType[])
}
