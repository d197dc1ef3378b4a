// What the analyst of a batch is told (M7): which files, how to read each, and to report file by file. Never their text.
import type { Batch } from '../model/plan.ts'
import { plural, printable } from '../text/printable.ts'

export function batchBrief(batch: Batch, query: string | null): string {
  const { files, lines } = batch
  const kind = batch.contentType.replaceAll('_', ' ')
  const markers = files.map(({ path, lineCount }, index) => {
    // Escaped, so that a name with a line break cannot pose as a marker.
    const marker = `--- FILE ${index + 1}: ${printable(path)} (${plural(lineCount, 'line')}) ---`
    return `${marker}\nRead with: Read({ file_path: ${JSON.stringify(path)} })`
  })
  return [
    'Mode: multi-file',
    ...(query ? [`Query: ${query}`] : []),
    `Batch: ${plural(files.length, `${kind} file`)} (combined: ${plural(lines, 'line')})`,
    ...markers,
    'Analyze each file separately. Report findings with the file path for each finding.',
  ].join('\n')
}
