// The exact figures of one file, from its built-in analyst, with no run and no question needed.

import type { ChunkSpan, FileAbout, LineTemplate } from '@shoal/base/model/analyst'
import { ShoalError } from '@shoal/base/model/errors'
import { askedAnswer, whyNot } from '@shoal/base/report/answer-asked'
import { placeBelow } from '@shoal/base/text/test-path'
import type { Settings } from '../config/resolve.ts'
import { isGeneral } from '../question/general.ts'
import { briefOf } from '../text/question.ts'
import type { GatedSurvey } from './analysis/gated.ts'
import { surveyFile } from './analysis/survey-file.ts'
import { withGrowth } from './analysis/whole-file.ts'
import { chunkFile } from './chunk.ts'
import { checkUnchanged, stampOf } from './file-stamp.ts'
import { registryFor } from './registry.ts'
import { told } from './threads/one-by-one.ts'
import { GaveUp, workOn } from './threads/work-on.ts'
import { sourceFile } from './unpacking/source-file.ts'

export interface Profile extends GatedSurvey {
  readonly path: string
  readonly contentType: string
  readonly language: string | null
  readonly sizeBytes: number
  readonly lineCount: number
  /** What of a packed file could not be read. */
  readonly unread: readonly string[]
  /** The lines that the figures are of; null for the whole file. */
  readonly lines: Pick<ChunkSpan, 'startLine' | 'endLine'> | null
}

export interface ProfileOptions {
  readonly query: string | null
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  /** Only this chunk, of a type that can be read in stretches; of the others the whole file is profiled. */
  readonly chunk?: ChunkSpan
  onRead?(bytes: number, of: number): void
}

export async function profileFile(path: string, options: ProfileOptions): Promise<Profile> {
  const { query, settings, signal, onRead } = options
  const { about: whole, file, type, stamp, unread } = await lookAt(path, settings, signal)
  const brief = briefOf(query, settings.goal)
  const analyst = await type.builtIn()
  const chunk = analyst.splitFrom === null ? null : (options.chunk ?? null)
  const about = chunk === null ? whole : alone(whole, chunk)
  let read = 0
  const hear = (bytes: number) => {
    read += bytes
    onRead?.(Math.min(read, about.sizeBytes), about.sizeBytes)
  }
  const { path: shown, contentType, language, sizeBytes, lineCount } = whole
  const survey = surveyFile({ file, sizeBytes, about, brief, analyst, settings, signal, onRead: hear })
  const gated = withGrowth(
    await survey.catch(error => {
      throw error instanceof GaveUp ? error.about(path) : error
    }),
    checkUnchanged(path, stamp),
    stamp,
  )
  const own = gated.findings.filter(({ line }) => chunk === null || (line >= chunk.startLine && line <= chunk.endLine))
  const notes = [...unread, ...gated.notes]
  const made = {
    path: shown,
    contentType,
    language,
    sizeBytes,
    lineCount,
    lines: chunk,
    ...gated,
    notes,
    unread,
    findings: own,
  }
  // Relations are of whole files.
  if (query === null || chunk !== null || isGeneral(query)) return made
  const { answers } = made
  const { askRelations } = await import('./ask-relations.ts')
  const files = [{ path: shown, file, contentType, language, sizeBytes, lines: lineCount, chunks: whole.chunks.length }]
  const asked = await askRelations({ question: query, files, settings, signal, cache: options.cache })
  const counted = askedAnswer(asked, answers)
  if (counted) return { ...made, answers: [counted, ...answers] }
  return asked.asksFigure ? { ...made, notes: [...notes, whyNot(asked)] } : made
}

/** The file as if it had nothing but the chunk; lines keep their numbers. */
function alone(about: FileAbout, chunk: ChunkSpan): FileAbout {
  const { startLine, endLine, startByte, endByte } = chunk
  return { ...about, sizeBytes: endByte - startByte, lineCount: endLine - startLine + 1, chunks: [chunk] }
}

/** The template of every line, secrets masked. Throws `no-templates` for a type whose lines follow none. */
export async function* templateLines(
  path: string,
  { settings, signal }: Pick<ProfileOptions, 'settings' | 'signal'>,
): AsyncGenerator<LineTemplate> {
  const { about, file, type, stamp } = await lookAt(path, settings, signal)
  if (!(await type.builtIn()).templateLines)
    throw new ShoalError('no-templates', `${path} is ${type.name}, whose lines follow no templates`, { detail: path })
  const { sizeBytes } = stamp
  const input = { file, path, sizeBytes, about, brief: briefOf(null) }
  const how = { settings, signal, type: type.name, bytes: sizeBytes }
  try {
    for await (const lines of told<readonly LineTemplate[]>(tell =>
      workOn('templates', input, { ...how, answer: given => tell(given as readonly LineTemplate[]) }),
    ))
      yield* lines
  } catch (error) {
    throw error instanceof GaveUp ? error.about(path) : error
  }
  checkUnchanged(path, stamp)
}

async function lookAt(path: string, settings: Settings, signal: AbortSignal) {
  const { file, path: shown, notes: unread } = await sourceFile(path, settings, signal)
  const stamp = stampOf(file, shown)
  const cut = await chunkFile(path, { ...settings, mode: 'single' }, signal, stamp.sizeBytes)
  if (cut.sizeBytes === 0) throw new ShoalError('nothing-to-read', `${path} is empty`, { detail: path })
  const { contentType, language, sizeBytes, lineCount } = cut
  const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
  const about: FileAbout = {
    path: shown,
    place: placeBelow(shown, []),
    contentType,
    language,
    sizeBytes,
    lineCount,
    chunks,
  }
  return { about, file, stamp, unread, type: registryFor(settings).get(contentType)! }
}
