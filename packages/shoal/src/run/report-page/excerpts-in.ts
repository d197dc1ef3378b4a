// The lines around the quotes of one file, as it is now, and what is to be said of those that are not shown.
import { type Stats, statSync } from 'node:fs'
import { errnoReason } from '@shoal/base/model/errors'
import type { PlannedTask } from '@shoal/base/model/plan'
import type { Excerpts } from '@shoal/base/model/report-page'
import type { SourceText } from '@shoal/base/model/source'
import { formatCount } from '@shoal/base/text/printable'
import type { Milestone } from '../../text/quotes/line-finder.ts'
import { type FileStamp, standingOf } from '../file-stamp.ts'
import { fileExcerpts } from './file-excerpts.ts'
import type { QuotedFile } from './quotes.ts'

/** A file as it was read. Where its time is not known, nothing is shown of one that has another size. */
export interface ReadFile extends Pick<FileStamp, 'file' | 'sizeBytes' | 'mark'> {
  readonly mtimeMs: number | null
}

export interface ExcerptOrder extends QuotedFile {
  readonly read: ReadFile
  readonly chunks: readonly NonNullable<PlannedTask['chunk']>[]
  /** Its first row names columns. */
  readonly isTable: boolean
  /** Characters there is room for. */
  readonly room: number
}

export type SizedExcerpts = Excerpts & { readonly size: number }

export function noExcerpts(problem: string, isChanged = false): SizedExcerpts {
  return { windows: [], problem, isChanged, size: 0 }
}

export async function excerptsIn(order: ExcerptOrder, signal: AbortSignal): Promise<SizedExcerpts> {
  const { path, quotes, leftOut, closed, read, chunks, isTable, room } = order
  try {
    const now = statSync(read.file)
    if (now.isDirectory()) return noExcerpts('there is a directory in the place of the file', true)
    if (!now.isFile()) return noExcerpts('it is no longer a file', true)
    const isChanged = isAnother(now, read)
    if (isChanged && read.mtimeMs === null) return noExcerpts(CHANGED, true)
    const milestonesOf = ({ encoding: { unit } }: SourceText): Milestone[] =>
      (isChanged ? [] : chunks).map(({ startLine, startByte }) => ({
        line: startLine,
        offset: startByte / unit,
      }))
    const task = { path, file: read.file, isTable, quotes, closed, milestonesOf, room, signal }
    const found = await fileExcerpts(task)
    // It was written while it was read: where its lines start was not known.
    if (!isChanged && isAnother(statSync(read.file), read)) return noExcerpts(CHANGED, true)
    const { missing } = found
    const hidden = { closed: closed.size, unclear: found.unclear }
    const problem = problemOf({ isChanged, missing, leftOut: leftOut + found.leftOut, ...hidden })
    return { windows: found.windows, problem, isChanged, size: found.size }
  } catch (error) {
    signal.throwIfAborted()
    return notOpened(error)
  }
}

/** What is said of a file that could not be opened. */
export function notOpened(error: unknown): SizedExcerpts {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return noExcerpts('the file is no longer there', true)
  if (code === 'EMOVED') return noExcerpts('a link to another file took its place', true)
  return noExcerpts(`the file cannot be read: ${errnoReason(error)}`)
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
