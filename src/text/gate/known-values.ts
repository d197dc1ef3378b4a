// Secrets by their values alone, for what is shown of a file without its lines: the rows of a query.
import type { SourceText } from '../../model/source.ts'
import { KnownSecrets } from '../secrets/known.ts'
import { sweepSecrets } from '../secrets/sweep.ts'

export type { KnownSecrets }

export function knownSecrets(values: Iterable<string>): KnownSecrets {
  return new KnownSecrets(values)
}

/** `hasMore`: not all are among them. */
export async function secretValues(
  source: SourceText,
  signal: AbortSignal,
): Promise<{ readonly values: ReadonlySet<string>; readonly hasMore: boolean }> {
  return await sweepSecrets(source, { signal, isTable: false })
}
