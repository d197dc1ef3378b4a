// The records of one file as a model may be shown them, with their places: found on a thread, as an analysis finds them.
import type { ContentType, Detection } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { fieldNames } from '../stages/labels/choice-prompt.ts'
import { readRecords } from '../stages/labels/part-records.ts'
import { RecordGathering, type RecordList } from '../stages/labels/record-list.ts'
import { partition } from '../stages/partition.ts'
import { secretsOf } from '../text/gate/secret-hider.ts'
import { sizedRequest } from './budget.ts'

export interface RecordsOrder {
  readonly detection: Pick<Detection, 'contentType' | 'language'>
  /** Those that are judged; none for whole records. */
  readonly fields: readonly string[]
  readonly groupBy: string | null
  /** Different records that are given; of a file that has more, only how many there are is of use. */
  readonly most: number
}

export interface FoundRecords extends RecordList {
  /** A field that was asked for and that no record has; null when there is none. */
  readonly unknown: string | null
  /** The fields that records have, as far as they are known. */
  readonly fields: readonly string[]
}

const SIZE = { mode: 'directory', maxTokens: 50_000, chunkSize: null } as const

export async function recordsIn(
  source: SourceText,
  type: ContentType,
  { detection, fields, groupBy, most }: RecordsOrder,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const { path, sizeBytes } = source
  const { chunks, facts, lineCount } = await partition(source, type, sizedRequest(type, detection, SIZE, signal))
  const { contentType, language } = detection
  const about = { path, contentType, language, sizeBytes, lineCount, chunks: [] }
  const secrets = await secretsOf({ about, facts }, source, signal)
  const wanted = new Set([...fields, ...(groupBy === null ? [] : [groupBy])])
  const gathering = new RecordGathering()
  const turn = yieldToEventLoop()
  for (const chunk of chunks) {
    const records = readRecords(source, chunk, { type, facts, fields, secrets })
    for (const span of records.spans()) {
      await turn()
      signal.throwIfAborted()
      for (const name of wanted) if (records.field(span, name) !== null) wanted.delete(name)
      const group = groupBy === null ? null : (records.field(span, groupBy) ?? '')
      gathering.add(records.judged(span)?.text ?? null, { path, line: span.line, group })
    }
    if (gathering.size > most) break
  }
  const [unknown = null] = wanted
  return { ...gathering.done(), unknown, fields: fieldNames(facts) }
}
