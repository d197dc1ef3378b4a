// Lines and tokens of a whole source, as cheaply as the question allows.
import type { SourceText } from '../model/source.ts'
import { endsOpen, lineTotal } from './even-cuts.ts'
import { roughTokens } from './sample.ts'
import { indexBlocks } from './scan/block-index.ts'
import { IO_UNITS, threadKernel } from './scan/kernel.ts'
import { tokensFromClasses } from './tokens.ts'

export interface Counted {
  readonly lines: number
  readonly tokens: number
}

/** Null when the source has more than `most` tokens: then it will be cut, and cutting counts its lines anyway. */
export async function countText(source: SourceText, most: number, signal: AbortSignal): Promise<Counted | null> {
  if (source.size <= IO_UNITS) return countInMemory(source)
  const tokens = roughTokens(source)
  if (tokens > most) return null
  const index = await indexBlocks(source, { kind: 'lines', eol: source.eol }, { signal })
  return { lines: lineTotal(index, source), tokens }
}

function countInMemory(source: SourceText): Counted {
  const kernel = threadKernel()
  const bytes = source.bytes(0, source.size)
  kernel.buffer.set(bytes)
  const { lines } = kernel.walk({ kind: 'lines', eol: source.eol }, 0, bytes.length, { a: 0, b: 0 })
  return { lines: lines + (endsOpen(source) ? 1 : 0), tokens: Math.ceil(tokensFromClasses(kernel.classes(0, bytes.length))) }
}
