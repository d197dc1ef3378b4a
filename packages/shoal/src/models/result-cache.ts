// Results that were paid for, kept for all runs: in a directory, or in memory.
import type { Json } from '@shoal/base/model/json'
import type { CacheKey, ResultCache } from '@shoal/base/model/model-work'
import { entryFile, readEntry, writeEntry } from './cache-entry.ts'
import { digestOf } from './digest.ts'
import { SingleFlight } from './single-flight.ts'

export interface ResultCacheOptions {
  /** A run's own directory: what it takes from the cache is kept there too, so that it can be replayed without. */
  readonly own?: string | null
  now?(): number
}

/** Null for one that lasts as long as the process. */
export function openResultCache(
  directory: string | null,
  { own = null, now = Date.now }: ResultCacheOptions = {},
): ResultCache {
  const shared = directory === null ? memoryShelf() : fileShelf(directory, now)
  const taken = own === null ? null : fileShelf(own, now)
  const inFlight = new SingleFlight<Json>()
  return {
    async once<T extends Json>(key: CacheKey, make: () => Promise<T | null>) {
      const digest = digestOf([key.kind, key.model, key.depends])
      let isCached = false
      const { value, isOwn } = await inFlight.once(digest, async () => {
        const known = await find(digest, key)
        isCached = known !== null
        if (known !== null) return known
        const made = await make()
        if (made !== null) await shared.put(digest, key, made)
        return made
      })
      return { value: value as T | null, isCached: isCached || !isOwn }
    },
  }

  async function find(digest: string, key: CacheKey): Promise<Json> {
    const mine = taken?.get(digest, key) ?? null
    if (mine !== null) return mine
    const found = shared.get(digest, key)
    // What is only in memory was made by this run, so its record of calls has it.
    if (found !== null && directory !== null) await taken?.put(digest, key, found)
    return found
  }
}

interface Shelf {
  get(digest: string, key: CacheKey): Json
  put(digest: string, key: CacheKey, value: Json): Promise<void>
}

function fileShelf(directory: string, now: () => number): Shelf {
  return {
    get: (digest, key) => readEntry(entryFile(directory, digest), key),
    put: (digest, key, value) => writeEntry(entryFile(directory, digest), key, value, now()),
  }
}

/** Values in memory at a time. */
const REMEMBERED = 4096

function memoryShelf(): Shelf {
  const values = new Map<string, Json>()
  return {
    get: digest => values.get(digest) ?? null,
    async put(digest, _, value) {
      values.set(digest, value)
      const [oldest] = values.keys()
      if (values.size > REMEMBERED && oldest !== undefined) values.delete(oldest)
    },
  }
}
