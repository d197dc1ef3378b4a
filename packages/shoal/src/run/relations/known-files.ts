// What is known of files by their stamps, so that one which nobody has touched is not opened again. One small file for each
// directory of files; when two processes write it, one of them looks again.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { emptyRecord } from '@shoal/base/model/lookup'
import { z } from 'zod'
import { hashText } from '../../text/hash.ts'
import { removeFile } from '../cache-files.ts'

const stamp = z.object({ sizeBytes: z.number(), mtimeMs: z.number(), ctimeMs: z.number(), ino: z.number() })

export type Stamp = z.infer<typeof stamp>

interface Known<T> {
  readonly stamp: Stamp
  readonly value: T
}

/** A file system may tell times in steps of so many milliseconds: what was just written may be written again unseen. */
const STEP_MS = 50

export function stampOf(file: string): Stamp {
  const { size, mtimeMs, ctimeMs, ino } = statSync(file)
  return { sizeBytes: size, mtimeMs, ctimeMs, ino }
}

export function isSame(a: Stamp, b: Stamp): boolean {
  return a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino
}

/** Until a later write to any of them would show in its stamp. */
export async function settled(stamps: readonly Stamp[], signal: AbortSignal): Promise<void> {
  const newest = stamps.reduce((time, { mtimeMs, ctimeMs }) => Math.max(time, mtimeMs, ctimeMs), 0)
  const age = Date.now() - newest
  if (age >= 0 && age < STEP_MS) await setTimeout(STEP_MS - age, undefined, { signal })
}

/** One thing about each file. */
export class KnownFiles<T> {
  private readonly indexes = new Map<string, Record<string, Known<T>>>()
  private readonly changed = new Set<string>()

  constructor(
    private readonly directory: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  /** Null for a file that is not known, or no longer the same. */
  recall(file: string, now: Stamp): T | null {
    const known = this.indexOf(dirname(file))[basename(file)]
    return known && isSame(known.stamp, now) ? known.value : null
  }

  keep(file: string, at: Stamp, value: T): void {
    const parent = dirname(file)
    this.indexOf(parent)[basename(file)] = { stamp: at, value }
    this.changed.add(parent)
  }

  close(): void {
    for (const parent of this.changed) {
      const partial = join(this.directory, `${randomUUID()}.partial`)
      try {
        mkdirSync(this.directory, { recursive: true, mode: 0o700 })
        writeFileSync(partial, JSON.stringify(this.indexOf(parent)), { mode: 0o600, flag: 'wx' })
        renameSync(partial, this.placeOf(parent))
      } catch {
        // What cannot be kept is found out again.
        removeFile(partial)
      }
    }
    this.changed.clear()
  }

  private indexOf(parent: string): Record<string, Known<T>> {
    let known = this.indexes.get(parent)
    if (!known) this.indexes.set(parent, (known = Object.assign(emptyRecord<Known<T>>(), this.load(parent))))
    return known
  }

  private load(parent: string): Record<string, Known<T>> {
    const index = z.record(z.string(), z.object({ stamp, value: this.schema }))
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
