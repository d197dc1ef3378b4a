// The secrets that are near the lines of a page, so that they are hidden there as well. A small file is swept as a whole,
// once for as long as it stays the same; of a large one only what stands around each line.
import { toShoalError } from '../../model/errors.ts'
import type { SourceText } from '../../model/source.ts'
import { KnownSecrets } from '../../text/secrets/known.ts'
import { ColumnWatch } from '../../text/secrets/secret-columns.ts'
import { sweepSecrets } from '../../text/secrets/sweep.ts'
import { openSource } from '../../text/source-file.ts'
import { stampOf } from '../analysis/surveys.ts'
import type { FileStamp } from '../plan.ts'
import type { Place } from './shown-line.ts'
import type { SearchedFile } from './task.ts'

/** Bytes of a file that is swept as a whole. */
const SWEPT_WHOLE = 4 << 20
/** Units of a large file that are swept before and behind a line: the longest private keys are some 13,000. */
const SWEPT_BACK = 64 << 10
const SWEPT_AHEAD = 16 << 10
/** Of a row. */
const LONGEST_ROW = 64 << 10
const MOST_FILES = 200

/** What was found in small files, for as long as the server runs. */
export class SecretMemory {
  private readonly known = new Map<string, { readonly stamp: FileStamp; readonly secrets: KnownSecrets }>()

  recall({ file, sizeBytes, mtimeMs }: FileStamp): KnownSecrets | null {
    const entry = this.known.get(file)
    const isSame = entry?.stamp.sizeBytes === sizeBytes && entry.stamp.mtimeMs === mtimeMs
    return isSame ? entry.secrets : null
  }

  keep(stamp: FileStamp, secrets: KnownSecrets): void {
    this.known.delete(stamp.file)
    this.known.set(stamp.file, { stamp, secrets })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_FILES && oldest !== undefined) this.known.delete(oldest)
  }

  close(): void {
    this.known.clear()
  }
}

export async function secretsNear(
  { path, file, isTable }: SearchedFile,
  places: readonly Place[],
  memory: SecretMemory,
  signal: AbortSignal,
): Promise<KnownSecrets> {
  try {
    const stamp = stampOf(file, path)
    const kept = memory.recall(stamp)
    if (kept) return kept
    const source = openSource(file, { path })
    try {
      if (source.sizeBytes > SWEPT_WHOLE) return await aroundLines(source, places, isTable, signal)
      const secrets = new KnownSecrets((await sweepSecrets(source, { signal, isTable })).values)
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
): Promise<KnownSecrets> {
  const secrets = new KnownSecrets()
  for (const [start, end] of windows(places, source.size)) {
    const { values } = await sweepSecrets(windowOf(source, start, end), { signal, isTable: false })
    for (const value of values) secrets.add(value)
  }
  const columns = isTable ? ColumnWatch.of(source) : null
  if (columns)
    for (const { start, end } of places) {
      const row = source.text(start, Math.min(end ?? source.size, start + LONGEST_ROW))
      for (const { value } of columns.inRows(row)) secrets.add(value)
    }
  return secrets
}

/** What is to be swept, nothing twice. */
function windows(places: readonly Place[], size: number): (readonly [start: number, end: number])[] {
  const joined: [number, number][] = []
  for (const { at } of [...places].sort((a, b) => a.at - b.at)) {
    const start = Math.max(0, at - SWEPT_BACK)
    const end = Math.min(size, at + SWEPT_AHEAD)
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = end
    else joined.push([start, end])
  }
  return joined
}

/** A stretch of a source as a source of its own. */
function windowOf(source: SourceText, start: number, end: number): SourceText {
  const { path, file, encoding, eol } = source
  return {
    path,
    file,
    encoding,
    eol,
    size: end - start,
    sizeBytes: source.byteAt(end) - source.byteAt(start),
    bytes: (from, to) => source.bytes(start + from, start + to),
    text: (from, to) => source.text(start + from, start + to),
    byteAt: offset => source.byteAt(start + offset),
    close: () => {},
  }
}
