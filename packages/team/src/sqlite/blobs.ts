// Values too large for a row: one file each, named by the hash of its content, beside the ledger.
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Packed } from '../stored/values.ts'

export interface Blobs {
  /** Writes a blob unless it is there. Complete on the disk before it has its name. */
  put(blob: NonNullable<Packed['blob']>): void
  has(hash: string): boolean
  get(hash: string): Buffer
  remove(hash: string): void
}

export function unpack(cell: string, blobs: Blobs): Json {
  return JSON.parse(cell.startsWith('@') ? blobs.get(cell.slice(1)).toString('utf8') : cell)
}

export function fileBlobs(directory: string): Blobs {
  const fileOf = (hash: string) => join(directory, hash.slice(0, 2), hash.slice(2))
  return {
    put({ hash, content }) {
      const file = fileOf(hash)
      if (existsSync(file)) return
      const partial = `${file}.${randomUUID()}.partial`
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        writeDurably(partial, content)
        renameSync(partial, file)
      } catch (error) {
        rmSync(partial, { force: true })
        throw toShoalError(error, file)
      }
    },
    has: hash => existsSync(fileOf(hash)),
    get(hash) {
      const file = fileOf(hash)
      let content: Buffer
      try {
        content = readFileSync(file)
      } catch (error) {
        throw new ShoalError('blob-lost', `${file} is gone`, { detail: file, cause: error })
      }
      if (createHash('sha256').update(content).digest('hex') === hash) return content
      throw new ShoalError('blob-lost', `${file} is damaged`, { detail: file })
    },
    remove: hash => rmSync(fileOf(hash), { force: true }),
  }
}

function writeDurably(file: string, content: Iterable<Buffer>): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    for (const piece of content) writeFileSync(handle, piece)
    fdatasyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
