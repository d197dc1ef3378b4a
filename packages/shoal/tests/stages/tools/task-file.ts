// Files of a task for tests: written to a directory, cut every so many lines, and refused once they have changed.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChunkSpan } from '@shoal/base/model/analyst'
import { ShoalError } from '@shoal/base/model/errors'
import type { Shown } from '@shoal/base/model/shown'
import type { TaskFile } from '../../../src/stages/tools/task-files.ts'
import type { ToolBoxOptions } from '../../../src/stages/tools/tool-box.ts'
import { hashBytes } from '../../../src/text/hash.ts'
import { openSource } from '../../../src/text/source-file.ts'

export interface TaskFileOptions {
  /** Lines of a chunk; one chunk if left out. Only for encodings of one byte per unit. */
  readonly chunkLines?: number
  /** The path that the task uses; the name if left out. */
  readonly path?: string
}

export function taskFile(
  directory: string,
  name: string,
  content: string | Buffer,
  { chunkLines = Number.POSITIVE_INFINITY, path = name }: TaskFileOptions = {},
): TaskFile {
  const file = join(directory, name)
  const bytes = Buffer.from(content)
  writeFileSync(file, bytes)
  const planned = statSync(file)
  const chunks = cut(bytes, chunkLines)
  return {
    about: {
      path,
      contentType: 'unknown',
      language: null,
      sizeBytes: bytes.length,
      lineCount: chunks.at(-1)?.endLine ?? 0,
      chunks,
    },
    openSource() {
      const { size, mtimeMs } = statSync(file)
      if (size !== planned.size || mtimeMs !== planned.mtimeMs)
        throw new ShoalError('file-changed', `${path} changed while it was analysed`)
      return openSource(file, { path })
    },
  }
}

/** Lines end with LF, or CR in a text that has none; in UTF-16 LF is found too, as no other unit used here holds one. */
function cut(bytes: Buffer, most: number): ChunkSpan[] {
  const eol = bytes.includes(10) || !bytes.includes(13) ? 10 : 13
  const chunks: ChunkSpan[] = []
  let start = 0
  let first = 1
  const close = (end: number, last: number): void => {
    const id = hashBytes(bytes.subarray(start, end))
    const index = chunks.length + 1
    chunks.push({ id, index, startLine: first, endLine: last, startByte: start, endByte: end, continuation: false })
    start = end
    first = last + 1
  }
  let line = 1
  for (let at = bytes.indexOf(eol); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(eol, at + 1)) {
    if (bytes[at + 1] === 0 && at + 2 >= bytes.length) break
    if (line - first + 1 >= most) close(at + 1, line)
    line++
  }
  if (start < bytes.length) close(bytes.length, line)
  return chunks
}

/** Hides what `change` changes of a stretch. */
export function hiding(change: (text: string, path: string) => string): ToolBoxOptions['hide'] {
  return (source, { start, end }, path) => change(source.text(start, end), path) as Shown
}

export const asItStands = hiding(text => text)
