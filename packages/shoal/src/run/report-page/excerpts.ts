// The lines around what a report quotes, file by file, read from the files as they are now.
import { addTo } from '@shoal/base/model/lists'
import type { PlannedTask } from '@shoal/base/model/plan'
import type { RunReport } from '@shoal/base/model/report'
import type { Excerpts } from '@shoal/base/model/report-page'
import { settingsFrom } from '../../config/resolve.ts'
import { GaveUp, NO_TYPE, type WorkSettings, workOn } from '../threads/work-on.ts'
import { noExcerpts, notOpened, type ReadFile, type SizedExcerpts } from './excerpts-in.ts'
import { type QuotedFile, quotedFiles } from './quotes.ts'

/** A file that may not be opened, and why, as a clause. */
export interface ClosedFile {
  readonly refusal: string
}

export interface ExcerptSources {
  /** By path; no other file is opened. Asking may throw as opening it would. */
  readonly files: { get(path: string): ReadFile | ClosedFile | undefined }
  /** Where chunks start; none if that is not known. */
  readonly tasks: readonly Pick<PlannedTask, 'chunk'>[]
  /** Its first row names columns. */
  isTable(path: string): boolean
  readonly signal: AbortSignal
  readonly settings?: WorkSettings
}

/** Characters of all excerpts together: a page with more would open slowly. */
const MOST_CHARACTERS = 16_000_000

export async function excerptsOf(
  report: RunReport,
  sources: ExcerptSources,
  most = MOST_CHARACTERS,
): Promise<Readonly<Record<string, Excerpts>>> {
  const chunks = chunksByPath(sources.tasks)
  const excerpts: [path: string, Excerpts][] = []
  let room = most
  for (const quoted of quotedFiles(report)) {
    const { size, ...found } = await excerptsOfFile(quoted, { ...sources, chunks, room })
    excerpts.push([quoted.path, found])
    room -= size
  }
  // A path may be called `__proto__`.
  return Object.fromEntries(excerpts)
}

interface Reading extends ExcerptSources {
  readonly chunks: ReadonlyMap<string, readonly NonNullable<PlannedTask['chunk']>[]>
  readonly room: number
}

async function excerptsOfFile(quoted: QuotedFile, reading: Reading): Promise<SizedExcerpts> {
  const { files, chunks, isTable, room, signal, settings = settingsFrom() } = reading
  const { path } = quoted
  try {
    const read = files.get(path)
    if (!read) return noExcerpts('it is not among the files that were read')
    if ('refusal' in read) return noExcerpts(read.refusal)
    const order = { ...quoted, read, chunks: chunks.get(path) ?? [], isTable: isTable(path), room }
    return await workOn('excerpts', order, { settings, signal, type: NO_TYPE, bytes: read.sizeBytes })
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof GaveUp ? noExcerpts(error.message) : notOpened(error)
  }
}

function chunksByPath(tasks: ExcerptSources['tasks']) {
  const byPath = new Map<string, NonNullable<PlannedTask['chunk']>[]>()
  for (const { chunk } of tasks) {
    if (!chunk) continue
    addTo(byPath, chunk.path, chunk)
  }
  return byPath
}
