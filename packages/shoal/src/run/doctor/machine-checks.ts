// What shoal needs of the machine, and what it can make use of.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { errnoReason, toShoalError } from '@shoal/base/model/errors'
import { plural } from '@shoal/base/text/printable'
import type { Environment } from '../../config/home-dir.ts'
import type { DuckDb } from '../../sql/duckdb.ts'
import { type Env, openLedger, storeIn } from '../ledger.ts'
import { absent, type Check, failed, ok } from './check.ts'

/** As `engines` of package.json says. */
const OLDEST_NODE = 20

export function nodeCheck(version: string = process.versions.node): Check {
  return {
    name: 'node',
    async run() {
      const line = `${version}, ${process.platform} ${process.arch}`
      if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok(line)
      return failed(line, `install Node.js ${OLDEST_NODE} or newer`)
    },
  }
}

export function stateCheck(directory: string): Check {
  return {
    name: 'state',
    async run() {
      try {
        await tryWriting(directory)
        return ok(`${directory} can be written`)
      } catch (error) {
        return failed(
          `${directory} cannot be written: ${errnoReason(error)}`,
          'correct its permissions, or set SHOAL_HOME to another directory',
        )
      }
    },
  }
}

/** In the directory itself or, where it is not there yet, in the nearest one above. Leaves nothing behind. */
async function tryWriting(directory: string): Promise<void> {
  let nearest = directory
  while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest)
  await rm(await mkdtemp(join(nearest, '.shoal-check-')), { recursive: true })
}

/** Opens the ledger that SHOAL_STORE names, else that of `directory` if there is one, else one of its own that is thrown away. */
export function storeCheck(directory: string, env: Env = {}): Check {
  return {
    name: 'store',
    async run() {
      if (storeIn(env) !== null) {
        const teams = await countTeams(directory, env)
        return ok(`the ledger on PostgreSQL opens and holds ${plural(teams, 'team')}`)
      }
      if (existsSync(join(directory, 'ledger.db'))) {
        const teams = await countTeams(directory)
        return ok(`the ledger opens and holds ${plural(teams, 'team')}`)
      }
      const own = await mkdtemp(join(tmpdir(), 'shoal-check-'))
      try {
        await countTeams(own)
        return ok('SQLite works; there is no ledger yet')
      } finally {
        await rm(own, { recursive: true, force: true })
      }
    },
  }
}

async function countTeams(directory: string, env: Env = {}): Promise<number> {
  const ledger = await openLedger(directory, env)
  try {
    return (await ledger.teams()).length
  } finally {
    await ledger.close()
  }
}

export function threadsCheck(): Check {
  return {
    name: 'threads',
    async run() {
      const start = performance.now()
      const worker = new Worker("require('node:worker_threads').parentPort.postMessage('here')", { eval: true })
      try {
        await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
      } finally {
        await worker.terminate()
      }
      return ok(`${plural(availableParallelism(), 'core')}; a thread answers after ${msSince(start)}`)
    },
  }
}

export function wasmCheck(): Check {
  return {
    name: 'wasm',
    async run() {
      const { Kernel, kernelModule } = await import('../../text/scan/kernel.ts')
      try {
        new Kernel(kernelModule())
        return ok('the scanners run, with SIMD')
      } catch (error) {
        return failed(`the scanners do not run: ${(error as Error).message}`, 'install shoal again')
      }
    },
  }
}

/** Says of keys only whether they are set. */
export function keysCheck(env: Environment): Check {
  return {
    name: 'models',
    async run() {
      const [{ builtInProviders }, { keyIn }] = await Promise.all([
        import('../../models/providers/providers.ts'),
        import('../../models/providers/provider.ts'),
      ])
      const set = new Set(builtInProviders.flatMap(provider => keyIn(provider, env)?.variable ?? []))
      if (set.size > 0) return ok(`${[...set].join(', ')} ${set.size === 1 ? 'is' : 'are'} set`)
      return absent('no key of a provider is set; the built-in analysts need none', 'see `shoal models`')
    },
  }
}

/** `load` is how the package is got. One that is there and does not start is a failure. */
export function sqlCheck(load?: () => Promise<DuckDb>): Check {
  return {
    name: 'sql',
    async run() {
      const { loadDuckDb } = await import('../../sql/duckdb.ts')
      try {
        const { version } = await loadDuckDb(load)
        return ok(`DuckDB ${version()}: \`shoal sql\` and the tool \`sql\` work`)
      } catch (error) {
        const { message, advice, cause } = toShoalError(error)
        const isMissing = /MODULE_NOT_FOUND$/.test((cause as NodeJS.ErrnoException)?.code ?? '')
        return isMissing
          ? absent('without DuckDB there is no `shoal sql` and no tool `sql`', advice)
          : failed(message, advice)
      }
    },
  }
}

export function configCheck(cwd: string, home: string | undefined): Check {
  return {
    name: 'config',
    async run() {
      const [{ loadConfig }, { resolveOptions }] = await Promise.all([
        import('../../config/load.ts'),
        import('../../config/resolve.ts'),
      ])
      const { file, value } = await loadConfig({ cwd, file: null, home })
      resolveOptions({}, value, file ?? '')
      return file === null ? absent('no config file here') : ok(file)
    },
  }
}

function msSince(start: number): string {
  return `${Math.round(performance.now() - start)} ms`
}
