// Grep: the lines of a task's files that match a regular expression. A file streams by; the search stops when it has
// found enough. A line is matched as it is shown, with its secrets hidden, so that no pattern can ask for one.

import type { ChunkSpan, FileAbout } from '@shoal/base/model/analyst'
import { ShoalError } from '@shoal/base/model/errors'
import type { SourceText } from '@shoal/base/model/source'
import { plural, printable } from '@shoal/base/text/printable'
import { z } from 'zod'
import { type TextLine, walkText } from '../../text/text-lines.ts'
import { LineSearch } from './line-search.ts'
import { fileLine, MOST_LINE, oneLine, ResultPage, wholeFrom } from './result-page.ts'
import type { ChunkLines, Tool, ToolContext } from './tool.ts'

const MOST_LINES = 200
/** A longer line is searched in parts: many patterns take the square of its length. */
const PART = 8_192
/** Characters that are searched at a time. */
const BATCH = 1 << 18
/** For one call: what is left unsearched is said. */
const MOST_SEARCH_MS = 10_000
/** Characters of a long line that are shown before the match. */
const LEAD = MOST_LINE / 4

const input = z.strictObject({
  pattern: z.string().min(1).max(1_000).describe('A regular expression of JavaScript, matched line by line'),
  path: z.string().optional().describe('The file to search; all files of the task if left out'),
  limit: z.coerce.number().int().min(1).default(50).describe(`How many lines to show, at most ${MOST_LINES}`),
  ignore_case: z.boolean().default(false).describe('Take capital and small letters for the same'),
})

export const grepTool: Tool<z.infer<typeof input>> = {
  name: 'Grep',
  description:
    'Finds the lines of the files of this task that match a regular expression. Each comes as path, colon, line number, a bar and its text.',
  input,
  async run({ pattern, path, limit, ignore_case }, context) {
    const { files } = context
    const search = new LineSearch(pattern, ignore_case)
    const wanted = path === undefined || path === '.' ? files.all : [files.about(path)]
    const grep = new Grep(search, Math.min(limit, MOST_LINES), context)
    const unread: string[] = []
    for (const about of wanted) {
      if (grep.stopped !== null) break
      try {
        await files.reading(about.path, source => grep.file(source, about))
      } catch (error) {
        // One file that cannot be read does not take the others along.
        if (!(error instanceof ShoalError) || wanted.length === 1) throw error
        unread.push(error.message)
      }
    }
    return grep.result(wanted, unread)
  },
}

/** A line of the file as it stands there, or a part of a long one. */
interface NumberedPart {
  readonly text: string
  readonly line: number
}

class Grep {
  private readonly page = new ResultPage()
  private batch: NumberedPart[] = []
  private size = 0
  /** Why nothing more is looked for. */
  stopped: string | null = null

  constructor(
    private readonly search: LineSearch,
    private readonly limit: number,
    private readonly context: ToolContext,
  ) {}

  /** Chunk by chunk, so that what comes behind the last match wanted is not read. */
  async file(source: SourceText, about: FileAbout): Promise<void> {
    const { unit } = source.encoding
    for (const chunk of about.chunks) {
      if (this.stopped !== null) return
      const { startByte, endByte, startLine } = chunk
      const range = { start: Math.floor(startByte / unit), end: Math.ceil(endByte / unit), line: startLine }
      const here = { about, chunk, linesOf: () => this.context.linesOf(source, about, chunk) }
      await walkText(source, range, { signal: this.context.signal, onRead: () => {} }, line => this.take(line, here))
      this.flush(here)
    }
  }

  result(wanted: readonly FileAbout[], unread: readonly string[]): string {
    const searched = plural(wanted.length - unread.length, 'file')
    const head = this.page.count === 0 ? `No line found in ${searched}` : `Found in ${searched}:`
    const notes = [...(this.stopped === null ? [] : [this.stopped]), ...unread.slice(0, 5)]
    return this.page.text({ head, foot: notes.length === 0 ? null : `(${notes.join('; ')})` })
  }

  private take({ text, number }: TextLine, here: Here): void {
    if (this.stopped !== null) return
    for (const part of partsOf(text)) this.batch.push({ text: part, line: number })
    this.size += text.length + 1
    if (this.size >= BATCH) this.flush(here)
  }

  private flush(here: Here): void {
    const { batch, search } = this
    this.batch = []
    this.size = 0
    if (this.stopped !== null || batch.length === 0) return
    const found = search.positions(batch.map(({ text }) => text))
    const lines = new Set(batch.filter((_, k) => found[k]! >= 0).map(({ line }) => line))
    for (const line of lines) if (this.stopped === null) this.show(line, here)
    if (search.spent > MOST_SEARCH_MS && this.stopped === null)
      this.stopped = `stopped at line ${batch.at(-1)!.line} of ${printable(here.about.path)}: the search took too long`
  }

  /** A long line once for each of its parts that match. */
  private show(line: number, { about: { path }, chunk, linesOf }: Here): void {
    const { lines, isInside, isCut } = linesOf()
    const at = line - chunk.startLine
    const text = oneLine(lines[at] ?? '')
    const whole = { text, isInside: isInside && at === 0, isCut: isCut && at === lines.length - 1 }
    const parts = partsOf(text)
    const found = this.search.positions(parts)
    let start = 0
    for (const [k, part] of parts.entries()) {
      const match = found[k]! < 0 ? -1 : start + found[k]!
      start += part.length
      if (match < 0) continue
      const from = text.length <= MOST_LINE ? 0 : Math.max(0, match - LEAD)
      const shown = fileLine(`${printable(path)}:${line}`, whole, from)
      if (this.page.count < this.limit && this.page.add(shown)) continue
      this.stopped = `more lines match, from line ${line} of ${printable(path)} on`
      return
    }
  }
}

/** A chunk of a file that is searched. */
interface Here {
  readonly about: FileAbout
  readonly chunk: ChunkSpan
  linesOf(): ChunkLines
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length || parts.length === 0; ) {
    const to = wholeFrom(text, from + PART)
    parts.push(text.slice(from, to))
    from = to
  }
  return parts
}
