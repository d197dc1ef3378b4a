// The relations of files on disk, by what they were made of. An entry appears whole or not at all, only its owner can read it,
// and any number of processes may use the same cache.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import { markUsed } from '../cache-files.ts'
import { withClaim } from './build-claim.ts'
import { type CacheBounds, CLAIM, META, PARTIAL, pruneCache, removeLeft } from './cache-entries.ts'
import { hostWord } from './host-word.ts'
import { filesOf, isWhole, sizesIn } from './parquet-files.ts'
import { type StoredUnit, storedUnit } from './stored-relation.ts'

export interface CachedUnit extends StoredUnit {
  /** Where its Parquet files are. */
  readonly directory: string
}

const BOUNDS: CacheBounds = { bytes: 20e9, entries: 20_000 }

export class RelationCache {
  private hasWritten = false

  constructor(
    readonly directory: string,
    private readonly bounds: CacheBounds = BOUNDS,
  ) {}

  /** Null when it is not there, or damaged. */
  read(key: string): CachedUnit | null {
    const directory = this.placeOf(key)
    try {
      const meta = join(directory, META)
      const { unit, sizes } = storedUnit.parse(JSON.parse(readFileSync(meta, 'utf8')))
      if (!unit.relations.flatMap(filesOf).every(file => isWhole(join(directory, file), sizes[file]))) return null
      markUsed(meta)
      return { ...unit, directory }
    } catch {
      return null
    }
  }

  /** Has `make` fill a directory and say what is in it, unless another process is at it: then it is waited for. */
  async write(
    key: string,
    make: (directory: string) => Promise<StoredUnit>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CachedUnit> {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 })
    if (!this.hasWritten) removeLeft(this.directory)
    this.hasWritten = true
    return await withClaim(join(this.directory, `${CLAIM}${key}`), {
      known: () => this.read(key),
      make: () => this.fill(key, make),
      signal,
    })
  }

  /** Those that were used longest ago make room for what was written. */
  close(): void {
    if (this.hasWritten) pruneCache(this.directory, this.bounds)
    this.hasWritten = false
  }

  private async fill(key: string, make: (directory: string) => Promise<StoredUnit>): Promise<CachedUnit> {
    const partial = join(this.directory, `${PARTIAL}${hostWord()}-${process.pid}-${randomUUID()}`)
    mkdirSync(partial, { mode: 0o700 })
    try {
      const unit = await make(partial)
      const sizes = sizesIn(partial, unit.relations.flatMap(filesOf))
      writeFileSync(join(partial, META), JSON.stringify({ unit, sizes }), { mode: 0o600 })
      return { ...unit, directory: this.place(partial, key) }
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  }

  private placeOf(key: string): string {
    return join(this.directory, key.slice(0, 2), key.slice(2))
  }

  private place(partial: string, key: string): string {
    const directory = this.placeOf(key)
    mkdirSync(join(directory, '..'), { recursive: true, mode: 0o700 })
    for (let tries = 0; tries < 3; tries++) {
      try {
        renameSync(partial, directory)
        return directory
      } catch (error) {
        // Another process was first: what it made is the same. What is damaged makes way.
        if (this.read(key)) return directory
        if (tries === 2) throw error
        rmSync(directory, { recursive: true, force: true })
      }
    }
    throw new ShoalError('internal', 'a cache entry could not be placed')
  }
}
