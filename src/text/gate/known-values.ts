// Secrets by their values alone, for what is shown of a file without its lines: the rows of a query, and what goes wrong in one.
// A word that is one is hidden as a word, unless every text has it.
import type { SourceText } from '../../model/source.ts'
import { KnownSecrets, linesOf } from '../secrets/known.ts'
import { isUncommon } from '../secrets/stand-ins.ts'
import { sweepSecrets } from '../secrets/sweep.ts'

export type { KnownSecrets }

export function knownSecrets(values: Iterable<string>): KnownSecrets {
  const known = new KnownSecrets()
  for (const value of values) {
    known.add(value)
    for (const line of linesOf(value)) if (isUncommon(line)) known.addWord(line)
  }
  return known
}

/** `hasMore`: not all are among them. */
export async function secretValues(
  source: SourceText,
  signal: AbortSignal,
): Promise<{ readonly values: ReadonlySet<string>; readonly hasMore: boolean }> {
  return await sweepSecrets(source, { signal, isTable: false })
}
