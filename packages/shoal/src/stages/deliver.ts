// What an analyst reads of a chunk, and how its lines map back to the lines of the source.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Chunk, Partition } from '@shoal/base/model/chunk'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'

/** Preamble, overlap, body and what closes them; or the body made a document of its own. */
export function chunkText(source: SourceText, chunk: Chunk): string {
  if (chunk.wrap) return chunk.wrap.open + source.text(chunk.wrap.from, chunk.wrap.to) + chunk.wrap.close
  const parts = chunk.preamble.map(span => withLineEnd(spanText(source, span)))
  if (chunk.overlap) parts.push(spanText(source, chunk.overlap))
  parts.push(spanText(source, chunk.body))
  return chunk.tail === '' ? parts.join('') : withLineEnd(parts.join('')) + chunk.tail
}

/** The source line that a line of the chunk's text (from 1) shows; null beyond its end. */
export function toSourceLine(chunk: Chunk, textLine: number): number | null {
  let before = 0
  for (const { startLine, endLine } of shownSpans(chunk)) {
    const lines = endLine - startLine + 1
    if (textLine > before && textLine <= before + lines) return startLine + textLine - before - 1
    before += lines
  }
  return null
}

/** The line of the chunk's text (from 1) that shows a source line, its own rather than a borrowed one. */
export function toTextLine(chunk: Chunk, sourceLine: number): number | null {
  const spans = shownSpans(chunk)
  let behind = spans.reduce((sum, span) => sum + span.endLine - span.startLine + 1, 0)
  for (const { startLine, endLine } of spans.reverse()) {
    behind -= endLine - startLine + 1
    if (sourceLine >= startLine && sourceLine <= endLine) return behind + sourceLine - startLine + 1
  }
  return null
}

/** Writes every chunk to a file of its own, in UTF-8; returns the paths. All of them or none: half a set looks whole. */
export async function writeChunks(
  source: SourceText,
  partition: Partition,
  directory: string,
  signal: AbortSignal,
): Promise<string[]> {
  mkdirSync(directory, { recursive: true })
  // Chunks of an earlier cut would make the set look larger than it is.
  for (const name of readdirSync(directory)) if (/^chunk-\d+\./.test(name)) rmSync(join(directory, name))
  const digits = Math.max(2, String(partition.chunks.length).length)
  const extension = extname(source.path) || '.txt'
  const turn = yieldToEventLoop()
  const files: string[] = []
  try {
    for (const chunk of partition.chunks) {
      await turn()
      signal.throwIfAborted()
      const file = join(directory, `chunk-${String(chunk.index).padStart(digits, '0')}${extension}`)
      files.push(file)
      writeFileSync(file, chunkText(source, chunk))
    }
    return files
  } catch (error) {
    for (const file of files) rmSync(file, { force: true })
    throw error
  }
}

function shownSpans(chunk: Chunk): { startLine: number; endLine: number }[] {
  if (chunk.wrap) return [chunk.body]
  return [...chunk.preamble, ...(chunk.overlap ? [chunk.overlap] : []), chunk.body]
}

function spanText(source: SourceText, span: { startByte: number; endByte: number }): string {
  const { unit } = source.encoding
  return source.text(span.startByte / unit, Math.ceil(span.endByte / unit))
}

function withLineEnd(text: string): string {
  return /[\n\r]$/.test(text) ? text : `${text}\n`
}
