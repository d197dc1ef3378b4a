// Where a module lies that is named by its place: `./orders`, `..models.order`. One reading for the graph of imports and the relation.
import { posix } from 'node:path'
import { languageOf } from '../../text/code/languages/registry.ts'

/** The path without the ending that the import leaves out; null when the module is named otherwise. */
export function placeOf(module: string, path: string, language: string): string | null {
  const { importsBy } = languageOf(language)
  if (importsBy === 'script') return module.startsWith('.') ? besideOf(path, module) : null
  if (importsBy !== 'dotted') return null
  const [, dots = '', rest = ''] = /^(\.{1,20})(.*)$/s.exec(module) ?? []
  return dots === '' ? null : besideOf(path, `${'../'.repeat(dots.length - 1)}${rest.replaceAll('.', '/')}`)
}

/** A path as seen from the folder of a file. */
export function besideOf(path: string, place: string): string {
  return posix.join(posix.dirname(path.replaceAll('\\', '/')), place).replace(/(?<=[^/])\/$/, '')
}
