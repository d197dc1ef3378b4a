// A directory of its own for a test file, removed afterwards.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

export interface TempDir {
  readonly path: string
  /** Writes a file, with its directories, and gives back its full path. */
  write(name: string, content: string | Uint8Array): string
}

export function tempDir(below = tmpdir()): TempDir {
  mkdirSync(below, { recursive: true })
  const path = realpathSync(mkdtempSync(join(below, 'shoal-test-')))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    write(name, content) {
      const file = join(path, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
  }
}
