// The lines around what a report quotes, file by file, read from the files as they are now.
import { statSync } from 'node:fs'
import { errnoReason } from '../../model/errors.ts'
import type { PlannedTask } from '../../model/plan.ts'
import type { RunReport } from '../../model/report.ts'
import type { Excerpts } from '../../model/report-page.ts'
import type { SourceText } from '../../model/source.ts'
import { formatCount } from '../../text/printable.ts'
import type { Milestone } from '../../text/quotes/line-finder.ts'
import type { FileStamp } from '../plan.ts'
import { fileExcerpts } from './file-excerpts.ts'
import { type QuotedFile, quotedFiles } from './quotes.ts'

/** A file as it was read; its time may not be known. */
export interface ReadFile extends Pick<FileStamp, 'file' | 'sizeBytes'> {
  readonly mtimeMs: number | null
}

export interface ExcerptSources {
  /** By path; no other file is opened. */
  readonly files: ReadonlyMap<string, ReadFile>
  /** Where chunks start; none if that is not known. */
  readonly tasks: readonly Pick<PlannedTask, 'chunk'>[]
  /** Its first row names columns. */
  isTable(path: string): boolean
  readonly signal: AbortSignal
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
    const { windows, problem, size } = await excerptsIn(quoted, { ...sources, chunks, room })
    excerpts.push([quoted.path, { windows, problem }])
    room -= size
  }
  // A path may be called `__proto__`.
  return Object.fromEntries(excerpts)
}

interface Reading extends ExcerptSources {
  readonly chunks: ReadonlyMap<string, readonly NonNullable<PlannedTask['chunk']>[]>
  readonly room: number
}

async function excerptsIn(
  { path, quotes, leftOut, closed }: QuotedFile,
  { files, chunks, isTable, room, signal }: Reading,
): Promise<Excerpts & { readonly size: number }> {
  const none = (problem: string) => ({ windows: [], problem, size: 0 })
  const read = files.get(path)
  if (!read) return none('it is not among the files that were read')
  try {
    const now = statSync(read.file)
    if (!now.isFile()) return none('it is no longer a file')
    const isChanged = now.size !== read.sizeBytes || (read.mtimeMs !== null && now.mtimeMs !== read.mtimeMs)
    const milestonesOf = ({ encoding: { unit } }: SourceText): Milestone[] =>
      (isChanged ? [] : (chunks.get(path) ?? [])).map(({ startLine, startByte }) => ({
        line: startLine,
        offset: startByte / unit,
      }))
    const task = { path, file: read.file, isTable: isTable(path), quotes, closed, milestonesOf, room, signal }
    const found = await fileExcerpts(task)
    const { missing } = found
    const problem = problemOf({ isChanged, missing, leftOut: leftOut + found.leftOut, closed: closed.size })
    return { windows: found.windows, problem, size: found.size }
  } catch (error) {
    signal.throwIfAborted()
    return none(errnoReason(error))
  }
}

function problemOf(found: {
  readonly isChanged: boolean
  readonly missing: number
  readonly leftOut: number
  readonly closed: number
}): string | null {
  const { isChanged, missing, leftOut, closed } = found
  const said: string[] = []
  if (missing > 0)
    said.push(isChanged ? 'it has changed since it was analysed' : `${quotes(missing)} could not be found again`)
  if (leftOut > 0) said.push(`the lines of ${quotes(leftOut)} are left out to keep the page small`)
  if (closed > 0) {
    const lines = closed === 1 ? '1 line with secrets is' : `${formatCount(closed)} lines with secrets are`
    said.push(`${lines} hidden as a whole: there are too many`)
  }
  return said.length === 0 ? null : said.join('; ')
}

function quotes(count: number): string {
  return count === 1 ? '1 quote' : `${formatCount(count)} quotes`
}

function chunksByPath(tasks: ExcerptSources['tasks']) {
  const byPath = new Map<string, NonNullable<PlannedTask['chunk']>[]>()
  for (const { chunk } of tasks) {
    if (!chunk) continue
    const own = byPath.get(chunk.path)
    if (own) own.push(chunk)
    else byPath.set(chunk.path, [chunk])
  }
  return byPath
}
