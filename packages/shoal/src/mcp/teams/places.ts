// The directories that a team belongs to. A definition would make it a run, so those of a plain team are kept in a file.
import { realpathSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { isRecord } from '@shoal/base/model/option-values'
import type { Team } from '@shoal/base/model/team'
import { openRunPlace } from '../../run/run-place.ts'
import type { ToolContext } from '../tool.ts'

const FILE = 'made-under.json'

/** Keeps the roots of the server with a team that was made through it. */
export async function keepRoots(
  { jail, ledger, runDirectory }: Pick<ToolContext, 'jail' | 'ledger' | 'runDirectory'>,
  { name, createdAt }: Team,
): Promise<void> {
  const place = await openRunPlace(await ledger(), name, runDirectory)
  const directory = place.directory!
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await writeFile(join(directory, FILE), JSON.stringify({ createdAt, roots: jail.roots }), { mode: 0o600 })
    await place.keep()
  } catch (error) {
    throw toShoalError(error, directory)
  }
}

/** Real and absolute; null when nobody knows where it was made. */
export async function placesOf(
  { ledger, runDirectory }: Pick<ToolContext, 'ledger' | 'runDirectory'>,
  team: Team,
  definition: Json,
): Promise<readonly string[] | null> {
  const { directory } = await openRunPlace(await ledger(), team.name, runDirectory)
  const places = definition === null ? await keptRoots(directory!, team) : patternPlaces(definition)
  return places.length > 0 ? places : null
}

async function keptRoots(directory: string, { createdAt }: Team): Promise<readonly string[]> {
  const path = join(directory, FILE)
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return 'null'
    throw toShoalError(error, path)
  })
  const kept = parsed(text)
  // One that was left behind by another team of that name says nothing.
  if (!isRecord(kept) || kept.createdAt !== createdAt || !Array.isArray(kept.roots)) return []
  return kept.roots.filter(root => typeof root === 'string')
}

/** Null for what a crash has left half written. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Where the file of a pattern lies, and what it reads. */
function patternPlaces(definition: Json): readonly string[] {
  const file = isRecord(definition) && definition.kind === 'pattern' ? definition.file : null
  if (!isRecord(file) || typeof file.dir !== 'string') return []
  const { dir, spec } = file
  const paths = isRecord(spec) && Array.isArray(spec.paths) ? spec.paths : []
  return ['', ...paths.filter(path => typeof path === 'string')].map(path => realPath(resolve(dir, path)))
}

/** Of what is gone, where it would be. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
