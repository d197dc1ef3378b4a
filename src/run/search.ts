// Finds lines in files of any size: a text, a regular expression, or the words of a question, ranked. Files stream by;
// memory holds one block and one page. What is shown has its secrets masked, and no query can ask for what is masked.
import { ShoalError, toShoalError } from '../model/errors.ts'
import { maskDeep } from '../stages/verify/mask.ts'
import { KnownSecrets } from '../text/secrets/known.ts'
import { sweepSecrets } from '../text/secrets/sweep.ts'
import { openSource } from '../text/source-file.ts'
import { literalMatcher, regexMatcher } from './search/line-matcher.ts'
import { searchLines } from './search/lines.ts'
import type { SearchAnswer, SearchedFile, SearchMatch, SearchTask } from './search/task.ts'
import { searchWords } from './search/words.ts'

export type SearchMode = 'words' | 'text' | 'regex'

export interface SearchRequest extends Omit<SearchTask, 'deadline'> {
  readonly query: string
  readonly mode: SearchMode
  readonly caseSensitive: boolean
  /** Of the page before; null to start. */
  readonly cursor: string | null
  readonly milliseconds?: number
}

const PATIENCE_MS = 20_000

/** The files must be in the same order for every page. */
export async function search(request: SearchRequest): Promise<SearchAnswer> {
  const { query, mode, caseSensitive, cursor, milliseconds = PATIENCE_MS, ...rest } = request
  if (query.trim() === '') throw new ShoalError('bad-value', 'there is nothing to search for', { detail: 'query' })
  const task = { ...rest, deadline: performance.now() + milliseconds }
  const answer =
    mode === 'words'
      ? await searchWords(query, task, cursor)
      : await searchLines((mode === 'text' ? literalMatcher : regexMatcher)(query, caseSensitive), task, cursor)
  return { ...answer, matches: await masked(answer.matches, task) }
}

/** A secret that is shown to be one elsewhere in its file is hidden here as well. */
async function masked(matches: readonly SearchMatch[], { files, signal }: SearchTask): Promise<SearchMatch[]> {
  const known = new Map<string, KnownSecrets>()
  for (const path of new Set(matches.map(match => match.path)))
    known.set(path, await secretsOf(files.find(file => file.path === path)!, signal))
  return matches.map(match => ({ ...match, text: maskDeep(match.text, known.get(match.path)!) }))
}

async function secretsOf({ path, file, isTable }: SearchedFile, signal: AbortSignal): Promise<KnownSecrets> {
  try {
    const source = openSource(file, { path })
    try {
      return new KnownSecrets((await sweepSecrets(source, { signal, isTable: isTable ?? false })).values)
    } finally {
      source.close()
    }
  } catch (error) {
    throw toShoalError(error, path)
  }
}
