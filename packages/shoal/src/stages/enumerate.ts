// Finds the files below some roots (M1-M5): honours globs, default exclusions and ignore files, follows no link, and
// says of everything it leaves out why. Nothing is read here but directories, ignore files and sizes.
import { setImmediate as breathe } from 'node:timers/promises'
import { pushAll } from '@shoal/base/model/lists'
import type { Skipped } from '@shoal/base/model/plan'
import { byPath } from '@shoal/base/text/paths'
import { type Disk, realDisk, unreadable } from './enumerate-disk.ts'
import type { EnumerateOptions, FoundFile, FoundPath } from './enumerate-entry.ts'
import { IgnoreReader } from './enumerate-ignore.ts'
import { resolveRoots } from './enumerate-roots.ts'
import { EntryRules } from './enumerate-rules.ts'
import { walkTree } from './enumerate-walk.ts'

export interface Enumeration {
  /** Largest first, then by path (M4). */
  readonly files: readonly FoundFile[]
  /** By path. */
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly string[]
}

/** The whole of a walk, in order and with sizes. */
export async function enumerate(
  roots: readonly string[],
  options: EnumerateOptions,
  signal: AbortSignal,
  disk: Disk = realDisk,
): Promise<Enumeration> {
  const files: FoundFile[] = []
  const skipped: Skipped[] = []
  const warnings: string[] = []
  for await (const batch of walk(roots, options, signal, disk)) {
    for (const found of batch.files) measure(found, files, skipped, disk)
    for (const entry of batch.skipped) skipped.push(entry)
    pushAll(warnings, batch.warnings)
  }
  return { files: files.sort(largestFirst), skipped: skipped.sort(byPath), warnings }
}

/** A stretch of a walk, in no order. */
export interface WalkBatch {
  readonly files: FoundPath[]
  readonly skipped: Skipped[]
  readonly warnings: string[]
}

/** Entries a batch holds before it is handed on, and about the longest a walk keeps the event loop waiting. */
const BATCH_ENTRIES = 2048
const BREATH_MS = 25

/** The same as a stream, names only: for trees too large to wait for, and for callers that open every file anyway. */
export async function* walk(
  roots: readonly string[],
  options: EnumerateOptions,
  signal: AbortSignal,
  disk: Disk = realDisk,
): AsyncGenerator<WalkBatch> {
  signal.throwIfAborted()
  const places = resolveRoots(roots, disk, options)
  let batch: WalkBatch = { files: [...places.files], skipped: [...places.skipped], warnings: [] }
  const ignores = new IgnoreReader(disk, message => batch.warnings.push(message))
  const rules = new EntryRules(options)
  let last = performance.now()
  for (const tree of places.trees) {
    for (const _ of walkTree(tree, { disk, ignores, rules, options, places, out: () => batch })) {
      if (batch.files.length + batch.skipped.length >= BATCH_ENTRIES) {
        yield batch
        batch = { files: [], skipped: [], warnings: [] }
      }
      if (performance.now() - last > BREATH_MS) {
        await breathe()
        last = performance.now()
      }
      signal.throwIfAborted()
    }
  }
  yield batch
}

/**
 * Keeps the first `limit` files of a sorted list. To be asked after binary files have been sorted out, so that they
 * take no place.
 */
export function limitFiles<T extends { readonly path: string }>(
  files: readonly T[],
  limit: number | null,
): { readonly files: readonly T[]; readonly skipped: readonly Skipped[]; readonly warnings: readonly string[] } {
  if (limit === null || files.length <= limit) return { files, skipped: [], warnings: [] }
  const reason = `over the limit of ${limit} file${limit === 1 ? '' : 's'}`
  return {
    files: files.slice(0, limit),
    skipped: files.slice(limit).map(({ path }) => ({ path, reason, cause: 'limit' })),
    warnings: [`Found ${files.length} files, processing first ${limit}`],
  }
}

function measure({ path, file }: FoundPath, files: FoundFile[], skipped: Skipped[], disk: Disk): void {
  try {
    const { size, mtimeMs, ctimeMs } = disk.stat(file)
    files.push({ path, file, sizeBytes: size, mtimeMs, ctimeMs })
  } catch (error) {
    skipped.push({ path, reason: unreadable(error), cause: 'unreadable' })
  }
}

export function largestFirst(a: FoundFile, b: FoundFile): number {
  return b.sizeBytes - a.sizeBytes || byPath(a, b)
}
