// Says on stderr what files were found to be and how: one line for a file, one for each type and way for several. On a
// terminal only: off it stderr has errors alone, and `shoal detect` and the report itself say the same.
import type { PlannedFile } from '@shoal/base/model/plan'
import { plural, printable } from '@shoal/base/text/printable'
import type { Io } from './io.ts'

export async function sayDetected(io: Io, files: readonly Pick<PlannedFile, 'path' | 'detection'>[]): Promise<void> {
  if ((io.stderr as NodeJS.WriteStream).isTTY !== true) return
  const { detectionLine } = await import('../stages/detect.ts')
  const counts = new Map<string, number>()
  for (const { detection } of files) {
    const line = detectionLine(detection)
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  for (const [line, count] of counts)
    io.stderr.write(`${line}${files.length === 1 ? '' : `: ${plural(count, 'file')}`}\n`)
  const doubtful = files.filter(({ detection }) => detection.confidence === 'low')
  for (const { path, detection } of doubtful.slice(0, MOST_DOUBTS))
    io.stderr.write(
      `${printable(path)} may be something else than ${detection.contentType}: ${printable(detection.reason)}\n`,
    )
  if (doubtful.length > MOST_DOUBTS)
    io.stderr.write(`${plural(doubtful.length - MOST_DOUBTS, 'more file')} of doubtful type; see \`shoal detect\`\n`)
}

const MOST_DOUBTS = 5
