// One file, cut; its chunks as text and as files.
import { resolve } from 'node:path'
import type { Settings } from '../config/resolve.ts'
import type { Chunk, Partition } from '../model/chunk.ts'
import { ShoalError, toShoalError } from '../model/errors.ts'
import type { SourceText } from '../model/source.ts'
import * as deliver from '../stages/deliver.ts'
import { partition } from '../stages/partition.ts'
import { openSource } from '../text/source-file.ts'
import { cutRequest } from './budget.ts'
import { inspect } from './inspect.ts'
import { registryFor } from './registry.ts'

export interface ChunkedFile extends Partition {
  /** The absolute path that was opened. */
  readonly file: string
}

/** Cuts a file for itself, or as it would be cut within a directory (`settings.mode`). */
export async function chunkFile(path: string, settings: Settings, signal: AbortSignal): Promise<ChunkedFile> {
  const file = resolve(path)
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
  return withSource(chunked, source => deliver.chunkText(source, chunk))
}

/** Writes every chunk to a file of its own; returns the paths. */
export async function writeChunks(chunked: ChunkedFile, directory: string): Promise<string[]> {
  try {
    return withSource(chunked, source => deliver.writeChunks(source, chunked, directory))
  } catch (error) {
    throw toShoalError(error, directory)
  }
}

/** The text must be the one that was cut: a file that has grown or shrunk since is refused. */
function withSource<T>(chunked: ChunkedFile, use: (source: SourceText) => T): T {
  const source = openSource(chunked.file, { path: chunked.path })
  try {
    if (source.sizeBytes !== chunked.sizeBytes)
      throw new ShoalError('file-changed', `${chunked.path} changed while it was read`, { detail: chunked.path })
    return use(source)
  } finally {
    source.close()
  }
}
