// The surveys of a run's files: made once each, however many chunks ask, and kept on disk where that took long.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileAbout } from '../../model/analyst.ts'
import type { ContentType } from '../../model/content-type.ts'
import { ShoalError } from '../../model/errors.ts'
import { lookup } from '../../model/lookup.ts'
import type { PlannedFile, PlannedTask } from '../../model/plan.ts'
import type { Brief } from '../../model/question.ts'
import type { AnalystReport } from '../../model/report.ts'
import { hashBytes, hashText } from '../../text/hash.ts'
import { openSource } from '../../text/source-file.ts'
import { checkUnchanged, type FileStamp, grewNote } from '../file-stamp.ts'
import type { PlannedWork } from '../plan.ts'
import type { WorkSettings } from '../threads/work-on.ts'
import { chunkReports, type GatedSurvey } from './gated.ts'
import { surveyFile } from './survey-file.ts'

export interface Surveyed {
  /** One for each chunk, in order. */
  readonly reports: readonly AnalystReport[]
  readonly about: FileAbout
  readonly stamp: FileStamp
}

export interface SurveysOptions extends PlannedWork {
  readonly brief: Brief
  readonly settings: WorkSettings
  typeNamed(name: string): ContentType
  /** Where surveys are kept that took long; null to keep none. */
  readonly directory: string | null
  onRead?(bytes: number): void
}

/** Surveys in memory at a time: chunks of one file are read side by side. */
const REMEMBERED = 16
/** Reading this much again would be felt. */
const KEPT_FROM = 4 * 1024 * 1024

export class Surveys {
  private readonly made = new Map<string, Promise<Surveyed>>()
  private readonly files: ReadonlyMap<string, PlannedFile>
  private readonly chunks = new Map<string, NonNullable<PlannedTask['chunk']>[]>()

  constructor(private readonly options: SurveysOptions) {
    this.files = new Map(options.plan.files.map(file => [file.path, file]))
    for (const { chunk } of options.plan.tasks) {
      if (!chunk) continue
      const own = this.chunks.get(chunk.path)
      if (own) own.push(chunk)
      else this.chunks.set(chunk.path, [chunk])
    }
  }

  of(path: string, signal: AbortSignal): Promise<Surveyed> {
    const known = this.made.get(path)
    if (known) return known
    const making = this.make(path, signal)
    making.catch(() => this.made.delete(path))
    this.made.set(path, making)
    const [oldest] = this.made.keys()
    if (this.made.size > REMEMBERED && oldest !== undefined) this.made.delete(oldest)
    return making
  }

  private async make(path: string, signal: AbortSignal): Promise<Surveyed> {
    const { brief, stamps, typeNamed, settings, onRead = () => {} } = this.options
    const planned = this.files.get(path)
    const stamp = lookup(stamps, path)
    if (!planned || !stamp) throw new ShoalError('internal', `${path} is in no plan`)
    checkUnchanged(path, stamp)
    const type = typeNamed(planned.detection.contentType)
    const about = this.about(planned, stamp)
    const analyst = await type.builtIn()
    const kept = this.keptAt(about, analyst.version)
    const { file, sizeBytes } = stamp
    const job = { file, sizeBytes, about, brief, analyst, settings, signal, onRead }
    const survey = read(kept, about, onRead) ?? (await surveyFile(job))
    const standing = checkUnchanged(path, stamp)
    keep(kept, survey)
    return { reports: chunkReports(withGrowth(survey, standing, stamp), about), about, stamp }
  }

  private about({ path, detection, sizeBytes, lineCount }: PlannedFile, stamp: FileStamp): FileAbout {
    const { contentType, language } = detection
    const chunks = this.chunks.get(path)
    const whole = () => [
      {
        id: digest(stamp),
        index: 1,
        startLine: 1,
        endLine: lineCount,
        startByte: 0,
        endByte: sizeBytes,
        continuation: false,
      },
    ]
    return { path, contentType, language, sizeBytes, lineCount, chunks: chunks ?? whole() }
  }

  /** Chunk ids are content hashes: the same ones, read by the same program for the same question, give the same. */
  private keptAt({ chunks, sizeBytes, contentType }: FileAbout, version: number): string | null {
    const { directory, brief } = this.options
    if (directory === null || sizeBytes < KEPT_FROM) return null
    const ids = chunks.map(({ id }) => id).join()
    return join(directory, `${hashText(JSON.stringify([contentType, version, brief, ids]))}.json`)
  }
}

/** A file that has grown meanwhile was read to the size it had, and its survey says so. */
export function withGrowth(survey: GatedSurvey, standing: 'same' | 'grown', { sizeBytes }: FileStamp): GatedSurvey {
  return standing === 'same' ? survey : { ...survey, notes: [...survey.notes, grewNote(sizeBytes)] }
}

function digest(stamp: FileStamp): string {
  const source = openSource(stamp.file, { sizeBytes: stamp.sizeBytes })
  try {
    return hashBytes(source.bytes(0, source.size))
  } finally {
    source.close()
  }
}

function read(kept: string | null, { sizeBytes }: FileAbout, onRead: (bytes: number) => void): GatedSurvey | null {
  if (kept === null) return null
  try {
    const survey = JSON.parse(readFileSync(kept, 'utf8'))
    onRead(sizeBytes)
    return survey
  } catch {
    return null
  }
}

/** A courtesy to whoever resumes: a disk that does not take it is no reason to fail. */
function keep(kept: string | null, survey: GatedSurvey): void {
  if (kept === null) return
  try {
    mkdirSync(join(kept, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(`${kept}.partial`, JSON.stringify(survey), { mode: 0o600 })
    renameSync(`${kept}.partial`, kept)
  } catch {}
}
