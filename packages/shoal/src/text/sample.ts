// A few looks into a file that is too large to be read for a rough figure.
import type { SourceText } from '@shoal/base/model/source'
import { estimateTokens } from './tokens.ts'

const SAMPLES = 16
const SAMPLE_UNITS = 8 * 1024

/** Roughly how many tokens a stretch of a source has, the whole by default; within a few per cent on even material. */
export function roughTokens(source: SourceText, start = 0, end = source.size): number {
  const length = end - start
  if (length <= SAMPLES * SAMPLE_UNITS) return estimateTokens(source.bytes(start, end))
  let tokens = 0
  for (let k = 0; k < SAMPLES; k++) {
    const at = start + Math.floor(((length - SAMPLE_UNITS) * k) / (SAMPLES - 1))
    tokens += estimateTokens(source.bytes(at, at + SAMPLE_UNITS))
  }
  return Math.ceil((tokens / (SAMPLES * SAMPLE_UNITS)) * length)
}
