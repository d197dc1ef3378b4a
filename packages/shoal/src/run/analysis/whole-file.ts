// A file that is read whole: its one chunk, and the report on it.
import type { BuiltInAnalyst, FileAbout } from '@shoal/base/model/analyst'
import type { PlannedFile } from '@shoal/base/model/plan'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystReport } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { placeBelow } from '@shoal/base/text/test-path'
import { surveySource } from '../../stages/survey.ts'
import { hashBytes } from '../../text/hash.ts'
import { openSource } from '../../text/source-file.ts'
import { checkUnchanged, type FileStamp, grewNote, type Standing } from '../file-stamp.ts'
import { chunkReports, type GatedSurvey, gate } from './gated.ts'

export interface WholeFile {
  readonly about: Omit<FileAbout, 'chunks'>
  readonly stamp: FileStamp
}

export interface WholeTask {
  readonly analyst: BuiltInAnalyst
  readonly brief: Brief
  readonly signal: AbortSignal
  onRead(bytes: number): void
}

/** Throws `file-changed` when it is not what was planned. */
export async function reportOnWhole(file: WholeFile, task: WholeTask): Promise<AnalystReport> {
  const { about, stamp } = file
  try {
    return await surveyed(file, task)
  } catch (error) {
    // A file that has changed may fail in any way: that it has changed is what is to be said.
    checkUnchanged(about.path, stamp)
    throw error
  }
}

async function surveyed({ about: known, stamp }: WholeFile, task: WholeTask): Promise<AnalystReport> {
  const { analyst, brief, signal } = task
  const source = openSource(stamp.file, { path: known.path, sizeBytes: stamp.sizeBytes })
  try {
    const about = wholeAbout(known, hashOf(source))
    const make = () => surveySource(analyst, source, { ...task, about })
    const survey = await gate(make, { source, about, brief, analyst, signal })
    return chunkReports(withGrowth(survey, checkUnchanged(about.path, stamp), stamp), about)[0]!
  } finally {
    source.close()
  }
}

/** The hash of all its content: the id of its chunk. */
export function hashOf(source: SourceText): string {
  return hashBytes(source.bytes(0, source.size))
}

export function wholeAbout(known: WholeFile['about'], id: string): FileAbout {
  const { sizeBytes, lineCount } = known
  const all = { startLine: 1, endLine: lineCount, startByte: 0, endByte: sizeBytes }
  return { ...known, chunks: [{ id, index: 1, ...all, continuation: false }] }
}

/** A file as it was planned. */
export function aboutOf(
  { path, detection, sizeBytes, lineCount }: PlannedFile,
  roots: readonly string[] = [],
): WholeFile['about'] {
  const { contentType, language } = detection
  const place = placeBelow(path, roots)
  return { path, place, isNamed: roots.includes(path), contentType, language, sizeBytes, lineCount }
}

/** A file that has grown meanwhile was read to the size it had, and its survey says so. */
export function withGrowth(
  survey: GatedSurvey,
  standing: Exclude<Standing, 'changed'>,
  { sizeBytes }: FileStamp,
): GatedSurvey {
  return standing === 'same' ? survey : { ...survey, notes: [...survey.notes, grewNote(sizeBytes)] }
}
