// `search`: lines of files, by words, by a text or by a regular expression.
import { z } from 'zod'
import { ShoalError } from '../../model/errors.ts'
import type { SearchedFiles } from '../../run/search/files.ts'
import { exclude, include, MOST_SKIPPED, nextCursor, paths, runName, skipped } from '../fields.ts'
import { readablePaths } from '../paths.ts'
import { readRun } from '../run-access.ts'
import { selecting } from '../selection.ts'
import { defineTool, type ToolContext } from '../tool.ts'

export const search = defineTool({
  name: 'search',
  title: 'Search files',
  description:
    'Finds lines in files of any size, below some paths or in the files of a run, without reading them into your context. `words` ranks lines by how well they answer to your words (stems, best first); `text` finds a literal text and `regex` a JavaScript regular expression, line by line, in file order. Comes back with path, line number and the line, secrets masked, and the exact total of matching lines. For counts or sums over tables use query_data; for the figures of a file use profile.',
  changes: 'nothing',
  input: z.object({
    query: z.string().min(1).max(1_000).describe('Words, a text, or a regular expression, as `mode` says.'),
    paths: paths.optional(),
    run: runName.optional().describe('Search the files of this run instead of paths.'),
    mode: z.enum(['words', 'text', 'regex']).default('words').describe('How the query is meant.'),
    case_sensitive: z.boolean().default(false).describe('Tell capital and small letters apart; not for words.'),
    include: include.optional(),
    exclude: exclude.optional(),
    limit: z.int().min(1).max(200).default(50).describe('Lines in one answer.'),
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
    const { searchFiles } = await import('../../run/search-files.ts')
    const { files, skipped: left } = await filesOf(where, context)
    const all = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    let read = 0
    const order = { query, mode, caseSensitive: case_sensitive, files, limit, cursor: cursor ?? null }
    const found = await searchFiles(order, {
      settings: context.settings,
      signal: context.signal,
      onRead: bytes => {
        read += bytes
        context.progress(Math.min(read, all), all, 'searching')
      },
    })
    const unsearched = [...found.skipped, ...left]
    const note = emptyNote(files.length, left) ?? found.note
    return {
      data: {
        matches: found.matches.map(match => ({ ...match })),
        total: found.total,
        total_is_exact: found.isExact,
        files: found.files,
        searched_files: files.length - found.unread,
        skipped: unsearched.slice(0, MOST_SKIPPED).map(skip => ({ ...skip })),
        skipped_count: left.length + found.unread,
        next_cursor: found.cursor,
        ...(note === null ? {} : { note }),
      },
    }
  },
})

/** Who searches an empty file is told so in the words of the other tools. */
function emptyNote(files: number, skipped: SearchedFiles['skipped']): string | null {
  const [first, ...others] = skipped
  return files === 0 && first?.reason === 'empty file' && others.length === 0 ? `${first.path} is empty` : null
}

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
