// Puts in the place of every packed file that a walk has found the texts it holds, and lists what of it is not read.
import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoReason } from '@shoal/base/model/errors'
import type { SkipCause, Skipped } from '@shoal/base/model/plan'
import { INSIDE } from '@shoal/base/text/packed-name'
import { byPath } from '@shoal/base/text/paths'
import { cacheDir, unpackedDir } from '../../config/cache-dir.ts'
import type { Settings } from '../../config/resolve.ts'
import type { LeftOutCause } from '../../forms/form.ts'
import { formOf, headOf, isFormName } from '../../forms/forms.ts'
import type { LeftOut, Member } from '../../forms/unpack.ts'
import type { Enumeration } from '../../stages/enumerate.ts'
import { largestFirst } from '../../stages/enumerate.ts'
import type { FoundFile } from '../../stages/enumerate-entry.ts'
import { NO_IGNORES } from '../../stages/enumerate-ignore.ts'
import { EntryRules } from '../../stages/enumerate-rules.ts'
import { registryFor } from '../registry.ts'
import { GaveUp, NO_TYPE, workOn } from '../threads/work-on.ts'
import { parquet } from './parquet-form.ts'
import { readerOf } from './reader-of.ts'
import type { Stored } from './store.ts'

export interface UnpackFoundOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The real paths of files that were named, and of members that were asked for by name. */
  readonly named: ReadonlySet<string>
  /** Who asks in SQL reads Parquet as it is. */
  readonly isForSql?: boolean
}

/** Packed files that are unpacked at the same time. */
const AT_ONCE = 4

export async function unpackFound(found: Enumeration, options: UnpackFoundOptions): Promise<Enumeration> {
  const registry = registryFor(options.settings)
  const tells = (name: string) => registry.claim(name) !== undefined
  const packed = new Set(found.files.filter(file => isPacked(file, options, tells)))
  if (packed.size === 0) return found
  const files = found.files.filter(file => !packed.has(file))
  const skipped: Skipped[] = [...found.skipped]
  if (!options.settings.unpack) {
    for (const { path } of packed) skipped.push({ path, reason: 'a packed file, with --no-unpack', cause: 'packed' })
    return { ...found, files, skipped: skipped.sort(byPath) }
  }
  const queue = [...packed]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const held = await unpackOne(file, options)
        for (const one of held.files) files.push(one)
        for (const one of held.skipped) skipped.push(one)
      }
    }),
  )
  return { ...found, files: files.sort(largestFirst), skipped: skipped.sort(byPath) }
}

/** By its name, or by its first bytes where it was named or its name tells nothing. */
function isPacked(
  { file, path, sizeBytes }: FoundFile,
  { named, settings, isForSql = false }: UnpackFoundOptions,
  tells: (name: string) => boolean,
): boolean {
  if (sizeBytes === 0) return false
  const name = basename(path)
  if (readerOf(settings.readers, name)) return true
  if (!isFormName(name) && !named.has(file) && tells(name)) return false
  try {
    const head = headOf(file)
    return parquet.matches(head) ? !isForSql : formOf(name, head) !== null
  } catch {
    // The look says what is wrong.
    return false
  }
}

export function storeOf({ unpackTo }: Pick<Settings, 'unpackTo'>): string {
  return unpackTo ?? unpackedDir(cacheDir(process.env))
}

/** Has a file unpacked on a thread, or finds what was unpacked before. Rejects with `GaveUp` when it makes no progress. */
export async function unpackedFile(
  { file, path, sizeBytes }: Pick<FoundFile, 'file' | 'path' | 'sizeBytes'>,
  settings: Settings,
  signal: AbortSignal,
): Promise<Stored> {
  const { maxUnpacked, maxUnpackRatio, maxMembers, maxNesting } = settings
  const limits = { bytes: maxUnpacked, ratio: maxUnpackRatio, members: maxMembers, depth: maxNesting }
  const { readers = [], typesFrom } = settings
  const readersFrom = typesFrom === null ? process.cwd() : dirname(typesFrom)
  const name = basename(path)
  const order = { file, path, name, sizeBytes, store: storeOf(settings), limits, readers, readersFrom }
  return await workOn('unpack', order, { settings, signal, type: NO_TYPE, bytes: sizeBytes })
}

async function unpackOne(packed: FoundFile, options: UnpackFoundOptions) {
  const { settings, signal } = options
  try {
    const stored = await unpackedFile(packed, settings, signal)
    return heldBy(packed, stored, options)
  } catch (error) {
    signal.throwIfAborted()
    const cause: SkipCause = error instanceof GaveUp ? 'given-up' : 'unreadable'
    return { files: [], skipped: [{ path: packed.path, reason: errnoReason(error), cause }] }
  }
}

function heldBy(packed: FoundFile, stored: Stored, { settings, named }: UnpackFoundOptions) {
  const { include, exclude } = settings
  const rules = new EntryRules({ include, exclude })
  const skipped = stored.leftOut.map(one => leftOut(packed.path, one))
  const files: FoundFile[] = []
  for (const member of stored.members) {
    const path = memberPath(packed.path, member.name)
    // An archive that was named is like a directory; one that was found and matched is taken whole.
    const verdict = member.name === null ? null : judged(rules, member.name, path, !named.has(packed.file))
    if (verdict) skipped.push({ path, ...verdict })
    else files.push(unpackedText(packed, stored, member, path, settings))
  }
  if (stored.members.length === 0 && stored.leftOut.length === 0)
    skipped.push({ path: packed.path, reason: 'a packed file with nothing in it', cause: 'empty' })
  return { files, skipped }
}

function unpackedText(packed: FoundFile, { key }: Stored, member: Member, path: string, settings: Settings): FoundFile {
  const file = join(storeOf(settings), key, member.file)
  const { mtimeMs, ctimeMs } = statSync(file)
  const { by, parts } = member
  const from = { file: packed.file, path: packed.path, key, by, ...(parts && { parts }) }
  return { path, file, sizeBytes: member.sizeBytes, mtimeMs, ctimeMs, from }
}

export function memberPath(path: string, member: string | null): string {
  return member === null ? path : path + INSIDE + member
}

/** By the rules for a file of a directory, folder by folder. */
function judged(rules: EntryRules, member: string, path: string, included: boolean) {
  const parts = member.split('/')
  const prefix = path.slice(0, path.length - member.length)
  for (let k = 1; k <= parts.length; k++) {
    const relative = parts.slice(0, k).join('/')
    const shown = prefix + relative
    const subject = { name: parts[k - 1]!, relative, path: shown, file: shown, isDirectory: k < parts.length }
    const verdict = rules.judge(subject, NO_IGNORES, included)
    if (verdict) return verdict
  }
  return null
}

const CAUSES: Readonly<Record<LeftOutCause, SkipCause>> = {
  damaged: 'damaged',
  failed: 'damaged',
  refused: 'packed',
  encrypted: 'packed',
  limit: 'packed',
  absent: 'packed',
  special: 'special',
  binary: 'default',
}

function leftOut(path: string, { name, reason, cause }: LeftOut): Skipped {
  return { path: memberPath(path, name), reason, cause: CAUSES[cause] }
}
