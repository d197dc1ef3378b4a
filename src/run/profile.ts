// The exact figures of one file, from its built-in analyst, with no run and no question needed.
import { resolve } from 'node:path'
import type { Settings } from '../config/resolve.ts'
import type { FileAbout, LineTemplate } from '../model/analyst.ts'
import { ShoalError } from '../model/errors.ts'
import { briefOf } from '../text/question.ts'
import { openSource } from '../text/source-file.ts'
import { type GatedSurvey, gate } from './analysis/gated.ts'
import { SurveyPool } from './analysis/survey-pool.ts'
import { checkUnchanged, stampOf } from './analysis/surveys.ts'
import { chunkFile } from './chunk.ts'
import { registryFor } from './registry.ts'

export interface Profile extends GatedSurvey {
  readonly path: string
  readonly contentType: string
  readonly language: string | null
  readonly sizeBytes: number
  readonly lineCount: number
}

export interface ProfileOptions {
  readonly query: string | null
  readonly settings: Settings
  readonly signal: AbortSignal
  onRead?(bytes: number, of: number): void
}

export async function profileFile(path: string, options: ProfileOptions): Promise<Profile> {
  const { query, settings, signal, onRead } = options
  const { about, file, type, stamp } = await lookAt(path, settings, signal)
  const brief = briefOf(query, settings.goal ?? undefined)
  const analyst = await type.builtIn()
  const pool = new SurveyPool()
  try {
    let read = 0
    const survey = await pool.survey({
      file,
      about,
      brief,
      analyst,
      travels: !settings.types.includes(type),
      signal,
      onRead: bytes => {
        read += bytes
        onRead?.(Math.min(read, about.sizeBytes), about.sizeBytes)
      },
    })
    const gated = await gate(survey, { file, about, brief, signal })
    checkUnchanged(path, stamp)
    const { contentType, language, sizeBytes, lineCount } = about
    return { path, contentType, language, sizeBytes, lineCount, ...gated }
  } finally {
    await pool.close()
  }
}

/** The template of every line. Throws `no-templates` for a type whose lines follow none. */
export async function* templateLines(
  path: string,
  { settings, signal }: Pick<ProfileOptions, 'settings' | 'signal'>,
): AsyncGenerator<LineTemplate> {
  const { about, file, type, stamp } = await lookAt(path, settings, signal)
  const analyst = await type.builtIn()
  if (!analyst.templateLines)
    throw new ShoalError('no-templates', `${path} is ${type.name}, whose lines follow no templates`, { detail: path })
  const source = openSource(file, { path })
  try {
    yield* analyst.templateLines(source, { about, brief: briefOf(null), signal, onRead: () => {} })
  } finally {
    source.close()
  }
  checkUnchanged(path, stamp)
}

async function lookAt(path: string, settings: Settings, signal: AbortSignal) {
  const file = resolve(path)
  const stamp = stampOf(file, path)
  const cut = await chunkFile(path, { ...settings, mode: 'single' }, signal)
  if (cut.sizeBytes === 0) throw new ShoalError('nothing-to-read', `${path} is empty`, { detail: path })
  const { contentType, language, sizeBytes, lineCount } = cut
  const chunks = cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation }))
  const about: FileAbout = { path, contentType, language, sizeBytes, lineCount, chunks }
  return { about, file, stamp, type: registryFor(settings).get(contentType)! }
}
