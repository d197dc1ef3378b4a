// Small files as one text, every line with its number: what fits into a model's context is best read at once.
import { printable } from '@shoal/base/text/printable'
import type { FileSet } from './file-set.ts'

/** Lines are numbered, and text may take more characters than bytes. */
const OVERHEAD = 1.3

/** Null when it would have more than `room` characters, or a file that is too wide to be shown line by line. */
export async function wholeText(set: FileSet, room: number): Promise<string | null> {
  if (set.bytes * OVERHEAD > room || set.files.some(({ known }) => known.lines === null)) return null
  const parts: string[] = []
  for (const { path, known } of set.files) {
    const lines = known.lines === 0 ? [] : await set.lines(path, 1, known.lines!)
    // A line that is clipped would have to be read by a tool after all.
    if (lines.some(line => line?.endsWith('…') && line.length > 1_000)) return null
    parts.push([`${printable(path)}:`, ...lines.map((line, k) => `${k + 1}| ${line ?? ''}`)].join('\n'))
  }
  const text = parts.join('\n\n')
  return text.length > room ? null : text
}
