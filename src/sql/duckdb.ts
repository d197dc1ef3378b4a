// DuckDB, loaded when it is first needed: an optional package of 70 MB that most runs never touch.
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ShoalError } from '../model/errors.ts'
import { packageFile } from '../model/package-files.ts'

export type DuckDb = typeof import('@duckdb/node-api')

const PACKAGE = '@duckdb/node-api'

/** Throws `package-missing` with the one command that adds it. */
export async function loadDuckDb(load: () => Promise<DuckDb> = () => import('@duckdb/node-api')): Promise<DuckDb> {
  try {
    return await load()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    const what = isMissing ? 'is not installed' : `does not start here (${firstLine(error)})`
    throw new ShoalError('package-missing', `SQL needs the package ${PACKAGE}, which ${what}`, {
      detail: PACKAGE,
      advice: `run \`${installCommand(fileURLToPath(packageFile('package.json')))}\``,
      cause: error,
    })
  }
}

/** For a shoal whose code is in `file`. A global one stands in a node_modules that belongs to no project. */
export function installCommand(file: string, exists: (path: string) => boolean = existsSync): string {
  const modules = file.lastIndexOf(`${sep}node_modules${sep}`)
  if (modules < 0) return `npm install ${PACKAGE}`
  const project = file.slice(0, modules)
  const isGlobal = !exists(join(project, 'package.json'))
  return isGlobal ? `npm install -g ${PACKAGE}` : `npm install --prefix ${quoted(project)} ${PACKAGE}`
}

function quoted(path: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(path) ? path : JSON.stringify(path)
}

function firstLine(error: unknown): string {
  return String((error as Error)?.message ?? error).split('\n')[0]!
}
