// Read: lines of a file from a given one on. A large file is entered at the nearest chunk, never read from its start.
import { z } from 'zod'
import type { FileAbout } from '../../model/analyst.ts'
import type { SourceText } from '../../model/source.ts'
import { plural, printable } from '../../text/printable.ts'
import { LineFinder } from '../../text/quotes/line-finder.ts'
import { fileLine, type LinePart, MOST_LINE, oneLine, ResultPage } from './result-page.ts'
import { MOST_OUTPUT, type Tool } from './tool.ts'
import { ToolMistake } from './tool-mistake.ts'

const MOST_LINES = 1_000
/** Code units of a line that are looked at: a secret must not be cut in half before it is hidden. */
const MOST_SEEN = 4 * MOST_LINE

const input = z.strictObject({
  path: z.string().describe('The file, as the task names it'),
  offset: z.coerce.number().int().min(1).default(1).describe('The first line to read, counted from 1'),
  limit: z.coerce.number().int().min(1).default(200).describe(`How many lines to read, at most ${MOST_LINES}`),
})

export const readTool: Tool<z.infer<typeof input>> = {
  name: 'Read',
  description: 'Reads lines of a file of this task. Each line of the file comes as its number, a bar and its text.',
  input,
  async run({ path, offset, limit }, { files, hide }) {
    const about = files.about(path)
    const lines = await files.reading(path, source => linesFrom(source, about, offset, Math.min(limit, MOST_LINES)))
    if (lines.length === 0)
      throw new ToolMistake(`${printable(about.path)} has ${plural(about.lineCount, 'line')}; there is no ${offset}`)
    // Hidden together: a key may stand on several lines.
    const texts = hide(lines.map(({ text }) => text).join('\n'), about.path).split('\n')
    const shown = lines.map((line, k) => ({ ...line, text: texts[k] ?? '' }))
    return page(about, offset, shown)
  },
}

/** No more lines than a result can hold. */
function linesFrom(source: SourceText, { chunks }: FileAbout, first: number, most: number): LinePart[] {
  const { unit } = source.encoding
  const starts = chunks.map(({ startLine, startByte }) => ({ line: startLine, offset: Math.ceil(startByte / unit) }))
  const finder = new LineFinder(source, starts)
  const lines: LinePart[] = []
  for (let number = first, size = 0; number < first + most && size < MOST_OUTPUT; number++) {
    const at = finder.find(number)
    if (!at) break
    const isCut = at.end === null || at.end - at.start > MOST_SEEN
    const text = source.text(at.start, isCut ? at.start + MOST_SEEN : at.end!).replace(/\r?\n$|\r$/, '')
    lines.push({ text: oneLine(text), isInside: false, isCut })
    size += Math.min(text.length, MOST_LINE)
  }
  return lines
}

function page(about: FileAbout, first: number, lines: readonly LinePart[]): string {
  const shown = new ResultPage()
  for (const [k, line] of lines.entries()) if (!shown.add(fileLine(String(first + k), line))) break
  const last = first + shown.count - 1
  const head = `${printable(about.path)}, lines ${first} to ${last} of ${about.lineCount}`
  return shown.text({ head, foot: last < about.lineCount ? `(more from line ${last + 1} on)` : null })
}
