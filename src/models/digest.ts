// Digests that stand for JSON values: what was asked, what a result depends on. The same however its keys are ordered.
import { createHash } from 'node:crypto'
import { isRecord } from '../config/values.ts'

/** 128 bits of SHA-256: what is analysed may be hostile, and must not be able to pass for something else. */
export function digestOf(value: unknown): string {
  // Most are long texts, which have no keys to put in order.
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, sorted)
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function sorted(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
