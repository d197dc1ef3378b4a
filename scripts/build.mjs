// Builds what runs, without checking types: the program, its kernels and the page, into dist/ whole or not at all.
// `node scripts/build.mjs program|kernels|page …` makes only these anew, in place. `modules` are for benchmarks and documents,
// `types` for those who import the package.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileKernels } from './build/kernels.mjs'
import { bundlePages } from './build/page.mjs'
import { bundleProgram, writeModules } from './build/program.mjs'
import { writeTypes } from './build/types.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const work = join(root, 'node_modules/.cache/shoal-build')

const PARTS = {
  program: bundleProgram,
  kernels: compileKernels,
  page: bundlePages,
  modules: writeModules,
  types: writeTypes,
}

const asked = process.argv.slice(2)
const unknown = asked.find(name => !Object.hasOwn(PARTS, name))
if (unknown !== undefined) throw new Error(`there is no part ${unknown}: ${Object.keys(PARTS).join(', ')}`)
if (asked.length > 0) for (const name of asked) await PARTS[name](root, dist)
else await buildWhole()

async function buildWhole() {
  if (existsSync(dist) && !existsSync(join(dist, 'bin.js')) && readdirSync(dist).length > 0)
    throw new Error(`${dist} is there and is no build: remove it`)
  const fresh = join(work, `new-${process.pid}`)
  const old = join(work, `old-${process.pid}`)
  try {
    mkdirSync(fresh, { recursive: true })
    await Promise.all([bundleProgram, compileKernels, bundlePages].map(part => part(root, fresh)))
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } finally {
    for (const directory of [fresh, old]) rmSync(directory, { recursive: true, force: true })
  }
}
