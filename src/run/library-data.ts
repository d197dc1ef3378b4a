// The typed API of finding things: lines of any files, and rows of data files by SQL.
import { cacheDir } from '../config/cache-dir.ts'
import { settingsFrom } from '../config/resolve.ts'
import type { Relation } from '../model/relation.ts'
import type { QueryResult } from '../sql/engine-calls.ts'
import type { Options } from './library.ts'
import { abortable } from './library-signal.ts'
import type { QueriedFile } from './query-data.ts'
import { realFile } from './real-file.ts'
import type { SearchAnswer } from './search/task.ts'
import type { SearchMode } from './search.ts'

export interface SearchOptions extends Options {
  /** `text` (the default) and `regex` find lines in order, `words` those that answer a question best. */
  readonly mode?: SearchMode
  readonly caseSensitive?: boolean
  /** Matches of one page; 100 if left out. */
  readonly limit?: number
  /** Of the page before. */
  readonly cursor?: string
}

export interface QueryOptions extends Options {
  /** Rows that are given back; 1,000 if left out. */
  readonly limit?: number
  /** Rows before the first that is given back. */
  readonly offset?: number
}

export interface QueriedData extends QueryResult {
  /** What can be queried. */
  readonly tables: readonly Relation[]
  /** Files that gave no rows, and why. */
  readonly notes: readonly string[]
}

const MATCHES = 100
const ROWS = 1000

/** Lines of the files below the paths, however large; secrets are masked. */
export function search(
  query: string,
  paths: string | readonly string[],
  options: SearchOptions = {},
): Promise<SearchAnswer> {
  const { signal: given, mode = 'text', caseSensitive = false, limit = MATCHES, cursor = null, ...config } = options
  return abortable(given, async signal => {
    const [{ searchFiles }, { searchedFiles }] = await Promise.all([
      import('./search-files.ts'),
      import('./search/files.ts'),
    ])
    const settings = settingsFrom(config)
    const listed = typeof paths === 'string' ? [paths] : paths
    const { files, skipped } = await searchedFiles(listed, settings, signal)
    const answer = await searchFiles({ query, mode, caseSensitive, files, limit, cursor }, { settings, signal })
    return { ...answer, skipped: [...skipped, ...answer.skipped] }
  })
}

/**
 * One read-only SELECT over files, each a table: named after its file, or as the keys of `files` say. What logs, code and
 * documents hold is in relations of their own. Secrets are masked, and the text of all rows together is bounded; `truncated`
 * says that there are more.
 */
export function queryData(
  sql: string,
  files: string | readonly string[] | Readonly<Record<string, string>>,
  options: QueryOptions = {},
): Promise<QueriedData> {
  const { signal: given, ...rest } = options
  return abortable(given, async signal =>
    asked(sql, namedFiles(typeof files === 'string' ? [files] : files), { ...rest, signal }),
  )
}

/** The same over all files below some paths. Without a query it tells what there is to be queried. */
export function sql(
  paths: string | readonly string[],
  query: string | null = null,
  options: QueryOptions = {},
): Promise<QueriedData> {
  const { signal: given, ...rest } = options
  return abortable(given, async signal => {
    const { queriedFiles } = await import('./query-data.ts')
    const { limit: _, offset: __, ...config } = rest
    const { files, notes } = await queriedFiles(
      typeof paths === 'string' ? [paths] : paths,
      settingsFrom(config),
      signal,
    )
    const answer = await asked(query, files, { ...rest, signal })
    return { ...answer, notes: [...answer.notes, ...notes] }
  })
}

async function asked(
  sql: string | null,
  files: readonly QueriedFile[],
  { signal, limit = ROWS, offset = 0, ...config }: QueryOptions & { readonly signal: AbortSignal },
): Promise<QueriedData> {
  const { queryData: query } = await import('./query-data.ts')
  const settings = settingsFrom(config)
  const limits = { rows: limit, offset }
  const answer = await query({ sql, files, limits, settings, signal, cache: cacheDir(process.env) })
  const { result, relations, warnings, notes } = answer
  return { ...(result ?? NO_ROWS), tables: relations, notes: [...warnings, ...notes] }
}

const NO_ROWS: QueryResult = { columns: [], rows: [], rowCount: 0, truncated: false }

function namedFiles(files: readonly string[] | Readonly<Record<string, string>>): QueriedFile[] {
  const isList = (given: typeof files): given is readonly string[] => Array.isArray(given)
  if (isList(files)) return files.map(path => ({ name: null, path, file: realFile(path) }))
  return Object.entries(files).map(([name, path]) => ({ name, path, file: realFile(path) }))
}
