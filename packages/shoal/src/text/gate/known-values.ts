// Secrets by their values alone, for what is shown of a file without its lines: the rows of a query, and what goes wrong in one.
// A word that is one is hidden as a word, unless every text has it.
import type { SweptValues } from '@shoal/base/model/model-work'
import type { SourceText } from '@shoal/base/model/source'
import { KnownSecrets, linesOf } from '@shoal/base/secrets/known'
import { isUncommon } from '@shoal/base/secrets/stand-ins'
import { type SweepOptions, sweepSecrets } from '../secrets/sweep.ts'

export type { KnownSecrets }

export function knownSecrets(values: Iterable<string>): KnownSecrets {
  const known = new KnownSecrets()
  for (const value of values) {
    known.add(value)
    for (const line of linesOf(value)) if (isUncommon(line)) known.addWord(line)
  }
  return known
}

/** Plain values that travel between threads. `hasMore`: not all are among them. */
export async function sweptValues(source: SourceText, options: SweepOptions): Promise<SweptValues> {
  const { values, words, spans, rules, hasMore } = await sweepSecrets(source, options)
  const evidence = [...rules].map(
    ([id, { first }]) => [id, { first: first.map(({ evidence }) => ({ evidence })) }] as const,
  )
  return { values, words, spans, rules: new Map(evidence), hasMore }
}
