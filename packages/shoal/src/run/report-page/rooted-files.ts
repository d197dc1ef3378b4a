// The files of a report that came from anywhere. It may name any file of this machine: only what lies in the one directory that
// the caller names is opened, and without one nothing is.
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { RunReport } from '@shoal/base/model/report'
import { isWithin } from '../../text/is-within.ts'
import type { ClosedFile, ExcerptSources } from './excerpts.ts'
import type { ReadFile } from './excerpts-in.ts'

const WITHOUT: ClosedFile = { refusal: 'this page was made without reading the file again' }
const OUTSIDE: ClosedFile = { refusal: 'the file lies outside of the directory that this page was allowed to read' }

/** Relative paths start at the root. Throws when it is no directory. */
export function rootedFiles(files: RunReport['files'], root: string | null): ExcerptSources['files'] {
  if (root === null) return { get: () => WITHOUT }
  const named = resolve(root)
  const real = realDirectory(root)
  const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]))
  return {
    get(path): ReadFile | ClosedFile | undefined {
      const sizeBytes = sizes.get(path)
      if (sizeBytes === undefined) return undefined
      const place = resolve(named, path)
      // What lies outside is not even looked at.
      if (!isWithin(named, place) && !isWithin(real, place)) return OUTSIDE
      const file = realpathSync.native(place)
      return isWithin(real, file) ? { file, sizeBytes, mtimeMs: null } : OUTSIDE
    },
  }
}

function realDirectory(root: string): string {
  try {
    const real = realpathSync.native(resolve(root))
    if (statSync(real).isDirectory()) return real
  } catch (error) {
    throw toShoalError(error, root)
  }
  throw new ShoalError('bad-value', `${root} is not a directory`, {
    detail: 'root',
    advice: 'name the directory that the report was made in',
  })
}
