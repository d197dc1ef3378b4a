// Asks the relations of a run's files the question of the run. What cannot be asked is no failure of the run: the answer says
// what stood in its way.
import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { toShoalError } from '@shoal/base/model/errors'
import { plural } from '@shoal/base/text/printable'
import type { Settings } from '../config/resolve.ts'
import { answerQuestion, asksForFigure } from '../question/answer.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { asksRecipes } from '../text/question-topics.ts'
import { registryFor } from './registry.ts'
import { PARQUET, type RelationFile } from './relations/relation-file.ts'
import { openRelations } from './relations/relations.ts'
import { tabledTypes } from './search/tabled-types.ts'
import { GaveUp, NO_TYPE, workOn } from './threads/work-on.ts'

export interface AskRequest {
  readonly question: string
  readonly files: readonly RelationFile[]
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  onProgress?(done: number, of: number, path: string): void
}

export async function askRelations(request: AskRequest): Promise<AskedAnswer> {
  const { question, files, ...options } = request
  const { signal } = options
  // Those are made by analysts, of what they counted.
  if (asksRecipes(question)) return UNASKED
  try {
    const relations = await openRelations(files, options)
    try {
      const answer = await answerQuestion(question, relations)
      const quoted = await quotes(answer.places, request)
      const notes = [...answer.notes, ...quoted.notes, ...relations.warnings, ...someOf(relations.notes)]
      const rows = answer.rows.slice(0, MOST_ROWS)
      return shownValue({ ...answer, rows, notes, evidence: quoted.evidence })
    } finally {
      await relations.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    const { message, advice } = toShoalError(error)
    const why = `the files could not be asked: ${message}${advice ? `; ${advice}` : ''}`
    return { ...UNASKED, notes: [why], asksFigure: asksForFigure(question) }
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

interface Quoted {
  readonly evidence: AskedAnswer['evidence']
  /** What could not be quoted, and why. */
  readonly notes: readonly string[]
}

/** The lines that an answer points at, as they stand there, secrets hidden; in the order of the places. */
async function quotes(places: AskedAnswer['places'], { files, settings, signal }: AskRequest): Promise<Quoted> {
  const isTabled = tabledTypes(registryFor(settings))
  const notes: string[] = []
  const byPath = new Map<string, ReadonlyMap<number, string | null>>()
  for (const path of new Set(places.map(place => place.path))) {
    const file = files.find(one => one.path === path)
    if (!file || file.contentType === PARQUET) continue
    const lines = [...new Set(places.filter(place => place.path === path).map(({ line }) => line))]
    const isTable = await isTabled(file.contentType)
    const order = { file: file.file, path, sizeBytes: file.sizeBytes, isTable, lines }
    try {
      const work = { settings, signal, type: NO_TYPE, bytes: file.sizeBytes }
      const quoted = await workOn('quotedLines', order, work)
      byPath.set(path, new Map(lines.map((line, k) => [line, quoted[k]!])))
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error
      notes.push(`${path} is not quoted: ${error.message}`)
    }
  }
  const evidence = places.flatMap(({ path, line }) => {
    const quote = byPath.get(path)?.get(line) ?? null
    return quote === null ? [] : [{ path, line, quote }]
  })
  return { evidence, notes }
}
