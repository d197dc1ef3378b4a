// The lines around what a report quotes, file by file, read from the files as they are now.
import { type Stats, statSync } from 'node:fs'
import { errnoReason } from '../../model/errors.ts'
import type { PlannedTask } from '../../model/plan.ts'
import type { RunReport } from '../../model/report.ts'
import type { Excerpts } from '../../model/report-page.ts'
import type { SourceText } from '../../model/source.ts'
import { formatCount } from '../../text/printable.ts'
import type { Milestone } from '../../text/quotes/line-finder.ts'
import { type FileStamp, standingOf } from '../file-stamp.ts'
import { fileExcerpts } from './file-excerpts.ts'
import { type QuotedFile, quotedFiles } from './quotes.ts'

/** A file as it was read. Where its time is not known, nothing is shown of one that has another size. */
export interface ReadFile extends Pick<FileStamp, 'file' | 'sizeBytes' | 'mark'> {
  readonly mtimeMs: number | null
}

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
    const { size, ...found } = await excerptsIn(quoted, { ...sources, chunks, room })
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

async function excerptsIn(
  { path, quotes, leftOut, closed }: QuotedFile,
  { files, chunks, isTable, room, signal }: Reading,
): Promise<Excerpts & { readonly size: number }> {
  const none = (problem: string, isChanged = false) => ({ windows: [], problem, isChanged, size: 0 })
  try {
    const read = files.get(path)
    if (!read) return none('it is not among the files that were read')
    if ('refusal' in read) return none(read.refusal)
    const now = statSync(read.file)
    if (now.isDirectory()) return none('there is a directory in the place of the file', true)
    if (!now.isFile()) return none('it is no longer a file', true)
    const isChanged = isAnother(now, read)
    if (isChanged && read.mtimeMs === null) return none(CHANGED, true)
    const milestonesOf = ({ encoding: { unit } }: SourceText): Milestone[] =>
      (isChanged ? [] : (chunks.get(path) ?? [])).map(({ startLine, startByte }) => ({
        line: startLine,
        offset: startByte / unit,
      }))
    const task = { path, file: read.file, isTable: isTable(path), quotes, closed, milestonesOf, room, signal }
    const found = await fileExcerpts(task)
    // It was written while it was read: where its lines start was not known.
    if (!isChanged && isAnother(statSync(read.file), read)) return none(CHANGED, true)
    const { missing } = found
    const hidden = { closed: closed.size, unclear: found.unclear }
    const problem = problemOf({ isChanged, missing, leftOut: leftOut + found.leftOut, ...hidden })
    return { windows: found.windows, problem, isChanged, size: found.size }
  } catch (error) {
    signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return none('the file is no longer there', true)
    if (code === 'EMOVED') return none('a link to another file took its place', true)
    return none(`the file cannot be read: ${errnoReason(error)}`)
  }
}

const CHANGED = 'the file has changed since it was read'

function isAnother(now: Stats, read: ReadFile): boolean {
  if (now.size === read.sizeBytes && (read.mtimeMs === null || now.mtimeMs === read.mtimeMs)) return false
  // What was read still stands in a file that has only grown.
  return read.mtimeMs === null || standingOf({ ...read, mtimeMs: read.mtimeMs }) === 'changed'
}

function problemOf(found: {
  readonly isChanged: boolean
  readonly missing: number
  readonly leftOut: number
  readonly closed: number
  readonly unclear: number
}): string | null {
  const { isChanged, missing, leftOut, closed, unclear } = found
  const said: string[] = []
  if (missing > 0) said.push(isChanged ? CHANGED : `${quotes(missing)} could not be found again`)
  if (leftOut > 0) said.push(`the lines of ${quotes(leftOut)} are left out to keep the page small`)
  if (closed > 0) said.push(`${hiddenLines(closed)}: there are too many`)
  if (unclear > 0) said.push(`${hiddenLines(unclear)}: where in them they stand is not clear`)
  return said.length === 0 ? null : said.join('; ')
}

function hiddenLines(count: number): string {
  return `${count === 1 ? '1 line with secrets is' : `${formatCount(count)} lines with secrets are`} hidden as a whole`
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
