// Names that a language defines itself.
import { languageOf, listed } from '../languages/registry.ts'

const sets = new Map<string, ReadonlySet<string>>()

export function isBuiltIn(language: string, name: string): boolean {
  let names = sets.get(language)
  if (!names) {
    names = new Set(listed(languageOf(language).builtIns ?? ''))
    sets.set(language, names)
  }
  return names.has(name)
}
