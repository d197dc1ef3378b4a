// The content type of every file below some paths.
import type { Settings } from '../config/resolve.ts'
import type { Detection } from '../model/content-type.ts'
import { errnoReason } from '../model/errors.ts'
import type { SkipCause } from '../model/plan.ts'
import { limitFiles } from '../stages/enumerate.ts'
import { turnTaker } from '../text/turns.ts'
import { findFiles } from './files.ts'
import { inspect } from './inspect.ts'
import { registryFor } from './registry.ts'

export type Detected =
  | { readonly path: string; readonly sizeBytes: number; readonly detection: Detection }
  | { readonly path: string; readonly skipped: string; readonly cause: SkipCause }

/** Largest files first; what is left out comes last, with its reason. */
export async function* detectPaths(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd = process.cwd(),
): AsyncGenerator<Detected> {
  const registry = registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const { files, skipped } = limitFiles(found.files, settings.maxFiles)
  const turn = turnTaker()
  for (const { path, file, sizeBytes } of files) {
    await turn()
    signal.throwIfAborted()
    try {
      const { detection, binary } = inspect(file, path, registry, settings)
      yield binary === null ? { path, sizeBytes, detection } : { path, skipped: binary, cause: 'binary' }
    } catch (error) {
      yield { path, skipped: errnoReason(error), cause: 'unreadable' }
    }
  }
  for (const { path, reason, cause } of [...found.skipped, ...skipped]) yield { path, skipped: reason, cause }
}
