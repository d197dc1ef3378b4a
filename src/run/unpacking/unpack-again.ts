// A run that is resumed finds the texts that it was planned of: those that are not in the cache any more are unpacked again.
import { existsSync, statSync } from 'node:fs'
import type { Settings } from '../../config/resolve.ts'
import type { FileStamp } from '../file-stamp.ts'
import { unpackedFile } from './unpack-found.ts'

/** What cannot be unpacked any more is found out by whoever reads it, and named. */
export async function unpackAgain(
  stamps: Readonly<Record<string, FileStamp>>,
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set<string>()
  for (const { file, from } of Object.values(stamps)) {
    if (!from || done.has(from.key) || existsSync(file)) continue
    done.add(from.key)
    try {
      await unpackedFile({ ...from, sizeBytes: statSync(from.file).size }, settings, signal)
    } catch {
      signal.throwIfAborted()
    }
  }
}
