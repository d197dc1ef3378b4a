// The relations of files on disk, by what they were made of. An entry appears whole or not at all, only its owner can read it,
// and any number of processes may use the same cache.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ShoalError } from '../../model/errors.ts'
import { type StoredRelation, type StoredUnit, storedUnit } from './stored-relation.ts'

export interface CachedUnit extends StoredUnit {
  /** Where its Parquet files are. */
  readonly directory: string
}

const META = 'relations.json'
const PARTIAL = 'partial-'
/** What was left unfinished so long ago was left by a process that is gone. */
const LEFT_MS = 24 * 3_600_000

export interface CacheBounds {
  readonly bytes: number
  readonly entries: number
}

const BOUNDS: CacheBounds = { bytes: 20e9, entries: 20_000 }

export class RelationCache {
  private hasWritten = false

  constructor(
    readonly directory: string,
    private readonly bounds: CacheBounds = BOUNDS,
  ) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  }

  /** Null when it is not there, or damaged. */
  read(key: string): CachedUnit | null {
    const directory = this.placeOf(key)
    try {
      const meta = join(directory, META)
      const unit = storedUnit.parse(JSON.parse(readFileSync(meta, 'utf8')))
      if (!unit.relations.every(relation => filesOf(relation).every(file => isWhole(join(directory, file)))))
        return null
      const now = new Date()
      utimesSync(meta, now, now)
      return { ...unit, directory }
    } catch {
      return null
    }
  }

  /** Has `make` fill a directory and say what is in it. */
  async write(key: string, make: (directory: string) => Promise<StoredUnit>): Promise<CachedUnit> {
    const partial = join(this.directory, `${PARTIAL}${randomUUID()}`)
    mkdirSync(partial, { mode: 0o700 })
    try {
      const unit = await make(partial)
      writeFileSync(join(partial, META), JSON.stringify(unit), { mode: 0o600 })
      const directory = this.place(partial, key)
      this.hasWritten = true
      return { ...unit, directory }
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  }

  /** The oldest make room for what was written. */
  close(): void {
    if (this.hasWritten) this.prune()
    this.hasWritten = false
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

  private prune(): void {
    const { bytes, entries } = this.bounds
    const all = this.entries().sort((a, b) => b.usedMs - a.usedMs)
    let sum = 0
    for (const [k, entry] of all.entries()) {
      sum += entry.bytes
      if (k > 0 && (k >= entries || sum > bytes)) rmSync(entry.directory, { recursive: true, force: true })
    }
    for (const name of namesIn(this.directory)) {
      const partial = join(this.directory, name)
      const { mtimeMs = 0 } = statSync(partial, { throwIfNoEntry: false }) ?? {}
      if (name.startsWith(PARTIAL) && Date.now() - mtimeMs > LEFT_MS) rmSync(partial, { recursive: true, force: true })
    }
  }

  private entries(): { readonly directory: string; readonly usedMs: number; readonly bytes: number }[] {
    const shelves = namesIn(this.directory).filter(name => /^[0-9a-f]{2}$/.test(name))
    return shelves
      .flatMap(shelf => namesIn(join(this.directory, shelf)).map(name => join(this.directory, shelf, name)))
      .map(directory => {
        const files = namesIn(directory).map(name => statSync(join(directory, name), { throwIfNoEntry: false }))
        return {
          directory,
          usedMs: statSync(join(directory, META), { throwIfNoEntry: false })?.mtimeMs ?? 0,
          bytes: files.reduce((sum, stat) => sum + (stat?.size ?? 0), 0),
        }
      })
  }
}

function filesOf({ parquet, lines }: StoredRelation): string[] {
  return lines === null ? [parquet] : [parquet, lines]
}

function isWhole(file: string): boolean {
  return statSync(file).size > 0
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
