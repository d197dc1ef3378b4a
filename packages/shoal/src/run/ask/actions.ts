// What an asking model can do, as functions that give values: the tools show them, and code in the sandbox works with them.
import type { Json } from '@shoal/base/model/json'
import type { CallContext, LanguageModel } from '@shoal/base/model/language-model'
import { pushAll } from '@shoal/base/model/lists'
import { type ActionInput, MOST_LINES, MOST_PASSAGE } from '../../stages/asking/inputs.ts'
import { passageRoom, readPassage } from '../../stages/asking/passages.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { diff } from '../diff/diff.ts'
import { diffDocument } from '../diff/diff-document.ts'
import type { FileSet, FileSetOptions } from './file-set.ts'
import { type Labelled, type Labeller, labelRecords } from './label-action.ts'
import type { NestedAnswer } from './nested-text.ts'
import { numbered } from './shown-rows.ts'

const AT_A_TIME = 6
export const LIMITS = { rows: 500, milliseconds: 30_000, characters: 24_000 }

/** Everything an action gives is JSON. */
export interface Actions {
  search(input: ActionInput<'search'>): Promise<Found>
  read(input: ActionInput<'read'>): Promise<ReadLines>
  sql(input: ActionInput<'sql'>): Promise<Awaited<ReturnType<Awaited<ReturnType<FileSet['relations']>>['query']>>>
  diff(input: ActionInput<'diff'>): Promise<ReturnType<typeof diffDocument>>
  /** These only where there is a model to read. */
  llm?(input: ActionInput<'llm'>): Promise<readonly PassageAnswer[] | NestedAnswer>
  label?(input: ActionInput<'label'>): Promise<Labelled>
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
  /** Those that stand in the file; and how many do not. */
  readonly quotes: readonly { readonly line: number; readonly quote: string }[]
  readonly unfound: number
  /** Why there is none; null when it was read. */
  readonly failed: string | null
}

export interface SubReader {
  readonly model: LanguageModel
  readonly context: Omit<CallContext, 'purpose'>
  /** Throws a `ToolMistake` when so many characters would cost more than one batch may. */
  allow(characters: number): void
  /** Looks for the answer itself. Throws a `ToolMistake` when too little is left to be spent. */
  lookUp(input: Pick<ActionInput<'llm'>, 'question' | 'paths'>): Promise<NestedAnswer>
  readonly labeller: Labeller
}

/** `reader` is null where nobody reads passages for whoever asks. */
export function actionsOver(set: FileSet, options: FileSetOptions, reader: SubReader | null): Actions {
  const { settings, signal, cache, cwd } = options
  const read = async ({ path: named, from, to }: ActionInput<'read'>, most = MOST_LINES): Promise<ReadLines> => {
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
      const asked = { query, mode, caseSensitive: false, limit: 300, offset, cursor: null, characters: 40_000 }
      const { matches, total, isExact, files } = await set.search(paths, asked)
      return { total, isExact, files, matches: matches.map(({ path, line, text }) => ({ path, line, text })) }
    },
    async sql({ query }) {
      return await (await set.relations()).query(query, LIMITS)
    },
    async diff({ before, after, key }) {
      const only = new Set(set.below([before, after]).map(({ file }) => file))
      const [one, other] = [before, after].map(side => set.place(side))
      const limits = { limit: 40, characters: 8_000, cell: 160 }
      const request = { before: one!, after: other!, key, ...limits }
      return diffDocument(await diff(request, { settings, signal, cache, cwd, only }))
    },
    ...(reader && {
      async llm(input) {
        if ((input.passages.length === 0) === (input.paths.length === 0))
          throw new ToolMistake('llm takes either `passages` or `paths`')
        if (input.passages.length > 0) return await passagesRead(input, read, reader, quote => set.find(quote))
        return await reader.lookUp(input)
      },
      label: input => labelRecords(set, input, reader.labeller),
    }),
  }
}

type Passage = Pick<PassageAnswer, 'path' | 'from' | 'to'> & { readonly text: string }

async function passagesRead(
  { question, passages }: ActionInput<'llm'>,
  read: (passage: ActionInput<'read'>, most: number) => Promise<ReadLines>,
  reader: SubReader,
  find: FileSet['find'],
): Promise<readonly PassageAnswer[]> {
  const room = passageRoom(question, reader.model)
  const texts: Passage[] = []
  for (const passage of passages) pushAll(texts, fittingParts(await read(passage, MOST_PASSAGE), room))
  reader.allow(texts.reduce((sum, { text }) => sum + text.length, 0))
  const answers: PassageAnswer[] = []
  for (let k = 0; k < texts.length; k += AT_A_TIME)
    pushAll(answers, await Promise.all(texts.slice(k, k + AT_A_TIME).map(one => answerOf(question, one, reader, find))))
  return answers
}

/** A passage that the model cannot be given at once is read in parts. */
function fittingParts({ path, from, text: lines, ...of }: ReadLines, room: number): Passage[] {
  const text = numbered(lines.map((one, k) => ({ label: String(from + k), text: one }))).join('\n')
  if (text.length <= room || lines.length < 2) return [{ path, from, to: from + lines.length - 1, text }]
  const half = Math.ceil(lines.length / 2)
  return [
    ...fittingParts({ ...of, path, from, text: lines.slice(0, half) }, room),
    ...fittingParts({ ...of, path, from: from + half, text: lines.slice(half) }, room),
  ]
}

async function answerOf(
  question: string,
  { text, ...at }: Passage,
  { model, context }: SubReader,
  find: FileSet['find'],
): Promise<PassageAnswer> {
  const name = `${at.path}, lines ${at.from} to ${at.to}`
  const said = await readPassage(question, { name, text }, model, context)
  const nothing = { ...at, answer: null, quotes: [], unfound: 0 }
  if ('failure' in said) {
    // Held back by the budget or the user: what was not asked is no answer of this step.
    if (said.failure.kind === 'aborted') throw new Error('aborted')
    return { ...nothing, failed: said.failure.message }
  }
  if ('unusable' in said) return { ...nothing, failed: said.unusable }
  const quotes: PassageAnswer['quotes'][number][] = []
  for (const given of said.quotes) {
    const found = await find({ path: at.path, ...given })
    if ('line' in found) quotes.push({ line: found.line, quote: found.quote })
  }
  return { ...at, answer: said.answer, quotes, unfound: said.quotes.length - quotes.length, failed: null }
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
          ? (given.passages ?? []).length > 0
            ? given.passages!.map(({ path: one }) => one)
            : null
          : (name === 'search' || name === 'label') && given.paths && given.paths.length > 0
            ? given.paths
            : null
  if (named === null) return null
  try {
    return set.below(named.map(String)).map(({ path: one }) => one)
  } catch {
    return null
  }
}
