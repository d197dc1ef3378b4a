// A file as it was when it was planned, and whether what was planned of it still stands: one that has grown since is read to
// the size it had.
import { closeSync, fstatSync, readSync, type Stats, statSync } from 'node:fs'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Origin, StoredObject } from '@shoal/base/model/origin'
import type { SourceText } from '@shoal/base/model/source'
import { formatCount } from '@shoal/base/text/printable'
import { hashBytes } from '../text/hash.ts'
import { openReal } from '../text/open-real.ts'
import { openSource } from '../text/source-file.ts'

export interface FileStamp {
  /** The real, absolute path. */
  readonly file: string
  readonly sizeBytes: number
  readonly mtimeMs: number
  /** Of the last change of anything about it, which no program can set; left out by older versions. */
  readonly ctimeMs?: number
  /** Of the bytes up to `sizeBytes`; left out by older versions, and then a file that has grown counts as changed. */
  readonly mark?: string
  /** Of a text that was unpacked. */
  readonly from?: Origin
  /** What the file, or the packed file, was fetched from. */
  readonly object?: StoredObject
}

/** A file as it is now. */
export function stampOf(file: string, path: string): FileStamp {
  try {
    const fd = openReal(file)
    try {
      const { size, mtimeMs, ctimeMs } = fstatSync(fd)
      return { file, sizeBytes: size, mtimeMs, ctimeMs, mark: markOf(fd, size) }
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    throw toShoalError(error, path)
  }
}

/** A smaller file is marked as a whole; of a larger one its two ends, and places in between. */
const WHOLE = 64 * 1024
const PLACES = 16
const PLACE = 4096

/** The mark is of all its bytes. */
export function isMarkedWhole({ sizeBytes, mark }: FileStamp): boolean {
  return mark !== undefined && sizeBytes <= WHOLE
}

export function markOfFile(file: string, sizeBytes: number): string {
  const fd = openReal(file)
  try {
    return markOf(fd, sizeBytes)
  } finally {
    closeSync(fd)
  }
}

function markOf(fd: number, sizeBytes: number): string {
  if (sizeBytes <= WHOLE) return hashBytes(bytesAt(fd, 0, sizeBytes))
  const step = (sizeBytes - PLACE) / (PLACES - 1)
  const places = Array.from({ length: PLACES }, (_, k) => bytesAt(fd, Math.floor(k * step), PLACE))
  return hashBytes(Buffer.concat(places))
}

function bytesAt(fd: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const got = readSync(fd, buffer, filled, length - filled, from + filled)
    if (got === 0) break
    filled += got
  }
  return buffer.subarray(0, filled)
}

/** `grown`: there is more behind what was planned, which is still the same. */
export type Standing = 'same' | 'grown' | 'changed'

type Times = Pick<FileStamp, 'sizeBytes' | 'mtimeMs' | 'ctimeMs'>

/** Nobody has written to it, be it that the time of writing was set back. */
export function isUntouched(then: Times, now: Times): boolean {
  if (now.sizeBytes !== then.sizeBytes || now.mtimeMs !== then.mtimeMs) return false
  return then.ctimeMs === undefined || now.ctimeMs === undefined || now.ctimeMs === then.ctimeMs
}

function timesOf({ size, mtimeMs, ctimeMs }: Stats): Times {
  return { sizeBytes: size, mtimeMs, ctimeMs }
}

/**
 * A file that was touched in any way must show that it is the same: a small one by all its bytes. Of a larger one the mark
 * knows only places, which is enough for one that has grown, and not for one that may have been rewritten.
 */
export function standingOf(stamp: FileStamp): Standing {
  const { file, sizeBytes, mark } = stamp
  const fd = openReal(file)
  try {
    const now = timesOf(fstatSync(fd))
    if (isUntouched(stamp, now)) return 'same'
    if (mark === undefined || now.sizeBytes < sizeBytes) return 'changed'
    if (now.sizeBytes === sizeBytes && (now.mtimeMs !== stamp.mtimeMs || sizeBytes > WHOLE)) return 'changed'
    if (markOf(fd, sizeBytes) !== mark) return 'changed'
    return now.sizeBytes === sizeBytes ? 'same' : 'grown'
  } finally {
    closeSync(fd)
  }
}

/** Throws `file-changed` when what was planned of the file is not there any more; says whether it has grown. */
export function checkUnchanged(path: string, stamp: FileStamp): Exclude<Standing, 'changed'> {
  const standing = standingNow(path, stamp)
  if (standing !== 'changed') return standing
  throw new ShoalError('file-changed', `${path} has changed since it was analysed`, { detail: path })
}

function standingNow(path: string, stamp: FileStamp): Standing {
  try {
    // Nearly always it is the same, and nothing has to be opened to see it.
    return isUntouched(stamp, timesOf(statSync(stamp.file))) ? 'same' : standingOf(stamp)
  } catch (error) {
    const { message } = toShoalError(error, path)
    throw new ShoalError('file-changed', `${message}; it was there when the analysis was planned`, { detail: path })
  }
}

/** Opens what was planned of a file; throws `file-changed` when it is not there any more. */
export function openPlanned(path: string, stamp: FileStamp): SourceText {
  checkUnchanged(path, stamp)
  return openSource(stamp.file, { path, sizeBytes: stamp.sizeBytes })
}

export const GREW = 'it grew while it was read'

/** What the report says of a file that has grown. */
export function grewNote(sizeBytes: number): string {
  return `${GREW}: read to ${formatCount(sizeBytes)} bytes, as planned`
}

export function isGrewNote(note: string): boolean {
  return note.startsWith(GREW)
}
