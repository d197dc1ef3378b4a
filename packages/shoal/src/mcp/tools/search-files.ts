// `search_files`: lines of files, by words, by a text or by a regular expression.

import { ShoalError } from '@shoal/base/model/errors'
import { LONGEST_QUERY, SEARCH_DEFAULTS, SEARCH_MODES, SEARCH_SAID } from '@shoal/base/model/search'
import { z } from 'zod'
import type { SearchedFiles } from '../../run/search/files.ts'
import { exclude, include, MOST_SKIPPED, nextCursor, paths, runName, skipped } from '../fields.ts'
import { readablePaths } from '../paths.ts'
import { readRun } from '../run-access.ts'
import { selecting } from '../selection.ts'
import { defineTool, type ToolContext } from '../tool.ts'

export const searchFiles = defineTool({
  name: 'search_files',
  title: 'Search files',
  description:
    'Finds lines in files of any size, below some paths or in the files of a run, without reading them into your context. `text` finds a literal text and `regex` a JavaScript regular expression, line by line, in file order; `words` ranks lines by how well they answer to your words (stems, best first). Comes back with path, line number and the line, secrets masked, and the exact total of matching lines. For counts or sums over tables use query_data; for the figures of a file use profile.',
  changes: 'nothing',
  input: z.object({
    query: z.string().min(1).max(LONGEST_QUERY).describe('Words, a text, or a regular expression, as `mode` says.'),
    paths: paths.optional(),
    run: runName.optional().describe('Search the files of this run instead of paths.'),
    mode: z.enum(SEARCH_MODES).default(SEARCH_DEFAULTS.mode).describe('How the query is meant.'),
    case_sensitive: z.boolean().default(SEARCH_DEFAULTS.caseSensitive).describe(`${SEARCH_SAID.caseSensitive}.`),
    include: include.optional(),
    exclude: exclude.optional(),
    limit: z.int().min(1).max(200).default(SEARCH_DEFAULTS.limit).describe('Lines in one answer.'),
    cursor: z.string().max(200).optional().describe('`next_cursor` of the answer before; leave it out to start.'),
  }),
  output: z.object({
    matches: z
      .array(
        z.object({
          path: z.string().describe('The file.'),
          line: z.number().describe('The line, from 1.'),
          text: z.string().describe('The line; a long one clipped around the match, with … where it is.'),
          score: z.number().optional().describe('How well it answers; only for words.'),
        }),
      )
      .describe('One page.'),
    total: z.number().describe('Lines that match, on all pages.'),
    total_is_exact: z
      .boolean()
      .describe(
        'False when the search was stopped for time, or a very long line could be tried in parts only: there may be more.',
      ),
    files: z.number().describe('Files with such lines.'),
    searched_files: z.number().describe('Files that were searched.'),
    skipped,
    skipped_count: z
      .number()
      .describe(
        'Files and directories not searched: binary, empty, ignored, unreadable, or of a run and changed since.',
      ),
    next_cursor: nextCursor,
    note: z.string().optional().describe('What may explain the answer.'),
  }),
  run: async ({ query, mode, case_sensitive, limit, cursor, ...where }, context) => {
    const { searchDocument, searchIn } = await import('../../run/search-paths.ts')
    const asked = { query, mode, caseSensitive: case_sensitive, limit, cursor: cursor ?? null }
    const { settings, signal } = context
    const found = await searchIn(await filesOf(where, context), asked, {
      settings,
      signal,
      onProgress: (read, all) => context.progress(read, all, 'searching'),
    })
    return {
      data: {
        ...searchDocument(found),
        matches: found.matches.map(({ spans: _, ...match }) => match),
        skipped: found.skipped.slice(0, MOST_SKIPPED).map(({ path, reason }) => ({ path, reason })),
      },
    }
  },
})

interface Where {
  readonly paths?: readonly string[] | undefined
  readonly run?: string | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
}

async function filesOf({ paths, run, include, exclude }: Where, context: ToolContext): Promise<SearchedFiles> {
  const { settings, signal, cwd, jail } = context
  if ((paths === undefined) === (run === undefined))
    throw new ShoalError('missing-argument', 'name either `paths` or a `run` to search', { detail: 'paths' })
  const { plannedFiles, searchedFiles } = await import('../../run/search/files.ts')
  if (paths)
    return await searchedFiles(readablePaths(context, paths), selecting(settings, { include, exclude }), signal, cwd)
  if (include || exclude)
    throw new ShoalError('bad-value', '`include` and `exclude` choose among paths, not among the files of a run')
  return await plannedFiles(await readRun(context, run!), settings, file => jail.inside(file))
}
