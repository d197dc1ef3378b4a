// A directory of the store that holds objects of a bucket, with a list of what was fetched: key and ETag of every file.
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { StoredObject } from '@shoal/base/model/origin'
import { type ListedObject, S3Bucket, S3Refusal } from '../s3/s3-client.ts'
import { partialName } from '../unpacking/partial.ts'
import { MANIFEST } from '../unpacking/store.ts'
import { storeOf } from '../unpacking/unpack-found.ts'
import type { RemoteContext } from './address.ts'

export const MIRROR = 's3-'
const FILES = 'files'
const KNOWN = 'known.jsonl'

interface Known extends StoredObject {
  /** Below the files of the mirror. */
  readonly place: string
}

export interface Fetching {
  readonly bucket: S3Bucket
  /** Of the mirror, and of the whole store. */
  readonly directory: string
  readonly store: string
  readonly signal: AbortSignal
}

export function mirrorFiles(directory: string): string {
  return join(directory, FILES)
}

/** By key, what was fetched last. A line is added when its object is whole: a process that is killed loses only what it was fetching. */
export function readKnown(directory: string): Map<string, Known> {
  const known = new Map<string, Known>()
  const file = join(directory, KNOWN)
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    try {
      const one = JSON.parse(line) as Known
      if (typeof one.key === 'string') known.set(one.key, one)
    } catch {
      // Half a line, or the empty one at the end.
    }
  }
  return known
}

export function isFetched(
  known: Known | undefined,
  { etag, sizeBytes, modifiedMs }: Omit<ListedObject, 'key'>,
  file: string,
): boolean {
  if (known?.etag !== etag || known.sizeBytes !== sizeBytes) return false
  const there = statSync(file, { throwIfNoEntry: false })
  if (there?.size !== sizeBytes) return false
  // It was put there again with the same content.
  if (there.mtimeMs !== modifiedMs) utimesSync(file, modifiedMs / 1000, modifiedMs / 1000)
  return true
}

/** Throws an `S3Refusal`, with 412 when it is another by now. */
export async function fetchObject(
  { key, etag, sizeBytes, modifiedMs }: ListedObject,
  file: string,
  { bucket, directory, store, signal }: Fetching,
): Promise<void> {
  const partial = join(store, partialName())
  const shown = `s3://${bucket.name}/${key}`
  const answer = await bucket.get(key, { etag, signal })
  try {
    // Not every server honours `If-Match`.
    const { etag: given = etag } = answer.headers
    if (given !== etag) throw new S3Refusal(412, shown, 'it has changed since it was listed')
    const fd = openSync(partial, 'wx', 0o600)
    let length = 0
    try {
      for await (const chunk of answer) {
        signal.throwIfAborted()
        length += (chunk as Buffer).length
        if (length > sizeBytes) break
        for (let at = 0; at < (chunk as Buffer).length; ) at += writeSync(fd, chunk as Buffer, at)
      }
    } finally {
      closeSync(fd)
    }
    if (length !== sizeBytes) throw new S3Refusal(412, shown, 'it is not as long as it was listed')
    utimesSync(partial, modifiedMs / 1000, modifiedMs / 1000)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    renameSync(partial, file)
    const place = file.slice(mirrorFiles(directory).length + 1)
    const line: Known = { bucket: bucket.name, key, etag, sizeBytes, modifiedMs, place }
    appendFileSync(join(directory, KNOWN), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  } catch (error) {
    signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ECONNRESET' ? new S3Refusal(412, shown, 'the connection was cut off') : error
  } finally {
    answer.destroy()
    rmSync(partial, { force: true })
  }
}

/** The object that a file of the store was fetched from; undefined for any other file. */
export function objectAt(file: string): StoredObject | undefined {
  const parts = file.split(sep)
  const at = parts.findIndex((part, k) => part.startsWith(MIRROR) && parts[k + 1] === FILES)
  if (at === -1) return undefined
  const directory = parts.slice(0, at + 1).join(sep)
  const stamp = statSync(join(directory, KNOWN), { throwIfNoEntry: false })?.mtimeMs
  if (stamp === undefined) return undefined
  let seen = mirrors.get(directory)
  if (seen?.stamp !== stamp) {
    seen = { stamp, objects: new Map([...readKnown(directory).values()].map(one => [one.place, one])) }
    mirrors.set(directory, seen)
  }
  const { place, ...object } = seen.objects.get(parts.slice(at + 2).join(sep)) ?? { place: null }
  return place === null ? undefined : (object as StoredObject)
}

const mirrors = new Map<string, { readonly stamp: number; readonly objects: ReadonlyMap<string, Known> }>()

/** Brings an object to the place in the store that it has on another machine. Throws an `S3Refusal`. */
export async function fetchAgain(
  { bucket: name, key, etag, sizeBytes, modifiedMs }: StoredObject,
  file: string,
  { settings, env, signal }: RemoteContext,
): Promise<void> {
  const store = realpathSync(storeOf(settings))
  const directory = join(store, file.slice(store.length + 1).split(sep)[0]!)
  const object = { key, etag, sizeBytes, modifiedMs }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const bucket = new S3Bucket(name, { env, timeoutMs: settings.giveUpAfter * 1000 })
  await fetchObject(object, file, { bucket, directory, store, signal })
  writeFileSync(join(directory, MANIFEST), JSON.stringify({ members: [], leftOut: [] }), { mode: 0o600 })
}
