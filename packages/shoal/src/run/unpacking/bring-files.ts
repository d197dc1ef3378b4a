// A run that is resumed, or helped with on another machine, finds the files that it was planned of: what is not in the store of this machine
// is fetched and unpacked again.
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Settings } from '../../config/resolve.ts'
import type { FileStamp } from '../file-stamp.ts'
import type { RemoteContext } from '../remote/address.ts'
import { fetchAgain, MIRROR } from '../remote/mirror.ts'
import { storeOf, unpackedFile } from './unpack-found.ts'

type Stamps = Readonly<Record<string, FileStamp>>

/** Where the files are on this machine, or will be once they are brought. */
export function ownPlaces(stamps: Stamps, settings: Settings): Stamps {
  let store: string | null = null
  const own = () => (store ??= madeStore(settings))
  return Object.fromEntries(Object.entries(stamps).map(([path, stamp]) => [path, placed(stamp, own)]))
}

function placed(stamp: FileStamp, store: () => string): FileStamp {
  const { file, from, object } = stamp
  const fetched = (place: string) => (object ? below(place, part => part.startsWith(MIRROR), store) : place)
  if (!from) return { ...stamp, file: fetched(file) }
  return { ...stamp, file: below(file, part => part === from.key, store), from: { ...from, file: fetched(from.file) } }
}

/** From the directory of the store on. */
function below(file: string, isEntry: (part: string) => boolean, store: () => string): string {
  const parts = file.split(sep)
  const at = parts.findIndex(isEntry)
  return at === -1 ? file : join(store(), ...parts.slice(at))
}

function madeStore(settings: Settings): string {
  const store = storeOf(settings)
  mkdirSync(store, { recursive: true, mode: 0o700 })
  return realpathSync(store)
}

/** Throws when it cannot be had. */
export async function bringFile({ file, from, object }: FileStamp, context: RemoteContext) {
  if (existsSync(file)) return
  const packed = from?.file ?? file
  if (object && !existsSync(packed)) await fetchAgain(object, packed, context)
  if (from) await unpackedFile({ ...from, sizeBytes: statSync(from.file).size }, context.settings, context.signal)
}

/** What cannot be had any more is found out by whoever reads it, and named. */
export async function bringAll(stamps: Stamps, context: RemoteContext): Promise<void> {
  const done = new Set<string>()
  for (const stamp of Object.values(stamps)) {
    const key = stamp.from?.key ?? stamp.file
    if ((!stamp.from && !stamp.object) || done.has(key)) continue
    done.add(key)
    try {
      await bringFile(stamp, context)
    } catch {
      context.signal.throwIfAborted()
    }
  }
}
