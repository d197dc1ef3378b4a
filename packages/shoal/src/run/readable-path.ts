// Whether a path that somebody named can be read.
import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { outerPath } from './unpacking/member-root.ts'

/** Null when it can: a file, or a directory that may be entered. */
export function whyUnreadable({ cwd }: { readonly cwd: string }, path: string): ShoalError | null {
  if (path === '') return new ShoalError('not-found', 'one of the paths is empty')
  const file = resolve(cwd, outerPath(path, cwd))
  try {
    const stat = statSync(file)
    if (!stat.isFile() && !stat.isDirectory())
      return new ShoalError('not-a-file', `${path}: not a regular file`, { detail: path })
    accessSync(file, stat.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK)
    return null
  } catch (error) {
    return toShoalError(error, path)
  }
}
