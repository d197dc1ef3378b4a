// The secrets that are near the lines of a page, so that they are hidden there as well. A small file is swept as a whole,
// once for as long as it stays the same; of a large one only what stands around each line.
import { toShoalError } from '@shoal/base/model/errors'
import { type NearSecrets, secretsAround, secretsIn } from '../../text/gate/near-secrets.ts'
import { openSource } from '../../text/source-file.ts'
import { stampOf } from '../file-stamp.ts'
import type { SecretMemory } from './secret-memory.ts'
import type { Place } from './shown-line.ts'
import type { SearchedFile } from './task.ts'

/** Bytes of a file that is swept as a whole. */
const SWEPT_WHOLE = 4 << 20

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
