// Holds a query to the files that were allowed: the jail looks at a path, and DuckDB opens it later by the same path. What
// was swapped in between, for a link or for another file, is found out when the query ends, and its answer is refused.
import { type BigIntStats, lstatSync, realpathSync } from 'node:fs'
import { ShoalError, toShoalError } from '../../model/errors.ts'
import type { DataFile } from './data-table.ts'

/** Runs `work`; neither its answer nor what it says when it fails gets out if one of the files is no longer the same. */
export async function whileTheSame<T>(files: readonly DataFile[], work: () => Promise<T>): Promise<T> {
  const before = files.map(known)
  const check = () => {
    for (const [k, file] of files.entries()) if (!isSame(before[k]!, file)) throw swapped(file)
  }
  try {
    return await work()
  } finally {
    check()
  }
}

/** `file` must be a real path: none of its parts is a link. */
function known(data: DataFile): BigIntStats {
  const { file, path } = data
  let stats: BigIntStats
  try {
    if (realpathSync(file) !== file) throw swapped(data)
    stats = lstatSync(file, { bigint: true })
  } catch (error) {
    throw toShoalError(error, path)
  }
  return stats
}

/** The time of the last change of its entry tells a file that was moved away and back again. */
function isSame(before: BigIntStats, { file }: DataFile): boolean {
  try {
    const now = lstatSync(file, { bigint: true })
    return (
      realpathSync(file) === file && now.dev === before.dev && now.ino === before.ino && now.ctimeNs === before.ctimeNs
    )
  } catch {
    return false
  }
}

function swapped({ path }: DataFile): ShoalError {
  return new ShoalError('file-changed', `${path} changed while it was queried`, { detail: path })
}
