// The program as bundles: one file for each thing that is started or imported, and the parts that they share or load later.
// Packages are not in them. Names are kept as they are: people read stack traces.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

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

const COMMON = {
  outbase: 'src',
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
    entryPoints: [...FACES, ...WORKERS].map(name => `src/${name}.ts`),
    outdir: directory,
    chunkNames: `${PARTS}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    packages: 'external',
    metafile: true,
  })
  const bin = join(directory, 'bin.js')
  chmodSync(bin, 0o755)
  // A file that came out the same is not written, but is as new as the others.
  utimesSync(bin, new Date(), new Date())
  const made = new Set(Object.keys(metafile.outputs).map(file => join(root, file)))
  const parts = join(directory, PARTS)
  if (existsSync(parts))
    for (const name of readdirSync(parts)) if (!made.has(join(parts, name))) rmSync(join(parts, name))
}

/** Every module as a file of its own, into build/: what benchmarks, the growth law and the documents import. */
export async function writeModules(root) {
  const outdir = join(root, 'build')
  rmSync(outdir, { recursive: true, force: true })
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const entryPoints = names.filter(name => /\.ts$/.test(name) && !/^page[/\\]/.test(name)).map(name => `src/${name}`)
  await build({ ...COMMON, absWorkingDir: root, entryPoints, outdir, plugins: [{ name: 'extensions', setup: rename }] })
}

/** Imports of `.ts` become imports of what is written. */
function rename({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => ({
    contents: readFileSync(path, 'utf8').replace(/(\bfrom |\bimport ?\(?)'(\.[^']*)\.ts'/g, "$1'$2.js'"),
    loader: 'ts',
  }))
}
