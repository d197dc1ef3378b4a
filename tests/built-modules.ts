// Tests import src/ and are given build/, the same modules one by one as JavaScript: Node then loads each itself, which takes a
// fifth of the time that transforming them takes in every process, and they run as fast as what users run.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeModules } from '../scripts/build/program.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [src, page, build] = ['src/', 'src/page/', 'build/'].map(name => join(root, name)) as [string, string, string]

/** Every module of build/, as a pattern of what Node loads itself. */
export const BUILT = /[\\/]build[\\/].*\.js$/

/** A plug-in of Vite. What runs in a browser is not built one by one. */
export const builtModules = {
  name: 'built-modules',
  enforce: 'pre',
  resolveId(source: string, importer: string | undefined) {
    if (importer === undefined || !/^\..*\.ts$/.test(source)) return null
    const file = join(importer, '..', source)
    if (!file.startsWith(src) || file.startsWith(page)) return null
    return { id: `${build}${file.slice(src.length, -'.ts'.length)}.js`, external: true }
  },
} as const

/** Before the first test: an old build would prove nothing. */
export default async function setup(): Promise<void> {
  const built = statSync(join(build, 'index.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // The time of a directory tells of what was removed from it.
  const names = ['.', ...readdirSync(src, { recursive: true, encoding: 'utf8' })]
  if (names.some(name => statSync(join(src, name)).mtimeMs > built)) await writeModules(root)
}
