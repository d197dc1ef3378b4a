// The typed API of finding things: lines of any files, and rows of data files by SQL.

import { DIFF_DEFAULTS, type DiffReport } from '@shoal/base/model/diff'
import type { Relation } from '@shoal/base/model/relation'
import { SEARCH_DEFAULTS, type SearchMode } from '@shoal/base/model/search'
import { cacheDir } from '../config/cache-dir.ts'
import { settingsFrom } from '../config/resolve.ts'
import type { QueryResult } from '../sql/engine-calls.ts'
import type { Options } from './library.ts'
import { abortable } from './library-signal.ts'
import type { QueriedFile } from './query-data.ts'
import type { SearchReport } from './search-paths.ts'

export interface SearchOptions extends Options {
  /** `text` (the default) and `regex` find lines in order, `words` those that answer a question best. */
  readonly mode?: SearchMode
  readonly caseSensitive?: boolean
  /** Matches of one page; 100 if left out. */
  readonly limit?: number
  /** Matches before the first that is given back. */
  readonly offset?: number
  /** Of the page before; faster than an offset. */
  readonly cursor?: string
}

export interface CompareOptions extends Options {
  /** Columns that tell the rows of tables apart; looked for if left out. */
  readonly key?: string | readonly string[]
  /** Differences of one page; 100 if left out. */
  readonly limit?: number
  /** Differences before the first that is given back. */
  readonly offset?: number
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

const ROWS = 1000
/** Of all differences of a page together, and of one cell. */
const CHARACTERS = 64_000_000
const CELL = 1_000_000

/** Lines of the files below the paths, however large; secrets are masked. */
export function search(
  query: string,
  paths: string | readonly string[],
  options: SearchOptions = {},
): Promise<SearchReport> {
  const {
    signal: given,
    mode,
    caseSensitive,
    limit,
    offset,
    cursor = null,
    ...config
  } = {
    ...SEARCH_DEFAULTS,
    ...options,
  }
  return abortable(given, async signal => {
    const { searchPaths, UNHURRIED } = await import('./search-paths.ts')
    const asked = { query, mode, caseSensitive, limit, offset, cursor, ...UNHURRIED }
    return await searchPaths(typeof paths === 'string' ? [paths] : paths, asked, {
      settings: settingsFrom(config),
      signal,
    })
  })
}

/**
 * Two versions of a file or directory, compared by what they hold: rows of tables by their key, settings, symbols, sections, templates
 * of logs, lines of other text; of directories also which files came, went and moved. Exact at any size; secrets are masked.
 */
export function diff(before: string, after: string, options: CompareOptions = {}): Promise<DiffReport> {
  const { signal: given, key = [], limit, offset, ...config } = { ...DIFF_DEFAULTS, ...options }
  return abortable(given, async signal => {
    const { diff: compare } = await import('./diff/diff.ts')
    const asked = { before, after, key: [key].flat(), limit, offset, characters: CHARACTERS, cell: CELL }
    const cache = cacheDir(process.env)
    return await compare(asked, { settings: settingsFrom(config), signal, cache, cwd: process.cwd() })
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
    asked(sql, await namedFiles(typeof files === 'string' ? [files] : files, rest, signal), { ...rest, signal }),
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

async function namedFiles(
  files: readonly string[] | Readonly<Record<string, string>>,
  { limit: _, offset: __, ...config }: Omit<QueryOptions, 'signal'>,
  signal: AbortSignal,
): Promise<QueriedFile[]> {
  const { sourceFile } = await import('./unpacking/source-file.ts')
  const settings = settingsFrom(config)
  const isList = (given: typeof files): given is readonly string[] => Array.isArray(given)
  const named = isList(files) ? files.map(path => [null, path] as const) : Object.entries(files)
  return await Promise.all(
    named.map(async ([name, given]) => {
      const { file, path } = await sourceFile(given, settings, signal)
      return { name, path, file }
    }),
  )
}
