// JSON lines and JSON once more as DuckDB can read them: in UTF-8, without a byte-order mark; of lines, those that are
// JSON. The others are counted and named, never dropped in silence.
import { ShoalError } from '../model/errors.ts'
import type { SourceText } from '../model/source.ts'
import { walkText } from '../text/text-lines.ts'
import { TextFile } from './text-file.ts'

export interface LineCopy {
  readonly records: number
  readonly bad: number
  /** The first lines that are no JSON. */
  readonly badLines: readonly number[]
  /** Characters of the longest record. */
  readonly longest: number
}

const MOST_NAMED = 10
const LONGEST_RECORD = 64 * 1024 * 1024

/** One record on each line. */
export async function copyLines(source: SourceText, target: string, signal: AbortSignal): Promise<LineCopy> {
  const out = new TextFile(target)
  try {
    let parts: string[] = []
    let length = 0
    let records = 0
    let bad = 0
    let longest = 0
    const badLines: number[] = []
    const take = (line: number) => {
      const text = parts.join('')
      parts = []
      length = 0
      if (text.trim() === '') return
      if (isJson(text)) {
        records++
        longest = Math.max(longest, text.length)
        out.write(`${text}\n`)
      } else {
        bad++
        if (badLines.length < MOST_NAMED) badLines.push(line)
      }
    }
    let last = 0
    await walkText(source, whole(source), { signal, onRead: () => {} }, ({ text, end, number, more }) => {
      if (!more && parts.length > 0) take(last)
      last = number
      length += text.length
      if (length > LONGEST_RECORD)
        throw new ShoalError('sql-refused', `${source.path}: line ${number} is longer than 64 MB`)
      parts.push(text)
      if (end !== '') take(number)
    })
    if (parts.length > 0) take(last)
    return { records, bad, badLines, longest }
  } finally {
    out.close()
  }
}

/** The text as it is, in UTF-8. */
export async function copyText(source: SourceText, target: string, signal: AbortSignal): Promise<void> {
  const out = new TextFile(target)
  try {
    await walkText(source, whole(source), { signal, onRead: () => {} }, ({ text, end }) => out.write(text + end))
  } finally {
    out.close()
  }
}

function whole(source: SourceText) {
  return { start: 0, end: source.size, line: 1 }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
