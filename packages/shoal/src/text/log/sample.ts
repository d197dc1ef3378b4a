// Sample lines of a log with how much of each is understood, and what nearly all of them have in common there.
import { SEPARATORS } from './fields.ts'

/** A sample line; what stands before `at` is understood. */
export interface Cursor {
  readonly line: string
  at: number
}

const compiled = new Map<string, RegExp>()
/** Patterns come from a fixed set, so this bound is never met in practice. */
const MAX_COMPILED = 500

/** The pattern, to be matched exactly where a cursor stands. */
export function sticky(pattern: string): RegExp {
  let found = compiled.get(pattern)
  if (!found) {
    if (compiled.size > MAX_COMPILED) compiled.clear()
    compiled.set(pattern, (found = new RegExp(pattern, 'y')))
  }
  return found
}

export function matchAt(pattern: string, { line, at }: Cursor): string | null {
  const regex = sticky(pattern)
  regex.lastIndex = at
  return regex.exec(line)?.[0] ?? null
}

export function matchesOf(cursors: readonly Cursor[], pattern: string): string[] {
  return cursors.map(cursor => matchAt(pattern, cursor)).filter(text => text !== null)
}

/** Which part of the lines has the pattern where it stands. */
export function share(cursors: readonly Cursor[], pattern: string): number {
  if (cursors.length === 0) return 0
  const regex = sticky(pattern)
  let found = 0
  for (const { line, at } of cursors) {
    regex.lastIndex = at
    if (regex.test(line)) found++
  }
  return found / cursors.length
}

export function copyOf(cursors: readonly Cursor[]): Cursor[] {
  return cursors.map(cursor => ({ ...cursor }))
}

/** Moves behind the pattern; a line without it stays where it is. */
export function advance(cursors: readonly Cursor[], pattern: string): void {
  for (const cursor of cursors) cursor.at += matchAt(pattern, cursor)?.length ?? 0
}

/** What stands behind a field in nearly all lines. */
export function separatorOf(cursors: readonly Cursor[]): string {
  return SEPARATORS.find(gap => gap === '' || share(cursors, `(?:${gap}|$)`) >= 0.9) ?? ''
}

/** Names come again and again; what differs from line to line is content. */
export function areFew(names: readonly string[]): boolean {
  return names.length > 0 && new Set(names).size <= Math.max(6, names.length / 3)
}
