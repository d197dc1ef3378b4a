// What is known of files by their stamps, so that one which nobody has touched is not opened again: the hash of its content, its
// lines and its encoding. One small file for each directory; when two processes write it, one of them looks again.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { hashText } from '../../text/hash.ts'

const knownFile = z.object({
  sizeBytes: z.number(),
  mtimeMs: z.number(),
  ctimeMs: z.number(),
  ino: z.number(),
  hash: z.string(),
  lines: z.number().nullable(),
  encoding: z.string().nullable(),
})
const index = z.record(z.string(), knownFile)

export type KnownFile = z.infer<typeof knownFile>
export type Stamp = Pick<KnownFile, 'sizeBytes' | 'mtimeMs' | 'ctimeMs' | 'ino'>

/** A file system may tell times in steps of so many milliseconds: what was just written may be written again unseen. */
const STEP_MS = 50

export function stampOf(file: string): Stamp {
  const { size, mtimeMs, ctimeMs, ino } = statSync(file)
  return { sizeBytes: size, mtimeMs, ctimeMs, ino }
}

export function isSame(a: Stamp, b: Stamp): boolean {
  return a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino
}

/** Until a later write would show in the stamp. */
export async function settled({ mtimeMs, ctimeMs }: Stamp, signal: AbortSignal): Promise<void> {
  const age = Date.now() - Math.max(mtimeMs, ctimeMs)
  if (age >= 0 && age < STEP_MS) await setTimeout(STEP_MS - age, undefined, { signal })
}

export class KnownFiles {
  private readonly indexes = new Map<string, Record<string, KnownFile>>()
  private readonly changed = new Set<string>()

  constructor(private readonly directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  }

  /** Null for a file that is not known, or no longer the same. */
  recall(file: string, stamp: Stamp): KnownFile | null {
    const known = this.indexOf(dirname(file))[basename(file)]
    return known && isSame(known, stamp) ? known : null
  }

  keep(file: string, known: KnownFile): void {
    const parent = dirname(file)
    this.indexOf(parent)[basename(file)] = known
    this.changed.add(parent)
  }

  close(): void {
    for (const parent of this.changed) {
      const partial = join(this.directory, `${randomUUID()}.partial`)
      try {
        writeFileSync(partial, JSON.stringify(this.indexOf(parent)), { mode: 0o600, flag: 'wx' })
        renameSync(partial, this.placeOf(parent))
      } catch {
        // What cannot be kept is found out again.
        rmSync(partial, { force: true })
      }
    }
    this.changed.clear()
  }

  private indexOf(parent: string): Record<string, KnownFile> {
    let known = this.indexes.get(parent)
    if (!known) this.indexes.set(parent, (known = Object.assign(Object.create(null), this.load(parent))))
    return known!
  }

  private load(parent: string): Record<string, KnownFile> {
    try {
      return index.parse(JSON.parse(readFileSync(this.placeOf(parent), 'utf8')))
    } catch {
      return {}
    }
  }

  private placeOf(parent: string): string {
    return join(this.directory, `${hashText(parent)}.json`)
  }
}
