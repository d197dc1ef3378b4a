// Fetches what an address names into the private store of the cache, bounded, and runs nothing of it: a repository becomes the files of one
// commit without its history, a bucket a directory, any other address a file. What has not changed since is not fetched again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST } from '../unpacking/store.ts'
import { storeStream } from '../unpacking/store-stream.ts'
import { storeOf } from '../unpacking/unpack-found.ts'
import { type Fetched, type RemoteAddress, type RemoteContext, withoutPassword } from './address.ts'
import { fetchBucket } from './bucket.ts'
import { download } from './download.ts'
import { checkOut, remoteCommit } from './git.ts'

export async function fetchRemote(address: RemoteAddress, context: RemoteContext): Promise<Fetched> {
  const store = storeOf(context.settings)
  mkdirSync(store, { recursive: true, mode: 0o700 })
  if (address.kind === 's3') return await fetchBucket(address, context)
  return address.kind === 'git'
    ? await fetchRepository(address, store, context)
    : await fetchFile(address, store, context)
}

async function fetchRepository(address: RemoteAddress, store: string, context: RemoteContext): Promise<Fetched> {
  const commit = await remoteCommit(address, context)
  const note = `commit ${commit.slice(0, 12)}`
  const directory = join(store, `git-${keyOf(address, commit)}`)
  const path = join(directory, 'files')
  if (existsSync(join(directory, MANIFEST))) {
    used(directory)
    return { path, note: `${note}, fetched before` }
  }
  await checkOut(address, commit, { directory, store, ...context })
  return { path, note }
}

interface Known {
  readonly file: string
  readonly etag: string | null
  readonly modified: string | null
}

async function fetchFile(address: RemoteAddress, store: string, context: RemoteContext): Promise<Fetched> {
  const { settings, signal } = context
  const directory = join(store, `address-${keyOf(address)}`)
  const known = readKnown(directory)
  const given = await download(new URL(address.url), known, context)
  if (given === null) {
    used(directory)
    return { path: known!.file, note: 'unchanged since it was fetched' }
  }
  const file = await storeStream(given.stream, nameOf(address), { ...settings, signal }).finally(() =>
    given.stream.destroy(),
  )
  rmSync(directory, { recursive: true, force: true })
  if (given.etag !== null || given.modified !== null) {
    mkdirSync(directory, { mode: 0o700 })
    const value: Known = { file, etag: given.etag, modified: given.modified }
    writeFileSync(join(directory, KNOWN), JSON.stringify(value), { mode: 0o600 })
    writeFileSync(join(directory, MANIFEST), JSON.stringify({ members: [], leftOut: [] }), { mode: 0o600 })
  }
  return { path: file, note: 'fetched' }
}

const KNOWN = 'known.json'

/** What is not there any more is fetched again. */
function readKnown(directory: string): Known | null {
  try {
    const known = JSON.parse(readFileSync(join(directory, KNOWN), 'utf8')) as Known
    return typeof known.file === 'string' && existsSync(known.file) ? known : null
  } catch {
    return null
  }
}

/** What is used stays in the store. */
function used(directory: string): void {
  const now = new Date()
  utimesSync(join(directory, MANIFEST), now, now)
}

function keyOf(address: RemoteAddress, commit = ''): string {
  const what = [withoutPassword(address), address.ref, commit]
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 40)
}

/** The name tells what it is, so that of the address is kept as far as it can be one. */
function nameOf({ shown }: RemoteAddress): string {
  const name = shown
    .split('/')
    .at(-1)!
    .replace(/[^\w.-]+/g, '_')
    .slice(-100)
  return /^[.]*$/.test(name) ? 'index.html' : name
}
