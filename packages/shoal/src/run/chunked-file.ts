// The chunks of a file that was cut, as text and as files.
import type { Chunk, Partition } from '@shoal/base/model/chunk'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { SourceText } from '@shoal/base/model/source'
import * as deliver from '../stages/deliver.ts'
import { openSource } from '../text/source-file.ts'
import { abortable, type Cancellable } from './library-signal.ts'

export interface ChunkedFile extends Partition {
  /** The real path that was opened. */
  readonly file: string
  /** What of a packed file could not be read. */
  readonly unread: readonly string[]
}

/** What an analyst reads of a chunk, as it stands in the file. */
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

/** The text that was cut: what has been added since is left out, and a file that has shrunk is refused. */
export function openSame({ file, path, sizeBytes }: ChunkedFile): SourceText {
  const source = openSource(file, { path, sizeBytes })
  if (source.sizeBytes === sizeBytes) return source
  source.close()
  throw new ShoalError('file-changed', `${path} changed while it was read`, { detail: path })
}
