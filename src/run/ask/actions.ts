// What an asking model can do, as functions that give values: the tools show them, and code in the sandbox works with them.
import { z } from 'zod'
import type { Json } from '../../model/json.ts'
import type { CallContext, LanguageModel } from '../../model/language-model.ts'
import { pushAll } from '../../model/lists.ts'
import { LONGEST_QUERY } from '../../model/search.ts'
import { readPassage } from '../../stages/asking/passages.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { diff } from '../diff/diff.ts'
import { diffDocument } from '../diff/diff-document.ts'
import type { FileSet, FileSetOptions } from './file-set.ts'
import { numbered } from './shown-rows.ts'

/** Lines of one reading, and of one passage for a model. */
const MOST_LINES = 400
const MOST_PASSAGE = 1_500
const MOST_PASSAGES = 16
const AT_A_TIME = 6
const LIMITS = { rows: 500, milliseconds: 30_000, characters: 24_000 }

const path = z.string().min(1).describe('The file, as the overview names it')
const line = z.coerce.number().int().min(1)

export const INPUTS = {
  search: z.object({
    query: z.string().min(1).max(LONGEST_QUERY).describe('A text, a regular expression or words, as `mode` says'),
    mode: z.enum(['text', 'regex', 'words']).default('text').describe('`words` ranks lines by how well they answer'),
    paths: z.array(z.string()).max(50).default([]).describe('Files or directories; all if left out'),
    offset: z.coerce.number().int().min(0).default(0).describe('Matches to pass over'),
  }),
  read: z.object({
    path,
    from: line.default(1).describe('The first line'),
    to: line.optional().describe(`The last line; 80 lines if left out, at most ${MOST_LINES}`),
  }),
  sql: z.object({
    query: z
      .string()
      .min(1)
      .max(20_000)
      .describe('One SELECT over the relations of the overview, in the dialect of DuckDB'),
  }),
  diff: z.object({
    before: z.string().min(1).describe('The earlier file or directory'),
    after: z.string().min(1).describe('The later one'),
    key: z.array(z.string()).max(20).default([]).describe('Columns that tell the rows of a table apart'),
  }),
  llm: z.object({
    question: z.string().min(1).max(2_000).describe('What each passage is to be read for'),
    passages: z
      .array(z.object({ path, from: line, to: line }))
      .min(1)
      .max(MOST_PASSAGES)
      .describe(`At most ${MOST_PASSAGES}, each of at most ${MOST_PASSAGE} lines`),
  }),
} as const

type Input<Name extends keyof typeof INPUTS> = z.infer<(typeof INPUTS)[Name]>

/** Everything an action gives is JSON. */
export interface Actions {
  search(input: Input<'search'>): Promise<Found>
  read(input: Input<'read'>): Promise<ReadLines>
  sql(input: Input<'sql'>): Promise<Awaited<ReturnType<Awaited<ReturnType<FileSet['relations']>>['query']>>>
  diff(input: Input<'diff'>): Promise<ReturnType<typeof diffDocument>>
  llm(input: Input<'llm'>): Promise<readonly PassageAnswer[]>
}

export interface Found {
  readonly total: number
  readonly isExact: boolean
  readonly files: number
  readonly matches: readonly { readonly path: string; readonly line: number; readonly text: string }[]
}

export interface ReadLines {
  readonly path: string
  readonly lines: number | null
  readonly from: number
  readonly text: readonly string[]
}

export interface PassageAnswer {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly answer: string | null
  readonly quotes: readonly { readonly line: number; readonly quote: string }[]
  /** Why there is none; null when it was read. */
  readonly failed: string | null
}

export interface SubReader {
  readonly model: LanguageModel
  readonly context: Omit<CallContext, 'purpose'>
  /** Throws a `ToolMistake` when so many characters would cost more than one batch may. */
  allow(characters: number): void
}

export function actionsOver(set: FileSet, options: FileSetOptions, reader: SubReader): Actions {
  const { settings, signal, cache, cwd } = options
  const read = async ({ path: named, from, to }: Input<'read'>, most = MOST_LINES): Promise<ReadLines> => {
    const { path: real, known } = set.named(named)
    const last = Math.min(to ?? from + 79, from + most - 1, known.lines ?? Number.POSITIVE_INFINITY)
    if (known.lines !== null && from > known.lines)
      throw new ToolMistake(`${real} has ${known.lines} lines; there is no line ${from}`)
    if (to !== undefined && to < from) throw new ToolMistake(`line ${to} stands before line ${from}`)
    const text = (await set.lines(real, from, last)).map(one => one ?? '')
    return { path: real, lines: known.lines, from, text }
  }
  return {
    read,
    async search({ query, mode, paths, offset }) {
      const asked = { query, mode, caseSensitive: false, limit: 60, offset, cursor: null, characters: 12_000 }
      const { matches, total, isExact, files } = await set.search(paths, asked)
      return { total, isExact, files, matches: matches.map(({ path, line, text }) => ({ path, line, text })) }
    },
    async sql({ query }) {
      return await (await set.relations()).query(query, LIMITS)
    },
    async diff({ before, after, key }) {
      for (const side of [before, after]) set.below([side])
      const limits = { limit: 40, characters: 8_000, cell: 160 }
      return diffDocument(await diff({ before, after, key, ...limits }, { settings, signal, cache, cwd }))
    },
    async llm({ question, passages }) {
      const texts = []
      for (const passage of passages) {
        const { path: real, from, text } = await read(passage, MOST_PASSAGE)
        const lines = numbered(text.map((one, k) => ({ label: String(from + k), text: one })))
        texts.push({ path: real, from, to: from + text.length - 1, text: lines.join('\n') })
      }
      reader.allow(texts.reduce((sum, { text }) => sum + text.length, 0))
      const answers: PassageAnswer[] = []
      for (let k = 0; k < texts.length; k += AT_A_TIME)
        pushAll(answers, await Promise.all(texts.slice(k, k + AT_A_TIME).map(one => answerOf(question, one, reader))))
      return answers
    },
  }
}

async function answerOf(
  question: string,
  {
    path: real,
    from,
    to,
    text,
  }: { readonly path: string; readonly from: number; readonly to: number; readonly text: string },
  { model, context }: SubReader,
): Promise<PassageAnswer> {
  const said = await readPassage(question, { name: `${real}, lines ${from} to ${to}`, text }, model, context)
  const at = { path: real, from, to }
  if ('failure' in said) {
    // Held back by the budget or the user: what was not asked is no answer of this step.
    if (said.failure.kind === 'aborted') throw new Error('aborted')
    return { ...at, answer: null, quotes: [], failed: said.failure.message }
  }
  if ('unusable' in said) return { ...at, answer: null, quotes: [], failed: said.unusable }
  return { ...at, ...said, failed: null }
}

/** For the digest of a step: the files that an action looks at; null for all. */
export function filesOf(name: keyof Actions, input: Json, set: FileSet): readonly string[] | null {
  const given = input as {
    paths?: string[]
    path?: string
    before?: string
    after?: string
    passages?: { path: string }[]
  }
  const named =
    name === 'read'
      ? [given.path]
      : name === 'diff'
        ? [given.before, given.after]
        : name === 'llm'
          ? (given.passages ?? []).map(({ path: one }) => one)
          : name === 'search' && given.paths && given.paths.length > 0
            ? given.paths
            : null
  if (named === null) return null
  try {
    return set.below(named.map(String)).map(({ path: one }) => one)
  } catch {
    return null
  }
}
