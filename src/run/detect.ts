// The content type of every file below some paths.
import type { Settings } from '../config/resolve.ts'
import type { Detection } from '../model/content-type.ts'
import { toShoalError } from '../model/errors.ts'
import { enumerate, limitFiles } from '../stages/enumerate.ts'
import { inspect } from './inspect.ts'
import { registryFor } from './registry.ts'

export type Detected = { readonly path: string; readonly detection: Detection } | { readonly path: string; readonly skipped: string }

/** Largest files first; what is left out comes last, with its reason. */
export async function* detectPaths(paths: readonly string[], settings: Settings, signal: AbortSignal): AsyncGenerator<Detected> {
  const registry = registryFor(settings)
  const found = await enumerate(paths, { include: settings.include, exclude: settings.exclude, recursive: settings.recursive, ignoreFiles: settings.ignore }, signal)
  const { files, skipped } = limitFiles(found.files, settings.maxFiles)
  for (const { path, file } of files) {
    signal.throwIfAborted()
    try {
      const { detection, binary } = inspect(file, path, registry, settings)
      yield binary === null ? { path, detection } : { path, skipped: binary }
    } catch (error) {
      yield { path, skipped: toShoalError(error, path).message }
    }
  }
  for (const { path, reason } of [...found.skipped, ...skipped]) yield { path, skipped: reason }
}
