// Grep: the lines of a task's files that match a regular expression. A file streams by; the search stops when it has
// found enough. A line is matched as it is shown, with its secrets hidden, so that no pattern can ask for one.
import { z } from 'zod'
import type { FileAbout } from '../../model/analyst.ts'
import { ShoalError } from '../../model/errors.ts'
import type { SourceText } from '../../model/source.ts'
import { plural, printable } from '../../text/printable.ts'
import { type TextLine, walkText } from '../../text/text-lines.ts'
import { LineSearch } from './line-search.ts'
import { fileLine, type LinePart, MOST_LINE, oneLine, ResultPage, wholeFrom } from './result-page.ts'
import type { Tool, ToolContext } from './tool.ts'

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

interface NumberedPart extends LinePart {
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
    for (const { startByte, endByte, startLine } of about.chunks) {
      if (this.stopped !== null) return
      const range = { start: Math.floor(startByte / unit), end: Math.ceil(endByte / unit), line: startLine }
      await walkText(source, range, { signal: this.context.signal, onRead: () => {} }, line => this.take(line, about))
      this.flush(about)
    }
  }

  result(wanted: readonly FileAbout[], unread: readonly string[]): string {
    const searched = plural(wanted.length - unread.length, 'file')
    const head = this.page.count === 0 ? `No line found in ${searched}` : `Found in ${searched}:`
    const notes = [...(this.stopped === null ? [] : [this.stopped]), ...unread.slice(0, 5)]
    return this.page.text({ head, foot: notes.length === 0 ? null : `(${notes.join('; ')})` })
  }

  private take({ text, number, more }: TextLine, about: FileAbout): void {
    if (this.stopped !== null) return
    let from = 0
    do {
      const to = wholeFrom(text, from + PART)
      this.batch.push({
        text: text.slice(from, to),
        line: number,
        isInside: more || from > 0,
        isCut: to < text.length,
      })
      from = to
    } while (from < text.length)
    this.size += text.length + 1
    if (this.size >= BATCH) this.flush(about)
  }

  private flush({ path }: FileAbout): void {
    const { batch, search } = this
    this.batch = []
    this.size = 0
    if (this.stopped !== null || batch.length === 0) return
    const found = search.positions(batch.map(({ text }) => text))
    for (const [k, part] of batch.entries()) if (found[k]! >= 0 && this.stopped === null) this.show(part, path)
    if (search.spent > MOST_SEARCH_MS && this.stopped === null)
      this.stopped = `stopped at line ${batch.at(-1)!.line} of ${printable(path)}: the search took too long`
  }

  private show(part: NumberedPart, path: string): void {
    const { line } = part
    const text = this.context.hide(oneLine(part.text), path)
    const at = this.search.positions([text])[0]!
    if (at < 0) return
    const from = text.length <= MOST_LINE ? 0 : Math.max(0, at - LEAD)
    const shown = fileLine(`${printable(path)}:${line}`, { ...part, text }, from)
    if (this.page.count >= this.limit || !this.page.add(shown))
      this.stopped = `more lines match, from line ${line} of ${printable(path)} on`
  }
}
