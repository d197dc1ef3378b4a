// Reads a file with its built-in analyst, in one stretch or in several, and gives its survey.
import type { BuiltInAnalyst, FileAbout, FileSurvey, ReadTask, Stretch } from '@shoal/base/model/analyst'
import type { Encoding, SourceText } from '@shoal/base/model/source'

/** Reads the stretches one after the other. Several threads do the same with one stretch each. */
export async function surveySource(
  analyst: BuiltInAnalyst,
  source: SourceText,
  task: ReadTask,
  most = 1,
): Promise<FileSurvey> {
  const tallies: unknown[] = []
  for (const stretch of stretchesOf(task.about, source.encoding, most)) {
    task.signal.throwIfAborted()
    tallies.push(await analyst.read(source, stretch, task))
  }
  return await analyst.survey(tallies, source, task)
}

/** At most `most` runs of whole chunks, about equal in bytes, that tile the file. None starts inside a record. */
export function stretchesOf({ chunks, sizeBytes }: FileAbout, { unit }: Encoding, most: number): Stretch[] {
  const starts = [0]
  for (let k = 1; k < most; k++) {
    const at = chunks.findIndex(
      ({ startByte, continuation }, i) => i > starts.at(-1)! && !continuation && startByte >= (sizeBytes * k) / most,
    )
    if (at > 0) starts.push(at)
  }
  if (chunks.length === 0) return [{ start: 0, end: Math.ceil(sizeBytes / unit), line: 1, chunks: [] }]
  return starts.map((from, k) => {
    const own = chunks.slice(from, starts[k + 1] ?? chunks.length)
    return {
      start: Math.floor(own[0]!.startByte / unit),
      end: Math.ceil(own.at(-1)!.endByte / unit),
      line: own[0]!.startLine,
      chunks: own,
    }
  })
}
