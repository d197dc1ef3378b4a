// Digests of text that may be hostile: what stands for a text must not be able to stand for another.
import { createHash } from 'node:crypto'

/** 128 bits of SHA-256, in hexadecimal. */
export function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
