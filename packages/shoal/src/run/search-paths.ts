// One search as every face asks for it: over paths or over the files of a run, with what was not searched, as one document.

import type { Skipped } from '@shoal/base/model/plan'
import type { SearchMode } from '@shoal/base/model/search'
import type { Settings } from '../config/resolve.ts'
import { type SearchedFiles, searchedFiles } from './search/files.ts'
import type { SearchAnswer } from './search/task.ts'
import { searchFiles } from './search-files.ts'

export interface SearchQuery {
  readonly query: string
  readonly mode: SearchMode
  readonly caseSensitive: boolean
  readonly limit: number
  readonly offset?: number
  /** Of the page before; null to start. */
  readonly cursor: string | null
  /** What is not searched then is said; 20 seconds if left out. */
  readonly milliseconds?: number
  /** Of one page; 40,000 if left out. */
  readonly characters?: number
}

/** For whoever can stop it, and has room for a long page. */
export const UNHURRIED = { milliseconds: Number.POSITIVE_INFINITY, characters: 64_000_000 } as const

export interface SearchOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly cwd?: string
  onProgress?(readBytes: number, ofBytes: number): void
}

export interface SearchReport extends SearchAnswer {
  /** Files that were searched. */
  readonly searched: number
}

export async function searchPaths(
  paths: readonly string[],
  query: SearchQuery,
  options: SearchOptions,
): Promise<SearchReport> {
  const { settings, signal, cwd } = options
  return await searchIn(await searchedFiles(paths, settings, signal, cwd), query, options)
}

export async function searchIn(
  { files, skipped }: SearchedFiles,
  query: SearchQuery,
  { settings, signal, onProgress }: SearchOptions,
): Promise<SearchReport> {
  const all = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  let read = 0
  const onRead = (bytes: number) => {
    read += bytes
    onProgress?.(Math.min(read, all), all)
  }
  const answer = await searchFiles({ ...query, files }, { settings, signal, onRead })
  return {
    ...answer,
    skipped: [...answer.skipped, ...skipped],
    unread: answer.unread + skipped.length,
    searched: files.length - answer.unread,
    note: emptyNote(files.length, skipped) ?? answer.note,
  }
}

/** As JSON says it. */
export function searchDocument({ matches, total, isExact, files, searched, unread, cursor, note }: SearchReport) {
  return {
    matches,
    total,
    total_is_exact: isExact,
    files,
    searched_files: searched,
    skipped_count: unread,
    next_cursor: cursor,
    ...(note === null ? {} : { note }),
  }
}

/** Who searches an empty file is told so in the words of the other tools. */
function emptyNote(files: number, [first, ...others]: readonly Skipped[]): string | null {
  return files === 0 && first?.cause === 'empty' && others.length === 0 ? `${first.path} is empty` : null
}
