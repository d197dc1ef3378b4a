// `shoal chunk --json`: a partition under the names that scripts rely on.
import type { Chunk, Partition } from '@shoal/base/model/chunk'
import type { JsonDocument } from './json-document.ts'

export interface ChunkExtras {
  readonly text?: string
  readonly file?: string
}

/** The chunks are made one at a time, with what `extras` adds to each. */
export function partitionJson(partition: Partition, extras: (chunk: Chunk) => ChunkExtras): JsonDocument {
  return {
    path: partition.path,
    content_type: partition.contentType,
    language: partition.language,
    line_count: partition.lineCount,
    size_bytes: partition.sizeBytes,
    method: partition.method,
    facts: partition.facts,
    notes: partition.notes,
    chunks: chunksJson(partition.chunks, extras),
  }
}

function* chunksJson(chunks: readonly Chunk[], extras: (chunk: Chunk) => ChunkExtras) {
  for (const chunk of chunks) {
    const { body, overlap } = chunk
    yield {
      id: chunk.id,
      index: chunk.index,
      of: chunk.of,
      start_line: body.startLine,
      end_line: body.endLine,
      start_byte: body.startByte,
      end_byte: body.endByte,
      preamble: chunk.preamble.map(span => ({
        start_line: span.startLine,
        end_line: span.endLine,
        start_byte: span.startByte,
        end_byte: span.endByte,
      })),
      overlap_lines: overlap ? overlap.endLine - overlap.startLine + 1 : 0,
      lines: chunk.lines,
      bytes: chunk.bytes,
      tokens: chunk.tokens,
      kind: chunk.kind,
      label: chunk.label,
      continuation: chunk.continuation,
      flags: chunk.flags,
      ...extras(chunk),
    }
  }
}
