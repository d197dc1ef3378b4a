// A few looks into a file that is too large to be read for a rough figure.
import type { SourceText } from '../model/source.ts'
import { estimateTokens } from './tokens.ts'

const SAMPLES = 16
const SAMPLE_UNITS = 8 * 1024

/** Roughly how many tokens the whole source has; within a few per cent on even material. */
export function roughTokens(source: SourceText): number {
  if (source.size <= SAMPLES * SAMPLE_UNITS) return estimateTokens(source.bytes(0, source.size))
  let tokens = 0
  for (let k = 0; k < SAMPLES; k++) {
    const start = Math.floor(((source.size - SAMPLE_UNITS) * k) / (SAMPLES - 1))
    tokens += estimateTokens(source.bytes(start, start + SAMPLE_UNITS))
  }
  return Math.ceil((tokens / (SAMPLES * SAMPLE_UNITS)) * source.size)
}
