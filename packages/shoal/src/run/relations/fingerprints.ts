// What every file is known by: from the stamps of earlier runs, or by reading it once.

import { ShoalError } from '@shoal/base/model/errors'
import type { Settings } from '../../config/resolve.ts'
import { inOrders } from '../threads/in-orders.ts'
import { NO_TYPE, workOn } from '../threads/work-on.ts'
import type { Fingerprint } from './fingerprint.ts'
import { isSame, type KnownFiles, type Stamp, settled, stampOf } from './known-files.ts'
import type { RelationFile } from './relation-file.ts'

/** A file with what its content is known by. */
export interface PrintedFile extends RelationFile {
  readonly known: Fingerprint & Stamp
}

export interface FailedFile {
  readonly path: string
  readonly error: unknown
}

const ORDERS = 4
/** A file above it is an order of its own. */
const LARGE = 4 * 1024 * 1024

export async function fingerprints(
  files: readonly RelationFile[],
  known: KnownFiles<Fingerprint>,
  { settings, signal }: { readonly settings: Settings; readonly signal: AbortSignal },
): Promise<{ readonly printed: readonly PrintedFile[]; readonly failed: readonly FailedFile[] }> {
  const failed: FailedFile[] = []
  const found = new Map<RelationFile, Fingerprint & Stamp>()
  const fresh: { readonly of: RelationFile; readonly stamp: Stamp; readonly file: string; readonly path: string }[] = []
  for (const of of files) {
    const { path, file } = of
    try {
      const stamp = stampOf(file)
      const recalled = known.recall(file, stamp)
      if (recalled) found.set(of, { ...recalled, ...stamp })
      else fresh.push({ of, stamp, file, path })
    } catch (error) {
      failed.push({ path, error })
    }
  }
  await settled(
    fresh.map(({ stamp }) => stamp),
    signal,
  )
  const large = fresh.filter(({ stamp }) => stamp.sizeBytes > LARGE)
  for (const part of [...large.map(one => [one]), fresh.filter(({ stamp }) => stamp.sizeBytes <= LARGE)]) {
    const outcomes = inOrders(part, ORDERS, signal, (some, either) => {
      const bytes = some.reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0)
      const named = some.map(({ file, path }) => ({ file, path }))
      return workOn('fingerprint', { files: named }, { settings, signal: either, type: NO_TYPE, bytes })
    })
    for await (const outcome of outcomes) {
      const { of, stamp, file, path } = outcome.of
      if ('error' in outcome) failed.push({ path, error: outcome.error })
      else if (!isSame(stamp, stampOf(file))) failed.push({ path, error: changed(path) })
      else {
        known.keep(file, stamp, outcome.result)
        found.set(of, { ...outcome.result, ...stamp })
      }
    }
  }
  return { printed: files.flatMap(file => (found.has(file) ? [{ ...file, known: found.get(file)! }] : [])), failed }
}

export function changed(path: string): ShoalError {
  return new ShoalError('file-changed', `${path} changed while it was read`, { detail: path })
}
