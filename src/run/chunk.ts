// One file, cut; its chunks as text and as files.
import type { Settings } from '../config/resolve.ts'
import type { Chunk, Partition } from '../model/chunk.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { SourceText } from '../model/source.ts'
import * as deliver from '../stages/deliver.ts'
import { partition } from '../stages/partition.ts'
import { openSource } from '../text/source-file.ts'
import { cutRequest } from './budget.ts'
import { inspect } from './inspect.ts'
import { abortable, type Cancellable } from './library-signal.ts'
import { realFile } from './real-file.ts'
import { registryFor } from './registry.ts'

export interface ChunkedFile extends Partition {
  /** The real path that was opened. */
  readonly file: string
}

/** Cuts a file for itself, or as it would be cut within a directory (`settings.mode`). */
export async function chunkFile(path: string, settings: Settings, signal: AbortSignal): Promise<ChunkedFile> {
  const file = realFile(path, settings)
  try {
    const registry = registryFor(settings)
    const { detection, binary } = inspect(file, path, registry, settings)
    if (binary !== null) throw new ShoalError('not-text', `${path} is not text (${binary})`, { detail: path })
    const type = registry.get(detection.contentType)!
    const source = openSource(file, { path })
    try {
      return { file, ...(await partition(source, type, cutRequest(type, detection, settings.mode, settings, signal))) }
    } finally {
      source.close()
    }
  } catch (error) {
    throw toShoalError(error, path)
  }
}

/** What an analyst reads of a chunk. */
export function chunkText(chunked: ChunkedFile, chunk: Chunk): string {
  const source = openSame(chunked)
  try {
    return deliver.chunkText(source, chunk)
  } finally {
    source.close()
  }
}

/** Writes every chunk to a file of its own, all of them or none; returns the paths. */
export async function writeChunks(
  chunked: ChunkedFile,
  directory: string,
  { signal: given }: Cancellable = {},
): Promise<string[]> {
  return await abortable(given, async signal => {
    const source = openSame(chunked)
    try {
      return await deliver.writeChunks(source, chunked, directory, signal)
    } catch (error) {
      throw toShoalError(error, directory)
    } finally {
      source.close()
    }
  })
}

/** The text must be the one that was cut: a file that has grown or shrunk since is refused. */
function openSame({ file, path, sizeBytes }: ChunkedFile): SourceText {
  const source = openSource(file, { path })
  if (source.sizeBytes === sizeBytes) return source
  source.close()
  throw new ShoalError('file-changed', `${path} changed while it was read`, { detail: path })
}
