// What a command may touch of the world: streams, terminal, environment and the wish to stop. Tests bring their own.
import type { Writable } from 'node:stream'
import { ShoalError } from '../model/errors.ts'

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

/** The reader of stdout went away, as `head` does: no error, only the end. */
export class ClosedOutput extends Error {
  constructor() {
    super('stdout was closed')
    this.name = 'ClosedOutput'
  }
}

/** The real process. Listens for Ctrl-C and its kin: the first asks for an orderly end, the second is obeyed at once. */
export function processIo(): Io {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130)
      stop.abort()
    })
  // Started by a server of ours: once that is gone, killed perhaps, nobody else would ask for an end.
  if (process.channel) {
    process.once('disconnect', () => stop.abort())
    process.channel.unref()
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    stop.abort(new ClosedOutput())
  })
  // Notes that nobody reads are no reason to stop.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    isTTY: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 100,
    env: process.env,
    cwd: workingDirectory(),
    signal: stop.signal,
  }
}

function workingDirectory(): string {
  try {
    return process.cwd()
  } catch (error) {
    throw new ShoalError('not-found', 'the working directory is gone', {
      advice: 'change to a directory that is there',
      cause: error,
    })
  }
}
