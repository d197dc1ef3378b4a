// Globs that people write. A glob becomes a regular expression, and some of those take time without end: where the work
// may be large, it is stopped.
import picomatch, { type PicomatchOptions } from 'picomatch'
import { ShoalError } from '../model/errors.ts'
import { largest } from '../model/lists.ts'
import { OutOfTime, withinTime } from './within-time.ts'

/** For one path; honest globs take microseconds. */
const PATIENCE_MS = 500
/** Steps that may be made without a watch, which costs a quarter of a millisecond. */
const FREE_STEPS = 1e7
const GROUP = /[@!+*?]\(/

/** Tells whether a path matches; throws `bad-value` for a glob that takes too long on it. */
export function globMatcher(
  globs: string | readonly string[],
  options: PicomatchOptions = {},
): (path: string) => boolean {
  const all = typeof globs === 'string' ? [globs] : [...globs]
  const matches = picomatch(all, options)
  const degree = largest(all.map(degreeOf))
  return path => {
    if (path.length ** degree <= FREE_STEPS) return matches(path)
    try {
      return withinTime(() => matches(path), PATIENCE_MS)
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error
      throw new ShoalError('bad-value', `the glob ${all[0]} takes too long to match; write it with fewer wildcards`, {
        detail: all[0]!,
        cause: error,
      })
    }
  }
}

/** Every run of stars may begin and end anywhere; groups may repeat what repeats. */
function degreeOf(glob: string): number {
  return GROUP.test(glob) ? Number.POSITIVE_INFINITY : (glob.match(/\*+/g)?.length ?? 0)
}
