// A path cut where it may be: between folders, never inside a name. The name of the file stays whole, folders in front go first.
import { shown } from './shown.ts'

export interface PathParts {
  /** Folders there is no room for: their place is held by an ellipsis. */
  readonly hidden: string
  /** Folders with their slashes, and the name of the file. */
  readonly parts: readonly string[]
}

const LONGEST = 400

/** Looks like the path of a file: `src/a.ts`, `/var/log`. What holds spaces is a sentence. */
export function isPath(text: string): boolean {
  return /^[^\s/]*(?:\/[^\s/]+)+\/?$/.test(text) && /\p{L}/u.test(text) && !text.includes('://')
}

/** In about `most` characters, the name of the file always. */
export function pathParts(path: string, most: number): PathParts {
  const all = shown(path, LONGEST).match(/[^/]*\/+|[^/]+$/g) ?? []
  let length = all.at(-1)?.length ?? 0
  let first = Math.max(0, all.length - 1)
  while (first > 0 && length + all[first - 1]!.length <= most) length += all[--first]!.length
  // What is as short as the ellipsis needs none.
  const hidden = all.slice(0, first).join('')
  return hidden.length <= 2 ? { hidden: '', parts: all } : { hidden, parts: all.slice(first) }
}

/** The same in one word, where there is nothing but text: the end of a long path says more than its start. */
export function shortPath(path: string, most: number): string {
  const { hidden, parts } = pathParts(path, most)
  const kept = hidden === '' ? parts.join('') : `…/${parts.join('')}`
  const characters = [...kept]
  return characters.length <= most + 2 ? kept : `…${characters.slice(characters.length - most + 1).join('')}`
}
