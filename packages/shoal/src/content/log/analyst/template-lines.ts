// The template of every line of a log, in order: one pass to mine, a second to tell.
import type { LineTemplate, ReadTask } from '@shoal/base/model/analyst'
import type { SourceText } from '@shoal/base/model/source'
import { TemplateTally } from '../../../text/log/tally.ts'
import { mineTemplates } from '../../../text/log/templates.ts'
import { eachLine } from './each-line.ts'
import { learnFormat } from './learn-format.ts'

/** Units of the second pass that are told at a time. */
const STEP = 1024 * 1024
/** Units that are looked at together for the end of a line. */
const WINDOW = 16 * 1024

export async function* templateLines(
  source: SourceText,
  task: Pick<ReadTask, 'signal' | 'onRead'>,
): AsyncIterable<LineTemplate> {
  const { lines: format } = learnFormat(source)
  const tally = new TemplateTally()
  const whole = { start: 0, end: source.size, line: 1, chunks: [] }
  await eachLine(source, whole, task, (text, line) => void tally.add(format.contentOf(text), line))
  const book = mineTemplates(tally)
  let line = 1
  for (let start = 0; start < source.size; ) {
    const end = lineEndBehind(source, Math.min(source.size, start + STEP))
    const told: LineTemplate[] = []
    const { count } = await eachLine(source, { start, end, line, chunks: [] }, task, (text, at) => {
      told.push({ line: at, template: book.templateOf(format.contentOf(text)).template })
    })
    yield* told
    line += count
    start = end
  }
}

/** Behind the end of the line on which an offset stands. */
export function lineEndBehind(source: SourceText, offset: number): number {
  for (let at = offset; at < source.size; at += WINDOW) {
    const found = source.bytes(Math.max(0, at - 1), at + WINDOW).indexOf(source.eol)
    if (found >= 0) return Math.max(0, at - 1) + found + 1
  }
  return source.size
}
