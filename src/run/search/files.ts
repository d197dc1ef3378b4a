// The files that a search goes through, by path, binary ones left out.
import type { Settings } from '../../config/resolve.ts'
import { turnTaker } from '../../text/turns.ts'
import { findFiles } from '../files.ts'
import { inspect } from '../inspect.ts'
import { registryFor } from '../registry.ts'
import type { SearchedFile } from './task.ts'

export async function searchedFiles(
  paths: readonly string[],
  settings: Settings,
  signal: AbortSignal,
  cwd?: string,
): Promise<{ files: SearchedFile[]; skipped: number }> {
  const registry = registryFor(settings)
  const found = await findFiles(paths, settings, signal, cwd)
  const turn = turnTaker()
  const files: SearchedFile[] = []
  let skipped = found.skipped.length
  for (const { path, file, sizeBytes } of found.files) {
    await turn()
    signal.throwIfAborted()
    try {
      const { binary, detection } = inspect(file, path, registry, settings)
      if (binary !== null) skipped++
      else files.push({ path, file, sizeBytes, isTable: detection.contentType === 'structured_data' })
    } catch {
      skipped++
    }
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), skipped }
}
