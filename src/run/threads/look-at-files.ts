// A first look at many files on threads, some with each order. A file that cannot be looked at does not cost the others.
import { setMaxListeners } from 'node:events'
import type { Settings } from '../../config/resolve.ts'
import type { Looked, NamedFile } from './file-work.ts'
import { receivedError } from './thrown-error.ts'
import { GaveUp, workOn } from './work-on.ts'

export type LookSettings = Pick<Settings, 'types' | 'typesFrom' | 'giveUpAfter' | 'overrides'>

export type Look<T> = { readonly of: T; readonly looked: Looked } | { readonly of: T; readonly error: unknown }

/** Files of one order, and orders under way: few enough that a stop is heard soon. */
const FILES = 64
const ORDERS = 8
/** What is read of a file for it. */
const BYTES = 64 * 1024

/** In the order given. */
export async function* lookAtFiles<T extends NamedFile>(
  files: readonly T[],
  settings: LookSettings,
  signal: AbortSignal,
): AsyncGenerator<Look<T>> {
  const quit = new AbortController()
  const either = AbortSignal.any([signal, quit.signal])
  setMaxListeners(0, either)
  const underWay: Promise<Look<T>[]>[] = []
  try {
    for (let at = 0; at < files.length || underWay.length > 0; ) {
      while (at < files.length && underWay.length < ORDERS) {
        // The first answers come early.
        const size = at === 0 ? 1 : FILES
        const looks = lookAt(files.slice(at, at + size), settings, either)
        looks.catch(() => {})
        underWay.push(looks)
        at += size
      }
      yield* await underWay.shift()!
    }
  } finally {
    quit.abort()
  }
}

/** One that is given up is left out, and the others are looked at again. */
async function lookAt<T extends NamedFile>(
  files: readonly T[],
  settings: LookSettings,
  signal: AbortSignal,
): Promise<Look<T>[]> {
  const { overrides } = settings
  const named = files.map(({ file, path, sizeBytes }) => ({
    file,
    path,
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
  }))
  try {
    const looks = await workOn('look', { files: named, overrides }, { settings, signal, type: null, bytes: BYTES })
    return looks.map((looked, k) =>
      'error' in looked ? { of: files[k]!, error: receivedError(looked.error) } : { of: files[k]!, looked },
    )
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    const at = Math.min(error.file, files.length - 1)
    const rest = files.toSpliced(at, 1)
    const others = rest.length === 0 ? [] : await lookAt(rest, settings, signal)
    return others.toSpliced(at, 0, { of: files[at]!, error })
  }
}
