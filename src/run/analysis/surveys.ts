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
import { hashText } from '../../text/hash.ts'
import { openSource } from '../../text/source-file.ts'
import { checkUnchanged, type FileStamp } from '../file-stamp.ts'
import type { PlannedWork } from '../plan.ts'
import { inOrders, type Outcome } from '../threads/in-orders.ts'
import { type WorkSettings, workOn } from '../threads/work-on.ts'
import { chunkReports, type GatedSurvey } from './gated.ts'
import { surveyFile } from './survey-file.ts'
import { aboutOf, hashOf, wholeAbout, withGrowth } from './whole-file.ts'

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
  /** The paths as they were named. */
  readonly roots: readonly string[]
  /** Where surveys are kept that took long; null to keep none. */
  readonly directory: string | null
  onRead?(bytes: number): void
}

/** Surveys in memory at a time: chunks of one file are read side by side. */
const REMEMBERED = 16
/** Reading this much again would be felt. */
const KEPT_FROM = 4 * 1024 * 1024
/** Orders of one task under way at a time: tasks are done side by side. */
const ORDERS = 2
/** Opening a file takes about as long as reading so much of it. */
const OPENING = 8 * 1024

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

  /** Reports on small files of one type, as many with each order as a thread reads in a moment; in the order given. */
  async *reports(
    paths: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Outcome<{ path: string }, AnalystReport>> {
    const { brief, settings, onRead = () => {} } = this.options
    const files = paths.map(path => {
      const { planned, stamp } = this.planned(path)
      return { path, stamp, about: aboutOf(planned, this.options.roots) }
    })
    const contentType = files[0]?.about.contentType ?? null
    yield* inOrders(files, ORDERS, signal, (some, either) => {
      const bytes = some.reduce((sum, { about }) => sum + about.sizeBytes + OPENING, 0)
      const input = { files: some.map(({ about, stamp }) => ({ about, stamp })), contentType: contentType!, brief }
      return workOn('report', input, { settings, signal: either, type: contentType, bytes, onRead })
    })
  }

  private planned(path: string): { readonly planned: PlannedFile; readonly stamp: FileStamp } {
    const planned = this.files.get(path)
    const stamp = lookup(this.options.stamps, path)
    if (!planned || !stamp) throw new ShoalError('internal', `${path} is in no plan`)
    return { planned, stamp }
  }

  private async make(path: string, signal: AbortSignal): Promise<Surveyed> {
    const { brief, typeNamed, settings, onRead = () => {} } = this.options
    const { planned, stamp } = this.planned(path)
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

  private about(planned: PlannedFile, stamp: FileStamp): FileAbout {
    const about = aboutOf(planned, this.options.roots)
    const chunks = this.chunks.get(planned.path)
    if (chunks) return { ...about, chunks }
    const source = openSource(stamp.file, { sizeBytes: stamp.sizeBytes })
    try {
      return wholeAbout(about, hashOf(source))
    } finally {
      source.close()
    }
  }

  /** Chunk ids are content hashes: the same ones, read by the same program for the same question, give the same. */
  private keptAt({ chunks, sizeBytes, contentType, place }: FileAbout, version: number): string | null {
    const { directory, brief } = this.options
    if (directory === null || sizeBytes < KEPT_FROM) return null
    const ids = chunks.map(({ id }) => id).join()
    return join(directory, `${hashText(JSON.stringify([contentType, version, brief, ids, place]))}.json`)
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
