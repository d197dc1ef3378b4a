// The program as bundles: one file for each thing that is started or imported, and the parts that they share or load later.
// Packages are not in them, but for zod. Names are kept as they are: people read stack traces.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { builtFile, ownPackages, sourceFiles, surfaceFiles } from '../packages.mjs'
import { noticesOf, packagesIn } from './page.mjs'

const FACES = ['bin', 'index', 'team', 'test']
/** Entries of threads and processes. */
const WORKERS = [
  'run/threads/file-worker',
  'sql/engine-worker',
  'sql/engine-watch-worker',
  'text/scan/worker',
  'run/ask/sandbox-worker',
]
const PARTS = 'parts'
const PRODUCT = 'packages/shoal/src'

const COMMON = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
}

export async function bundleProgram(root, directory) {
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    outbase: PRODUCT,
    entryPoints: [...FACES, ...WORKERS].map(name => `${PRODUCT}/${name}.ts`),
    outdir: directory,
    chunkNames: `${PARTS}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [zodInside(root), ownPackages(root)],
    metafile: true,
  })
  const bundled = packagesIn(root, metafile)
  writeFileSync(join(directory, 'notices.txt'), noticesOf(bundled))
  const bin = join(directory, 'bin.js')
  chmodSync(bin, 0o755)
  // A file that came out the same is not written, but is as new as the others.
  utimesSync(bin, new Date(), new Date())
  const made = new Set(Object.keys(metafile.outputs).map(file => join(root, file)))
  const parts = join(directory, PARTS)
  if (existsSync(parts))
    for (const name of readdirSync(parts)) if (!made.has(join(parts, name))) rmSync(join(parts, name))
}

/**
 * Every thread and process checks what it is told with zod, and would load its 110 modules one by one, half of them its words in other
 * languages: the quarter that is used is a part like others.
 */
function zodInside(root) {
  return {
    name: 'zod-inside',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^zod$/ }, () => ({ path: join(root, 'node_modules/zod/v4/classic/external.js') }))
      // As a namespace: of an object nothing can be left out.
      onLoad({ filter: /[\\/]packages[\\/].*\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace("import { z } from 'zod'", "import * as z from 'zod'"),
        loader: 'ts',
      }))
    },
  }
}

/** Every module as a file of its own, into build/<package>/: what tests, benchmarks, the growth law and the documents import. */
export async function writeModules(root) {
  const outdir = join(root, 'build')
  rmSync(outdir, { recursive: true, force: true })
  const sources = sourceFiles(root, /(?<!\.d)\.ts$/).filter(file => !file.startsWith('packages/page/'))
  await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: sources.map(source => ({ in: source, out: builtFile(source).slice('build/'.length, -'.js'.length) })),
    outdir,
    plugins: [{ name: 'built-imports', setup: build => toBuilt(root, build) }],
  })
}

/** Imports become imports of what is written. */
function toBuilt(root, { onLoad }) {
  const fileOf = surfaceFiles(root)
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const here = dirname(builtFile(relative(root, path).replaceAll('\\', '/')))
    const built = name => (name.startsWith('.') ? name.replace(/\.ts$/, '.js') : seenFrom(here, fileOf(name)))
    const text = readFileSync(path, 'utf8')
    return {
      contents: text.replace(
        /(\bfrom |\bimport ?\(?)'(\.[^']*\.ts|@shoal\/[^']*)'/g,
        (_, head, name) => `${head}'${built(name)}'`,
      ),
      loader: 'ts',
    }
  })
}

function seenFrom(directory, source) {
  const path = relative(directory, builtFile(source)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
