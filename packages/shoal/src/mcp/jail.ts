// The directories that an agent may reach, and nothing else.
import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import { INSIDE } from '@shoal/base/text/packed-name'
import { printable } from '@shoal/base/text/printable'
import { memberRoot } from '../run/unpacking/member-root.ts'
import { isWithin } from '../text/is-within.ts'

export interface Jail {
  /** Real, absolute directories. */
  readonly roots: readonly string[]
  /**
   * The real, absolute path of what `path` names (relative ones from the first root that has it). Throws `not-found`,
   * and `outside-roots` for whatever lies outside, also by way of `..` or a link.
   */
  inside(path: string): string
  /** Whether a real path lies inside. */
  holds(file: string): boolean
}

/** `roots` are real paths already. With none, everything lies outside. */
export function makeJail(roots: readonly string[]): Jail {
  const holds = (file: string) => roots.some(root => isWithin(root, file))
  return {
    roots,
    holds,
    inside(path) {
      if (roots.length === 0) throw noRoots()
      if (path.includes('\0'))
        throw new ShoalError('bad-value', 'a path cannot hold a NUL character', { detail: 'path' })
      const errors: ShoalError[] = []
      for (const named of new Set(roots.map(root => resolve(root, path)))) {
        const inside = memberRoot(named, '/')
        const outer = realPath(inside?.path ?? named, path, holds)
        const real = inside && typeof outer === 'string' ? outer + INSIDE + inside.member : outer
        if (typeof real === 'string' && holds(real)) return real
        errors.push(typeof real === 'string' ? outside(path, roots) : real)
      }
      const [first] = errors
      throw errors.length > 1 && first!.code === 'not-found' ? inNoRoot(path, first!, roots) : first
    },
  }
}

/** What lies outside is not even said to be there or not. */
function realPath(named: string, path: string, holds: (file: string) => boolean): string | ShoalError {
  try {
    return realpathSync.native(named)
  } catch (error) {
    return holds(named) ? toShoalError(error, path) : named
  }
}

function inNoRoot(path: string, { message }: ShoalError, roots: readonly string[]): ShoalError {
  return new ShoalError('not-found', message, {
    detail: path,
    advice: `a relative path is looked for in every root: ${namesOf(roots)}`,
  })
}

function namesOf(roots: readonly string[]): string {
  return roots.slice(0, 3).map(printable).join(', ') + (roots.length > 3 ? ' …' : '')
}

function outside(path: string, roots: readonly string[]): ShoalError {
  return new ShoalError('outside-roots', `${printable(path)} lies outside of what this server may read`, {
    detail: path,
    advice: `name a path inside ${namesOf(roots)}; whoever starts the server can allow more with \`--root\``,
  })
}

function noRoots(): ShoalError {
  return new ShoalError('outside-roots', 'this server was given no directory to read', {
    advice: 'open a folder in the client, or start the server with `--root DIR`',
  })
}

/** A real path as the agent would name it: from the first root where it lies inside it, else in full. */
export function pathFrom(first: string, real: string): string {
  return isWithin(first, real) ? relative(first, real) || '.' : real
}
