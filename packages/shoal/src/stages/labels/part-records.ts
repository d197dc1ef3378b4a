// The records of a chunk as a model is shown them: one line each, secrets hidden, the chosen fields only.
import type { Chunk } from '@shoal/base/model/chunk'
import type { ContentType, RecordSpan } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import type { SweptSecrets } from '../../text/gate/secret-hider.ts'
import { hiderOf, withoutCells } from '../../text/gate/shown-record.ts'
import { bodyRange, lineRecords } from '../../text/line-spans.ts'
import { digestText } from '../../text/text-digest.ts'

/** How records are found and read; a content type says it. */
export type RecordType = Pick<ContentType, 'records' | 'pickFields'>

export type RecordChunk = Pick<Chunk, 'body' | 'continuation'>

/** All that a label depends on is `text`: records of equal text are judged once. */
export interface JudgedRecord {
  readonly digest: string
  readonly text: string
}

export interface RecordReader {
  /** Where the records are; some may turn out to hold nothing. */
  spans(): Iterable<RecordSpan>
  /** As it stands in the file. */
  whole(span: RecordSpan): string
  /** As a model is shown it; null when it holds nothing. */
  judged(span: RecordSpan): JudgedRecord | null
  /** A field of it alone, in the same way; null where there is none. */
  field(span: RecordSpan, name: string): string | null
}

export interface RecordOptions {
  readonly type: RecordType
  readonly facts: Readonly<Record<string, unknown>>
  /** Those that are judged; none for whole records. */
  readonly fields: readonly string[]
  readonly secrets: SweptSecrets
}

export function readRecords(
  source: SourceText,
  chunk: RecordChunk,
  { type, facts, fields, secrets }: RecordOptions,
): RecordReader {
  const hide = hiderOf(source, bodyRange(source, chunk.body), secrets)
  const whole = ({ start, end }: RecordSpan) => source.text(start, end)
  /** Without its name: who judges is told it once. */
  const fieldOf = (record: string, name: string) => {
    const picked = type.pickFields?.(record, [name], facts) ?? null
    return picked?.startsWith(`${name}: `) ? picked.slice(name.length + 2) : picked
  }
  return {
    spans: () => type.records?.(source, chunk) ?? lineRecords(source, chunk),
    whole,
    judged(span) {
      const record = withoutCells(source, span, secrets.sweep)
      const [only] = fields
      const picked =
        only === undefined
          ? null
          : fields.length === 1
            ? fieldOf(record, only)
            : (type.pickFields?.(record, fields, facts) ?? null)
      const text = judgedText(hide(onOneLine(picked ?? record)))
      return text === '' ? null : { text, digest: digestText(text) }
    },
    field(span, name) {
      const value = fieldOf(withoutCells(source, span, secrets.sweep), name)
      return value === null ? null : hide(onOneLine(value)).slice(0, LONGEST_FIELD)
    },
  }
}

const LONGEST_FIELD = 200

/** On one line, and no longer than is judged. */
export function judgedText(text: string): string {
  return clipped(onOneLine(text))
}

/** No record can pass for two, since none has a line end left. */
function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Of a longer record the beginning and the end are judged. */
const HEAD = 1500
const TAIL = 500

function clipped(text: string): string {
  if (text.length <= HEAD + TAIL) return text
  return `${text.slice(0, HEAD)} … ${text.slice(-TAIL)}`.replace(/\p{Cs}/gu, '')
}
