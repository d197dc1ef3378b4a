// Which command of the config file reads a file.
import { globMatcher } from '@shoal/base/text/glob'
import type { Reader } from '../../config/readers.ts'

/** The reader that a file of this name has; of several the first. */
export function readerOf(readers: readonly Reader[], name: string): Reader | null {
  return readers.find(reader => matcherOf(reader)(name)) ?? null
}

const matchers = new WeakMap<Reader, (name: string) => boolean>()

function matcherOf(reader: Reader): (name: string) => boolean {
  const known = matchers.get(reader) ?? globMatcher(reader.glob, { dot: true })
  matchers.set(reader, known)
  return known
}
