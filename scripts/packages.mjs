// The packages of the workspace, and which file an import of one of them means. Whatever builds, checks or tests asks here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What an import of another package begins with. */
const SCOPE = '@shoal/'

/** From the lowest to the highest. */
export const PACKAGES = ['base', 'flow', 'team', 'page', 'shoal']

/** The files of every package's sources that end so, as paths seen from the root. */
export function sourceFiles(root, ending = /\.tsx?$/) {
  return PACKAGES.flatMap(name =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(file => ending.test(file))
      .map(file => `packages/${name}/src/${file.replaceAll('\\', '/')}`),
  ).sort()
}

/** The file, seen from the root, of an import such as `@shoal/base/model/json`; null for what no surface offers. */
export function surfaceFiles(root) {
  const files = new Map()
  for (const name of PACKAGES) {
    const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    for (const [entry, file] of Object.entries(exports))
      files.set(`${SCOPE}${name}${entry.slice(1)}`, `packages/${name}${file.slice(1)}`)
  }
  return specifier => files.get(specifier) ?? null
}

/** Where a source lies in build/. */
export function builtFile(source) {
  return source.replace(/^packages\/([^/]+)\/src\//, 'build/$1/').replace(/\.ts$/, '.js')
}

/** A plug-in of esbuild: imports of packages are imports of their files, and end up in the bundle. */
export function ownPackages(root) {
  return {
    name: 'own-packages',
    setup(build) {
      const fileOf = surfaceFiles(root)
      build.onResolve({ filter: /^@shoal\// }, ({ path, importer }) => {
        const file = fileOf(path)
        if (file !== null) return { path: join(root, file) }
        return { errors: [{ text: `${path}, imported by ${importer}, is on the surface of no package` }] }
      })
    },
  }
}
