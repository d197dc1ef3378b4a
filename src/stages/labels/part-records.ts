// The records of a chunk as a model is shown them: one line each, secrets hidden, the chosen fields only.
import type { Chunk } from '../../model/chunk.ts'
import type { ContentType, RecordSpan } from '../../model/content-type.ts'
import type { SourceText } from '../../model/source.ts'
import { bodyRange, lineRecords } from '../../text/line-spans.ts'
import { hideSpans } from '../../text/secrets/hide-spans.ts'
import { KnownSecrets } from '../../text/secrets/known.ts'
import { placesIn } from '../../text/secrets/swept-places.ts'
import { maskSecrets } from '../../text/secrets.ts'
import { digestText } from '../../text/text-digest.ts'
import type { SweptSecrets } from '../reading/secret-hider.ts'

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
  const hide = hiderOf(source, chunk, secrets)
  const whole = ({ start, end }: RecordSpan) => source.text(start, end)
  return {
    spans: () => type.records?.(source, chunk) ?? lineRecords(source, chunk),
    whole,
    judged(span) {
      const record = withoutCells(source, span, secrets)
      const picked = fields.length === 0 ? null : (type.pickFields?.(record, fields, facts) ?? null)
      const text = clipped(hide(onOneLine(picked ?? record)))
      return text === '' ? null : { text, digest: digestText(text) }
    },
  }
}

/** Masks rather than numbered placeholders: equal records must look equal in every chunk. */
function hiderOf(source: SourceText, { body }: RecordChunk, { sweep, known }: SweptSecrets): (text: string) => string {
  const { start, end } = bodyRange(source, body)
  const cells = new KnownSecrets(sweep.columns?.inStretch(source, start, end)?.map(({ value }) => value))
  return text => cells.mask(known.mask(maskSecrets(text)))
}

/** The record with what stands under the names of secrets masked, though it be a word; it stays a record. */
function withoutCells(source: SourceText, { start, end }: RecordSpan, { sweep }: SweptSecrets): string {
  const record = source.text(start, end)
  const cells = [
    ...(sweep.columns?.inStretch(source, start, end) ?? []),
    ...placesIn(sweep.spans, source, { start, end }),
  ]
  const eol = String.fromCharCode(source.eol)
  return cells.length === 0 ? record : hideSpans(record, cells, { from: 0, to: record.length, eol })
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
