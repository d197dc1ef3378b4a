// The types of the package: what its two surfaces name, and what that names. The declarations of all else stay out of dist/.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** As tsconfig.build.json says. It is kept: what has not changed is not made again. */
const MADE = 'node_modules/.cache/shoal-types'
const SURFACES = ['index.d.ts', 'team.d.ts', 'test.d.ts']
/** In an import, an export or a type such as `import('./x.js').X`. */
const NAMED = /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']+)["']/g

export function writeTypes(root, dist) {
  const made = join(root, MADE)
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  })
  const types = join(dist, 'types')
  rmSync(types, { recursive: true, force: true })
  const reached = new Set()
  const open = SURFACES.map(name => join(made, name))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(NAMED))
      open.push(join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')))
  }
  for (const file of reached) cpSync(file, join(types, relative(made, file)))
}
