// One file, cut.

import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Settings } from '../config/resolve.ts'
import { cutSize } from './budget.ts'
import type { ChunkedFile } from './chunked-file.ts'
import { registryFor } from './registry.ts'
import { lookAtFiles } from './threads/look-at-files.ts'
import { GaveUp, workOn } from './threads/work-on.ts'
import { sourceFile } from './unpacking/source-file.ts'

/** Cuts a file for itself, or as it would be cut within a directory (`settings.mode`). */
export async function chunkFile(
  path: string,
  settings: Settings,
  signal: AbortSignal,
  /** No more of it is read. */
  most?: number,
): Promise<ChunkedFile> {
  const { file, path: shown, notes: unread } = await sourceFile(path, settings, signal)
  try {
    registryFor(settings)
    const named = { file, path: shown, ...(most === undefined ? {} : { sizeBytes: most }) }
    for await (const look of lookAtFiles([named], settings, signal)) {
      if ('error' in look) throw look.error
      const { detection, binary, sizeBytes } = look.result
      if (binary !== null) throw new ShoalError('not-text', `${path} is not text (${binary})`, { detail: path })
      const input = { file, path: shown, sizeBytes, detection, size: cutSize(settings, settings.mode) }
      const how = { settings, signal, type: detection.contentType, bytes: sizeBytes }
      const cut = await workOn('cut', input, how)
      return { file, ...cut, notes: [...unread, ...cut.notes], unread }
    }
    throw new ShoalError('internal', `${path} was not looked at`)
  } catch (error) {
    throw error instanceof GaveUp ? error.about(path) : toShoalError(error, path)
  }
}
