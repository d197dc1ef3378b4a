// Chunks that a question points at by their number, or by a line: `see chunk 4`, `what stands around line 1,200`.
import type { ChunkSpan, FileAbout } from '../../model/analyst.ts'
import type { OpenQuestion } from './gather-questions.ts'

const CHUNK = /\bchunk\s+#?(\d{1,9})\b/gi
const LINE = /\blines?\s+#?(\d{1,3}(?:,\d{3})+|\d{1,9})\b/gi

export interface NamedChunk {
  readonly path: string
  readonly chunk: ChunkSpan
}

/** An analyst knows the numbers of its own file alone, so they are those of the files in which it was asked. */
export function namedChunks({ text, askedBy }: OpenQuestion, files: ReadonlyMap<string, FileAbout>): NamedChunk[] {
  const chunks = numbersIn(text, CHUNK)
  const lines = numbersIn(text, LINE)
  if (chunks.length === 0 && lines.length === 0) return []
  const paths = [...new Set(askedBy.map(({ filePath }) => filePath))]
  return paths.flatMap(path =>
    (files.get(path)?.chunks ?? [])
      .filter(
        ({ index, startLine, endLine }) =>
          chunks.includes(index) || lines.some(line => line >= startLine && line <= endLine),
      )
      .map(chunk => ({ path, chunk })),
  )
}

/** What is asked for, without the numbers of places. */
export function withoutPlaces(text: string): string {
  return text.replace(CHUNK, ' ').replace(LINE, ' ')
}

function numbersIn(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, digits]) => Number(digits!.replaceAll(',', '')))
}
