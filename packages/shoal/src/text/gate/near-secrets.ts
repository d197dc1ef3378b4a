// The secrets of a source: of a small one all that its sweep finds; of a large one those around some places.
import type { SourceText } from '@shoal/base/model/source'
import { type Stretch, united } from '@shoal/base/secrets/hide-spans'
import { KnownSecrets } from '@shoal/base/secrets/known'
import { yieldToEventLoop } from '@shoal/base/text/turns'
import { ColumnWatch } from '../secrets/secret-columns.ts'
import { sweepSecrets } from '../secrets/sweep.ts'
import { decodeText } from '../source-file.ts'

/** Units of a large file that are swept before and behind a line. */
const SWEPT_BACK = 64 << 10
const SWEPT_AHEAD = 16 << 10
/** For very many lines less: units in all, and of each line. The longest private keys are some 13,000. */
const SWEPT_IN_ALL = 64 << 20
const LEAST_BACK = 16 << 10
const LEAST_AHEAD = 4 << 10
/** Of a row. */
const LONGEST_ROW = 64 << 10
/** Bytes of a stretch that is kept in memory while it is swept. */
const MOST_HELD = 8 << 20

/** What is hidden in a file: by what it is, and by where it stands. */
export interface NearSecrets {
  readonly known: KnownSecrets
  /** In order, by units of the source. */
  readonly spans: readonly Stretch[]
}

/** A line, by offsets of its source. */
export interface NearPlace {
  readonly start: number
  /** Null when it was not looked for. */
  readonly end: number | null
  readonly at: number
}

export interface NearOptions {
  readonly isTable: boolean
  readonly signal: AbortSignal
}

/** All of them. */
export async function secretsIn(source: SourceText, options: NearOptions): Promise<NearSecrets> {
  const sweep = await sweepSecrets(source, options)
  return { known: KnownSecrets.of(sweep), spans: sweep.spans }
}

/** Those around some lines. */
export async function secretsAround(
  source: SourceText,
  places: readonly NearPlace[],
  { isTable, signal }: NearOptions,
): Promise<NearSecrets> {
  const secrets = new KnownSecrets()
  const found: Stretch[] = []
  const turn = yieldToEventLoop()
  for (const [start, end] of windows(places, source.size)) {
    signal.throwIfAborted()
    await turn()
    const { values, spans } = await sweepSecrets(windowOf(source, start, end), { signal, isTable: false })
    for (const value of values) secrets.add(value)
    for (const span of spans) found.push({ start: start + span.start, end: start + span.end })
  }
  const columns = isTable ? ColumnWatch.of(source) : null
  if (columns)
    for (const { start, end } of places) {
      signal.throwIfAborted()
      await turn()
      const stop = Math.min(end ?? source.size, start + LONGEST_ROW)
      for (const { value } of columns.inStretch(source, start, stop) ?? []) secrets.add(value)
    }
  return { known: secrets, spans: united(found) }
}

/** What is to be swept, nothing twice. */
function windows(places: readonly NearPlace[], size: number): (readonly [start: number, end: number])[] {
  const joined: [number, number][] = []
  const part = Math.min(1, SWEPT_IN_ALL / (places.length * (SWEPT_BACK + SWEPT_AHEAD)))
  const back = Math.max(LEAST_BACK, Math.floor(SWEPT_BACK * part))
  const ahead = Math.max(LEAST_AHEAD, Math.floor(SWEPT_AHEAD * part))
  for (const { at } of [...places].sort((a, b) => a.at - b.at)) {
    const start = Math.max(0, at - back)
    const end = Math.min(size, at + ahead)
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = end
    else joined.push([start, end])
  }
  return joined
}

/** A stretch of a source as a source of its own, read once where its units are bytes. */
function windowOf(source: SourceText, start: number, end: number): SourceText {
  const { path, file, encoding, eol } = source
  const held = encoding.unit === 1 && end - start <= MOST_HELD ? source.bytes(start, end) : null
  const textOf = (from: number, to: number) =>
    held ? decodeText(held.subarray(from, to), encoding, start + from === 0) : source.text(start + from, start + to)
  return {
    path,
    file,
    encoding,
    eol,
    size: end - start,
    sizeBytes: source.byteAt(end) - source.byteAt(start),
    bytes: (from, to) => held?.subarray(from, to) ?? source.bytes(start + from, start + to),
    text: textOf,
    byteAt: offset => source.byteAt(start + offset),
    close: () => {},
  }
}
