// The surveys of a run's files: made once each, however many chunks ask, and kept for the next run.
import type { ChunkSpan, FileAbout } from '@shoal/base/model/analyst'
import type { ContentType } from '@shoal/base/model/content-type'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import { type PlannedFile, type PlannedTask, pathsOf } from '@shoal/base/model/plan'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystReport } from '@shoal/base/model/report'
import { arrivedReport, type PassedReport } from '../../stages/kept-reports.ts'
import { openSource } from '../../text/source-file.ts'
import { checkUnchanged, type FileStamp } from '../file-stamp.ts'
import type { KeptResults } from '../kept/kept-results.ts'
import { type Asking, isUnchanged, KeptSurveys, nameOfWhole, surveyKey } from '../kept/kept-surveys.ts'
import type { PlannedWork } from '../plan.ts'
import { inOrders, type Outcome } from '../threads/in-orders.ts'
import { type WorkSettings, workOn } from '../threads/work-on.ts'
import { chunkReports, type GatedSurvey } from './gated.ts'
import type { Sharing } from './sharing.ts'
import { surveyFile } from './survey-file.ts'
import { aboutOf, hashOf, wholeAbout, withGrowth } from './whole-file.ts'

export interface Surveyed {
  /** One for each chunk, in order; one for a file that is a task by itself. */
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
  readonly kept: KeptResults
  /** Left out, or null, where no other process reads chunks of the same files. */
  readonly sharing?: Sharing | null
  /** Whether relations answer the question, so that analysts need not. */
  isAnswered(): Promise<boolean>
  onRead?(bytes: number): void
}

/** Surveys in memory at a time: chunks of one file are read side by side. */
const REMEMBERED = 16
/** Orders of one task under way at a time: tasks are done side by side. */
const ORDERS = 2
/** Opening a file takes about as long as reading so much of it. */
const OPENING = 8 * 1024

export class Surveys {
  private readonly made = new Map<string, Promise<Surveyed>>()
  private readonly files: ReadonlyMap<string, PlannedFile>
  private readonly chunks = new Map<string, NonNullable<PlannedTask['chunk']>[]>()
  private readonly wholes = new Map<string, readonly ChunkSpan[]>()
  private readonly firstTasks = new Map<string, string>()
  private readonly kept: KeptSurveys

