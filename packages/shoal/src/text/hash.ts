// Content hashes: XXH3 with 128 bits, in hexadecimal.
import { threadKernel } from './scan/kernel.ts'

export function hashBytes(bytes: Uint8Array): string {
  return threadKernel().hashBytes(bytes)
}

export function hashText(text: string): string {
  return hashBytes(Buffer.from(text))
}

/** One hash that stands for several in order. */
export function combineHashes(hashes: readonly string[]): string {
  return hashBytes(Buffer.from(hashes.join(''), 'hex'))
}
