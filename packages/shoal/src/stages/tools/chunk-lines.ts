// The lines of chunks with their secrets hidden as their analysts see them hidden: a chunk is hidden as a whole, whichever
// of its lines are asked for, so that it makes no difference where reading begins.
import type { ChunkSpan } from '@shoal/base/model/analyst'
import type { Shown } from '@shoal/base/model/shown'
import type { SourceText } from '@shoal/base/model/source'
import type { ChunkLines, ToolContext } from './tool.ts'

/** A stretch of a file with its secrets hidden, wherever it is cut. Lines stay lines. */
export type HideStretch = (
  source: SourceText,
  stretch: { readonly start: number; readonly end: number },
  path: string,
) => Shown

/** Chunks that are kept: calls come back to the same ones. */
const MOST_KEPT = 4

export function chunkLines(hide: HideStretch): ToolContext['linesOf'] {
  const kept = new Map<string, ChunkLines>()
  return (source, { path }, chunk) => {
    const key = `${chunk.startByte} ${path}`
    const lines = kept.get(key) ?? linesOf(source, chunk, stretch => hide(source, stretch, path))
    kept.delete(key)
    kept.set(key, lines)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT) kept.delete(oldest!)
    return lines
  }
}

function linesOf(
  source: SourceText,
  { startByte, endByte }: ChunkSpan,
  hide: (stretch: { readonly start: number; readonly end: number }) => Shown,
): ChunkLines {
  const { unit } = source.encoding
  const [start, end] = [Math.floor(startByte / unit), Math.min(source.size, Math.ceil(endByte / unit))]
  const lines = hide({ start, end }).split(String.fromCharCode(source.eol)) as Shown[]
  const endsLine = (at: number) => source.bytes(at - 1, at)[0] === source.eol
  if (lines.at(-1) === '') lines.pop()
  const plain =
    source.eol === 10 ? lines.map(line => (line.endsWith('\r') ? (line.slice(0, -1) as Shown) : line)) : lines
  return {
    lines: plain,
    isInside: start > 0 && !endsLine(start),
    isCut: end < source.size && end > 0 && !endsLine(end),
  }
}
