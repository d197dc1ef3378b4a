// The directory of the plugin in shoal's state: compared, replaced as a whole, removed. Never a directory of someone else's.
import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { MANIFEST, PARTS, PLUGIN } from './names.ts'
import type { PluginFiles } from './plugin-files.ts'
import type { ServerCommand } from './this-shoal.ts'

export function pluginDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'plugin')
}

export type Written = 'written' | 'replaced' | 'unchanged'

/** What `writePlugin` would do. Throws when it would refuse. */
export function writingNeeded(directory: string, files: PluginFiles): Written {
  checkOurs(directory)
  if (!existsSync(directory)) return 'written'
  return differences(directory, files).length > 0 ? 'replaced' : 'unchanged'
}

/** Writes all files beside the directory and then puts them in its place, so that no client ever reads half of them. */
export async function writePlugin(directory: string, files: PluginFiles): Promise<Written> {
  const needed = writingNeeded(directory, files)
  if (needed === 'unchanged') return needed
  const mark = randomUUID()
  const fresh = `${directory}.${mark}.new`
  const former = `${directory}.${mark}.old`
  try {
    await mkdir(dirname(directory), { recursive: true, mode: 0o700 })
    await removeLeftovers(directory)
    for (const [path, content] of files) {
      const file = join(fresh, ...path.split('/'))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    const wasThere = existsSync(directory)
    if (wasThere) await rename(directory, former)
    try {
      await rename(fresh, directory)
    } catch (error) {
      if (wasThere) await rename(former, directory)
      throw error
    }
    await rm(former, { recursive: true, force: true })
    return needed
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => {})
    throw inState(error, directory)
  }
}

/** False when there is nothing to remove. */
export async function removePlugin(directory: string): Promise<boolean> {
  checkOurs(directory)
  try {
    await removeLeftovers(directory)
    if (!existsSync(directory)) return false
    await rm(directory, { recursive: true })
    return true
  } catch (error) {
    throw inState(error, directory)
  }
}

export interface Difference {
  readonly path: string
  readonly how: 'missing' | 'changed' | 'added'
}

/** How a directory differs from what it should hold; in the order of the files, what was added last. */
export function differences(directory: string, files: PluginFiles): readonly Difference[] {
  const found: Difference[] = []
  for (const [path, content] of files) {
    const there = contentOf(join(directory, ...path.split('/')))
    if (there === null) found.push({ path, how: 'missing' })
    else if (!there.equals(content)) found.push({ path, how: 'changed' })
  }
  for (const path of partPaths(directory)) if (!files.has(path)) found.push({ path, how: 'added' })
  return found
}

/** The command that the client is told to start; null when the manifest cannot be read or names none. */
export function configuredServer(directory: string): ServerCommand | null {
  const servers = fieldsOf(join(directory, MANIFEST))?.mcpServers as Record<string, ServerCommand> | undefined
  const server = servers?.[PLUGIN]
  return typeof server?.command === 'string' && Array.isArray(server.args) ? server : null
}

/**
 * Throws when the place is taken by something else. A former install may be broken in any way: it is known by holding
 * nothing but parts of a plugin, and none of another one.
 */
export function checkOurs(directory: string): void {
  try {
    const entry = lstatSync(directory, { throwIfNoEntry: false })
    if (!entry || (entry.isDirectory() && holdsOnlyParts(directory) && !namesAnother(directory))) return
  } catch (error) {
    throw inState(error, directory)
  }
  throw new ShoalError('already-there', `${directory} is there and holds something else`, {
    detail: directory,
    advice: 'move it away, or set SHOAL_HOME to another directory',
  })
}

/** `.DS_Store` is what macOS leaves wherever somebody looks. */
function holdsOnlyParts(directory: string): boolean {
  const known: readonly string[] = [...PARTS, '.DS_Store']
  return readdirSync(directory).every(name => known.includes(name))
}

function namesAnother(directory: string): boolean {
  const name = fieldsOf(join(directory, MANIFEST))?.name
  return name !== undefined && name !== PLUGIN
}

/** The user never named the directory, so the advice is about where it lies. */
function inState(error: unknown, directory: string): ShoalError {
  const { code, message } = toShoalError(error, directory)
  const advice = 'correct the permissions of the directory, or set SHOAL_HOME to another one'
  return new ShoalError(code, message, { detail: directory, advice, cause: error })
}

/** Of an install that was killed. */
async function removeLeftovers(directory: string): Promise<void> {
  const parent = dirname(directory)
  if (!existsSync(parent)) return
  const name = basename(directory)
  for (const entry of await readdir(parent))
    if (entry.startsWith(`${name}.`) && /\.[0-9a-f-]{36}\.(new|old)$/.test(entry))
      await rm(join(parent, entry), { recursive: true, force: true })
}

function partPaths(directory: string): string[] {
  return PARTS.map(part => join(directory, part))
    .filter(part => existsSync(part))
    .flatMap(part => readdirSync(part, { recursive: true, withFileTypes: true }))
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}

function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** Null for what is no JSON object. */
function fieldsOf(file: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}
