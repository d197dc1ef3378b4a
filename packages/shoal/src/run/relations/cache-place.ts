// Where relations are kept: in the cache of the user, or, where nothing can be written there, in a directory for this question alone.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { errnoReason } from '@shoal/base/model/errors'
import { openPrivateDirectory, type PrivateDirectory } from '../../sql/private-directory.ts'
import { shownText } from '../../text/gate/shown.ts'
import { type CachedUnit, RelationCache } from './relation-cache.ts'
import type { StoredUnit } from './stored-relation.ts'

export class CachePlace {
  private readonly cache: RelationCache
  private spare: { readonly cache: RelationCache; readonly directory: PrivateDirectory } | null = null
  /** Said once, however many files it is about. */
  warnings: readonly string[] = []

  constructor(private readonly directory: string) {
    this.cache = new RelationCache(directory)
  }

  read(key: string): CachedUnit | null {
    return this.cache.read(key)
  }

  async write(key: string, make: (directory: string) => Promise<StoredUnit>, signal: AbortSignal): Promise<CachedUnit> {
    if (this.spare) return await this.spare.cache.write(key, make, signal)
    try {
      return await this.cache.write(key, make, signal)
    } catch (error) {
      signal.throwIfAborted()
      const why = this.whyUnwritable(error)
      if (why === null) throw error
      const directory = openPrivateDirectory()
      this.spare = { cache: new RelationCache(directory.path), directory }
      this.warnings = [
        shownText(`${this.directory} cannot be written (${why}), so the next question reads the files again`),
      ]
      return await this.spare.cache.write(key, make, signal)
    }
  }

  /** Nothing more is written. */
  close(): void {
    this.cache.close()
  }

  /** Nothing more is read. */
  remove(): void {
    this.spare?.directory.remove()
    this.spare = null
  }

  /** Null for an error that has nothing to do with it: the files that are read may lie on another disk. */
  private whyUnwritable(error: unknown): string | null {
    const { code, path, message = '' } = error as Partial<NodeJS.ErrnoException>
    const isBelow = path?.startsWith(this.directory) || message.includes(this.directory) || !existsSync(this.directory)
    const said = NO_ROOM.exec(message)?.[0]
    if (code === 'ENOSPC' || code === 'EDQUOT' || (said !== undefined && !message.includes(tmpdir())))
      return said ?? errnoReason(error)
    return isBelow && (UNWRITABLE.has(code ?? '') || UNWRITABLE_SAID.test(message)) ? errnoReason(error) : null
  }
}

const NO_ROOM = /No space left on device|Disk quota exceeded/i
const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EIO'])
/** By DuckDB. */
const UNWRITABLE_SAID = /Permission denied|Read-only file system|Input\/output error|No such file or directory/
