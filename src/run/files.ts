// The files below some paths, as the settings want them.
import type { Settings } from '../config/resolve.ts'
import { type Enumeration, enumerate } from '../stages/enumerate.ts'

/** Relative paths start at `cwd`. */
export function findFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd = process.cwd(),
): Promise<Enumeration> {
  const { include, exclude, recursive, ignore, within } = settings
  return enumerate(paths, { include, exclude, recursive, ignoreFiles: ignore, cwd, ...(within && { within }) }, signal)
}
