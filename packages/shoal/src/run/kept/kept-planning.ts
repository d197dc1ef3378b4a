// What a plan finds out about files, taken from earlier runs where nobody has touched the file since: size, times and inode are the same.
import type { Json } from '@shoal/base/model/json'
import type { PlannedInput } from '@shoal/base/model/plan'
import type { FoundFile } from '../../stages/enumerate-entry.ts'
import { isSame, type Stamp, settled, stampOf } from '../relations/known-files.ts'
import type { Looked } from '../threads/file-work.ts'
import type { Outcome } from '../threads/in-orders.ts'
import { type LookSettings, lookAtFiles } from '../threads/look-at-files.ts'
import type { KeptResults } from './kept-results.ts'

interface Keeping {
  readonly signal: AbortSignal
  readonly kept: KeptResults
}

/** In the order given. */
export async function* keptLooks<T extends FoundFile>(
  files: readonly T[],
  settings: LookSettings,
  { signal, kept }: Keeping,
): AsyncGenerator<Outcome<T, Looked>> {
  if (!kept.keeps) return yield* lookAtFiles(files, settings, signal)
  const { overrides } = settings
  const dependsOn = ({ file, path }: T, stamp: Stamp) =>
    ['look', file, path, { ...stamp }, overrides] as unknown as Json
  const stamps = new Map<T, Stamp>()
  const known = new Map<T, Looked>()
  for (const file of files) {
    const stamp = stampNow(file)
    if (!stamp) continue
    stamps.set(file, stamp)
    const looked = kept.get(dependsOn(file, stamp))
    if (looked !== undefined) known.set(file, looked as unknown as Looked)
  }
  const fresh = files.filter(file => !known.has(file))
  await settled(
    fresh.flatMap(file => stamps.get(file) ?? []),
    signal,
  )
  const looks = lookAtFiles(fresh, settings, signal)
  try {
    for (const file of files) {
      const result = known.get(file)
      const looked = result ? { of: file, result } : ((await looks.next()).value as Outcome<T, Looked>)
      const stamp = stamps.get(file)
      if (!result && 'result' in looked && stamp && isUntouched(file, stamp))
        kept.put(dependsOn(file, stamp), looked.result as unknown as Json)
      yield looked
    }
  } finally {
    await looks.return(undefined)
  }
}

export type KeptCut = Pick<PlannedInput, 'lineCount' | 'tokens' | 'chunks'>

/** `how`: all that tells how the file is cut. */
export async function keptCut(
  file: FoundFile,
  how: object,
  make: () => Promise<KeptCut>,
  { signal, kept }: Keeping,
): Promise<KeptCut> {
  const stamp = kept.keeps ? stampNow(file) : null
  if (!stamp) return await make()
  const of = ['cut', file.file, file.path, { ...stamp }, how] as unknown as Json
  await settled([stamp], signal)
  const known = kept.get(of)
  if (known !== undefined) return known as unknown as KeptCut
  const made = await make()
  if (isUntouched(file, stamp)) kept.put(of, made as unknown as Json)
  return made
}

/** Null for one that cannot be looked at, or is not what the walk has met. */
function stampNow({ file, sizeBytes, mtimeMs, ctimeMs }: FoundFile): Stamp | null {
  try {
    const stamp = stampOf(file)
    const isMet = stamp.sizeBytes === sizeBytes && stamp.mtimeMs === mtimeMs && stamp.ctimeMs === ctimeMs
    return isMet ? stamp : null
  } catch {
    return null
  }
}

function isUntouched({ file }: FoundFile, stamp: Stamp): boolean {
  try {
    return isSame(stamp, stampOf(file))
  } catch {
    return false
  }
}