  constructor(private readonly options: SurveysOptions) {
    this.kept = new KeptSurveys(options)
    this.files = new Map(options.plan.files.map(file => [file.path, file]))
    for (const { id, chunk, file } of options.plan.tasks) {
      if (file) this.wholes.set(file.path, file.chunks)
      if (!chunk) continue
      if (!this.firstTasks.has(chunk.path)) this.firstTasks.set(chunk.path, id)
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

  /** The report on a file that is a task by itself: nobody else asks for it. */
  async whole(path: string, signal: AbortSignal): Promise<AnalystReport> {
    return (await this.make(path, signal)).reports[0]!
  }

  /** Reports on small files of one type, as many with each order as a thread reads in a moment; in the order given. */
  async *reports(
    paths: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Outcome<{ path: string }, AnalystReport>> {
    const { settings, onRead = () => {} } = this.options
    const files = paths.map(path => {
      const { planned, stamp } = this.planned(path)
      return { path, stamp, about: aboutOf(planned, this.options.roots) }
    })
    const [first] = files
    if (!first) return
    const { contentType } = first.about
    const asking = await this.asking(contentType)
    const known = new Map(files.map(file => [file, this.kept.report(file, asking)] as const))
    const fresh = inOrders<(typeof files)[number], PassedReport>(
      files.filter(file => !known.get(file)),
      ORDERS,
      signal,
      (some, either) => {
        const bytes = some.reduce((sum, { about }) => sum + about.sizeBytes + OPENING, 0)
        const input = { files: some.map(({ about, stamp }) => ({ about, stamp })), contentType, brief: asking.brief }
        return workOn('report', input, { settings, signal: either, type: contentType, bytes, onRead })
      },
    )
    try {
      for (const file of files) {
        const report = known.get(file)
        if (report) onRead(file.about.sizeBytes)
        const outcome = report ? { of: file, result: report } : (await fresh.next()).value!
        if (!report && 'result' in outcome) this.kept.keepReport(file, asking, outcome.result)
        yield 'result' in outcome ? { of: file, result: arrivedReport(this.kept.judged(outcome.result)) } : outcome
      }
    } finally {
      await fresh.return(undefined)
    }
  }

  /** All that the result of a task of programs depends on; null for a chunk, and where a file is not what was planned. */
  async keyOf(task: PlannedTask): Promise<Json | null> {
    if (task.chunk) return null
    const types = new Map<string, { readonly of: Json; readonly files: Json[] }>()
    for (const path of pathsOf(task)) {
      const { planned, stamp } = this.planned(path)
      const about = task.file ? this.about(planned, stamp) : aboutOf(planned, this.options.roots)
      if (!isUnchanged({ about, stamp })) return null
      const known = types.get(about.contentType) ?? { of: (await this.asking(about.contentType)).of, files: [] }
      known.files.push('chunks' in about ? [about as unknown as Json] : nameOfWhole({ about, stamp }))
      types.set(about.contentType, known)
    }
    return ['task', this.options.brief as unknown as Json, [...types.values()] as unknown as Json]
  }

  private async asking(contentType: string): Promise<Asking> {
    return await this.kept.asking(await this.options.typeNamed(contentType).builtIn())
  }

  /** The files of a task whose result is known count as read. */
  heardOf(task: PlannedTask): void {
    for (const path of pathsOf(task)) this.options.onRead?.(this.planned(path).stamp.sizeBytes)
  }

  private planned(path: string): { readonly planned: PlannedFile; readonly stamp: FileStamp } {
    const planned = this.files.get(path)
    const stamp = lookup(this.options.stamps, path)
    if (!planned || !stamp) throw new ShoalError('internal', `${path} is in no plan`)
    return { planned, stamp }
  }

  private async make(path: string, signal: AbortSignal): Promise<Surveyed> {
    const { typeNamed, settings, onRead = () => {} } = this.options
    const { planned, stamp } = this.planned(path)
    checkUnchanged(path, stamp)
    const type = typeNamed(planned.detection.contentType)
    const about = this.about(planned, stamp)
    const analyst = await type.builtIn()
    const asking = await this.kept.asking(analyst)
    const { file, sizeBytes } = stamp
    const job = { file, sizeBytes, about, brief: asking.brief, analyst, settings, signal, onRead }
    const known = this.kept.survey(about, asking) ?? (await this.fromOthers(about, asking, signal))
    if (known) onRead(sizeBytes)
    const survey = known ?? (await surveyFile(job))
    const standing = checkUnchanged(path, stamp)
    if (!known) this.kept.keepSurvey(about, asking, survey)
    if (!known && this.isShared(path)) await this.options.sharing!.tellSurvey(surveyKey(about, asking.of), survey)
    const told = withGrowth(this.kept.judged(survey), standing, stamp)
    return { reports: chunkReports(told, about), about, stamp }
  }

  private async fromOthers(about: FileAbout, asking: Asking, signal: AbortSignal): Promise<GatedSurvey | null> {
    if (!this.isShared(about.path)) return null
    return await this.options.sharing!.survey(surveyKey(about, asking.of), this.firstTasks.get(about.path)!, signal)
  }

  private isShared(path: string): boolean {
    return this.options.sharing != null && (this.chunks.get(path)?.length ?? 0) > 1
  }

  private about(planned: PlannedFile, stamp: FileStamp): FileAbout {
    const about = aboutOf(planned, this.options.roots)
    const whole = this.wholes.get(planned.path)
    if (whole) return { ...about, chunks: whole, isOneTask: true }
    const chunks = this.chunks.get(planned.path)
    if (chunks) return { ...about, chunks }
    const source = openSource(stamp.file, { sizeBytes: stamp.sizeBytes })
    try {
      return wholeAbout(about, hashOf(source))
    } finally {
      source.close()
    }
  }
}
