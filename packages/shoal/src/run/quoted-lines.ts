// Some lines of a file as they stand there, secrets hidden, to be quoted. A small file is swept for secrets as a whole; of a large one
// what stands around each line, as a search does.
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { type NearPlace, secretsAround, secretsIn } from '../text/gate/near-secrets.ts'
import { shownLines } from '../text/gate/shown-lines.ts'
import { ColumnWatch } from '../text/secrets/secret-columns.ts'
import { openSource } from '../text/source-file.ts'

export interface QuotedLinesOrder {
  readonly file: string
  readonly path: string
  readonly sizeBytes: number
  /** Its first row names columns. */
  readonly isTable: boolean
  readonly lines: readonly number[]
  /** Units of a line that are given, as they stand there, of blank lines too; left out for quotes, which are short and trimmed. */
  readonly longest?: number
}

/** Units of a file that is swept as a whole. */
const SWEPT_WHOLE = 8 << 20
/** Units that are gone through to find a line. */
const MOST_WALKED = 512 << 20
const BLOCK = 1 << 20
const LONGEST_QUOTE = 300
/** So much of a line is looked at for secrets: half of one must be known as one. */
const LONGEST_LINE = 4096

/** Null for a line that is blank and to be quoted, not there, or further behind than is gone. */
export async function quotedLines(order: QuotedLinesOrder, signal: AbortSignal): Promise<(string | null)[]> {
  const { file, path, sizeBytes, isTable, lines, longest } = order
  const source = openSource(file, { path, sizeBytes })
  try {
    const found = await placesOf(source, new Set(lines), signal)
    const near = { isTable, signal }
    const secrets =
      source.size <= SWEPT_WHOLE
        ? await secretsIn(source, near)
        : await secretsAround(source, [...found.values()], near)
    const hiding = { ...secrets, columns: isTable ? ColumnWatch.of(source) : null }
    return lines.map(line => {
      const place = found.get(line)
      if (!place) return null
      const end = Math.min(place.end, place.start + LONGEST_LINE)
      const isCutBehind = end < place.end
      const [shown = ''] = shownLines(
        source,
        { start: place.start, end, line, isCutBefore: false, isCutBehind },
        hiding,
      )
      return longest === undefined ? shown.slice(0, LONGEST_QUOTE).trim() || null : clippedLine(shown, longest)
    })
  } finally {
    source.close()
  }
}

function clippedLine(line: string, longest: number): string {
  const text = line.replace(/\r$/, '')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

interface LinePlace extends NearPlace {
  readonly end: number
}

/** By their number; block by block, no further than the last of them. */
async function placesOf(source: SourceText, wanted: Set<number>, signal: AbortSignal): Promise<Map<number, LinePlace>> {
  const found = new Map<number, LinePlace>()
  const turn = yieldToEventLoop()
  const last = [...wanted].reduce((most, line) => Math.max(most, line), 0)
  const size = Math.min(source.size, MOST_WALKED)
  let line = 1
  let start = source.encoding.bom / source.encoding.unit
  const ends = (end: number) => {
    if (wanted.has(line)) found.set(line, { start, end, at: start })
    line++
    start = end + 1
  }
  for (let block = 0; block < size && line <= last; block += BLOCK) {
    signal.throwIfAborted()
    await turn()
    const bytes = source.bytes(block, Math.min(size, block + BLOCK))
    let at = bytes.indexOf(source.eol, Math.max(0, start - block))
    for (; at >= 0 && line <= last; at = bytes.indexOf(source.eol, at + 1)) ends(block + at)
  }
  if (line <= last && size === source.size && start < size) ends(size)
  return found
}
