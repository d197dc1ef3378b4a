// A directory for one query, that only its owner can enter; removed with all that is in it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function withPrivateDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-sql-'))
  try {
    return await use(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}
