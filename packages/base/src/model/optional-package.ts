// Packages that shoal works without: loaded when they are first needed, and told of when they are missing.
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ShoalError } from './errors.ts'
import { packageFile } from './package-files.ts'

export interface OptionalPackage {
  readonly name: string
  /** Which one to install, where the newest may not do. */
  readonly version?: string
  /** What needs it. */
  readonly what: string
}

/** Throws `package-missing` with the one command that adds it. */
export async function loadOptional<T>({ name, version, what }: OptionalPackage, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    const how = isMissing ? 'is not installed' : `does not start here (${firstLine(error)})`
    const wanted = version === undefined ? name : `${name}@${version}`
    throw new ShoalError('package-missing', `${what} needs the package ${name}, which ${how}`, {
      detail: name,
      advice: `run \`${installCommand(wanted, fileURLToPath(packageFile('package.json')))}\``,
      cause: error,
    })
  }
}

/** For a shoal whose code is in `file`. A global one stands in a node_modules that belongs to no project. */
export function installCommand(name: string, file: string, exists: (path: string) => boolean = existsSync): string {
  const modules = file.lastIndexOf(`${sep}node_modules${sep}`)
  if (modules < 0) return `npm install ${name}`
  const project = file.slice(0, modules)
  const isGlobal = !exists(join(project, 'package.json'))
  return isGlobal ? `npm install -g ${name}` : `npm install --prefix ${quoted(project)} ${name}`
}

function quoted(path: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(path) ? path : JSON.stringify(path)
}

function firstLine(error: unknown): string {
  return String((error as Error)?.message ?? error).split('\n')[0]!
}
