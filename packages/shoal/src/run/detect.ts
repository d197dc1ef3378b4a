// The content type of every file below some paths.

import type { Detection } from '@shoal/base/model/content-type'
import { errnoReason } from '@shoal/base/model/errors'
import type { SkipCause } from '@shoal/base/model/plan'
import type { Settings } from '../config/resolve.ts'
import { limitFiles } from '../stages/enumerate.ts'
import { findFiles } from './files.ts'
import { registryFor } from './registry.ts'
import { lookAtFiles } from './threads/look-at-files.ts'
import { GaveUp } from './threads/work-on.ts'

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
  registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const { files, skipped } = limitFiles(found.files, settings.maxFiles)
  for await (const look of lookAtFiles(files, settings, signal)) {
    const { path, sizeBytes } = look.of
    if ('error' in look) yield unreadable(path, look.error)
    else {
      const { detection, binary } = look.result
      yield binary === null ? { path, sizeBytes, detection } : { path, skipped: binary, cause: 'binary' }
    }
  }
  for (const { path, reason, cause } of [...found.skipped, ...skipped]) yield { path, skipped: reason, cause }
}

function unreadable(path: string, error: unknown): Detected {
  return { path, skipped: errnoReason(error), cause: error instanceof GaveUp ? 'given-up' : 'unreadable' }
}
