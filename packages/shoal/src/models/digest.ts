// Digests that stand for JSON values: what was asked, what a result depends on. The same however its keys are ordered.
import { createHash } from 'node:crypto'
import { isRecord } from '@shoal/base/model/option-values'

/** 128 bits of SHA-256: what is analysed may be hostile, and must not be able to pass for something else. */
export function digestOf(value: unknown): string {
  // Most are long texts, which have no keys to put in order.
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value, sorted)
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * The same for a part of a request. Systems, schemas, tools and what is said of a file are parts of many requests, and
 * every part is asked for twice: to look the request up, and to write it down.
 */
export function partDigest(part: unknown): string {
  if (typeof part === 'string') return RECENT.get(part) ?? remembered(part)
  if (typeof part !== 'object' || part === null) return digestOf(part)
  const digest = OBJECTS.get(part) ?? digestOf(part)
  OBJECTS.set(part, digest)
  return digest
}

const OBJECTS = new WeakMap<object, string>()
const RECENT = new Map<string, string>()
const MOST_RECENT = 128

function remembered(text: string): string {
  const digest = digestOf(text)
  RECENT.set(text, digest)
  const [oldest] = RECENT.keys()
  if (RECENT.size > MOST_RECENT && oldest !== undefined) RECENT.delete(oldest)
  return digest
}

function sorted(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
