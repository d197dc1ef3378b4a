// Where large values of a ledger on a server lie when SHOAL_BLOBS names a place: below a prefix of a bucket, or in a directory that all machines share.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { ObjectStore } from '@shoal/base/model/object-store'
import type { Env } from './s3/credentials.ts'
import { S3Bucket } from './s3/s3-client.ts'
import { partialName } from './unpacking/partial.ts'

const TIMEOUT_MS = 60_000
/** No value is larger. */
const MOST_BYTES = 4 * 1024 ** 3

/** Null when nothing is said. Throws `bad-value` for what is no place. */
export function objectsIn(env: Env): ObjectStore | null {
  const place = env.SHOAL_BLOBS
  if (!place) return null
  const [, name, prefix = ''] = /^s3:\/\/([a-z\d][\w.-]{1,254})(?:\/(.*))?$/s.exec(place) ?? []
  if (name !== undefined)
    return inBucket(new S3Bucket(name, { env, timeoutMs: TIMEOUT_MS }), prefix && `${prefix.replace(/\/$/, '')}/`)
  if (isAbsolute(place)) return inDirectory(place)
  throw new ShoalError('bad-value', 'the place of blobs is no bucket and no directory', {
    detail: 'blobs',
    advice: 'write s3://BUCKET/PREFIX, or the whole path of a directory that all machines share',
  })
}

function inBucket(bucket: S3Bucket, prefix: string): ObjectStore {
  return {
    put: (name, content) => bucket.put(prefix + name, content),
    get: name => bucket.read(prefix + name, MOST_BYTES),
    delete: name => bucket.delete(prefix + name),
  }
}

function inDirectory(directory: string): ObjectStore {
  const told = <T>(name: string, act: (file: string) => T) => {
    try {
      return act(join(directory, name))
    } catch (error) {
      throw toShoalError(error, join(directory, name))
    }
  }
  return {
    put: async (name, content) =>
      told(name, file => {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const partial = `${file}.${partialName()}`
        writeFileSync(partial, content, { mode: 0o600, flush: true })
        renameSync(partial, file)
      }),
    async get(name) {
      try {
        return told(name, file => readFileSync(file))
      } catch (error) {
        if (error instanceof ShoalError && error.code === 'not-found') return null
        throw error
      }
    },
    delete: async name => told(name, file => rmSync(file, { force: true })),
  }
}
