// Estimates how many tokens a text costs, from counts of byte classes that one SIMD pass takes.
import { IO_UNITS, threadKernel } from './scan/kernel.ts'

/** Classes counted by `countClasses` in assembly/scan.ts, in its order. */
export const CLASSES = 11

const WEIGHTS: readonly number[] = [
  0.0733, 0.6913, 0.6465, 0.3261, 0.9948, 0.1446, 0.4907, 0.4351, 1.3533, 0.3759, 0.4809,
]

export function tokensFromClasses(counts: ArrayLike<number>): number {
  let tokens = 0
  for (let k = 0; k < CLASSES; k++) tokens += WEIGHTS[k]! * counts[k]!
  return tokens
}

/** The estimate for a text in memory. */
export function estimateTokens(bytes: Uint8Array): number {
  const kernel = threadKernel()
  let tokens = 0
  for (let at = 0; at < bytes.length; at += IO_UNITS) {
    const part = bytes.subarray(at, at + IO_UNITS)
    kernel.buffer.set(part)
    tokens += tokensFromClasses(kernel.classes(0, part.length))
  }
  return bytes.length === 0 ? 0 : Math.max(1, Math.ceil(tokens))
}
