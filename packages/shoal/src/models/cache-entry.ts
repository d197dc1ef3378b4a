// One stored result in a file: a line about it, then the value.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import type { CacheKey } from '@shoal/base/model/model-work'
import { isRecord } from '@shoal/base/model/option-values'
import { digestOf } from './digest.ts'

/** What an entry says of itself in its first line. */
export interface EntryHead {
  readonly kind: string
  readonly model: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
  /** Digest of the second line: what was damaged is not believed. */
  readonly check: string
}

/** Results lie in two-letter directories below this one of the cache directory. */
export const RESULTS = 'results'

export function entryFile(directory: string, digest: string): string {
  return join(directory, RESULTS, digest.slice(0, 2), `${digest.slice(2)}.json`)
}

/** Null when it is not there, cannot be read, is damaged, or is of something else. */
export function readEntry(file: string, { kind, model }: CacheKey): Json {
  try {
    const [line = '', value = ''] = readFileSync(file, 'utf8').split('\n')
    const head = readHead(line)
    return head?.kind === kind && head.model === model && head.check === digestOf(value) ? JSON.parse(value) : null
  } catch {
    return null
  }
}

/** Appears whole or not at all. A disk that does not take it is no reason to fail. */
export async function writeEntry(file: string, { kind, model }: CacheKey, result: Json, madeAt: number): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`
  try {
    const value = JSON.stringify(result)
    const head: EntryHead = { kind, model, madeAt, check: digestOf(value) }
    await writeNew(partial, `${JSON.stringify(head)}\n${value}\n`)
    await rename(partial, file)
  } catch {
    await rm(partial, { force: true }).catch(() => {})
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  const write = () => writeFile(file, text, { mode: 0o600, flag: 'wx' })
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await write()
  })
}

export function readHead(line: string): EntryHead | null {
  try {
    const head: unknown = JSON.parse(line)
    const isHead =
      isRecord(head) && typeof head.kind === 'string' && typeof head.model === 'string' && Number.isFinite(head.madeAt)
    return isHead ? (head as unknown as EntryHead) : null
  } catch {
    return null
  }
}
