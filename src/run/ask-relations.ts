// Asks the relations of a run's files the question of the run. What cannot be asked is no failure of the run: the answer says
// what stood in its way.
import type { Settings } from '../config/resolve.ts'
import { type AskedAnswer, UNASKED } from '../model/asked.ts'
import { toShoalError } from '../model/errors.ts'
import { answerQuestion } from '../question/answer.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import type { RelationFile } from './relations/relation-file.ts'
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
      return shownValue({ ...answer, notes })
    } finally {
      await relations.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    return { ...UNASKED, notes: [`the files could not be asked: ${toShoalError(error).message}`] }
  }
}
