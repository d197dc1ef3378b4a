// The rows of the grid of keys over time: for every key one for its errors, one for its warnings, one for its other
// entries, and one more each for server errors and client errors, which are among these.
import { isGrave } from './entry-groups.ts'
import { LEVELS } from './tally.ts'

export const KEY_ROWS = ['rest', 'warnings', 'errors', 'server errors', 'client errors'] as const
export type KeyRowKind = (typeof KEY_ROWS)[number]

/** Rows that hold every entry of a key once. */
export const ALL_ROWS = ['rest', 'warnings', 'errors'] as const satisfies readonly KeyRowKind[]

const KINDS: readonly KeyRowKind[] = LEVELS.map((name, level) =>
  isGrave(level) ? 'errors' : name === 'warn' ? 'warnings' : 'rest',
)

/** The row in which entries of a level are counted. */
export function kindOfLevel(level: number): KeyRowKind {
  return KINDS[level]!
}

export function keyRow(key: number, kind: KeyRowKind): number {
  return key * KEY_ROWS.length + KEY_ROWS.indexOf(kind)
}

export function keyRowOf(row: number): { readonly key: number; readonly kind: KeyRowKind } {
  const key = Math.floor(row / KEY_ROWS.length)
  return { key, kind: KEY_ROWS[row - key * KEY_ROWS.length]! }
}
