// What the user named, sorted out: files to take as they are, trees to walk, and what is not there.
import { join, resolve } from 'node:path'
import type { Skipped } from '@shoal/base/model/plan'
import { isWithin } from '../text/is-within.ts'
import { codeOf, type Disk, unreadable } from './enumerate-disk.ts'
import type { EnumerateOptions, FoundPath } from './enumerate-entry.ts'

export interface Tree {
  /** Real, absolute path of its root. */
  readonly real: string
  /** The root as shown; '.' for the working directory. */
  readonly shown: string
  /** The root as the user wrote it. */
  readonly typed: string
}

export interface Places {
  readonly files: readonly FoundPath[]
  /** Inner ones first: a tree inside another is walked under its own name and left out of the outer one. */
  readonly trees: readonly Tree[]
  readonly skipped: readonly Skipped[]
  /** The real paths of `files` and of `trees`. */
  readonly filePaths: ReadonlySet<string>
  readonly treePaths: ReadonlySet<string>
}

export function resolveRoots(
  roots: readonly string[],
  disk: Disk,
  { cwd = process.cwd(), within }: Pick<EnumerateOptions, 'cwd' | 'within'> = {},
): Places {
  const files = new Map<string, FoundPath>()
  const trees = new Map<string, Tree>()
  const skipped: Skipped[] = []
  for (const root of roots) {
    try {
      const real = disk.realPath(resolve(cwd, root))
      if (within && !within.some(directory => isWithin(directory, real))) {
        skipped.push({ path: root, reason: 'it leads out of what may be read', cause: 'link' })
        continue
      }
      const stat = disk.statTarget(real)
      if (stat.isDirectory()) {
        if (!trees.has(real)) trees.set(real, { real, shown: join(root).replace(/(?<=.)\/$/, ''), typed: root })
      } else if (!stat.isFile()) {
        skipped.push({ path: root, reason: 'not a regular file', cause: 'special' })
      } else if (!files.has(real)) {
        files.set(real, { path: root, file: real })
      }
    } catch (error) {
      skipped.push(unresolved(root, error))
    }
  }
  const innerFirst = [...trees.values()].sort((a, b) => b.real.length - a.real.length)
  const filePaths = new Set(files.keys())
  const treePaths = new Set(trees.keys())
  return { files: [...files.values()], trees: innerFirst, skipped, filePaths, treePaths }
}

function unresolved(path: string, error: unknown): Skipped {
  if (codeOf(error) === 'ENOENT') return { path, reason: 'no such file or directory', cause: 'missing' }
  return { path, reason: unreadable(error), cause: 'unreadable' }
}
