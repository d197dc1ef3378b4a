// A path that DuckDB takes for nothing but a path. It reads `h[1].csv` as a pattern, which matches h1.csv.
import { copyFileSync, symlinkSync } from 'node:fs'
import { extname, isAbsolute, join } from 'node:path'

/** Options of a reader: `year=2024` in a path gives no column, and `.gz` says nothing of what is in the file. */
export const PATH_SAYS_NOTHING = ['hive_partitioning = false', `compression = 'uncompressed'`]

/** The path itself, or that of a link to it in `directory`; a copy where links cannot be made. */
export function plainPath(file: string, directory: string): string {
  // Behind the root of a path `~`, `{a,b}` and `s3:` mean nothing to it.
  if (isAbsolute(file) && !/[*?[]/.test(file)) return file
  const end = extname(file)
  const plain = join(directory, `${process.hrtime.bigint()}${/^\.\w{1,10}$/.test(end) ? end : ''}`)
  try {
    symlinkSync(file, plain)
  } catch {
    copyFileSync(file, plain)
  }
  return plain
}
