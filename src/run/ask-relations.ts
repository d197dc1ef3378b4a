// Asks the relations of a run's files the question of the run. What cannot be asked is no failure of the run: the answer says
// what stood in its way.
import type { Settings } from '../config/resolve.ts'
import { type AskedAnswer, UNASKED } from '../model/asked.ts'
import { toShoalError } from '../model/errors.ts'
import { answerQuestion } from '../question/answer.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { lineSpans } from '../text/line-spans.ts'
import { openSource } from '../text/source-file.ts'
import { PARQUET, type RelationFile } from './relations/relation-file.ts'
import { openRelations } from './relations/relations.ts'

export interface AskRequest {
  readonly question: string
  readonly files: readonly RelationFile[]
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  onProgress?(done: number, of: number, path: string): void
}

export async function askRelations({ question, files, ...options }: AskRequest): Promise<AskedAnswer> {
  const { signal } = options
  try {
    const relations = await openRelations(files, options)
    try {
      const answer = await answerQuestion(question, relations)
      const notes = [
        ...answer.notes,
        ...relations.failed.map(({ path, error }) => `${path} could not be asked: ${toShoalError(error).message}`),
      ]
      return shownValue({ ...answer, notes, evidence: quotes(answer.places, files) })
    } finally {
      await relations.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ...UNASKED, notes: [`the files could not be asked: ${toShoalError(error).message}`] }
  }
}

/** Bytes that are searched for a line; what stands beyond is named and not quoted. */
const MOST_SEARCHED = 16 * 1024 * 1024
const LONGEST_QUOTE = 300

/** The lines that an answer points at, as they stand there. */
function quotes(places: AskedAnswer['places'], files: readonly RelationFile[]): AskedAnswer['evidence'] {
  return places.flatMap(({ path, line }) => {
    const file = files.find(one => one.path === path)
    const quote = file && file.contentType !== PARQUET ? lineOf(file, line) : null
    return quote === null ? [] : [{ path, line, quote }]
  })
}

function lineOf({ file, path }: RelationFile, line: number): string | null {
  const source = openSource(file, { path })
  try {
    const range = { start: 0, end: Math.min(source.size, MOST_SEARCHED), line: 1 }
    for (const span of lineSpans(source, range)) {
      if (span.line !== line) continue
      const text = source.text(span.start, Math.min(span.end, span.start + LONGEST_QUOTE)).trim()
      return text === '' ? null : text
    }
    return null
  } finally {
    source.close()
  }
}
