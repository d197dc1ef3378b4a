// The files below some paths, as the settings want them.
import type { Settings } from '../config/resolve.ts'
import { type Enumeration, enumerate } from '../stages/enumerate.ts'

export function findFiles(paths: readonly string[], settings: Settings, signal: AbortSignal): Promise<Enumeration> {
  const { include, exclude, recursive, ignore } = settings
  return enumerate(paths, { include, exclude, recursive, ignoreFiles: ignore }, signal)
}
