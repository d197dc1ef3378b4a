// What a reader is given: the chunks of exact reports with their files, opened only as long as they are what was planned.
import type { FileAbout } from '@shoal/base/model/analyst'
import type { ContentType, Extent } from '@shoal/base/model/content-type'
import { lookup } from '@shoal/base/model/lookup'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { PlannedFile } from '@shoal/base/model/plan'
import type { AnalystReport } from '@shoal/base/model/report'
import { openPlanned } from '../file-stamp.ts'
import type { PlannedWork } from '../plan.ts'
import { GaveUp, type WorkSettings, workOn } from '../threads/work-on.ts'
import type { ChunkShelf } from './chunk-shelf.ts'
import type { Surveys } from './surveys.ts'
import { aboutOf, wholeAbout } from './whole-file.ts'

export interface ReadingPartsOptions extends PlannedWork {
  readonly shelf: ChunkShelf
  readonly surveys: Surveys
  typeNamed(name: string): ContentType
  /** What is sent of files of a type. */
  extentOf(contentType: string): Extent
  readonly settings: WorkSettings
}

export class ReadingParts {
  private readonly files: ReadonlyMap<string, PlannedFile>

  constructor(private readonly options: ReadingPartsOptions) {
    this.files = new Map(options.plan.files.map(file => [file.path, file]))
  }

  async of(reports: readonly AnalystReport[], signal: AbortSignal): Promise<ReadingPart[]> {
    const { surveys, shelf } = this.options
    return await Promise.all(
      reports.map(async (report): Promise<ReadingPart> => {
        const { filePath: path, index, chunkId } = report
        const planned = this.files.get(path)!
        const isWhole = planned.partitions === 0
        // A report on a whole file has all that is known of it.
        const { about, reports: all } =
          isWhole && report.survey !== null
            ? { about: wholeAbout(aboutOf(planned), chunkId), reports: [report] }
            : await surveys.of(path, signal)
        const [chunk, facts] = await (isWhole
          ? shelf.whole(path, chunkId, signal)
          : shelf.chunk(path, index, chunkId, signal))
        const extent = this.options.extentOf(about.contentType)
        const { focus } = this.options.typeNamed(about.contentType)
        return { ...this.opened(about), chunk, facts, report, extent, focus, file: all[0]!.survey! }
      }),
    )
  }

  /** A file that changed since it was planned is not opened. */
  opened(about: FileAbout): Pick<ReadingPart, 'about' | 'openSource' | 'sweep'> {
    const { path, contentType: type } = about
    const { stamps, settings } = this.options
    const stamp = lookup(stamps, path)!
    const { file, sizeBytes } = stamp
    const sweep = (isTable: boolean, signal: AbortSignal) =>
      workOn('sweep', { file, path, sizeBytes, isTable }, { settings, signal, type, bytes: sizeBytes }).catch(error => {
        throw error instanceof GaveUp ? error.about(path) : error
      })
    return { about, openSource: () => openPlanned(path, stamp), sweep }
  }
}
