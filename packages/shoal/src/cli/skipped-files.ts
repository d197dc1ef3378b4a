// Says on stderr which files were skipped and why. A file the user named that is skipped is an error, not a note.
import { join } from 'node:path'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { isFailure, type SkipCause } from '@shoal/base/model/plan'
import { printable } from '@shoal/base/text/printable'
import type { Io } from './io.ts'
import { errorLine } from './report-error.ts'

/** Left out because the user said so, or because there is nothing in it; what is damaged is read as far as it goes. */
const AS_ASKED: ReadonlySet<SkipCause> = new Set<SkipCause>(['include', 'exclude', 'limit', 'empty', 'damaged'])

export class SkippedFiles {
  /** How many of the skipped files were named on the command line. */
  named = 0
  /** How many should have been read and could not be. */
  private failed = 0
  private readonly paths: ReadonlySet<string>

  constructor(
    private readonly io: Io,
    named: readonly string[],
    private readonly quiet: boolean,
  ) {
    this.paths = new Set(named.map(path => join(path)))
  }

  /** What the user named wrongly comes before what failed. `allNamed`: every path that was named is there. */
  status(allNamed: boolean): ExitStatus {
    if (!allNamed || this.named > 0) return 2
    return this.failed > 0 ? 6 : 0
  }

  add(path: string, reason: string, cause?: SkipCause): void {
    if (cause && isFailure(cause)) this.failed++
    if (this.paths.has(path) && !(cause && AS_ASKED.has(cause))) {
      this.named++
      this.io.stderr.write(`${errorLine(new ShoalError('not-text', `${path}: ${reason}`, { detail: path }))}\n`)
    } else if (!this.quiet) this.io.stderr.write(`skipped ${printable(path)}: ${printable(reason)}\n`)
  }
}
