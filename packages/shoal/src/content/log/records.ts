// The entries of a log, each with its stack trace and whatever else goes on from it.
import type { Chunk } from '@shoal/base/model/chunk'
import type { RecordSpan } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { bodyRange, lineSpans, spanning } from '../../text/line-spans.ts'
import { learnEntryStart } from '../../text/log-entries.ts'

/** How entries begin is learnt from as much. */
const HEAD_UNITS = 64 * 1024
/** Of a long line only its beginning matters. */
const LINE_HEAD = 256

/** Lines that go on from an entry of the chunk before belong to that. */
export function* records(
  source: SourceText,
  { body, continuation }: Pick<Chunk, 'body' | 'continuation'>,
): Generator<RecordSpan> {
  const head = [...lineSpans(source, { start: 0, end: Math.min(source.size, HEAD_UNITS), line: 1 })]
  const begins = learnEntryStart(head.map(line => beginning(source, line)))
  let entry: RecordSpan | null = null
  let before = ''
  for (const line of lineSpans(source, bodyRange(source, body))) {
    const text = beginning(source, line)
    const isStart = begins(text, before)
    before = text
    if (line.isBlank) continue
    if (isStart || (entry === null && !continuation)) {
      if (entry) yield entry
      entry = line
    } else if (entry) entry = spanning(entry, line)
  }
  if (entry) yield entry
}

/** One character per code unit, as far as marks of entries reach. */
function beginning(source: SourceText, { start, end }: RecordSpan): string {
  return Buffer.from(source.bytes(start, Math.min(end, start + LINE_HEAD))).toString('latin1')
}
