// The secrets of a file as a thread sweeps it: plain values that travel.
import type { SweptValues } from '../model/model-work.ts'
import type { SourceText } from '../model/source.ts'
import { type SweepOptions, sweepSecrets } from '../text/secrets/sweep.ts'

export async function sweptValues(source: SourceText, options: SweepOptions): Promise<SweptValues> {
  const { values, words, spans, rules, hasMore } = await sweepSecrets(source, options)
  const evidence = [...rules].map(
    ([id, { first }]) => [id, { first: first.map(({ evidence }) => ({ evidence })) }] as const,
  )
  return { values, words, spans, rules: new Map(evidence), hasMore }
}
