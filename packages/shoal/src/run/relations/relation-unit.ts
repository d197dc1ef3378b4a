// Entries of the cache with the files that they were made of.
import type { PrintedFile } from './fingerprints.ts'
import type { CachedUnit } from './relation-cache.ts'

export interface RelationUnit {
  readonly files: readonly PrintedFile[]
  readonly cached: CachedUnit
}

/** A relation for each of the units that have names to resolve, in their order. */
export interface CachedLinks {
  readonly of: readonly RelationUnit[]
  readonly cached: CachedUnit
}
