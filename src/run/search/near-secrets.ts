// The secrets that are near the lines of a page, so that they are hidden there as well. A small file is swept as a whole,
// once for as long as it stays the same; of a large one only what stands around each line.
import { toShoalError } from '../../model/errors.ts'
import type { SourceText } from '../../model/source.ts'
import { type Stretch, united } from '../../text/secrets/hide-spans.ts'
import { KnownSecrets } from '../../text/secrets/known.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { sweepSecrets } from '../../text/secrets/sweep.ts'
import { decodeText, openSource } from '../../text/source-file.ts'
import { turnTaker } from '../../text/turns.ts'
import { type FileStamp, isUntouched, stampOf } from '../file-stamp.ts'
import type { Place } from './shown-line.ts'
import type { SearchedFile } from './task.ts'

/** Bytes of a file that is swept as a whole. */
const SWEPT_WHOLE = 4 << 20
/** Units of a large file that are swept before and behind a line. */
const SWEPT_BACK = 64 << 10
const SWEPT_AHEAD = 16 << 10
/** For very many lines less: units in all, and of each line. The longest private keys are some 13,000. */
const SWEPT_IN_ALL = 64 << 20
const LEAST_BACK = 16 << 10
const LEAST_AHEAD = 4 << 10
/** Of a row. */
const LONGEST_ROW = 64 << 10
const MOST_FILES = 200
/** Bytes of a stretch that is kept in memory while it is swept. */
const MOST_HELD = 8 << 20

/** What was found in small files, for as long as the server runs. */
export class SecretMemory {
  private readonly known = new Map<string, { readonly stamp: FileStamp; readonly secrets: NearSecrets }>()

  recall(stamp: FileStamp): NearSecrets | null {
    const entry = this.known.get(stamp.file)
    return entry && isUntouched(entry.stamp, stamp) ? entry.secrets : null
  }

  keep(stamp: FileStamp, secrets: NearSecrets): void {
    this.known.delete(stamp.file)
    this.known.set(stamp.file, { stamp, secrets })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_FILES && oldest !== undefined) this.known.delete(oldest)
  }

  close(): void {
    this.known.clear()
  }
}

/** What is hidden in a file: by what it is, and by where it stands. */
export interface NearSecrets {
  readonly known: KnownSecrets
  /** In order, by units of the source. */
  readonly spans: readonly Stretch[]
}

export async function secretsNear(
  { path, file, isTable }: SearchedFile,
  places: readonly Place[],
  memory: SecretMemory,
  signal: AbortSignal,
): Promise<NearSecrets> {
  try {
    const stamp = stampOf(file, path)
    const kept = memory.recall(stamp)
    if (kept) return kept
    const source = openSource(file, { path })
    try {
      if (source.sizeBytes > SWEPT_WHOLE) return await aroundLines(source, places, isTable, signal)
      const sweep = await sweepSecrets(source, { signal, isTable })
      const secrets = { known: KnownSecrets.of(sweep), spans: sweep.spans }
      memory.keep(stamp, secrets)
      return secrets
    } finally {
      source.close()
    }
  } catch (error) {
    throw toShoalError(error, path)
  }
}

async function aroundLines(
  source: SourceText,
  places: readonly Place[],
  isTable: boolean,
  signal: AbortSignal,
): Promise<NearSecrets> {
  const secrets = new KnownSecrets()
  const found: Stretch[] = []
  const turn = turnTaker()
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
function windows(places: readonly Place[], size: number): (readonly [start: number, end: number])[] {
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
