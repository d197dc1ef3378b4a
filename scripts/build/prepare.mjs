// npm runs this after an installation, and before it packs what it has fetched from a git address: there is nothing built in a repository. In a
// clone nothing is done: it is built at its first start, or by whoever works on it.
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { haveBuilt, isBuilt } from './once.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Where npm was started: in a clone by who works on it, elsewhere by who wants the program. */
const from = process.env.INIT_CWD ?? process.cwd()
const isOwnClone = !relative(root, from).startsWith('..')

const why = isOwnClone || isBuilt() ? null : await haveBuilt()
if (why !== null) {
  process.stderr.write(`shoal: ${why}\n`)
  process.exitCode = 1
}
