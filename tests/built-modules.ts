// Tests import sources and are given build/, the same modules one by one as JavaScript: Node then loads each itself, which takes a
// fifth of the time that transforming them takes in every process, and they run as fast as what users run.
import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeModules } from '../scripts/build/program.mjs'
import { builtFile, sourceFiles, surfaceFiles } from '../scripts/packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const fileOf = surfaceFiles(root)

/** Every module of build/, as a pattern of what Node loads itself. */
export const BUILT = /[\\/]build[\\/].*\.js$/

/** A plug-in of Vite. What runs in a browser is not built one by one. */
export const builtModules = {
  name: 'built-modules',
  enforce: 'pre',
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined) return null
    const file = source.startsWith('@shoal/') ? fileOf(source) : imported(source, importer)
    if (file === null || file.startsWith('packages/page/')) return null
    return { id: join(root, builtFile(file)), external: true }
  },
} as const

/** The source that a relative import means, seen from the root. */
function imported(source: string, importer: string): string | null {
  if (!/^\..*\.ts$/.test(source)) return null
  const file = relative(root, join(importer, '..', source)).replaceAll('\\', '/')
  return /^packages\/[^/]+\/src\//.test(file) ? file : null
}

/** Before the first test: an old build would prove nothing. */
export default async function setup(): Promise<void> {
  const built = statSync(join(root, builtFile('packages/shoal/src/index.ts')), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // The time of a directory tells of what was removed from it.
  if (sourceFiles(root, /./).some(name => statSync(join(root, name)).mtimeMs > built)) await writeModules(root)
}
