// Lines and tokens of a whole source, as cheaply as the question allows.
import type { Encoding, SourceText } from '@shoal/base/model/source'
import { roughTokens } from './sample.ts'
import { indexBlocks } from './scan/block-index.ts'
import { threadKernel } from './scan/kernel.ts'
import { lineEnding, narrowUnits } from './source-file.ts'
import { tokensFromClasses } from './tokens.ts'
import { lineTotal } from './unit-cuts.ts'

export interface Counted {
  readonly lines: number
  readonly tokens: number
}

/** A text in memory, at most `IO_UNITS` long. */
export function countBytes(raw: Uint8Array, encoding: Encoding): Counted {
  const bytes = narrowUnits(raw, encoding)
  const kernel = threadKernel()
  kernel.buffer.set(bytes)
  const eol = lineEnding(bytes)
  const { lines } = kernel.walk({ kind: 'lines', eol }, 0, bytes.length, { a: 0, b: 0 })
  const open = bytes.length > 0 && bytes.at(-1) !== eol
  const tokens = tokensFromClasses(kernel.classes(0, bytes.length))
  return { lines: lines + (open ? 1 : 0), tokens: bytes.length === 0 ? 0 : Math.max(1, Math.ceil(tokens)) }
}

/** Null when the source has more than `most` tokens: then it will be cut, and cutting counts its lines anyway. */
export async function countText(source: SourceText, most: number, signal: AbortSignal): Promise<Counted | null> {
  const tokens = roughTokens(source)
  if (tokens > most) return null
  const index = await indexBlocks(source, { kind: 'lines', eol: source.eol }, { signal })
  return { lines: lineTotal(index, source), tokens }
}
