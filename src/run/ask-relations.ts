// Asks the relations of a run's files the question of the run. What cannot be asked is no failure of the run: the answer says
// what stood in its way.
import type { Settings } from '../config/resolve.ts'
import { type AskedAnswer, UNASKED } from '../model/asked.ts'
import { toShoalError } from '../model/errors.ts'
import { answerQuestion } from '../question/answer.ts'
import { hidingOf, shownSource } from '../text/gate/shown-source.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { lineSpans } from '../text/line-spans.ts'
import { plural } from '../text/printable.ts'
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
      const notes = [...answer.notes, ...relations.warnings, ...someOf(relations.notes)]
      const rows = answer.rows.slice(0, MOST_ROWS)
      return shownValue({ ...answer, rows, notes, evidence: await quotes(answer.places, files, signal) })
    } finally {
      await relations.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ...UNASKED, notes: [`the files could not be asked: ${toShoalError(error).message}`] }
  }
}

/** Files that were not asked, or not all of them: what an answer leaves out is never left unsaid. */
function someOf(notes: readonly string[]): string[] {
  const more = notes.length - MOST_NOTES
  return [
    ...notes.slice(0, MOST_NOTES).map(note => `not asked: ${note}`),
    ...(more > 0 ? [`not asked: ${plural(more, 'more file')}; \`shoal sql\` names them`] : []),
  ]
}

const MOST_NOTES = 5

/** Rows that a report carries; `rowCount` says how many there are. */
const MOST_ROWS = 100
/** Bytes of a file that is swept for secrets to quote of it; places in larger ones are named and not quoted. */
const MOST_SWEPT = 8 * 1024 * 1024
const LONGEST_QUOTE = 300

/** The lines that an answer points at, as they stand there, secrets hidden. */
async function quotes(
  places: AskedAnswer['places'],
  files: readonly RelationFile[],
  signal: AbortSignal,
): Promise<AskedAnswer['evidence']> {
  const quoted: { path: string; line: number; quote: string }[] = []
  for (const { path, line } of places) {
    const file = files.find(one => one.path === path)
    if (!file || file.contentType === PARQUET || file.sizeBytes > MOST_SWEPT) continue
    const quote = await lineOf(file, line, signal)
    if (quote !== null) quoted.push({ path, line, quote })
  }
  return quoted
}

async function lineOf(
  { file, path, contentType }: RelationFile,
  line: number,
  signal: AbortSignal,
): Promise<string | null> {
  const source = openSource(file, { path })
  try {
    const shown = shownSource(source, await hidingOf(source, { isTable: contentType === 'structured_data', signal }))
    for (const span of lineSpans(shown, { start: 0, end: shown.size, line: 1 })) {
      if (span.line !== line) continue
      const text = shown.text(span.start, Math.min(span.end, span.start + LONGEST_QUOTE)).trim()
      return text === '' ? null : text
    }
    return null
  } finally {
    source.close()
  }
}
