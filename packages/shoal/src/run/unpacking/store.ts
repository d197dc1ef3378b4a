// Where unpacked texts are kept: below the cache, one directory for what a packed file holds, named by its content. Only its owner can
// enter it. A directory is made under another name and then given its own, so what stands there is whole.
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { ownVersion } from '../../config/own-version.ts'
import type { Reader } from '../../config/readers.ts'
import { headOf } from '../../forms/forms.ts'
import { sqlite, writeAheadLog } from '../../forms/sqlite-file.ts'
import { type UnpackContext, type Unpacked, type UnpackLimits, unpack } from '../../forms/unpack.ts'
import { hashText } from '../../text/hash.ts'
import { streamReal } from '../../text/open-real.ts'
import { namesIn } from '../cache-files.ts'
import { parquet } from './parquet-form.ts'
import { inPartial } from './partial.ts'
import { readerForm } from './reader-form.ts'
import { readerOf } from './reader-of.ts'

export interface StoreOrder {
  /** The real path, and the name without directories. */
  readonly file: string
  readonly name: string
  readonly sizeBytes: number
  /** The directory of the store. */
  readonly store: string
  readonly limits: UnpackLimits
  /** Commands of the config file that read other forms, and where their relative paths start. */
  readonly readers: readonly Reader[]
  readonly readersFrom: string
}

export interface Stored extends Unpacked {
  /** Of the directory in the store. */
  readonly key: string
}

export const MANIFEST = 'members.json'
/** Every text has this time: that of unpacking says nothing, and what is unpacked anew is the same. */
export const UNPACKED_AT = new Date('2000-01-01T00:00:00Z')

const manifest = z.object({
  members: z.array(
    z.object({
      name: z.string().nullable(),
      file: z.string(),
      sizeBytes: z.number(),
      by: z.array(z.string()),
      parts: z.object({ unit: z.enum(['page', 'paragraph']), firstLines: z.array(z.number()).optional() }).optional(),
    }),
  ),
  leftOut: z.array(z.object({ name: z.string().nullable(), reason: z.string(), cause: z.string() })),
})

/** Unpacked now, or before. */
export async function storedUnpacked(order: StoreOrder, context: UnpackContext): Promise<Stored> {
  const { store, limits, file, name, sizeBytes, readers, readersFrom } = order
  const how = hashText(
    JSON.stringify([ownVersion(), FORMS, limits, endings(name), ...(readers.length > 0 ? [readers, name] : [])]),
  )
  const log = sqlite.matches(headOf(file)) ? writeAheadLog(file) : null
  const beside = log === null ? '' : await contentHash(log, statSync(log).size, context)
  const key = `${await contentHash(file, sizeBytes, context)}-${hashText(how + beside).slice(0, 16)}`
  const directory = join(store, key)
  const known = readManifest(directory)
  if (known) return { ...known, key }
  removeUnused(store)
  return await inPartial(store, async partial => {
    const formNamed = (member: string, head?: Uint8Array) => {
      const reader = readerOf(readers, basename(member))
      if (reader) return readerForm(reader, readersFrom)
      return head && parquet.matches(head) ? parquet : null
    }
    const made = await unpack({ file, name, sizeBytes, directory: partial, limits, formNamed }, context)
    for (const member of made.members) utimesSync(join(partial, member.file), UNPACKED_AT, UNPACKED_AT)
    writeFileSync(join(partial, MANIFEST), JSON.stringify(made), { mode: 0o600 })
    // What may succeed the next time is kept for this time only.
    const isPassing = made.leftOut.some(({ cause }) => cause === 'failed' || cause === 'absent')
    const own = isPassing ? `${key}-${randomBytes(6).toString('hex')}` : key
    putInPlace(partial, join(store, own))
    return { ...made, key: own }
  })
}

/** Counted up when the same bytes are unpacked to something else. */
const FORMS = 4

/** Another process may have been faster: then its texts are the same. */
function putInPlace(partial: string, directory: string): void {
  try {
    renameSync(partial, directory)
  } catch (error) {
    if (!readManifest(directory)) throw error
  }
}

function readManifest(directory: string): Unpacked | null {
  try {
    const file = join(directory, MANIFEST)
    const known = manifest.parse(JSON.parse(readFileSync(file, 'utf8'))) as Unpacked
    for (const { file: member, sizeBytes } of known.members)
      if (statSync(join(directory, member)).size !== sizeBytes) return null
    const now = new Date()
    utimesSync(file, now, now)
    return known
  } catch {
    return null
  }
}

/** The endings that may tell a form. */
function endings(name: string): string {
  return name.split('.').slice(1).slice(-3).join('.').toLowerCase()
}

async function contentHash(file: string, sizeBytes: number, { signal, onRead }: UnpackContext): Promise<string> {
  const hash = createHash('sha256')
  if (sizeBytes > 0)
    for await (const chunk of streamReal(file, { end: sizeBytes - 1 })) {
      signal.throwIfAborted()
      onRead(0)
      hash.update(chunk as Buffer)
    }
  return hash.digest('hex').slice(0, 40)
}

const KEPT_MS = 14 * 24 * 3_600_000

function removeUnused(store: string): void {
  for (const { directory, usedAt } of storeEntries(store))
    if (Date.now() - usedAt > KEPT_MS) rmSync(directory, { recursive: true, force: true })
}

/** Removes what was last used before `before`. */
export function clearStore(store: string, before: number): { readonly entries: number; readonly bytes: number } {
  const old = storeEntries(store).filter(({ usedAt }) => usedAt < before)
  const bytes = old.reduce((sum, entry) => sum + entry.bytes, 0)
  for (const { directory } of old) rmSync(directory, { recursive: true, force: true })
  return { entries: old.length, bytes }
}

export interface StoreEntry {
  readonly directory: string
  readonly usedAt: number
  readonly bytes: number
}

export function storeEntries(store: string): StoreEntry[] {
  return namesIn(store).flatMap(name => {
    const directory = join(store, name)
    const used = statSync(join(directory, MANIFEST), { throwIfNoEntry: false })?.mtimeMs
    if (used === undefined) return []
    return [
      {
        directory,
        usedAt: used,
        get bytes() {
          return sizeOf(directory)
        },
      },
    ]
  })
}

/** Of all files in it, at any depth. */
function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const stat = statSync(join(directory, name), { throwIfNoEntry: false })
    return sum + (stat?.isFile() ? stat.size : 0)
  }, 0)
}
