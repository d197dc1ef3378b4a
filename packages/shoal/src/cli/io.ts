// What a command may touch of the world: streams, terminal, environment and the wish to stop. Tests bring their own.
import type { Writable } from 'node:stream'
import { ShoalError } from '@shoal/base/model/errors'

export interface Io {
  readonly stdout: Writable
  readonly stderr: Writable
  /** stdout is a terminal. */
  readonly isTTY: boolean
  readonly columns: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Aborted by Ctrl-C, with an AbortError, or with a ClosedOutput when nobody reads stdout any more. */
  readonly signal: AbortSignal
}

/** Of the terminal that shows progress, as wide as it is now; the document may go elsewhere. */
export function progressWidth({ stderr, columns }: Io): number {
  return Math.max(20, ((stderr as NodeJS.WriteStream).columns ?? columns) - 1)
}

/** The reader of stdout went away, as `head` does: no error, only the end. */
export class ClosedOutput extends Error {
  constructor() {
    super('stdout was closed')
    this.name = 'ClosedOutput'
  }
}

/** Throws `not-found` when it was deleted. */
export function workingDirectory(): string {
  try {
    return process.cwd()
  } catch (error) {
    throw new ShoalError('not-found', 'the working directory is gone', {
      advice: 'change to a directory that is there',
      cause: error,
    })
  }
}
