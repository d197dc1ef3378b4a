// Says on stderr which files were skipped and why. A file the user named that is skipped is an error, not a note.
import { join } from 'node:path'
import { ShoalError } from '../model/errors.ts'
import type { SkipCause } from '../model/plan.ts'
import { printable } from '../text/printable.ts'
import type { Io } from './io.ts'
import { errorLine } from './report-error.ts'

/** Left out because the user said so, or because there is nothing in it; what is damaged is read as far as it goes. */
const AS_ASKED: ReadonlySet<SkipCause> = new Set<SkipCause>(['include', 'exclude', 'limit', 'empty', 'damaged'])

export class SkippedFiles {
  /** How many of the skipped files were named on the command line. */
  named = 0
  /** How many were not read to their end. */
  damaged = 0
  private readonly paths: ReadonlySet<string>

  constructor(
    private readonly io: Io,
    named: readonly string[],
    private readonly quiet: boolean,
  ) {
    this.paths = new Set(named.map(path => join(path)))
  }

  add(path: string, reason: string, cause?: SkipCause): void {
    if (cause === 'damaged') this.damaged++
    if (this.paths.has(path) && !(cause && AS_ASKED.has(cause))) {
      this.named++
      this.io.stderr.write(`${errorLine(new ShoalError('not-text', `${path}: ${reason}`, { detail: path }))}\n`)
    } else if (!this.quiet) this.io.stderr.write(`skipped ${printable(path)}: ${printable(reason)}\n`)
  }
}
