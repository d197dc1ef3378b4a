// A first look at many files, on threads.
import type { Settings } from '../../config/resolve.ts'
import type { Looked, NamedFile } from './file-work.ts'
import { inOrders, type Outcome } from './in-orders.ts'
import { workOn } from './work-on.ts'

export type LookSettings = Pick<Settings, 'types' | 'typesFrom' | 'giveUpAfter' | 'overrides'>

const ORDERS = 8
/** What is read of a file for it. */
const BYTES = 64 * 1024

/** In the order given. */
export function lookAtFiles<T extends NamedFile>(
  files: readonly T[],
  settings: LookSettings,
  signal: AbortSignal,
): AsyncGenerator<Outcome<T, Looked>> {
  const { overrides } = settings
  return inOrders(files, ORDERS, signal, (some, either) => {
    const named = some.map(({ file, path, sizeBytes }) => ({
      file,
      path,
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
    }))
    return workOn('look', { files: named, overrides }, { settings, signal: either, type: null, bytes: BYTES })
  })
}
