// The secrets that are near the lines of a page, so that they are hidden there as well. A small file is swept as a whole,
// once for as long as it stays the same; of a large one only what stands around each line.
import { toShoalError } from '@shoal/base/model/errors'
import { type NearSecrets, secretsAround, secretsIn } from '../../text/gate/near-secrets.ts'
import { openSource } from '../../text/source-file.ts'
import { type FileStamp, isUntouched, stampOf } from '../file-stamp.ts'
import type { Place } from './shown-line.ts'
import type { SearchedFile } from './task.ts'

/** Bytes of a file that is swept as a whole. */
const SWEPT_WHOLE = 4 << 20
const MOST_FILES = 200

/** What was found in small files, for as long as the server runs. */
export class SecretMemory {
  private readonly known = new Map<string, { readonly stamp: FileStamp; readonly secrets: NearSecrets }>()

  recall(stamp: FileStamp): NearSecrets | null {
    const entry = this.known.get(stamp.file)
    return entry && isUntouched(entry.stamp, stamp) ? entry.secrets : null
  }

  keep(stamp: FileStamp, secrets: NearSecrets): void {
    this.known.delete(stamp.file)
    this.known.set(stamp.file, { stamp, secrets })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_FILES && oldest !== undefined) this.known.delete(oldest)
  }

  close(): void {
    this.known.clear()
  }
}

export async function secretsNear(
  { path, file, isTable }: Pick<SearchedFile, 'path' | 'file'> & { readonly isTable: boolean },
  places: readonly Place[],
  memory: SecretMemory,
  signal: AbortSignal,
): Promise<NearSecrets> {
  try {
    const stamp = stampOf(file, path)
    const kept = memory.recall(stamp)
    if (kept) return kept
    const source = openSource(file, { path })
    try {
      if (source.sizeBytes > SWEPT_WHOLE) return await secretsAround(source, places, { isTable, signal })
      const secrets = await secretsIn(source, { isTable, signal })
      memory.keep(stamp, secrets)
      return secrets
    } finally {
      source.close()
    }
  } catch (error) {
    throw toShoalError(error, path)
  }
}
