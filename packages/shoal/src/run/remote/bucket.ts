// What lies below `s3://BUCKET/PREFIX`, as a directory of the private store. The walk of a directory, over the list of the objects, says which of
// them are read; those are fetched, and an object whose ETag is known is not fetched again.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { formatBytes, formatCount, plural } from '@shoal/base/text/printable'
import type { Settings } from '../../config/resolve.ts'
import { enumerate } from '../../stages/enumerate.ts'
import { walkOptions } from '../files.ts'
import { type ListedObject, S3Bucket, S3Refusal } from '../s3/s3-client.ts'
import { partialName } from '../unpacking/partial.ts'
import { MANIFEST } from '../unpacking/store.ts'
import { storeOf } from '../unpacking/unpack-found.ts'
import { type Fetched, notFetched, type RemoteAddress, type RemoteContext } from './address.ts'
import { listedDisk } from './listed-disk.ts'
import { type Fetching, fetchObject, isFetched, MIRROR, mirrorFiles, readKnown } from './mirror.ts'
import { placeNames } from './object-names.ts'

/** More are not listed. */
const MOST_LISTED = 1_000_000
/** Objects that are fetched at the same time. */
const AT_ONCE = 8
/** Something else was put there while it was fetched: it is looked at again so often. */
const TRIES = 3
/** They say what else is read, and so come first. */
const RULES = /(?:^|\/)(?:\.gitignore|\.shoalignore|\.git\/info\/exclude)$/

export async function fetchBucket(address: RemoteAddress, context: RemoteContext): Promise<Fetched> {
  const { settings, env } = context
  const [, name = '', given = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(address.url) ?? []
  const bucket = new S3Bucket(name, { env, timeoutMs: settings.giveUpAfter * 1000 })
  for (let k = 1; ; k++)
    try {
      return await mirror(address, bucket, given, context)
    } catch (error) {
      // Gone, or another by now.
      if (k === TRIES || !(error instanceof S3Refusal) || ![404, 412].includes(error.status)) throw error
    }
}

async function mirror(
  address: RemoteAddress,
  bucket: S3Bucket,
  given: string,
  context: RemoteContext,
): Promise<Fetched> {
  const { settings, signal } = context
  const { objects, base } = await listed(address, bucket, given, signal)
  const store = realpathSync(storeOf(settings))
  const directory = join(store, mirrorName(bucket, given))
  const files = mirrorFiles(directory)
  mkdirSync(files, { recursive: true, mode: 0o700 })
  // What is used stays in the store; what was left by a process that was killed goes in time.
  writeFileSync(join(directory, MANIFEST), JSON.stringify({ members: [], leftOut: [] }), { mode: 0o600 })
  const places = placeNames(objects.map(({ key }) => key.slice(base.length)))
  const byFile = new Map(objects.map((object, k) => [join(files, places[k]!), object]))
  removeOthers(files, new Set(places))
  const known = readKnown(directory)
  const fetching: Fetching = { bucket, directory, store, signal }
  const missing = [...byFile].filter(([file, object]) => !isFetched(known.get(object.key), object, file))
  const isRule = ([file]: readonly [string, ListedObject]) => RULES.test(file.split(sep).join('/'))
  await fetchAll(missing.filter(isRule), fetching)
  const path = base !== given && objects[0]!.key === given ? join(files, places[0]!) : files
  const found = await enumerate([path], walkOptions(settings, store), signal, listedDisk(files, byFile))
  checkSize(address, found.files, settings)
  const read = new Set(found.files.map(({ file }) => file))
  const fresh = missing.filter(one => read.has(one[0]) && !isRule(one))
  await fetchAll(fresh, fetching)
  const leftOut = join(directory, 'left-out.json')
  const partial = join(store, partialName())
  writeFileSync(partial, JSON.stringify(found.skipped), { mode: 0o600 })
  const own = `${leftOut.slice(0, -'.json'.length)}-${createHash('sha256').update(readFileSync(partial)).digest('hex').slice(0, 16)}.json`
  renameSync(partial, own)
  return { path, note: noteOf(objects.length, read.size, fresh), leftOut: own }
}

/** One object of this name, or all below it. */
async function listed(address: RemoteAddress, bucket: S3Bucket, given: string, signal: AbortSignal) {
  if (given !== '' && !given.endsWith('/'))
    for await (const object of bucket.list(given, signal)) {
      if (object.key === given) return { objects: [object], base: given.slice(0, given.lastIndexOf('/') + 1) }
      break
    }
  const base = given === '' || given.endsWith('/') ? given : `${given}/`
  const objects: ListedObject[] = []
  for await (const object of bucket.list(base, signal)) {
    // A key that ends like a directory and holds nothing stands for one.
    if (!object.key.endsWith('/') || object.sizeBytes > 0) objects.push(object)
    if (objects.length > MOST_LISTED)
      throw notFetched(address, `it has more than ${formatCount(MOST_LISTED)} objects; name a longer prefix`)
  }
  if (objects.length === 0) throw notFetched(address, base === '' ? 'the bucket is empty' : 'there is no such object')
  return { objects, base }
}

function mirrorName(bucket: S3Bucket, given: string): string {
  const what = JSON.stringify([bucket.server, bucket.name, given])
  return `${MIRROR}${createHash('sha256').update(what).digest('hex').slice(0, 40)}`
}

/** What was fetched before and is not listed any more. */
function removeOthers(files: string, listed: ReadonlySet<string>): void {
  for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (
      !entry.isDirectory() &&
      !listed.has(
        file
          .slice(files.length + 1)
          .split(sep)
          .join('/'),
      )
    )
      rmSync(file, { force: true })
  }
  removeEmpty(files)
}

/** Where a directory was, an object may be by now. */
function removeEmpty(directory: string): boolean {
  const left = readdirSync(directory, { withFileTypes: true }).filter(
    entry => !entry.isDirectory() || !removeEmpty(join(directory, entry.name)),
  )
  if (left.length > 0) return false
  rmSync(directory, { recursive: true })
  return true
}

async function fetchAll(wanted: readonly (readonly [string, ListedObject])[], fetching: Fetching): Promise<void> {
  const queue = [...wanted]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await fetchObject(next[1], next[0], fetching)
    }),
  )
}

function checkSize(
  address: RemoteAddress,
  read: readonly { readonly sizeBytes: number }[],
  { maxUnpacked, maxMembers }: Settings,
): void {
  const bytes = read.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (read.length > maxMembers)
    throw notFetched(
      address,
      `it has ${formatCount(read.length)} files to read; \`--max-members\` allows ${formatCount(maxMembers)}`,
    )
  if (bytes > maxUnpacked)
    throw notFetched(
      address,
      `its files have ${formatBytes(bytes)}; \`--max-unpacked\` allows ${formatBytes(maxUnpacked)}`,
    )
}

function noteOf(objects: number, read: number, fresh: readonly (readonly [string, ListedObject])[]): string {
  const bytes = fresh.reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0)
  const came = fresh.length === 0 ? 'none has changed' : `${formatCount(fresh.length)} fetched (${formatBytes(bytes)})`
  return `${plural(objects, 'object')}, ${formatCount(read)} to read, ${came}`
}
