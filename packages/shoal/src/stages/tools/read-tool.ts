// Read: lines of a file from a given one on. A large file is entered at the nearest chunk, never read from its start.

import type { ChunkSpan, FileAbout } from '@shoal/base/model/analyst'
import { plural, printable } from '@shoal/base/text/printable'
import { z } from 'zod'
import { fileLine, type LinePart, MOST_LINE, oneLine, ResultPage } from './result-page.ts'
import { type ChunkLines, MOST_OUTPUT, type Tool } from './tool.ts'
import { ToolMistake } from './tool-mistake.ts'

const MOST_LINES = 1_000

const input = z.strictObject({
  path: z.string().describe('The file, as the task names it'),
  offset: z.coerce.number().int().min(1).default(1).describe('The first line to read, counted from 1'),
  limit: z.coerce.number().int().min(1).default(200).describe(`How many lines to read, at most ${MOST_LINES}`),
})

export const readTool: Tool<z.infer<typeof input>> = {
  name: 'Read',
  description: 'Reads lines of a file of this task. Each line of the file comes as its number, a bar and its text.',
  input,
  async run({ path, offset, limit }, { files, linesOf }) {
    const about = files.about(path)
    const most = Math.min(limit, MOST_LINES)
    const lines = await files.reading(path, source =>
      linesFrom(about, { first: offset, most }, chunk => linesOf(source, about, chunk)),
    )
    if (lines.length === 0)
      throw new ToolMistake(`${printable(about.path)} has ${plural(about.lineCount, 'line')}; there is no ${offset}`)
    return page(about, offset, lines)
  },
}

/** No more lines than a result can hold. */
function linesFrom(
  { chunks }: FileAbout,
  { first, most }: { readonly first: number; readonly most: number },
  linesOf: (chunk: ChunkSpan) => ChunkLines,
): LinePart[] {
  const found: LinePart[] = []
  let size = 0
  for (const chunk of chunks) {
    if (chunk.endLine < first) continue
    const { lines, isCut } = linesOf(chunk)
    for (const [k, text] of lines.entries()) {
      // Of a line over several chunks the first part is shown.
      if (chunk.startLine + k !== first + found.length) continue
      if (found.length === most || size >= MOST_OUTPUT) return found
      found.push({ text: oneLine(text), isInside: false, isCut: isCut && k === lines.length - 1 })
      size += Math.min(text.length, MOST_LINE)
    }
  }
  return found
}

function page(about: FileAbout, first: number, lines: readonly LinePart[]): string {
  const shown = new ResultPage()
  for (const [k, line] of lines.entries()) if (!shown.add(fileLine(String(first + k), line))) break
  const last = first + shown.count - 1
  const head = `${printable(about.path)}, lines ${first} to ${last} of ${about.lineCount}`
  return shown.text({ head, foot: last < about.lineCount ? `(more from line ${last + 1} on)` : null })
}
