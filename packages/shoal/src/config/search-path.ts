// Where files that belong to a project are looked for: from the working directory up to the repository root or the home.
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The nearest first. None from above the repository or the home: those directories may be anyone's. */
export function* searchPath(cwd: string, home: string | undefined): Generator<string> {
  const start = resolve(cwd)
  const top = repositoryRoot(start) ?? (home !== undefined && isInside(start, home) ? resolve(home) : start)
  for (let directory = start; ; directory = dirname(directory)) {
    yield directory
    if (directory === top || directory === dirname(directory)) return
  }
}

function repositoryRoot(start: string): string | null {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory
    if (directory === dirname(directory)) return null
  }
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path)
  return way === '' || (!way.startsWith('..') && way !== path)
}
