// Finds lines in files of any size: a text, a regular expression, or the words of a question, ranked. Files stream by;
// memory holds one block and one page.
//
// What is promised of secrets. A line whose only match is inside a secret that the line itself gives away (a known shape,
// `password: …`) is neither shown nor counted. In lines that are shown, such secrets are masked, and also those that
// stand near: of a file up to 4 MB whatever its sweep finds anywhere; of a larger one what the 64 KB before the line and
// the 16 KB behind it give away, private keys over many lines included, and cells under a column such as `password`.
import { ShoalError } from '../model/errors.ts'
import { maskDeep } from '../stages/verify/mask.ts'
import { hashText } from '../text/hash.ts'
import type { Stretch } from '../text/secrets/hide-spans.ts'
import { KnownSecrets } from '../text/secrets/known.ts'
import { spansIn } from '../text/secrets/swept-places.ts'
import { openSource } from '../text/source-file.ts'
import { searchLines } from './search/lines.ts'
import { literalMatcher } from './search/literal-matcher.ts'
import { SecretMemory, secretsNear } from './search/near-secrets.ts'
import { foreignCursor } from './search/read-blocks.ts'
import { regexMatcher } from './search/regex-matcher.ts'
import type { Place } from './search/shown-line.ts'
import type { FoundLine, SearchAnswer, SearchedFile, SearchMatch, SearchTask } from './search/task.ts'
import { looksLikePattern, searchWords } from './search/words.ts'

export type SearchMode = 'words' | 'text' | 'regex'

export interface SearchRequest extends Omit<SearchTask, 'deadline'> {
  readonly query: string
  readonly mode: SearchMode
  readonly caseSensitive: boolean
  /** Of the page before; null to start. */
  readonly cursor: string | null
  readonly milliseconds?: number
  /** What earlier searches found in small files. */
  readonly memory?: SecretMemory
}

/** What travels of it to a thread. */
export type SearchOrder = Omit<SearchRequest, 'signal' | 'memory' | 'onRead' | 'onFile'>

const PATIENCE_MS = 20_000

/** The files must be in the same order for every page. */
export async function search(request: SearchRequest): Promise<SearchAnswer> {
  const { query, mode, caseSensitive, cursor, milliseconds = PATIENCE_MS, memory, ...rest } = request
  if (query.trim() === '') throw new ShoalError('bad-value', 'there is nothing to search for', { detail: 'query' })
  const task = { ...rest, deadline: performance.now() + milliseconds }
  const tag = tagOf(request)
  const from = cursor === null ? null : behindTag(cursor, tag)
  const answer =
    mode === 'words'
      ? await searchWords(query, task, from)
      : await searchLines((mode === 'text' ? literalMatcher : regexMatcher)(query, caseSensitive), task, from)
  return {
    ...answer,
    matches: await masked(answer.matches, task, memory ?? new SecretMemory()),
    cursor: answer.cursor === null ? null : `${tag}.${answer.cursor}`,
    skipped: [],
    note: noteOn(request, answer.total),
  }
}

/** Stands for what was asked, so that a cursor of another search is known as such. */
function tagOf({ query, mode, caseSensitive, files }: SearchRequest): string {
  return hashText(JSON.stringify([query, mode, caseSensitive, files.map(({ path }) => path)])).slice(0, 12)
}

function behindTag(cursor: string, tag: string): string {
  if (!cursor.startsWith(`${tag}.`)) throw foreignCursor()
  return cursor.slice(tag.length + 1)
}

/** It depends on nothing that is hidden: whether a secret holds a text can be asked of no search. */
function noteOn({ query, mode }: SearchRequest, total: number): string | null {
  if (mode === 'words') return looksLikePattern(query) ? 'looks like a regular expression: mode regex' : null
  return total === 0 ? 'secrets are masked, and lines that have some are not searched for the secret itself' : null
}

/** A secret that is shown to be one near the line is hidden in it as well, and what stands on it is known by its place. */
async function masked(
  found: readonly FoundLine[],
  { files, signal, onFile }: SearchTask,
  memory: SecretMemory,
): Promise<SearchMatch[]> {
  const shown = new Map<FoundLine, string>()
  for (const index of new Set(found.map(line => line.index))) {
    onFile?.(index)
    const lines = found.filter(line => line.index === index)
    const places = lines.map(({ place }) => place)
    const { known, spans } = await secretsNear(files[index]!, places, memory, signal)
    const values = valuesAt(files[index]!, places, spans)
    for (const [k, line] of lines.entries()) shown.set(line, maskDeep(values[k]!.mask(line.match.text), known))
  }
  return found.map(line => ({ ...line.match, text: shown.get(line)! }))
}

/** So far around a match a line is shown at most. */
const SHOWN_BACK = 2_048
const SHOWN_AHEAD = 4_096

/** The secrets that stand on each of some lines. */
function valuesAt({ file, path }: SearchedFile, places: readonly Place[], spans: readonly Stretch[]): KnownSecrets[] {
  if (spans.length === 0) return places.map(() => new KnownSecrets())
  const source = openSource(file, { path })
  try {
    return places.map(({ at }) => {
      const own = new KnownSecrets()
      const near = { start: Math.max(0, at - SHOWN_BACK), end: Math.min(source.size, at + SHOWN_AHEAD) }
      for (const { start, end } of spansIn(spans, near)) {
        const value = source.text(start, end)
        own.add(value)
        own.addWord(value)
      }
      return own
    })
  } finally {
    source.close()
  }
}
