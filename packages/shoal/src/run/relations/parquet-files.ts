// The Parquet files of an entry, and whether each is as it was written: as long as it was, and with the marks of its format at both ends.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredRelation } from './stored-relation.ts'

const MAGIC = 'PAR1'

export function filesOf({ parquet, more = [], lines }: StoredRelation): string[] {
  return [parquet, ...more, ...(lines === null ? [] : [lines])]
}

export function sizesIn(directory: string, files: readonly string[]): Record<string, number> {
  const sizes = files.map(file => [file, statSync(join(directory, file), { throwIfNoEntry: false })?.size] as const)
  return Object.fromEntries(sizes.flatMap(([file, size]) => (size === undefined ? [] : [[file, size] as const])))
}

export function isWhole(file: string, size: number | undefined): boolean {
  const fd = openSync(file, 'r')
  try {
    if (fstatSync(fd).size !== size) return false
    const mark = Buffer.alloc(MAGIC.length)
    return [0, size - MAGIC.length].every(at => {
      readSync(fd, mark, 0, mark.length, at)
      return mark.toString('latin1') === MAGIC
    })
  } finally {
    closeSync(fd)
  }
}
