// Some lines of a file as they stand there, secrets hidden, to be quoted. The file is swept and walked once for all of them.
import { hidingOf, shownSource } from '../text/gate/shown-source.ts'
import { lineSpans } from '../text/line-spans.ts'
import { openSource } from '../text/source-file.ts'

export interface QuotedLinesOrder {
  readonly file: string
  readonly path: string
  readonly sizeBytes: number
  /** Its first row names columns. */
  readonly isTable: boolean
  readonly lines: readonly number[]
}

const LONGEST_QUOTE = 300

/** Null for a line that is blank, or not there. */
export async function quotedLines(order: QuotedLinesOrder, signal: AbortSignal): Promise<(string | null)[]> {
  const { file, path, sizeBytes, isTable, lines } = order
  const source = openSource(file, { path, sizeBytes })
  try {
    const shown = shownSource(source, await hidingOf(source, { isTable, signal }))
    const wanted = new Set(lines)
    const last = lines.reduce((most, line) => Math.max(most, line), 0)
    const quotes = new Map<number, string>()
    for (const span of lineSpans(shown, { start: 0, end: shown.size, line: 1 })) {
      if (span.line > last) break
      if (wanted.has(span.line))
        quotes.set(span.line, shown.text(span.start, Math.min(span.end, span.start + LONGEST_QUOTE)).trim())
    }
    return lines.map(line => quotes.get(line) || null)
  } finally {
    source.close()
  }
}
