// Finds lines in files of any size: a text, a regular expression, or the words of a question, ranked. Files stream by;
// memory holds one block and one page.
//
// What is promised of secrets. A line whose only match is inside a secret that the line itself gives away (a known shape,
// `password: …`) is neither shown nor counted. In lines that are shown, such secrets are masked, and also those that
// stand near: of a file up to 4 MB whatever its sweep finds anywhere; of a larger one what the 64 KB before the line and
// the 16 KB behind it give away, private keys over many lines included, and cells under a column such as `password`.
import { ShoalError } from '@shoal/base/model/errors'
import type { SearchMode } from '@shoal/base/model/search'
import type { Shown } from '@shoal/base/model/shown'
import { spansIn } from '@shoal/base/secrets/swept-places'
import { shownValue } from '../text/gate/shown-value.ts'
import { hashText } from '../text/hash.ts'
import { ColumnWatch } from '../text/secrets/secret-columns.ts'
import { openSource } from '../text/source-file.ts'
import { searchLines } from './search/lines.ts'
import { literalMatcher } from './search/literal-matcher.ts'
import { looksLikePattern } from './search/looks-like-pattern.ts'
import { secretsNear } from './search/near-secrets.ts'
import { foreignCursor } from './search/read-blocks.ts'
import { regexMatcher } from './search/regex-matcher.ts'
import { SecretMemory } from './search/secret-memory.ts'
import { lineByPlaces } from './search/shown-line.ts'
import type { FoundLine, SearchAnswer, SearchMatch, SearchTask } from './search/task.ts'

export interface SearchRequest extends Omit<SearchTask, 'deadline' | 'isTable'> {
  readonly query: string
  readonly mode: SearchMode
  readonly caseSensitive: boolean
  /** Of the page before; null to start. */
  readonly cursor: string | null
  readonly milliseconds?: number
  /** What earlier searches found in small files. */
  readonly memory?: SecretMemory
  /** Whether the file of that number is a table, where nobody has looked; so it is taken for one if nobody can tell. */
  lookForTable?(index: number): Promise<boolean>
}

/** What travels of it to a thread. */
export type SearchOrder = Omit<SearchRequest, 'signal' | 'memory' | 'onRead' | 'onFile' | 'lookForTable'>

const PATIENCE_MS = 20_000

/** The files must be in the same order for every page. */
export async function search(request: SearchRequest): Promise<SearchAnswer> {
  const { query, mode, caseSensitive, cursor, milliseconds = PATIENCE_MS, memory, lookForTable, ...rest } = request
  if (query.trim() === '') throw new ShoalError('bad-value', 'there is nothing to search for', { detail: 'query' })
  const looked = new Map<number, Promise<boolean>>()
  const isTable = async (index: number) => {
    const known = request.files[index]!.isTable ?? looked.get(index) ?? lookForTable?.(index) ?? true
    if (typeof known !== 'boolean') looked.set(index, known)
    return await known
  }
  const task = { ...rest, isTable, deadline: performance.now() + milliseconds }
  const tag = tagOf(request)
  const from = cursor === null ? null : behindTag(cursor, tag)
  const answer =
    mode === 'words'
      ? await (await import('./search/words.ts')).searchWords(query, task, from)
      : await searchLines((mode === 'text' ? literalMatcher : regexMatcher)(query, caseSensitive), task, from)
  return {
    ...answer,
    matches: await masked(answer.matches, task, memory ?? new SecretMemory()),
    cursor: answer.cursor === null ? null : `${tag}.${answer.cursor}`,
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
  const isPattern = looksLikePattern(query)
  if (mode === 'words') return isPattern ? 'looks like a regular expression: mode regex' : null
  if (total > 0) return null
  const other =
    mode === 'regex'
      ? ''
      : isPattern
        ? '; it looks like a regular expression: mode regex'
        : /\S\s+\S/.test(query)
          ? '; mode words finds lines by single words'
          : ''
  return `secrets are masked, and lines that have some are not searched for the secret itself${other}`
}

/** So far around a match a line is shown at most. */
const SHOWN_BACK = 2_048
const SHOWN_AHEAD = 4_096

/** A secret that is shown to be one near the line is hidden in it as well, and what stands on it is known by its place. */
async function masked(
  found: readonly FoundLine[],
  { files, signal, onFile, isTable: tells }: SearchTask,
  memory: SecretMemory,
): Promise<SearchMatch[]> {
  const shown = new Map<FoundLine, Shown>()
  for (const index of new Set(found.map(line => line.index))) {
    onFile?.(index)
    const lines = found.filter(line => line.index === index)
    const { file, path } = files[index]!
    const isTable = await tells(index)
    const near = await secretsNear(
      { file, path, isTable },
      lines.map(({ place }) => place),
      memory,
      signal,
    )
    const source = openSource(file, { path })
    try {
      const hiding = { ...near, columns: isTable ? ColumnWatch.of(source) : null }
      for (const line of lines) {
        const { at } = line.place
        const isTouched = spansIn(near.spans, { start: Math.max(0, at - SHOWN_BACK), end: at + SHOWN_AHEAD }).length > 0
        const text = isTouched ? lineByPlaces(source, line, hiding) : line.match.text
        shown.set(line, shownValue(text, near.known))
      }
    } finally {
      source.close()
    }
  }
  const texts = found.map(line => shown.get(line)!)
  const spans = found[0]?.matcher.spansIn(texts) ?? []
  return found.map(({ match }, k) => ({ ...match, text: texts[k]!, spans: spans[k]! }))
}
