// The types of the package: what its surfaces name, and what that names. The declarations of all else stay out of dist/.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { surfaceFiles } from '../packages.mjs'

/** As tsconfig.build.json says. It is kept: what has not changed is not made again. */
const MADE = 'node_modules/.cache/shoal-types'
const SURFACES = ['packages/shoal/src/index.ts', 'packages/shoal/src/team.ts', 'packages/shoal/src/test.ts']
/** In an import, an export or a type such as `import('./x.js').X`. */
const NAMED = /((?:\bfrom\s*|\bimport\s*\(?\s*)["'])((?:\.|@shoal\/)[^"']+)(?=["'])/g

export function writeTypes(root, dist) {
  // `npm run types` is what checks them.
  const how = ['-p', 'tsconfig.build.json', '--noCheck']
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...how], {
    cwd: root,
    stdio: 'inherit',
  })
  const fileOf = surfaceFiles(root)
  const types = join(dist, 'types')
  rmSync(types, { recursive: true, force: true })
  const reached = new Set()
  const open = [...SURFACES]
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (reached.has(source)) continue
    reached.add(source)
    const text = readFileSync(join(root, MADE, declared(source.slice('packages/'.length))), 'utf8')
    const written = text.replace(NAMED, (_, head, name) => {
      const target = name.startsWith('.') ? join(dirname(source), name.replace(/\.js$/, '.ts')) : fileOf(name)
      open.push(target)
      return head + seenFrom(place(source), place(target))
    })
    mkdirSync(dirname(join(types, place(source))), { recursive: true })
    writeFileSync(join(types, place(source)), written)
  }
}

/** Where the declarations of a source lie in dist/types. */
function place(source) {
  return declared(source.replace(/^packages\/([^/]+)\/src\//, '$1/'))
}

function declared(source) {
  return source.replace(/\.ts$/, '.d.ts')
}

function seenFrom(from, to) {
  const path = relative(dirname(from), to)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}
