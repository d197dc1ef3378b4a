// Which content types are tables, whose columns may promise secrets.
import type { Registry } from '@shoal/base/model/registry'

/** Whether a type's columns may promise secrets; so it is taken of a type that is no longer known. */
export function tabledTypes(registry: Registry): (name: string | undefined) => Promise<boolean> {
  const known = new Map<string, boolean>()
  return async (name = '') => {
    const type = registry.get(name)
    if (!type) return true
    const isTabled = known.get(name) ?? (await type.builtIn()).secrets === 'tabled'
    known.set(name, isTabled)
    return isTabled
  }
}
